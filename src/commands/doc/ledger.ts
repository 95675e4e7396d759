import { languageOf } from "../../code/index.ts";
import { type Settled, settled } from "../../document/index.ts";
import { openAlone, type Opened, type Outline } from "../../inspect/index.ts";
import { version } from "../../lib/index.ts";
import type { Workspace } from "../../workspace/index.ts";
import type { Past } from "./unchanged.ts";

/** More changed files are no few: then the whole project is read. */
const fewest = 100;

/** Parts of a report, by file, each as JSON. */
export type Parts = Map<string, string>;

/**
 * What a run found of each file with code: its outline, and what it adds to the report. Of one that was to be changed that
 * is empty, and of one that isn't documented `-`.
 */
interface Line {
  readonly hash: string;
  readonly sign: string;
  readonly errors: string;
  readonly part: string;
}

const [open, outside] = ["", "-"];

/** What the last run over the same target found, where only a few files differ and nobody else has to ask them anew. */
export interface Few {
  readonly index: Opened<Settled>;
  /** Those that have to be planned. */
  readonly changed: ReadonlySet<string>;
  /** Of the others. */
  readonly parts: Parts;
}

const nameOf = (past: Past): string => `ledger 1 ${version()} ${past.name}`;

/** Undefined where the whole project has to be read. */
export async function openFew(
  past: Past,
  workspace: Pick<Workspace, "files" | "records">,
): Promise<Few | undefined> {
  const lines = parsed(await workspace.records.get(nameOf(past)));
  const code: string[] = [];
  for (const path of past.paths) if (await languageOf(path)) code.push(path);
  if (code.length !== lines.size || !code.every((path) => lines.has(path))) return undefined;
  const changed = code.filter((path) => {
    const line = lines.get(path);
    return line?.hash !== (past.hashes.get(path) ?? "") || line.part === open;
  });
  if (changed.length === 0 || changed.length > fewest) return undefined;
  const index = await openAlone(changed, workspace, {
    more: settled,
    known: (path) => outlineOf(lines.get(path)),
  });
  if (!index) return undefined;
  for (const path of changed) lines.delete(path);
  const parts = new Map([...lines].flatMap(([path, { part }]) => (part === outside ? [] : [[path, part]])));
  return { index, changed: new Set(changed), parts };
}

/** Keeps what a run found, of all files or of the few that were looked into. */
export async function keepLedger(
  past: Past,
  { records }: Pick<Workspace, "records">,
  { index, parts, paths }: { index: Opened<Settled>; parts: Parts; paths: readonly string[] },
): Promise<void> {
  if (index.unread) return;
  const lines = parsed(await records.get(nameOf(past)));
  const all = new Map<string, Line>();
  const [inside, read] = [new Set(paths), new Set(index.files)];
  for (const path of past.paths) {
    if (!(await languageOf(path))) continue;
    const { hash, sign, errors } = index.outline(path);
    const part = inside.has(path) ? (parts.get(path) ?? open) : outside;
    const before = read.has(path) ? undefined : lines.get(path);
    all.set(path, before ?? { hash, sign, errors: JSON.stringify(shared(errors)), part });
  }
  await records.set(
    nameOf(past),
    [...all]
      .map(([path, { hash, sign, errors, part }]) =>
        [JSON.stringify(path), hash, sign, errors, part].join("\t"),
      )
      .join("\n"),
  );
}

function parsed(text: string | null): Map<string, Line> {
  const lines = new Map<string, Line>();
  for (const line of text?.split("\n") ?? []) {
    const [path = "", hash = "", sign = "", errors = "", part = ""] = line.split("\t");
    lines.set(JSON.parse(path) as string, { hash, sign, errors, part }); // notes are sealed: as it was written
  }
  return lines;
}

type Shared = readonly [sets: readonly string[][], of: readonly number[]];

/** Most declarations of a file raise the same. */
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

function outlineOf(line: Line | undefined): Outline | undefined {
  if (!line) return undefined;
  const [sets, of] = JSON.parse(line.errors) as Shared; // as `shared` gave it
  return { hash: line.hash, sign: line.sign, errors: of.map((place) => sets[place] ?? []) };
}
