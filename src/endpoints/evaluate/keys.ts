import { args } from "./machine.ts";
import type { Machine } from "./types.ts";
import { external, items, result, type Value } from "./value.ts";

const lookup = /^(?:Key|Lookup)Error$/;
const beside = /^(?:Key|Lookup|Index|Attribute|Type)Error$/;

/** Whether a handler catches missing keys of a Python dictionary: `except KeyError`. */
export function isForKeys(types: Value | undefined): boolean {
  const all = items(types);
  return (
    all.every((value) => value.kind === "external" && beside.test(value.path)) &&
    all.some((value) => value.kind === "external" && lookup.test(value.path))
  );
}

/** Looks up a key inside a `try` that handles missing keys. The program's own dictionaries show whether it exists. */
export function lookedUp(of: Value, value: Value, m: Machine): void {
  const lookups = m.lookups.at(-1);
  if (!lookups) return;
  const name = value.kind === "const" && typeof value.value === "string" ? value.value : undefined;
  const isOwn = of.kind === "object" && !of.cls && !of.host && !of.rest;
  if (name === undefined || !isOwn) lookups.unsure += 1;
  else if (of.props.has(name)) lookups.sure += 1;
  else m.raise(result(external("KeyError"), args([value])));
}
