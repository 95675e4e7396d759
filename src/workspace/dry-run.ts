import { UserError } from "../lib/index.ts";
import { encode, hash, text } from "./content.ts";
import { matcher } from "./glob.ts";
import { confine, refuseGit } from "./paths.ts";
import type { Change, Files, FindOptions, Workspace, Written } from "./workspace.ts";

export interface DryRun extends Workspace {
  /** What would be written, one change per file, from the disk's state to the last one. */
  changes(): readonly Change[];
}

/** Wraps a workspace so that writes are visible to reads but don't reach the disk; it has no shell. */
export function dryRun(workspace: Workspace): DryRun {
  const pending = new Map<string, Change>();
  const written: Written[] = [];
  const none = (what: string) => (): Promise<never> =>
    Promise.reject(
      new UserError(
        "dry-run",
        `A dry run writes nothing, so there is nothing to ${what}.`,
        "Leave --dry-run out.",
      ),
    );
  return {
    root: workspace.root,
    files: {
      ...overlay(workspace, pending),
      async write(changes) {
        const fresh: Change[] = [];
        for (const change of changes) fresh.push(await checked(workspace, pending, change));
        for (const change of fresh) {
          const first = pending.get(change.path)?.before;
          pending.set(change.path, first === undefined ? change : { ...change, before: first });
        }
        const evidence = { kind: "dry", checkpoint: "", changes: fresh, at: 0 } as unknown as Written; // its kind says that nothing was written
        written.push(evidence);
        return evidence;
      },
    },
    shell: undefined,
    shellMissing: "A dry run starts no programs.",
    checkpoints: {
      begin: () => undefined,
      changes: () => Promise.resolve([]),
      list: () => Promise.resolve([]),
      next: () => Promise.resolve(undefined),
      adopt: () => Promise.resolve(),
      undo: none("undo"),
      redo: none("redo"),
    },
    git: (words) => workspace.git(words),
    notes: { get: (name) => workspace.notes.get(name), set: () => Promise.resolve() },
    records: workspace.records, // keyed by content, so what a dry run records is valid
    scratch: () => workspace.scratch(),
    evidence: () => written,
    changes: () => [...pending.values()].filter(({ before, after }) => before !== after),
  };
}

const bytesOf = ({ after, encoding }: Change): Buffer => Buffer.from(after ?? "", encoding ?? "utf8");

function overlay({ root, files }: Workspace, pending: ReadonlyMap<string, Change>): Omit<Files, "write"> {
  const at = async (path: string): Promise<Change | undefined> =>
    pending.get((await confine(root, path)).path);
  const bytes = async (path: string): Promise<Uint8Array> => {
    const change = await at(path);
    if (change && change.after !== null) return bytesOf(change);
    if (change)
      throw new UserError("file-missing", `${JSON.stringify(path)} doesn't exist`, "Check the spelling.");
    return files.bytes(path);
  };
  return {
    resolve: (path) => files.resolve(path),
    above: (names) => files.above(names),
    hash: async (paths) => {
      const disk = await files.hash(paths);
      return pending.size === 0 ? disk : hash(`${disk} ${JSON.stringify([...pending.values()])}`);
    },
    stamp: async (paths) => (pending.size === 0 ? files.stamp(paths) : undefined),
    stamps: async (paths) => {
      const disk = await files.stamps(paths);
      return disk.map((stamp, place) => (pending.has(paths[place] ?? "") ? undefined : stamp));
    },
    bytes,
    read: async (path, largest) => {
      const change = await at(path);
      return change ? (text(await bytes(path)) ?? files.read(path)) : files.read(path, largest);
    },
    tryRead: async (path) => {
      const change = await at(path);
      return change ? change.after : files.tryRead(path);
    },
    async *texts(paths, largest) {
      for await (const [path, text] of files.texts(paths, largest)) {
        const change = pending.get(path);
        yield [path, change ? change.after : text];
      }
    },
    async *find(glob: string, options?: FindOptions) {
      const fits = matcher(glob);
      for await (const path of files.find(glob, options)) if (!pending.has(path)) yield path;
      for (const { path, after } of pending.values()) if (after !== null && fits(path)) yield path;
    },
  };
}

/** Refuses the same as a real write. */
async function checked(
  workspace: Workspace,
  pending: ReadonlyMap<string, Change>,
  change: Change,
): Promise<Change> {
  const place = await confine(workspace.root, change.path);
  await refuseGit(place);
  const files = overlay(workspace, pending);
  const now = await files.bytes(place.path).then(Buffer.from, (error: unknown) => {
    if (error instanceof UserError && error.code === "file-missing") return undefined;
    throw error;
  });
  if ((now ? now.toString(change.encoding ?? "utf8") : null) !== change.before)
    throw new UserError(
      "file-changed",
      `${JSON.stringify(change.path)} was changed by someone else since it was read`,
      "Look at it, then run the command again.",
    );
  const after = change.after === null ? null : encode(change, now).toString(change.encoding ?? "utf8");
  return { ...change, path: place.path, after };
}
