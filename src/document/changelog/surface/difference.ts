import { type Difference, differenceOf, surfaceOf } from "../../../inspect/index.ts";
import type { Git } from "../releases.ts";
import type { Step } from "../version.ts";
import { flagsOf } from "./flags.ts";
import { needsOf, raised } from "./needs.ts";
import { TooMuch, treeAt, type Contents } from "./tree.ts";

/** Compares what a package exports in two commits; `why` is set if that can't be determined. */
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

/** Returns the version step a difference requires. */
export const stepOfApi = ({ removed, changed, added }: Difference): Step =>
  removed.length + changed.length > 0 ? "major" : added.length > 0 ? "minor" : "patch";
