import type { ApiDefinition } from "../api/index.ts";
import type { Change, Files } from "../workspace/index.ts";
import { baselineChanges, forget, isMoved, readBaseline, type Baseline, type Kind } from "./baseline.ts";
import type { Asked } from "./choose.ts";
import type { GeneratedFile } from "./contracts.ts";
import { hasConflicts, mergeLines } from "./merge-lines.ts";
import { mergePackage } from "./merge-package.ts";
import { movesTo, type Move } from "./moves.ts";

/** What a run does to a folder. Paths in none of the lists are unchanged. */
export interface Merged {
  /** Everything to write, including the baseline under `.antiphon/`. */
  readonly changes: readonly Change[];
  /** Files that contain conflict markers, of this run or an earlier one. */
  readonly conflicts: readonly string[];
  /** Files that the user deleted; they are not restored. */
  readonly deleted: readonly string[];
  /** Files that existed before anything was generated; they are unchanged. */
  readonly untouched: readonly string[];
  /** Files that are no longer generated, but hold edits that exist nowhere else. */
  readonly kept: readonly string[];
  /** Title of the other specification that the existing client or server was made from. */
  readonly replaces?: string;
}

/** The outcome for one file. */
type Outcome = { readonly text: string } | "deleted" | "untouched";

/** Whether a file is a migration: those are never regenerated or removed, unless the database changes. */
export const isMigration = (path: string): boolean => /(^|\/)(migrations|versions)\//.test(path);

function outcome(path: string, base: string | undefined, mine: string | null, now: string): Outcome {
  if (mine === null) return base === undefined ? { text: now } : "deleted";
  if (mine === now || mine === base) return { text: now };
  if (path.endsWith("package.json")) return { text: mergePackage(base, mine, now, path) };
  if (base === undefined) return "untouched";
  if (base === now) return { text: mine };
  return mergeLines(base, mine, now);
}

/**
 * Whether everything generated is gone: a client that was deleted as a whole and requested again is regenerated. Not
 * with migrations: a database may have run them, so deleted files stay deleted.
 */
async function isTakenAway(files: Files, { texts }: Baseline): Promise<boolean> {
  const paths = Object.keys(texts);
  if (paths.length === 0 || paths.some(isMigration)) return false;
  for (const path of paths) if ((await files.tryRead(path)) !== null) return false;
  return true;
}

interface Run {
  readonly generated: readonly GeneratedFile[];
  /** Paths of files that moved to other paths. */
  readonly left: ReadonlySet<string>;
  readonly kind: Kind;
  /** Whether migrations start over. */
  readonly isAnew: boolean;
  readonly kept: string[];
}

/**
 * Removes files that are no longer generated, except migrations (unless they start over) and those with edits that exist
 * nowhere else: their paths are added to `kept`.
 */
async function orphans(
  files: Files,
  { texts }: Baseline,
  { generated, left, kind, isAnew, kept }: Run,
): Promise<readonly Change[]> {
  const still = new Set(generated.map(({ path }) => path));
  const changes: Change[] = [];
  for (const [path, base] of Object.entries(texts)) {
    if (still.has(path) || (isMigration(path) && !isAnew)) continue;
    const mine = await files.tryRead(path);
    if (mine === base || (mine !== null && left.has(path))) changes.push({ path, before: mine, after: null });
    else if (mine !== null) kept.push(path);
    changes.push(...(await forget(files, path, kind)));
  }
  return changes;
}

/** Returns the two inputs of a file's merge: the last generated text, and the user's version at its previous path. */
async function sourceOf(
  files: Files,
  {
    path,
    base,
    move,
  }: { readonly path: string; readonly base: string | undefined; readonly move: Move | undefined },
) {
  const there = await files.tryRead(path);
  if (!move || there !== null) return { there, base, mine: there, left: undefined };
  const old = await files.tryRead(move.from);
  return { there, base: move.base, mine: old === null ? null : move.named(old), left: move.from };
}

/**
 * Merges three ways: last generated, existing and newly generated files. Edits are kept, conflicts are marked. Nothing
 * is written.
 */
export async function mergeWith(
  files: Files,
  api: ApiDefinition,
  generated: readonly GeneratedFile[],
  { kind = "generated", target }: { readonly kind?: Kind; readonly target?: Asked } = {},
): Promise<Merged> {
  const recent = await readBaseline(files, kind);
  const baseline = recent && (await isTakenAway(files, recent)) ? undefined : recent;
  const changes: Change[] = [];
  const lists = { conflicts: [] as string[], deleted: [] as string[], untouched: [] as string[] };
  const kept: string[] = [];
  const recorded: GeneratedFile[] = [];
  const moves = baseline ? movesTo(baseline, api, generated) : new Map<string, Move>();
  const left = new Set<string>();
  for (const file of generated) {
    const { path, text } = file;
    const source = await sourceOf(files, { path, base: baseline?.texts[path], move: moves.get(path) });
    const { there, base, mine } = source;
    const result = outcome(path, base, mine, text);
    if (source.left !== undefined) left.add(source.left);
    if (result === "untouched") lists.untouched.push(path);
    else recorded.push(file);
    if (result === "deleted") lists.deleted.push(path);
    if (typeof result === "string") continue;
    if (result.text !== there) changes.push({ path, before: there, after: result.text });
    if (hasConflicts(result.text)) lists.conflicts.push(path);
  }
  const isAnew = baseline !== undefined && target !== undefined && isMoved(baseline, target);
  const again = new Set(generated.map(({ path }) => path));
  const history = Object.entries(baseline?.texts ?? {})
    .filter(([path]) => !isAnew && isMigration(path) && !again.has(path))
    .map(([path, text]) => ({ path, text }));
  const raw = Object.fromEntries(Object.entries(baseline?.raw ?? {}).filter(([path]) => !again.has(path)));
  const before = baseline?.api.info.title;
  return {
    ...(kind !== "generated" && before !== undefined && before !== api.info.title && { replaces: before }),
    changes: [
      ...changes,
      ...(baseline ? await orphans(files, baseline, { generated, left, kind, isAnew, kept }) : []),
      ...(await baselineChanges(files, {
        api,
        generated: [...recorded, ...history],
        kind,
        target,
        raw,
      })),
    ],
    ...lists,
    kept,
  };
}
