import type { ApiDefinition } from "../api/index.ts";
import type { Change, Files } from "../workspace/index.ts";
import { baselineChanges, forget, isMoved, readBaseline, type Baseline, type Kind } from "./baseline.ts";
import type { Asked } from "./choose.ts";
import type { GeneratedFile } from "./contracts.ts";
import { mergeLines } from "./merge-lines.ts";
import { mergePackage } from "./merge-package.ts";
import { movesTo, type Move } from "./moves.ts";

/** What a run does to a folder. Paths that are in no list stay as they are. */
export interface Merged {
  /** Everything to write, the baseline under `.antiphon/` included. */
  readonly changes: readonly Change[];
  /** Files whose text holds conflict markers now. */
  readonly conflicts: readonly string[];
  /** Files that were deleted by hand, and stay so. */
  readonly deleted: readonly string[];
  /** Files that were there before anything was generated, and stay as they are. */
  readonly own: readonly string[];
  /** The title of the other specification that the client or server here was made from. */
  readonly replaces?: string;
}

/** What becomes of one file. */
type Outcome =
  | { readonly text: string; readonly conflict?: boolean }
  | { readonly text: null }
  | "deleted"
  | "own";

/** Migrations that ran are history; they are never generated again, nor taken back, but for another database. */
export const isMigration = (path: string): boolean => /(^|\/)(migrations|versions)\//.test(path);

function outcome(path: string, base: string | undefined, mine: string | null, now: string): Outcome {
  if (mine === null) return base === undefined ? { text: now } : "deleted";
  if (mine === now || mine === base) return { text: now };
  if (path.endsWith("package.json")) return { text: mergePackage(base, mine, now, path) };
  if (base === undefined) return "own";
  if (base === now) return { text: mine };
  return mergeLines(base, mine, now);
}

/**
 * Whether all that was generated is gone: whoever takes a whole client away and asks for it wants it again, not nothing.
 * Where migrations were, a database may have gone through them, and what is deleted stays so.
 */
async function isTakenAway(files: Files, { texts }: Baseline): Promise<boolean> {
  const paths = Object.keys(texts);
  if (paths.length === 0 || paths.some(isMigration)) return false;
  for (const path of paths) if ((await files.tryRead(path)) !== null) return false;
  return true;
}

interface Run {
  readonly generated: readonly GeneratedFile[];
  /** Paths of files whose texts are at other paths now. */
  readonly left: ReadonlySet<string>;
  readonly kind: Kind;
  /** Whether migrations begin anew. */
  readonly isAnew: boolean;
}

/** Files that were generated and are no more: they go, unless someone edited them and no other has the edits. */
async function orphans(
  files: Files,
  { texts }: Baseline,
  { generated, left, kind, isAnew }: Run,
): Promise<readonly Change[]> {
  const still = new Set(generated.map(({ path }) => path));
  const changes: Change[] = [];
  for (const [path, base] of Object.entries(texts)) {
    if (still.has(path) || (isMigration(path) && !isAnew)) continue;
    const mine = await files.tryRead(path);
    if (mine === base || (mine !== null && left.has(path))) changes.push({ path, before: mine, after: null });
    changes.push(...(await forget(files, path, kind)));
  }
  return changes;
}

/** What a file is merged from: the text last generated, and what somebody made of it, at the path that it had. */
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
 * Three-way: what was generated last, what is there, what is generated now. Edits survive, conflicts are marked.
 * Nothing is written.
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
  const lists = { conflicts: [] as string[], deleted: [] as string[], own: [] as string[] };
  const recorded: GeneratedFile[] = [];
  const moves = baseline ? movesTo(baseline, api, generated) : new Map<string, Move>();
  const left = new Set<string>();
  for (const { path, text } of generated) {
    const source = await sourceOf(files, { path, base: baseline?.texts[path], move: moves.get(path) });
    const { there, base, mine } = source;
    const result = outcome(path, base, mine, text);
    if (source.left !== undefined) left.add(source.left);
    if (result === "own") lists.own.push(path);
    else recorded.push({ path, text });
    if (result === "deleted") lists.deleted.push(path);
    if (typeof result === "string") continue;
    if (result.text !== there) changes.push({ path, before: there, after: result.text });
    if ("conflict" in result && result.conflict) lists.conflicts.push(path);
  }
  const isAnew = baseline !== undefined && target !== undefined && isMoved(baseline, target);
  const history = Object.entries(baseline?.texts ?? {})
    .filter(([path]) => !isAnew && isMigration(path) && !generated.some((file) => file.path === path))
    .map(([path, text]) => ({ path, text }));
  const before = baseline?.api.info.title;
  return {
    ...(kind !== "generated" && before !== undefined && before !== api.info.title && { replaces: before }),
    changes: [
      ...changes,
      ...(baseline ? await orphans(files, baseline, { generated, left, kind, isAnew }) : []),
      ...(await baselineChanges(files, { api, generated: [...recorded, ...history], kind, target })),
    ],
    ...lists,
  };
}
