import { ownerName } from "../../../lib/index.ts";
import type { Git } from "../releases.ts";
import type { Step } from "../version.ts";
import { type Exported, originOf, type Surface } from "./file.ts";
import { surfaceOf } from "./surface.ts";
import { flagsOf } from "./flags.ts";
import { needsOf, raised } from "./needs.ts";
import { TooMuch, treeAt, type Contents } from "./tree.ts";
import { changeOf } from "./types/compare.ts";
import { Fitting, type Judge } from "./types/fits.ts";
import { type Position, usesOf } from "./types/uses.ts";

/** API and command flag differences between two commits, by the names that users write. */
export interface Difference {
  readonly removed: readonly string[];
  /** Declarations whose previously valid calls no longer work. */
  readonly changed: readonly string[];
  readonly added: readonly string[];
}

/** Compares what a package exports in two commits; `why` is set if that can't be determined. */
export async function apiDifference(
  git: Git,
  from: string,
  to: string,
): Promise<Difference | { readonly why: string }> {
  const contents: Contents = new Map();
  try {
    const [before, after] = [await treeAt(git, from, contents), await treeAt(git, to, contents)];
    const [old, now] = [
      before && (await surfaceOf(before, "before")),
      after && (await surfaceOf(after, "now")),
    ];
    const [had, has] = [before && (await flagsOf(before)), after && (await flagsOf(after))];
    if (!before || !after || !had || !has) return { why: "no entry of a library was found" };
    if ((!old || !now) && (had.size === 0 || has.size === 0))
      return { why: "no entry of a library was found" };
    const difference = old && now ? await differenceOf(old, now) : { removed: [], changed: [], added: [] };
    const { breaks, asks } = raised(await needsOf(before), await needsOf(after));
    // gaining the first command or losing the last isn't a change of flags
    const isCommand = had.size > 0 && has.size > 0;
    return {
      removed: [...difference.removed, ...(isCommand ? without(had, has) : [])],
      changed: [...difference.changed, ...breaks],
      added: [...difference.added, ...asks, ...(isCommand ? without(has, had) : [])],
    };
  } catch (error) {
    if (error instanceof TooMuch) return { why: "it is spread over more files than are read for this" };
    throw error;
  }
}

const without = (all: ReadonlySet<string>, others: ReadonlySet<string>): readonly string[] =>
  [...all].filter((item) => !others.has(item));

export async function differenceOf(before: Surface, now: Surface): Promise<Difference> {
  const gone = [...before.keys()].filter((name) => !now.has(name));
  const fresh = [...now.keys()].filter((name) => !before.has(name));
  const [uses, usesNow] = [await usesIn(before), await usesIn(now)];
  const names = { before: namesIn(before), now: namesIn(now) };
  const judge: Judge = { exportedAs: (side, origin) => names[side].get(origin) };
  const rules = { fitting: new Fitting(judge), exact: new Fitting({ ...judge, exact: true }) };
  const changed: string[] = [];
  const extended: string[] = [];
  for (const [name, old] of before) {
    const own = now.get(name);
    const [was, is] = [originOf(old), own && originOf(own)];
    if (!was || !is || hook.test(name)) continue;
    const met = new Set([...uses(name), ...usesNow(name)]);
    const how = await changeOf({ before: was, now: is, uses: met }, rules);
    if (how === "changed") changed.push(name);
    if (how === "extended") extended.push(name);
  }
  const asked = fresh.filter((name) => before.has(ownerName(name)) && isAsked(now.get(name), usesNow(name)));
  const added = fresh.filter((name) => !asked.includes(name));
  return {
    removed: outermost(gone),
    changed: [...changed, ...asked],
    added: [...outermost(added), ...extended],
  };
}

/** Special methods that Python calls itself: their types matter to those who write them. */
const hook = /\.__(?!(?:init|new|call)__)\w+__$/;

/** Whether implementers and subclasses must now write something they didn't need before. */
const isAsked = (own: Exported | undefined, uses: ReadonlySet<Position>): boolean =>
  own?.shape?.abstract === true ||
  (own?.shape?.form === "member" && own.shape.optional === false && uses.has("in") && !uses.has("out"));

/** Returns how users use an exported name, or the declaration it is a member of. */
async function usesIn(surface: Surface): Promise<(name: string) => ReadonlySet<Position>> {
  const uses = await usesOf([...surface.values()].flatMap((item) => originOf(item) ?? []));
  return (name) => {
    const owner = surface.get(ownerName(name)) ?? surface.get(name);
    return uses.get(owner?.origin ?? "") ?? new Set();
  };
}

/** Returns the names under which users know exported declarations. */
const namesIn = (surface: Surface): ReadonlyMap<string, string> =>
  new Map([...surface].toReversed().map(([name, { origin = "" }]) => [origin, name]));

/** Drops members of declarations that are listed themselves. */
function outermost(names: readonly string[]): readonly string[] {
  const all = new Set(names);
  return names.filter((name) => {
    for (let index = name.lastIndexOf("."); index > 0; index = name.lastIndexOf(".", index - 1))
      if (all.has(name.slice(0, index))) return false;
    return true;
  });
}

/** Returns the version step a difference requires. */
export const stepOfApi = ({ removed, changed, added }: Difference): Step =>
  removed.length + changed.length > 0 ? "major" : added.length > 0 ? "minor" : "patch";
