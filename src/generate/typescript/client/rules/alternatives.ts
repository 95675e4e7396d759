/** Rules of several kinds, alternatives and listed values. */
export const alternatives = String.raw`//# kinds
type Kind = "null" | "string" | "boolean" | "number" | "integer" | "array" | "object";
const kindTests: { readonly [kind in Kind]: (value: unknown) => boolean } = {
  null: (value) => value === null,
  string: (value) => typeof value === "string",
  boolean: (value) => typeof value === "boolean",
  number: (value) => typeof value === "number",
  integer: Number.isInteger,
  array: isArray,
  object: isObject,
};

/** Of one of these kinds; the other rules count where it is. */
export function kinds(allowed: readonly Kind[], ...then: readonly Rule[]): Rule {
  const names = allowed.map((kind) => (kind === "null" ? kind : (/^[aio]/.test(kind) ? "an " : "a ") + kind));
  const message = "must be " + names.join(", ").replace(/, ([^,]*)$/, " or $1");
  const rest = all(...then);
  return of((value, out) => (allowed.some((kind) => kindTests[kind](value)) ? fits(rest, value, out) : wrong(out, message)));
}

//# maybe
/** Null, or what a rule allows. */
export function maybe(rule: Rule): Rule {
  return of((value, out) => {
    const from = out?.length ?? 0;
    if (value === null || fits(rule, value, out)) return true;
    const first = out?.[from];
    if (first) out[from] = { ...first, message: first.message.replace(/^must be an? \w+$/, "$& or null") };
    return false;
  });
}

//# all kinds
export function all(...every: readonly Rule[]): Rule {
  return of((value, out) => {
    let fine = true;
    for (const one of every) if (!fits(one, value, out)) fine = false;
    return fine;
  });
}

//# any
export function any(...alternatives: readonly Rule[]): Rule {
  return of((value, out) => alternatives.some((one) => fits(one, value)) || wrong(out, "must match one of its alternatives"));
}

//# one
export function one(...alternatives: readonly Rule[]): Rule {
  return of((value, out) => {
    let count = 0;
    for (const each of alternatives) if (fits(each, value)) count += 1;
    return count === 1 || wrong(out, "must match exactly one of its alternatives");
  });
}

//# not
export function not(excluded: Rule): Rule {
  return of((value, out) => !fits(excluded, value) || wrong(out, "must not match what the schema excludes"));
}

//# values choice
const oneOf = (values: readonly unknown[]): string =>
  ("must be " + (values.length > 1 ? "one of " : "") + values.slice(0, 12).map((value) => JSON.stringify(value)).join(", ") + (values.length > 12 ? ", …" : "")).slice(0, 300);

//# deep unique
const isEqual = (a: unknown, b: unknown): boolean => {
  if (a === b) return true;
  if (isArray(a) && isArray(b)) return a.length === b.length && a.every((item, i) => isEqual(item, b[i]));
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isEqual(a[key], b[key]));
};

//# values
export function values(...allowed: readonly unknown[]): Rule {
  const known = new Set(allowed);
  const test: Test = (value, out) => known.has(value) || wrong(out, oneOf(allowed));
  return of(test, 5, 0, 0, { test });
}

//# deep
/** One of these values, lists and objects among them. */
export function deep(...allowed: readonly unknown[]): Rule {
  const known = values(...allowed);
  return of((value, out) => allowed.some((one) => isEqual(value, one)) || fits(known, value, out));
}

//# choice
/** The alternative that a member of the value names. */
export function choice(name: string, cases: Members): Rule {
  return of((value, out) => {
    if (!isObject(value)) return wrong(out, "must be an object");
    const kind = Object.hasOwn(value, name) ? value[name] : undefined;
    const chosen = typeof kind === "string" && Object.hasOwn(cases, kind) ? cases[kind] : undefined;
    return chosen ? fits(chosen, value, out) : wrong(out, oneOf(Object.keys(cases)), below(name));
  });
}
`;
