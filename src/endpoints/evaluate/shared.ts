import type { Machine } from "./machine.ts";
import type { Scope, ObjectValue } from "./types.ts";
import { each, either, isMissing, Store, unknown, type ListValue, type Value, nobody } from "./value.ts";
import { isIdentity } from "./external.ts";

/** Whether a scope existed before the request, so that other requests share its names. */
export const isOthers = ({ vars }: Scope, { run }: Machine): boolean =>
  run !== undefined && vars instanceof Store && vars.born <= run.since;

/**
 * Notes that a request changes a list that existed before it: its contents are unknown to others.
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

/** The value of a shared place after a request has written to it. */
export function written(before: Value | undefined, value: Value, m: Machine): Value {
  if (!m.run || !before) return value;
  if (before.kind === "list" && opens(before, m)) return before;
  return value;
}

const isUnset = (value: Value): boolean =>
  isMissing(value) || (value.kind === "const" && typeof value.value === "boolean");

/** The value of a shared name after a request has written to it: others find the old value or the new one. */
export function rewritten(before: Value | undefined, value: Value, m: Machine): Value {
  if (m.run && before && each(before).some(isUnset)) {
    const both = either([before, value]);
    if (before.kind === "const" && both.kind === "either") m.isChanged = true;
    return both;
  }
  return written(before, value, m);
}

const placeOf = (type: string, name: string): string => `${type}.${name}`;

/** Notes that the program stores the caller's identity in a request or its context, for later functions. */
export function leaves(
  { host }: ObjectValue,
  name: string,
  { value, m }: { value: Value; m: Machine },
): void {
  if (!host || !m.run || m.run.absent || isMissing(value)) return; // `ctx.session = null` ends a session
  m.written.add(placeOf(host.type, name));
  if (isIdentity(value)) m.left.add(placeOf(host.type, name));
}

/** The value without credentials of a place that the program writes to; `undefined` for any other place. */
export function unleft(type: string, name: string, m: Machine): Value | undefined {
  if (!m.run?.absent || !m.written.has(placeOf(type, name))) return undefined;
  m.run.identity = true; // a place written only with credentials tells who the caller is
  return nobody;
}
