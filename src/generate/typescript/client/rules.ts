import { pick } from "./pick.ts";

/** Rules that others are made of. */
const parts: Readonly<Record<string, readonly string[]>> = {
  text: ["kinds", "chars"],
  list: ["kinds", "items"],
  bounded: ["kinds", "count", "items"],
  object: ["kinds", "members"],
};

/** `src/rules.ts` with what some rules need. */
export function rulesOf(used: ReadonlySet<string>): string {
  return pick(rules, new Set([...used, ...[...used].flatMap((name) => parts[name] ?? [])]));
}

/** What checks are made of: TypeScript source, written without template literals; marks say which rules need it. */
const rules = String.raw`/** One thing wrong with a value; path is a JSON pointer. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

/** Adds to out what is wrong with a value. */
export type Rule = (value: unknown, out: Issue[]) => void;

/** A rule of which T is what all values are that it finds nothing wrong with. */
export interface Check<T> {
  (value: unknown, out: Issue[]): void;
  readonly checks?: T;
}

/** The value as what it was checked for, or what is wrong with it. */
export function validate<T>(
  check: Check<T>,
  value: unknown,
): { readonly ok: true; readonly value: T } | { readonly ok: false; readonly issues: readonly Issue[] } {
  const out: Issue[] = [];
  check(value, out);
  return out.length === 0 ? { ok: true, value: value as T } : { ok: false, issues: out };
}

export const isObject = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const isArray = (value: unknown): value is readonly unknown[] => Array.isArray(value);

//# kinds
export type Kind = "null" | "string" | "boolean" | "number" | "integer" | "array" | "object";
const kindTests: { readonly [kind in Kind]: (value: unknown) => boolean } = {
  null: (value) => value === null,
  string: (value) => typeof value === "string",
  boolean: (value) => typeof value === "boolean",
  number: (value) => typeof value === "number",
  integer: (value) => Number.isInteger(value),
  array: isArray,
  object: isObject,
};

//# nothing string boolean number integer kinds any one not values choice chars range count members size
const wrong = (out: Issue[], message: string, path = ""): void => {
  out.push({ path, message });
};
//# choice items members
const step = (name: string | number): string => "/" + String(name).replaceAll("~", "~0").replaceAll("/", "~1");

//# items members
/** What was found since then is below a part of the value. */
function below(out: Issue[], from: number, name: string | number): void {
  for (let i = from; i < out.length; i++) {
    const one = out[i];
    if (one) out[i] = { path: step(name) + one.path, message: one.message };
  }
}

/** Applies a rule to a part of a value; what it finds is below that part's name. */
function within(rule: Rule, value: unknown, name: string | number, out: Issue[]): void {
  const from = out.length;
  rule(value, out);
  if (out.length > from) below(out, from, name);
}

//# any one not
/** Whether a rule finds nothing. */
const passes = (rule: Rule, value: unknown): boolean => {
  const out: Issue[] = [];
  rule(value, out);
  return out.length === 0;
};

//# kinds
const named = (kind: Kind): string => (kind === "null" ? kind : (/^[aio]/.test(kind) ? "an " : "a ") + kind);
const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join("") : words.slice(0, -1).join(", ") + " or " + words.slice(-1).join("");

//# rule
/** A rule that is made when it is first needed: nothing runs at import, and rules may refer to each other. */
export function rule(make: () => Rule): Rule {
  let made: Rule | undefined;
  return (value, out) => (made ??= make())(value, out);
}

//#
export const anything: Rule = () => undefined;
//# nothing
export const nothing: Rule = (_, out) => wrong(out, "must not be there");
//# string
export const string: Rule = (value, out) => {
  if (typeof value !== "string") wrong(out, "must be a string");
};
//# boolean
export const boolean: Rule = (value, out) => {
  if (typeof value !== "boolean") wrong(out, "must be a boolean");
};
//# number
export const number: Rule = (value, out) => {
  if (typeof value !== "number") wrong(out, "must be a number");
};
//# integer
export const integer: Rule = (value, out) => {
  if (!Number.isInteger(value)) wrong(out, "must be an integer");
};

//# kinds
/** Of one of these kinds; the other rules count where it is. */
export function kinds(allowed: readonly Kind[], ...then: readonly Rule[]): Rule {
  const [test, ...more] = allowed.map((kind) => kindTests[kind]);
  const message = "must be " + listed(allowed.map(named));
  return (value, out) => {
    if (!test?.(value) && !more.some((other) => other(value))) return wrong(out, message);
    for (const one of then) one(value, out);
  };
}

//# all
export function all(...every: readonly Rule[]): Rule {
  return (value, out) => {
    for (const one of every) one(value, out);
  };
}

//# any
export function any(...alternatives: readonly Rule[]): Rule {
  return (value, out) => {
    if (!alternatives.some((one) => passes(one, value))) wrong(out, "must match one of its alternatives");
  };
}

//# one
export function one(...alternatives: readonly Rule[]): Rule {
  return (value, out) => {
    let count = 0;
    for (const each of alternatives) if (passes(each, value)) count += 1;
    if (count !== 1) wrong(out, "must match exactly one of its alternatives");
  };
}

//# not
export function not(excluded: Rule): Rule {
  return (value, out) => {
    if (passes(excluded, value)) wrong(out, "must not match what the schema excludes");
  };
}

//# values choice
const oneOf = (values: readonly unknown[]): string =>
  (
    "must be " +
    (values.length > 1 ? "one of " : "") +
    values.slice(0, 12).map((value) => JSON.stringify(value)).join(", ") +
    (values.length > 12 ? ", …" : "")
  ).slice(0, 300);

//# values count
export const isEqual = (a: unknown, b: unknown): boolean => {
  if (a === b) return true;
  if (isArray(a) && isArray(b)) return a.length === b.length && a.every((item, i) => isEqual(item, b[i]));
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isEqual(a[key], b[key]));
};

//# values
/** One of these values. */
export function values(...allowed: readonly unknown[]): Rule {
  const simple = new Set(allowed.filter((one) => typeof one !== "object" || one === null));
  const rest = allowed.filter((one) => !simple.has(one));
  return (value, out) => {
    if (!simple.has(value) && !rest.some((one) => isEqual(value, one))) wrong(out, oneOf(allowed));
  };
}

//# choice
/** The alternative that a member of the value names. */
export function choice(name: string, cases: Members): Rule {
  const message = oneOf(Object.keys(cases)).replace(/^must be (?!one of )/, "must be one of ");
  return (value, out) => {
    if (!isObject(value)) return wrong(out, "must be an object");
    const kind = memberOf(value, name);
    const chosen = typeof kind === "string" && Object.hasOwn(cases, kind) ? cases[kind] : undefined;
    if (chosen) chosen(value, out);
    else wrong(out, message, step(name));
  };
}

//# chars
/** Characters, not UTF-16 units. */
const textLength = (text: string): number => {
  let surrogates = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit < 0xdc00) surrogates += 1;
  }
  return text.length - surrogates;
};

const compiled = (pattern: string): RegExp => {
  try {
    return new RegExp(pattern, "u");
  } catch {
    return new RegExp(pattern);
  }
};

/** Matching may take a time that grows with the square of a text's length: longer ones are not matched. */
const longest = 10_000;

export interface TextBounds {
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: string;
}

/** What a text must be; what is none is no matter. */
export function chars({ min = 0, max = Infinity, pattern }: TextBounds): Rule {
  const expression = pattern === undefined ? undefined : compiled(pattern);
  return (value, out) => {
    if (typeof value !== "string") return;
    // A character is one unit of UTF-16 or two: most texts need no counting.
    if (value.length < 2 * min && textLength(value) < min) wrong(out, "must have at least " + min + " characters");
    if (value.length > max && textLength(value) > max) wrong(out, "must have at most " + max + " characters");
    if (expression && value.length <= longest && !expression.test(value)) wrong(out, "must match " + pattern);
  };
}

//# range
export interface NumberBounds {
  readonly min?: number;
  readonly max?: number;
  readonly above?: number;
  readonly below?: number;
  readonly step?: number;
}

const isMultiple = (value: number, of: number): boolean => {
  const ratio = value / of;
  return Math.abs(ratio - Math.round(ratio)) < 1e-9 * Math.max(1, Math.abs(ratio));
};

/** What a number must be; what is none is no matter. */
export function range({ min, max, above, below, step: of }: NumberBounds): Rule {
  return (value, out) => {
    if (typeof value !== "number") return;
    if (min !== undefined && value < min) wrong(out, "must be at least " + min);
    if (max !== undefined && value > max) wrong(out, "must be at most " + max);
    if (above !== undefined && value <= above) wrong(out, "must be more than " + above);
    if (below !== undefined && value >= below) wrong(out, "must be less than " + below);
    if (of !== undefined && !isMultiple(value, of)) wrong(out, "must be a multiple of " + of);
  };
}

//# count
const isUnique = (items: readonly unknown[]): boolean => {
  const simple = new Set<unknown>();
  const rest: unknown[] = [];
  for (const item of items) {
    if (typeof item !== "object" || item === null) {
      if (simple.has(item)) return false;
      simple.add(item);
    } else {
      if (rest.some((other) => isEqual(other, item))) return false;
      rest.push(item);
    }
  }
  return true;
};

export interface ListBounds {
  readonly min?: number;
  readonly max?: number;
  readonly unique?: boolean;
}

/** How many items a list must have; what is none is no matter. */
export function count({ min = 0, max = Infinity, unique = false }: ListBounds): Rule {
  return (value, out) => {
    if (!isArray(value)) return;
    if (value.length < min) wrong(out, "must have at least " + min + " items");
    if (value.length > max) wrong(out, "must have at most " + max + " items");
    if (unique && !isUnique(value)) wrong(out, "must have no item twice");
  };
}

//# items
/** What the items of a list must be, the first ones each by a rule of its own; what is no list is no matter. */
export function items(rest: Rule, ...first: readonly Rule[]): Rule {
  return (value, out) => {
    if (!isArray(value)) return;
    for (let i = 0; i < value.length; i++) within(first[i] ?? rest, value[i], i, out);
  };
}

//# choice members
export interface Members {
  readonly [name: string]: Rule;
}

const memberOf = (value: { readonly [key: string]: unknown }, name: string): unknown =>
  Object.hasOwn(value, name) ? value[name] : undefined;

//# members
/** Members that an object must have and those that it may have, and what all others must be; what is none is no matter. */
export function members(required: Members, optional: Members = {}, others?: Rule): Rule {
  const known = [required, optional].flatMap((some) =>
    Object.entries(some).map(([name, check]) => ({ name, check, must: some === required, inherited: name in {} })),
  );
  const names = new Set(known.map(({ name }) => name));
  return (value, out) => {
    if (!isObject(value)) return;
    for (const { name, check, must, inherited } of known) {
      const held = inherited ? memberOf(value, name) : value[name];
      if (held !== undefined) within(check, held, name, out);
      else if (must) wrong(out, "is required", step(name));
    }
    if (!others) return;
    for (const name of Object.keys(value)) if (!names.has(name)) within(others, value[name], name, out);
  };
}

//# size
/** How many members an object must have; what is none is no matter. */
export function size(min: number, max: number = Infinity): Rule {
  return (value, out) => {
    if (!isObject(value)) return;
    const length = Object.keys(value).length;
    if (length < min) wrong(out, "must have at least " + min + " properties");
    if (length > max) wrong(out, "must have at most " + max + " properties");
  };
}

//# text
export function text(bounds: TextBounds): Rule {
  return kinds(["string"], chars(bounds));
}
//# list
export function list(item: Rule): Rule {
  return kinds(["array"], items(item));
}
//# bounded
/** A list of so many items. */
export function bounded(item: Rule, bounds: ListBounds): Rule {
  return kinds(["array"], count(bounds), items(item));
}
//# object
export function object(required: Members, optional?: Members, others?: Rule): Rule {
  return kinds(["object"], members(required, optional, others));
}
`;
