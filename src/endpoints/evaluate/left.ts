import { isIdentity } from "./external.ts";
import type { Machine, ObjectValue, Value } from "./types.ts";
import { nobody } from "./value.ts";

const placeOf = (type: string, name: string): string => `${type}.${name}`;

/** Notes that the program leaves who asks in a request, or in its context, for functions that come later. */
export function leaves(
  { host }: ObjectValue,
  name: string,
  { value, m }: { value: Value; m: Machine },
): void {
  if (!host || !m.run || m.run.absent) return;
  m.written.add(placeOf(host.type, name));
  if (isIdentity(value)) m.left.add(placeOf(host.type, name));
}

/** What a request without credentials finds where the program would have written something; undefined for any other name. */
export function unleft(type: string, name: string, m: Machine): Value | undefined {
  if (!m.run?.absent || !m.written.has(placeOf(type, name))) return undefined;
  m.run.identity = true; // what is written there with credentials and not without them tells who asks
  return nobody;
}
