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
  if (host && m.run && !m.run.absent && isIdentity(value)) m.left.add(placeOf(host.type, name));
}

/** What is found where the program leaves who asks, and nobody does; undefined for any other name. */
export function unleft(type: string, name: string, m: Machine): Value | undefined {
  if (!m.run?.absent || !m.left.has(placeOf(type, name))) return undefined;
  m.run.identity = true; // it was looked for
  return nobody;
}
