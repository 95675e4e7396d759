import type { Declaration, Study } from "../../../code/index.ts";
import { inTable, lastName, literal, ownerName } from "../../../lib/index.ts";
import { handsOn, inNamesOf, isSettled, leadsOn } from "./handed.ts";
import type { Raise } from "./raise.ts";
import { isUnreachable } from "./reached.ts";
import { isRuledOut } from "./ruled.ts";
import { known } from "./results.ts";

interface Caller {
  readonly declaration: Pick<Declaration, "name" | "parameters">;
  readonly study: Pick<Study, "uses">;
  readonly source: string;
}

/** What goes wrong in it is a mistake in the tree of components, not in a call. */
const hook = /(?:^|\.)use[A-Z]\w*$/;

/**
 * What is said of errors that come through callees. A callee's condition is this one's only where the call is made whatever
 * happens, and with the same names; what then says neither when nor with which message is told of types of the project alone.
 */
export function ofCallees(
  raises: readonly Raise[],
  names: ReadonlySet<string>,
  caller: Caller,
): readonly Raise[] {
  return raises.flatMap((raise) => {
    const { from } = raise;
    if (from === undefined) return [raise];
    if (lastName(from).length < 2 || hook.test(from)) return []; // of shortened names nothing is said
    const near = callAt(caller.source, from) >= 0;
    // the public functions between tell of it in docstrings of their own
    if (!near && !raise.hidden) return [];
    if (!near && raise.through?.length && !raise.through.some((name) => leadsOn(name, caller))) return [];
    const given = near ? inNamesOf(raise, { names, source: caller.source }) : undefined;
    if (given !== undefined && isRuledOut(given, caller.source, callAt(caller.source, from))) return [];
    if (near && isUnreachable(raise, caller.source)) return [];
    if (near && (isSettled(raise, caller) || (!raise.hidden && !handsOn(from, caller)))) return [];
    const kept = inOwnNames(raise, { names, caller });
    // what only begins with what was handed on says nothing without it
    if (near && !raise.hidden && kept.when === undefined && kept.message?.startsWith("...")) return [];
    // a message with holes tells of what was handed to its maker
    if (!near && !kept.hidden && kept.when === undefined && kept.message?.includes("...")) return [];
    const failed = kept.after?.includes(".") === true; // what everybody knows
    const means = (kept.when ?? kept.message) !== undefined || failed;
    // what stands further away and has a docstring of its own is its callers' business
    if (means ? near || kept.hidden || kept.own : near && kept.own) return [near ? { ...kept, near } : kept];
    return [];
  });
}

/** An error of a callee without what only the callee's own names, or what it caught on its way, explain. */
function inOwnNames(
  raise: Raise,
  { names, caller }: { readonly names: ReadonlySet<string>; readonly caller: Caller },
): Raise {
  const { from = "", when, after, ...rest } = raise;
  const kept: Raise = { ...rest, from, ...(after && !/^\(?[A-Z]/.test(after) && { after }) };
  if (when === undefined) return kept;
  if (isOwn(when, from, { names, caller })) return { ...kept, when };
  const renamed = inNamesOf(raise, { names, source: caller.source });
  return renamed !== undefined && isOwn(renamed, from, { names, caller })
    ? { ...kept, when: renamed, ...(kept.message?.includes("...") !== false && { hidden: true as const }) }
    : kept;
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

/** Where a body calls what another declaration is called, or makes an object of its class; below zero where it doesn't. */
function callAt(source: string, from: string): number {
  const called = lastName(from);
  const maker = /^(?:constructor|__init__)$/.test(called) ? lastName(ownerName(from)) : called;
  const body = source.indexOf("\n") + 1; // its own head isn't a call of it
  const index = source
    .slice(body)
    .search(new RegExp(String.raw`(?<![\w$])${literal(maker)}\s*(?:<[^()<>]*>)?\(`));
  return index < 0 ? index : index + body;
}

/** Whether something may keep a body from a call, as far as its lines show: it stands deeper than the first, or behind a way out. */
function isConditional(source: string, index: number): boolean {
  const lines = source.slice(0, Math.max(index, 0)).split("\n");
  if (index < 0 || lines.length < 2) return index < 0 || /&&|\|\||\?|\bif\b/.test(source.slice(0, index));
  const line = lines.at(-1) ?? "";
  const body = lines.slice(1).filter((line) => line.trim() !== "");
  const least = Math.min(...body.map(indentOf).filter((value) => value > 0));
  return (
    indentOf(line) > least ||
    /&&|\|\||\?|\bif\b|=>/.test(line) ||
    body.some(
      (item) =>
        /(?:^|\W)(?:return|throw|raise|yield)\b/.test(item.replace(/(?:\/\/|#).*/, "")) && item !== line,
    )
  );
}

const indentOf = (line: string): number => line.length - line.trimStart().length;
