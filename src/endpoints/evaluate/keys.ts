import { args } from "./machine.ts";
import type { Machine } from "./types.ts";
import { external, items, result, type Value } from "./value.ts";

const lookup = /^(?:Key|Lookup)Error$/;
const beside = /^(?:Key|Lookup|Index|Attribute|Type)Error$/;

/** Whether a handler is there for names that a dictionary of Python has not: `except KeyError`. */
export function isForKeys(types: Value | undefined): boolean {
  const all = items(types);
  return (
    all.every((one) => one.kind === "external" && beside.test(one.path)) &&
    all.some((one) => one.kind === "external" && lookup.test(one.path))
  );
}

/** Looks a name up where a handler is there for those that are missing: the program's own dictionaries say which are. */
export function lookedUp(of: Value, at: Value, m: Machine): void {
  const lookups = m.lookups.at(-1);
  if (!lookups) return;
  const name = at.kind === "const" && typeof at.value === "string" ? at.value : undefined;
  const isOwn = of.kind === "object" && !of.cls && !of.host && !of.rest;
  if (name === undefined || !isOwn) lookups.unsure += 1;
  else if (of.props.has(name)) lookups.sure += 1;
  else m.raise(result(external("KeyError"), args([at])));
}
