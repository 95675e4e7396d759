import { literal } from "../../../lib/index.ts";
import { callsOf, isConditional } from "./handed.ts";
import type { Raise } from "./raise.ts";
import { partsHere } from "./reached.ts";
import { known } from "./results.ts";
import { isRuledOut } from "./ruled.ts";

/** React hooks: an error in one is a mistake in the component tree, not in a call. */
const hook = /(?:^|\.)use[A-Z]\w*$/;

/** If there are more errors, those of public callees are left to their docstrings. */
const most = 4;

/**
 * Returns the errors to document: those of the body itself, and of a callee those that a call here certainly raises
 * under a condition on what the function is given, or in any case. What can't be decided is left out.
 */
export const ofCallees = (
  raises: readonly Raise[],
  names: ReadonlySet<string>,
  source: string,
): readonly Raise[] => {
  const isLong = new Set(raises.map(({ type }) => type)).size > most;
  return raises.flatMap((raise) => {
    const { type, from, message, when, after, exits, last, hidden } = raise;
    if (from === undefined) return [raise];
    if (isLong && !hidden) return [];
    if (type === "error" || hook.test(from)) return []; // in Go any call may fail
    const isCertain = hidden && last && when === undefined && after === undefined && !exits?.length;
    if (isCertain && callsOf(source, from).length > 0)
      return [{ type, ...(message !== undefined && !message.startsWith("...") && { message }) }];
    const here = conditionHere(raise, names, source);
    return here === undefined ? [] : [{ type, when: here, ...(message !== undefined && { message }) }];
  });
};

const hasName = (code: string, name: string): boolean =>
  new RegExp(String.raw`(?<![\w$.#])${literal(name)}(?![\w$])`).test(code);

/** Returns a callee's condition in the names of the caller, from a call that is made in any case. */
function conditionHere(raise: Raise, names: ReadonlySet<string>, source: string): string | undefined {
  const { from = "", when = "" } = raise;
  const isOfObject = /(?<![\w$.])(?:this|self)\b/.test(when);
  for (const call of when ? callsOf(source, from) : []) {
    if (isOfObject && !/(?<![\w$.])(?:this|self)\.$/.test(source.slice(0, call.at))) continue;
    const parts = partsHere(when, call, raise);
    const here = parts?.join(/ && /.test(when) ? " && " : " and ") ?? "";
    const about = new Set([...names].filter((name) => hasName(here, name)));
    if (about.size === 0 || !known(here, names) || isConditional(source, call.at, about)) continue;
    if (!isRuledOut(here, source, call.at)) return here;
  }
  return undefined;
}
