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

/** Of one of these kinds; another rule counts where it is. */
export function kinds(value: unknown, allowed: readonly Kind[], then: Rule): boolean {
  if (value === undefined || allowed.some((kind) => kindTests[kind](value))) return then(value);
  const names = allowed.map((kind) => (kind === "null" ? kind : (/^[aio]/.test(kind) ? "an " : "a ") + kind));
  return wrong(value, "must be " + names.join(", ").replace(/, ([^,]*)$/, " or $1"));
}

//# maybe
/** Null, or what a rule allows. */
export const maybe = (value: unknown, rule: Rule): boolean => value === null || rule(value);

//# any one
/** Whether an alternative takes a value but for what is minor, which is then noted. */
function nearly(value: unknown, alternatives: readonly Rule[]): boolean {
  const before = issues;
  if (!before) return false;
  try {
    for (const one of alternatives) {
      const found: Issue[] = [];
      issues = found;
      one(value);
      if (found.some(({ minor }) => !minor)) continue;
      before.push(...found);
      return true;
    }
    return false;
  } finally {
    issues = before;
  }
}

//# any
export const any = (value: unknown, ...alternatives: readonly Rule[]): boolean =>
  alternatives.some((one) => fits(one, value)) || nearly(value, alternatives) || wrong(value, "must match one of its alternatives");

//# one
export function one(value: unknown, ...alternatives: readonly Rule[]): boolean {
  const taking = alternatives.filter((one) => fits(one, value)).length;
  return taking === 1 || (taking === 0 && nearly(value, alternatives)) || wrong(value, "must match exactly one of its alternatives");
}

//# not
export const not = (value: unknown, excluded: Rule): boolean => !fits(excluded, value) || wrong(value, "must not match what the schema excludes");

//# values deep choice
const oneOf = (values: readonly unknown[]): string => ("must be " + values.map((value) => JSON.stringify(value)).join(" or ")).slice(0, 300);

//# deep unique
const isEqual = (a: unknown, b: unknown): boolean => {
  if (a === b) return true;
  if (isArray(a) && isArray(b)) return a.length === b.length && a.every((item, i) => isEqual(item, b[i]));
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isEqual(a[key], b[key]));
};

//# values
/** A listed value; newer servers may answer with others of that kind. */
export const values = (value: unknown, allowed: readonly unknown[]): boolean =>
  value === undefined ||
  allowed.includes(value) ||
  wrong(value, oneOf(allowed), value !== null && allowed.some((one) => typeof one === typeof value) ? "unlisted" : undefined);

//# words
/** One of the words of a text, or of some other values. */
export function words(text: string, ...others: readonly unknown[]): Rule {
  const allowed = [...text.split(" "), ...others];
  return (value) => values(value, allowed);
}

//# deep
/** One of these values, lists and objects among them. */
export const deep = (value: unknown, allowed: readonly unknown[]): boolean => value === undefined || allowed.some((one) => isEqual(value, one)) || wrong(value, oneOf(allowed));

//# choice
/** The alternative that a member of the value names. */
export function choice(value: unknown, name: string, cases: { readonly [kind: string]: Rule }): boolean {
  if (!isObject(value)) return wrong(value, "must be an object");
  const kind = Object.hasOwn(value, name) ? value[name] : null;
  const chosen = typeof kind === "string" && Object.hasOwn(cases, kind) ? cases[kind] : undefined;
  if (chosen) return chosen(value);
  return inside(name, kind, () => wrong(kind, oneOf(Object.keys(cases)), typeof kind === "string" ? "unlisted" : undefined));
}
`;
