import { languageOf } from "../../code/index.ts";
import { type Settled, settled } from "./settled.ts";
import { hashOf, openAlone, type Opened, type Outline, Unknowable } from "../../inspect/index.ts";
import { keepSmall, version } from "../../lib/index.ts";
import type { Scratch, Workspace } from "../../workspace/index.ts";
import { Parts } from "./doc-parts.ts";
import type { Part } from "./tally.ts";

/** The current state of a project, and the earlier report of the same run. */
export interface Past<R = unknown> {
  /** Identifies the run by its target and flags. */
  readonly name: string;
  readonly known: R | undefined;
  /** The paths inspected, and hashes of their contents. */
  readonly paths: readonly string[];
  readonly hashes: ReadonlyMap<string, string>;
  keep(report: R): Promise<void>;
}

/** With more changed files than this, the whole project is read. */
const fewest = 100;

/** Files per piece: one piece is held in memory at a time. */
const together = 500;

/**
 * What a run recorded of each code file: its outline, and its part of the report. The part is empty for files that
 * had changes pending, and `-` for files that aren't documented.
 */
interface Line {
  readonly hash: string;
  readonly sign: string;
  readonly errors: string;
  readonly part: string;
}

const [open, outside] = ["", "-"];

/** The results of the last run over the same target, if only a few files changed and no other file is affected. */
export interface Few {
  readonly index: Opened<Settled>;
  /** Files that must be planned. */
  readonly changed: ReadonlySet<string>;
  /** The parts of all documented files, in order; `current`: those of the planned ones. */
  parts(current: Parts): AsyncIterable<readonly [path: string, part: string]>;
}

type Records = Pick<Workspace, "records">;

const nameOf = (past: Past): string => `ledger 3 ${version()} ${past.name}`;

/** Splits the code files into pieces. */
async function piecesOf({ paths }: Past): Promise<readonly (readonly string[])[]> {
  const pieces: string[][] = [];
  let count = 0;
  for (const path of paths) {
    if (!(await languageOf(path))) continue;
    if (count++ % together === 0) pieces.push([]);
    pieces.at(-1)?.push(path);
  }
  return pieces;
}

/**
 * Yields the recorded lines of each piece. The head lists the pieces and is written last, so that a record
 * interrupted midway is invalid. Yields undefined for pieces that are missing or about other files.
 */
async function* linesOf(
  past: Past,
  { records }: Records,
): AsyncIterable<ReadonlyMap<string, Line> | undefined> {
  const ids = (await records.get(nameOf(past)))?.split("\n") ?? [];
  const pieces = await piecesOf(past);
  if (ids.length !== pieces.length) yield undefined;
  else
    for (const [place, paths] of pieces.entries()) {
      if (paths.length === together) keepSmall();
      const text = await records.get(`${nameOf(past)} ${place}`);
      const lines = text !== null && hashOf(text) === ids[place] ? parsed(text) : undefined;
      yield lines?.size === paths.length && paths.every((path) => lines.has(path)) ? lines : undefined;
    }
}

/** Returns undefined if the whole project must be read. */
export async function openFew(
  past: Past,
  workspace: Pick<Workspace, "files" | "records">,
): Promise<Few | undefined> {
  const changed = new Map<string, Outline>();
  const factsBefore = new Map<string, string | undefined>();
  for await (const lines of linesOf(past, workspace)) {
    if (!lines) return undefined;
    for (const [path, line] of lines)
      if (line.hash !== (past.hashes.get(path) ?? "") || line.part === open) {
        changed.set(path, outlineOf(line));
        if (line.part !== open && line.part !== outside)
          factsBefore.set(path, (JSON.parse(line.part) as Part).factsHash); // written by this program
      }
    if (changed.size > fewest) return undefined;
  }
  if (changed.size === 0) return undefined;
  const index = await openAlone([...changed.keys()], workspace, {
    more: settled,
    known: (path) => changed.get(path),
  });
  if (!index) return undefined;
  for (const [path, before] of factsBefore) if (index.more(path)?.factsHash !== before) return undefined;
  return {
    index,
    changed: new Set(changed.keys()),
    async *parts(current) {
      for await (const lines of linesOf(past, workspace)) {
        if (!lines) throw new Unknowable("the ledger is gone");
        for (const [path, line] of lines) {
          const part = changed.has(path) ? current.get(path) : line.part;
          if (part && part !== outside) yield [path, part];
        }
      }
    },
  };
}

/**
 * Returns the recorded parts of files whose result would be the same: they are unchanged, the same errors leave their
 * declarations, and they depend on nothing else. The whole project was read, whatever changed.
 */
export async function stayed(
  past: Past,
  { records, scratch }: Records & { readonly scratch: Scratch },
  { index, paths }: { readonly index: Opened<Settled>; readonly paths: readonly string[] },
): Promise<Parts> {
  const [parts, inside] = [new Parts(scratch), new Set(paths)];
  const ids = (await records.get(nameOf(past)))?.split("\n") ?? [];
  for (const [place, id] of ids.entries()) {
    const text = await records.get(`${nameOf(past)} ${place}`);
    if (text === null || hashOf(text) !== id) continue;
    for (const [path, { hash, errors, part }] of parsed(text)) {
      if (!inside.has(path) || hash === "" || part === open || part === outside) continue;
      const now = index.outline(path);
      if (now.hash !== hash || JSON.stringify(shared(now.errors)) !== errors) continue;
      if (!(JSON.parse(part) as Part).asks) parts.set(path, part);
    }
  }
  return parts;
}

/** Records the results of a run over all files or a few; `stays`: earlier results that remain valid. */
export async function keepLedger(
  past: Past,
  workspace: Records,
  {
    index,
    parts,
    stays,
    paths,
  }: { index: Opened<Settled>; parts: Parts; stays: Parts | undefined; paths: readonly string[] },
): Promise<void> {
  if (index.unread) return;
  const [inside, read] = [new Set(paths), new Set(index.files.filter((path) => !stays?.has(path)))];
  const lineOf = (path: string): Line => {
    const { hash, sign, errors } = index.outline(path);
    const part = inside.has(path) ? (parts.get(path) ?? stays?.get(path) ?? open) : outside;
    return { hash, sign, errors: JSON.stringify(shared(errors)), part };
  };
  const { records } = workspace;
  const ids: string[] = [];
  for (const [place, piecePaths] of (await piecesOf(past)).entries()) {
    const name = `${nameOf(past)} ${place}`;
    const before = piecePaths.every((path) => read.has(path)) ? null : await records.get(name);
    const lines = parsed(before);
    const isRead =
      lines.size !== piecePaths.length || piecePaths.some((path) => read.has(path) || !lines.has(path));
    const text = isRead
      ? piecePaths
          .map((path) => written(path, (read.has(path) ? undefined : lines.get(path)) ?? lineOf(path)))
          .join("\n")
      : (before ?? "");
    if (isRead) await records.set(name, text);
    ids.push(hashOf(text));
  }
  await records.set(nameOf(past), ids.join("\n"));
}

const written = (path: string, { hash, sign, errors, part }: Line): string =>
  [JSON.stringify(path), hash, sign, errors, part].join("\t");

function parsed(text: string | null): ReadonlyMap<string, Line> {
  const lines = new Map<string, Line>();
  for (const line of text?.split("\n") ?? []) {
    const [path = "", hash = "", sign = "", errors = "", part = ""] = line.split("\t");
    if (path) lines.set(JSON.parse(path) as string, { hash, sign, errors, part }); // notes are sealed, so they are as written
  }
  return lines;
}

type Shared = readonly [sets: readonly string[][], of: readonly number[]];

/** Stores equal sets once: most declarations of a file raise the same errors. */
function shared(errors: Outline["errors"]): Shared {
  const places = new Map<string, number>();
  const of = errors.map((types) => {
    const key = JSON.stringify(types);
    const place = places.get(key) ?? places.size;
    places.set(key, place);
    return place;
  });
  return [[...places.keys()].map((key) => JSON.parse(key) as string[]), of];
}

function outlineOf({ hash, sign, errors }: Line): Outline {
  const [sets, of] = JSON.parse(errors) as Shared; // written by `shared`
  return { hash, sign, errors: of.map((place) => sets[place] ?? []) };
}
