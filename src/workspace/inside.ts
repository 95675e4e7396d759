import { posix } from "node:path";
import type { Change, Files, Shell, Workspace, Written } from "./workspace.ts";

/** Returns the workspace as if a folder of it were its root. Undo, evidence and notes are those of the whole. */
export function inside(workspace: Workspace, folder: string): Workspace {
  const at = (path: string): string => posix.join(folder, path);
  const within = (path: string): string => posix.relative(folder, path);
  return {
    ...workspace,
    root: posix.join(workspace.root, folder),
    files: filesInside(workspace.files, folder, { at, within }),
    git: (words) => workspace.git(words),
    scratch: () => workspace.scratch(),
    evidence: (since) => workspace.evidence(since),
    shell: workspace.shell && shellInside(workspace.shell, folder, { at, within }),
  };
}

/** Converts paths of the folder to those of the whole workspace, and back. */
interface Paths {
  at(path: string): string;
  within(path: string): string;
}

const moved = (changes: readonly Change[], to: (path: string) => string): readonly Change[] =>
  changes.map((change) => ({ ...change, path: to(change.path) }));

function filesInside(files: Files, folder: string, { at, within }: Paths): Files {
  return {
    read: (path, largest) => files.read(at(path), largest),
    tryRead: (path) => files.tryRead(at(path)),
    async *texts(paths, largest) {
      for await (const [path, text] of files.texts(paths.map(at), largest)) yield [within(path), text];
    },
    async above(names) {
      const found: { readonly path: string; readonly text: string }[] = [];
      for (let place = posix.dirname(folder); ; place = posix.dirname(place)) {
        for (const name of names) {
          const text = await files.tryRead(posix.join(place, name)).catch(() => null);
          if (text !== null) found.push({ path: within(posix.join(place, name)), text });
        }
        if (place === ".") break;
      }
      return [
        ...found,
        ...(await files.above(names)).map(({ path, text }) => ({ path: within(path), text })),
      ];
    },
    bytes: (path) => files.bytes(at(path)),
    hash: (paths) => files.hash(paths.map(at)),
    stamp: (paths) => files.stamp(paths.map(at)),
    stamps: (paths) => files.stamps(paths.map(at)),
    resolve: async (path) => within(await files.resolve(at(path))),
    async *find(glob, options) {
      const passed = options?.passed;
      const whole = {
        ...options,
        ...(passed && { passed: (path: string, why: string) => passed(within(path), why) }),
      };
      for await (const path of files.find(at(glob), whole)) yield within(path);
    },
    async write(changes): Promise<Written> {
      const written = await files.write(moved(changes, at));
      return { ...written, changes: moved(written.changes, within) };
    },
  };
}

const shellInside = ({ run }: Shell, folder: string, { at, within }: Paths): Shell => ({
  async run(command, options = {}) {
    const result = await run(command, {
      ...options,
      folder: posix.join(folder, options.folder ?? ""),
      ...(options.writes && { writes: options.writes.map(at) }),
    });
    return { ...result, ...(result.changes && { changes: moved(result.changes, within) }) };
  },
});
