import type { Machine, Value } from "../evaluate/types.ts";
import { knownAuth } from "./auth.ts";
import { answer, looked } from "./observe.ts";

/** Lets a middleware of a library do what it does to a request; whether the request goes on, and what is thrown. */
export function outside(
  fn: Value & { kind: "external" },
  m: Machine,
): { readonly passes: boolean; readonly throws?: Value } {
  const known = knownAuth(fn);
  const { run } = m;
  if (!known) for (const library of m.libraries) library.middleware?.(fn, m);
  if (!known || !run || known.exempts?.(run)) return { passes: true };
  if (known.scheme !== undefined && known.isKept) run.schemes.add(known.scheme);
  else if (known.scheme !== undefined) looked(run, m, known.scheme);
  if (known.signsIn) run.isSignedIn = true;
  if (known.isLocal) for (const library of m.libraries) library.signsIn?.(m);
  for (const status of known.statuses) answer(m, status);
  const isRequired = known.level === "required";
  return {
    passes: !(run.absent && isRequired),
    ...(known.throws && isRequired && { throws: known.throws }),
  };
}
