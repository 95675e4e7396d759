import { isIdentity } from "./external.ts";
import type { Machine, ObjectValue, Value } from "./types.ts";
import { nobody } from "./value.ts";

const placeOf = (type: string, name: string): string => `${type}.${name}`;

/** Notes that the program stores the caller's identity in a request or its context, for later functions. */
export function leaves(
  { host }: ObjectValue,
  name: string,
  { value, m }: { value: Value; m: Machine },
): void {
  if (!host || !m.run || m.run.absent) return;
  m.written.add(placeOf(host.type, name));
  if (isIdentity(value)) m.left.add(placeOf(host.type, name));
}

/** The value without credentials of a place that the program writes to; `undefined` for any other place. */
export function unleft(type: string, name: string, m: Machine): Value | undefined {
  if (!m.run?.absent || !m.written.has(placeOf(type, name))) return undefined;
  m.run.identity = true; // a place written only with credentials tells who the caller is
  return nobody;
}
