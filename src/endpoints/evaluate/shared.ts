import type { Machine } from "./machine.ts";
import type { Scope } from "./types.ts";
import { each, either, isMissing, Store, unknown, type ListValue, type Value } from "./value.ts";

/** Whether the names of a scope were there before the request, and are there for others. */
export const isOthers = ({ vars }: Scope, { run }: Machine): boolean =>
  run !== undefined && vars instanceof Store && vars.born <= run.since;

/**
 * Notes that a request changes a list that was there before it: what others find in that isn't known.
 * False for a request's own list.
 */
export function opens(list: ListValue, m: Machine): boolean {
  if (!m.run || list.born === undefined || list.born > m.run.since) return false;
  if (!list.rest) {
    list.rest = unknown;
    m.isChanged = true;
  }
  return true;
}

/** What a place that was there before the request holds once that has written to it. */
export function written(before: Value | undefined, value: Value, m: Machine): Value {
  if (!m.run || !before) return value;
  if (before.kind === "list" && opens(before, m)) return before;
  return value;
}

const isUnset = (value: Value): boolean =>
  isMissing(value) || (value.kind === "const" && typeof value.value === "boolean");

/** The same for a name that was there before the request: others find what it was, or what a request made it. */
export function rewritten(before: Value | undefined, value: Value, m: Machine): Value {
  if (m.run && before && each(before).some(isUnset)) {
    const both = either([before, value]);
    if (before.kind === "const" && both.kind === "either") m.isChanged = true;
    return both;
  }
  return written(before, value, m);
}
