import { args } from "./machine.ts";
import type { Machine } from "./types.ts";
import { external, items, result, type Value } from "./value.ts";

const lookup = /^(?:Key|Lookup)Error$/;
const beside = /^(?:Key|Lookup|Index|Attribute|Type)Error$/;

/** Whether a handler is there for names that a dictionary of Python has not: `except KeyError`. */
export function isForKeys(types: Value | undefined): boolean {
  const all = items(types);
  return (
    all.every((value) => value.kind === "external" && beside.test(value.path)) &&
    all.some((value) => value.kind === "external" && lookup.test(value.path))
  );
}

/** Looks a name up where a handler is there for those that are missing: the program's own dictionaries say which are. */
export function lookedUp(of: Value, value: Value, m: Machine): void {
  const lookups = m.lookups.at(-1);
  if (!lookups) return;
  const name = value.kind === "const" && typeof value.value === "string" ? value.value : undefined;
  const isOwn = of.kind === "object" && !of.cls && !of.host && !of.rest;
  if (name === undefined || !isOwn) lookups.unsure += 1;
  else if (of.props.has(name)) lookups.sure += 1;
  else m.raise(result(external("KeyError"), args([value])));
}
