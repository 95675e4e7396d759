import type { Files } from "./workspace.ts";

/**
 * Caches what `tryRead` returns, so that a file stays as of its first read. A write compares the disk with what was
 * read, so a command that reads through a snapshot never overwrites others' changes.
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
