import { createHash } from "node:crypto";
import { posix } from "node:path";
import { keepSmall, version } from "../lib/index.ts";
import type { Workspace } from "../workspace/index.ts";
import { many, type Readers } from "./threads.ts";

interface CachedFile {
  /** The file stamp; empty if the file had just changed. */
  readonly stamp: string;
  /** Hash of its text. */
  readonly hash: string;
  /** One line without tabs. */
  readonly found: string;
}

export interface Found extends Omit<CachedFile, "stamp"> {
  readonly path: string;
}

export interface Finding {
  /** Identifies the facts; its number changes with the way they are extracted. */
  readonly name: string;
  /** Extract the facts of texts, each on one line without tabs; undefined for files that aren't inspected. */
  readonly readers: Readers;
}

/** The cached facts of a folder, and what must be read. */
interface Folder {
  readonly note: string;
  readonly known: ReadonlyMap<string, CachedFile>;
  readonly stamps: ReadonlyMap<string, string>;
  readonly now: Map<string, CachedFile>;
  readonly open: readonly string[];
}

export const hashOf = (text: string): string => createHash("sha256").update(text).digest("base64url");

/**
 * Yields the facts of each file, folder by folder. They are extracted once per content and cached in the user's state
 * folder: a file with an unchanged stamp isn't read, and one with unchanged content isn't inspected again. A note
 * that is damaged, foreign or of another version is ignored.
 */
export async function* foundIn(
  paths: readonly string[],
  workspace: Pick<Workspace, "files" | "records">,
  finding: Finding,
): AsyncIterable<Found> {
  let some: Folder[] = [];
  let [open, all] = [0, 0];
  for (const [folder, folderPaths] of Map.groupBy(paths, (path) => posix.dirname(path))) {
    if (paths.length >= many) keepSmall();
    const next = await look(`${finding.name} ${version()} ${folder}`, folderPaths, workspace);
    some.push(next);
    open += next.open.length;
    all += folderPaths.length;
    if (open < together && all < together * 2) continue;
    yield* foundOf(some, workspace, finding);
    [some, open, all] = [[], 0, 0];
  }
  yield* foundOf(some, workspace, finding);
}

/** Maximum bytes of a file to read. */
export const largest = 2 * 1024 * 1024;

/** A batch ends at this many files to read, or twice as many files: their facts are held in memory. */
const together = 300;

async function look(
  note: string,
  paths: readonly string[],
  { files, records }: Pick<Workspace, "files" | "records">,
): Promise<Folder> {
  const known = parsed(await records.get(note));
  const looks = await files.stamps(paths);
  const stamps = new Map(paths.map((path, place) => [path, looks[place] ?? ""]));
  const now = new Map<string, CachedFile>();
  const open: string[] = [];
  for (const path of paths) {
    const file = known.get(path);
    if (file?.stamp && file.stamp === stamps.get(path)) now.set(path, file);
    else open.push(path);
  }
  return { note, known, stamps, now, open };
}

async function* foundOf(
  folders: readonly Folder[],
  { files, records }: Pick<Workspace, "files" | "records">,
  { readers }: Finding,
): AsyncIterable<Found> {
  const recordsToRead: { readonly folder: Folder; readonly path: string; readonly hash: string }[] = [];
  async function* texts(): AsyncIterable<readonly [string, string]> {
    for (const folder of folders)
      for await (const [path, text] of files.texts(folder.open, largest)) {
        if (text === null) continue;
        const hash = hashOf(text);
        const file = folder.known.get(path);
        if (file?.hash === hash) folder.now.set(path, { ...file, stamp: folder.stamps.get(path) ?? "" });
        else {
          recordsToRead.push({ folder, path, hash });
          yield [path, text];
        }
      }
  }
  const count = folders.reduce((sum, { open }) => sum + open.length, 0);
  const all = await readers.all(texts(), count);
  for (const [place, { folder, path, hash }] of recordsToRead.entries()) {
    const found = all[place];
    if (found !== undefined) folder.now.set(path, { stamp: folder.stamps.get(path) ?? "", hash, found });
  }
  for (const { note, known, now, open } of folders) {
    for (const [path, { hash, found }] of now) yield { path, hash, found };
    if (open.length || known.size !== now.size) await records.set(note, written(now));
  }
}

const written = (all: ReadonlyMap<string, CachedFile>): string =>
  [...all]
    .map(([path, { stamp, hash, found }]) => [JSON.stringify(path), stamp, hash, found].join("\t"))
    .join("\n");

/** Notes are sealed, so they are as written. */
function parsed(text: string | null): ReadonlyMap<string, CachedFile> {
  const all = new Map<string, CachedFile>();
  for (const line of text?.split("\n") ?? []) {
    const [path = "", stamp = "", hash = "", found = ""] = line.split("\t");
    if (found) all.set(JSON.parse(path) as string, { stamp, hash, found }); // written by `written`
  }
  return all;
}
