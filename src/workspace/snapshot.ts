import type { Files } from "./workspace.ts";

/**
 * Files as they were when each was first read. A write compares what is on disk with what was read, so a command that
 * reads through one snapshot never writes over what somebody else wrote meanwhile.
 */
export function snapshot(files: Files): Files {
  const texts = new Map<string, Promise<string | null>>();
  return {
    ...files,
    tryRead: (path) => {
      const text = texts.get(path) ?? files.tryRead(path);
      texts.set(path, text);
      return text;
    },
  };
}
