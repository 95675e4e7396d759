import type { Declaration, Study } from "../../../code/index.ts";
import { inTable, lastName, literal, ownerName } from "../../../lib/index.ts";
import { handsOn, inNamesOf, isConditional, isSettled } from "./handed.ts";
import type { Raise } from "./raise.ts";
import { isUnreachable } from "./reached.ts";
import { isRuledOut } from "./ruled.ts";
import { known } from "./results.ts";

interface Caller {
  readonly declaration: Pick<Declaration, "name" | "parameters">;
  readonly study: Pick<Study, "uses">;
  readonly source: string;
}

/** React hooks: an error in one is a mistake in the component tree, not in a call. */
const hook = /(?:^|\.)use[A-Z]\w*$/;

/**
 * Returns the errors to document, including those of callees. A callee's condition applies only if the call
 * is unconditional and uses the same names. Errors left without a condition or message are kept only for
 * the project's own types.
 */
export function ofCallees(
  raises: readonly Raise[],
  names: ReadonlySet<string>,
  caller: Caller,
): readonly Raise[] {
  return raises.flatMap((raise) => {
    const { from } = raise;
    if (from === undefined) return [raise];
    if (lastName(from).length < 2 || hook.test(from)) return []; // minified names say nothing
    const near = callAt(caller.source, from) >= 0;
    // the public functions in between document it
    if (!near && !raise.hidden) return [];
    if (!near && raise.through?.length && !raise.through.some((name) => handsOn(name, caller))) return [];
    const condition = near ? inNamesOf(raise, { names, source: caller.source }) : undefined;
    if (condition !== undefined && isRuledOut(condition, caller.source, callAt(caller.source, from)))
      return [];
    if (near && isUnreachable(raise, caller.source)) return [];
    const isSure = raise.hidden && raise.when === undefined && !raise.exits?.length; // as if the body raised it itself
    if (near && !isSure && (isSettled(raise, caller) || !handsOn(from, caller))) return [];
    const result = inOwnNames(raise, { names, caller });
    // a message that begins with a passed value says nothing without it
    if (near && !raise.hidden && result.when === undefined && result.message?.startsWith("...")) return [];
    // a message with gaps depends on what was passed to the function that raises it
    if (!near && !result.hidden && result.when === undefined && result.message?.includes("...")) return [];
    const failed = result.after?.includes(".") === true; // which is understandable to everyone
    const means = (result.when ?? result.message) !== undefined || failed;
    // an error from further away with its own docstring concerns only its direct callers
    if (means ? near || result.hidden || result.own : near && result.own)
      return [near ? { ...result, near } : result];
    return [];
  });
}

/** Returns a callee's error without details that only the callee's own names, or what it caught, explain. */
function inOwnNames(
  raise: Raise,
  { names, caller }: { readonly names: ReadonlySet<string>; readonly caller: Caller },
): Raise {
  const { from = "", when, after, ...rest } = raise;
  const result: Raise = { ...rest, from, ...(after && !/^\(?[A-Z]/.test(after) && { after }) };
  if (when === undefined) return result;
  if (isOwn(when, from, { names, caller })) return { ...result, when };
  const renamed = inNamesOf(raise, { names, source: caller.source });
  return renamed !== undefined && isOwn(renamed, from, { names, caller })
    ? {
        ...result,
        when: renamed,
        ...(result.message?.includes("...") !== false && { hidden: true as const }),
      }
    : result;
}

function isOwn(
  when: string,
  from: string,
  { names, caller }: { readonly names: ReadonlySet<string>; readonly caller: Caller },
): boolean {
  if (!known(when, names) || isConditional(caller.source, callAt(caller.source, from))) return false;
  const { uses } = caller.study;
  const called = new Set(from.split("."));
  const handed = [...names].every(
    (name) =>
      !new RegExp(String.raw`(?<![\w$.#])${literal(name)}(?![\w$])`).test(when) ||
      inTable(uses, name)?.some((use) => use.kind === "argument" && called.has(lastName(use.of))),
  );
  const ofObject = /(?<![\w$.#])(?:this|self)\b/.test(when);
  return handed && (!ofObject || ownerName(from) === ownerName(caller.declaration.name));
}

/** Returns where a body calls a function, or creates an object of a constructor's class; negative if it doesn't. */
function callAt(source: string, from: string): number {
  const called = lastName(from);
  const maker = /^(?:constructor|__init__)$/.test(called) ? lastName(ownerName(from)) : called;
  const body = source.indexOf("\n") + 1; // its own head isn't a call
  const index = source
    .slice(body)
    .search(new RegExp(String.raw`(?<![\w$])${literal(maker)}\s*(?:<[^()<>]*>)?\(`));
  return index < 0 ? index : index + body;
}
