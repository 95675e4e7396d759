import type { ExternalValue, Machine, Value } from "../evaluate/types.ts";
import { items, texts } from "../evaluate/value.ts";
import { knownAuth, type Known } from "./auth.ts";
import { doubt } from "../evaluate/uses.ts";
import { forged } from "./csrf.ts";
import { answer, looked } from "./observe.ts";
import { schemesOf } from "./passport.ts";

interface Asked extends Known {
  /** How it reads credentials: for Passport, as the program's strategies do. */
  readonly schemes: readonly string[];
}

/** What a library's middleware does. For Passport, that depends on the program's strategies. */
export function knownIn(fn: ExternalValue, m: Machine): Asked | undefined {
  const known = knownAuth(fn, m.run?.method);
  if (!known) return undefined;
  const isPassport = (fn.args ? fn.of?.name : undefined) === "authenticate";
  const schemes = isPassport
    ? schemesOf(
        items(fn.args?.list[0]).flatMap((item) => texts(item)),
        m,
      )
    : [];
  if (!schemes.length || known.level === "optional")
    return { ...known, schemes: known.scheme === undefined ? [] : [known.scheme] };
  return { level: "required", statuses: [401], schemes };
}

/** Applies a library's middleware to a request. Returns whether the request goes on, and the errors thrown. */
export function outside(
  fn: Value & { kind: "external" },
  m: Machine,
): { readonly passes: boolean; readonly throws: readonly Value[] } {
  const known = knownIn(fn, m);
  const { run } = m;
  if (!known) {
    for (const library of m.libraries) library.middleware?.(fn, m);
    doubt(fn, m);
    return { passes: true, throws: forged(fn, m) };
  }
  if (!run || known.exempts?.(run, m)) return { passes: true, throws: [] };
  for (const scheme of known.schemes)
    if (known.isKept) run.schemes.add(scheme);
    else looked(run, m, scheme);
  if (known.signsIn) run.isSignedIn = true;
  if (known.isLocal) for (const library of m.libraries) library.signsIn?.(m);
  for (const status of known.statuses) answer(m, status);
  const isRequired = known.level === "required";
  return {
    passes: !(run.absent && isRequired),
    throws: known.throws && isRequired ? [known.throws] : [],
  };
}
