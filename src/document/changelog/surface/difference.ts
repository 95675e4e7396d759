import type { Git } from "../releases.ts";
import type { Step } from "../version.ts";
import { type Exported, type Surface, surfaceOf } from "./surface.ts";
import { flagsOf } from "./flags.ts";
import { needsOf, raised } from "./needs.ts";
import { TooMuch, treeAt, type Contents } from "./tree.ts";

/** How the exported API of one commit, and the flags of its commands, differ from another's, by the names that users write. */
export interface Difference {
  readonly removed: readonly string[];
  /** Calls that were right no longer are. */
  readonly changed: readonly string[];
  readonly added: readonly string[];
}

/** What changed in what a package exports; `why` where that can't be told. */
export async function apiDifference(
  git: Git,
  from: string,
  to: string,
): Promise<Difference | { readonly why: string }> {
  const contents: Contents = new Map();
  try {
    const [before, after] = [await treeAt(git, from, contents), await treeAt(git, to, contents)];
    const [old, now] = [before && (await surfaceOf(before)), after && (await surfaceOf(after))];
    const [had, has] = [before && (await flagsOf(before)), after && (await flagsOf(after))];
    if (!before || !after || !had || !has) return { why: "no entry of a library was found" };
    if ((!old || !now) && (had.size === 0 || has.size === 0))
      return { why: "no entry of a library was found" };
    const difference = old && now ? differenceOf(old, now) : { removed: [], changed: [], added: [] };
    const { breaks, asks } = raised(await needsOf(before), await needsOf(after));
    // a package that has its first command, or none any longer, has lost or won more than flags
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
  [...all].filter((one) => !others.has(one));

export function differenceOf(before: Surface, now: Surface): Difference {
  const gone = [...before.keys()].filter((name) => !now.has(name));
  const fresh = [...now.keys()].filter((name) => !before.has(name));
  const changed: string[] = [];
  const extended: string[] = [];
  for (const [name, old] of before) {
    const own = now.get(name);
    if (!own) continue;
    const how = compare(old, own);
    if (how === "changed") changed.push(name);
    if (how === "extended") extended.push(name);
  }
  return { removed: outermost(gone), changed, added: [...outermost(fresh), ...extended] };
}

/** Members of what is listed itself are left out. */
function outermost(names: readonly string[]): readonly string[] {
  const all = new Set(names);
  return names.filter((name) => {
    for (let at = name.lastIndexOf("."); at > 0; at = name.lastIndexOf(".", at - 1))
      if (all.has(name.slice(0, at))) return false;
    return true;
  });
}

const isCalled = ({ kind }: Exported): boolean => kind === "function" || kind === "method";

/** Whether calls of the old still fit the new. */
function compare(old: Exported, now: Exported): "same" | "changed" | "extended" {
  if (!isCalled(old) || !isCalled(now)) return "same"; // a value that became a function may be one still
  const isFree = ({ optional, default: value, rest }: Exported["parameters"][number]): boolean =>
    optional === true || value !== undefined || rest === true;
  const open = now.parameters.some(({ rest }) => rest);
  for (const [place, parameter] of now.parameters.entries()) {
    const was = old.parameters[place];
    if (
      !isFree(parameter) &&
      (!was || isFree(was)) &&
      !(now.named && old.parameters.some((one) => one.name === parameter.name && !isFree(one)))
    )
      return "changed";
  }
  const names = new Set(now.parameters.map(({ name }) => name));
  const lost = now.named
    ? old.parameters.some(({ name, rest }) => !rest && !names.has(name))
    : old.parameters.length > now.parameters.length;
  if (lost && !open) return "changed";
  return now.parameters.length > old.parameters.length ? "extended" : "same";
}

/** What a difference demands of the next version. */
export const stepOfApi = ({ removed, changed, added }: Difference): Step =>
  removed.length + changed.length > 0 ? "major" : added.length > 0 ? "minor" : "patch";
