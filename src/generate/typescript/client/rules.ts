import { formatRules } from "./formats.ts";
import { pick } from "./pick.ts";

/** Rules that others are made of. */
const parts: Readonly<Record<string, readonly string[]>> = {
  text: ["chars"],
  list: ["each"],
  items: ["each"],
  object: ["members"],
  kinds: ["all"],
  deep: ["values"],
};

/** `src/rules.ts` with what some rules need. */
export function rulesOf(used: ReadonlySet<string>): string {
  const formats = formatRules(used);
  const needed = new Set([...used, ...[...used].flatMap((name) => parts[name] ?? [])]);
  if (formats) needed.add("format");
  return pick(rules, needed) + formats;
}

/**
 * What checks are made of: TypeScript source, written without template literals; marks say which rules need it. Rules are
 * objects of one form: most values are found right by looking at `quick` and what stands beside it, without a call.
 */
const rules = String.raw`/** One thing wrong with a value; path is a JSON pointer. */
export interface Issue {
  readonly path: string;
  readonly message: string;
  /** It breaks a format alone: an answer with no worse is taken. */
  readonly minor?: true;
}

/** Adds to out what is wrong with a value; without out it only tells whether it is right. */
type Test = (value: unknown, out?: Issue[]) => boolean;

export interface Rule {
  /** What is right at once: 1 texts of these lengths that are like this, 2 numbers, 3 integers, 4 booleans. */
  quick: number;
  min: number;
  max: number;
  like: RegExp | undefined;
  test: Test;
}

/** A rule of which T is what all values are that it finds nothing wrong with. */
export interface Check<T> extends Rule {
  readonly checks?: T;
}

/** The value as what it was checked for, or what is wrong with it. */
export function validate<T>(
  check: Check<T>,
  value: unknown,
): { readonly ok: true; readonly value: T } | { readonly ok: false; readonly issues: readonly Issue[] } {
  if (fits(check, value)) return { ok: true, value: value as T };
  const issues: Issue[] = [];
  fits(check, value, issues);
  return { ok: false, issues };
}

/** Whether a look is enough. */
const isQuick = ({ quick, min, max, like }: Rule, value: unknown): boolean =>
  typeof value === "string"
    ? quick === 1 && value.length >= min && value.length <= max && (!like || like.test(value))
    : typeof value === "number"
      ? quick === 2 || (quick === 3 && Number.isInteger(value))
      : quick === 4 && typeof value === "boolean";

export const fits = (rule: Rule, value: unknown, out?: Issue[]): boolean => isQuick(rule, value) || rule.test(value, out);

const of = (test: Test, quick = 0, like?: RegExp, min = 0, max = 1e9): Rule => ({ quick, min, max, like, test });

//# nothing string boolean number integer kinds any one not values choice chars range unique count members list size format
const wrong = (out: Issue[] | undefined, message: string, path = ""): false => {
  out?.push({ path, message });
  return false;
};
//# kinds members choice size unique deep
const isObject = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value);
//# kinds each unique deep count
const isArray = (value: unknown): value is readonly unknown[] => Array.isArray(value);
//# choice each members
const below = (name: string | number): string => "/" + String(name).replaceAll("~", "~0").replaceAll("/", "~1");

//# each members
/** What is wrong with a part of a value gets its name. */
function within(rule: Rule, value: unknown, name: string | number, out?: Issue[]): boolean {
  if (!out) return fits(rule, value);
  const from = out.length;
  if (fits(rule, value, out)) return true;
  for (const one of out.splice(from)) out.push({ ...one, path: below(name) + one.path });
  return false;
}

//# rule
/** A rule that is made when it is first needed: rules may refer to each other. */
export function rule(make: () => Rule): Rule {
  const first: Test = (value, out) => {
    if (made.test === first) Object.assign(made, make());
    return fits(made, value, out);
  };
  const made = of(first);
  return made;
}

//#
export const anything: Rule = /* @__PURE__ */ of(() => true);
//# nothing
export const nothing: Rule = /* @__PURE__ */ of((_, out) => wrong(out, "must not be there"));
//# string
export const string: Rule = /* @__PURE__ */ of((value, out) => typeof value === "string" || wrong(out, "must be a string"), 1);
//# boolean
export const boolean: Rule = /* @__PURE__ */ of((_, out) => wrong(out, "must be a boolean"), 4);
//# number
export const number: Rule = /* @__PURE__ */ of((_, out) => wrong(out, "must be a number"), 2);
//# integer
export const integer: Rule = /* @__PURE__ */ of((_, out) => wrong(out, "must be an integer"), 3);

//# kinds
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
const oneOf = (values: readonly unknown[], more: string): string =>
  ("must be " + more + values.slice(0, 12).map((value) => JSON.stringify(value)).join(", ") + (values.length > 12 ? ", …" : "")).slice(0, 300);

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
  return of((value, out) => known.has(value) || wrong(out, oneOf(allowed, allowed.length > 1 ? "one of " : "")));
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
    return chosen ? fits(chosen, value, out) : wrong(out, oneOf(Object.keys(cases), "one of "), below(name));
  });
}

//# chars
/** Characters, not UTF-16 units. */
const textLength = (text: string): number => text.length - (text.match(/[\ud800-\udbff]/g)?.length ?? 0);

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
export function chars({ min = 0, max = 1e9, pattern }: TextBounds, kind?: string): Rule {
  const like = pattern === undefined ? undefined : compiled(pattern);
  const test: Test = (value, out) => {
    if (typeof value !== "string") return kind === undefined || wrong(out, kind);
    let fine = true;
    if (value.length < 2 * min && textLength(value) < min) fine = wrong(out, "must have at least " + min + " characters");
    if (value.length > max && textLength(value) > max) fine = wrong(out, "must have at most " + max + " characters");
    if (like && value.length <= longest && !like.test(value)) fine = wrong(out, "must match " + pattern);
    return fine;
  };
  // A character is one unit of UTF-16 or two.
  return of(test, 1, like, min < 2 ? min : 2 * min - 1, like ? Math.min(max, longest) : max);
}

//# step
const isMultiple = (value: number, of: number): boolean => {
  const ratio = value / of;
  return Math.abs(ratio - Math.round(ratio)) < 1e-9 * Math.max(1, Math.abs(ratio));
};

//# range
/** What a number must be; what is none is no matter, unless it must be of a kind. */
export function range(bounds: { readonly [bound in "min" | "max" | "above" | "below" | "step"]?: number }, kind: Rule = anything): Rule {
  const { min = -Infinity } = bounds; //? min
  const { max = Infinity } = bounds; //? max
  const { above = -Infinity } = bounds; //? above
  const { below = Infinity } = bounds; //? below
  const { step = 0 } = bounds; //? step
  return of((value, out) => {
    if (typeof value !== "number") return kind.test(value, out);
    let fine = fits(kind, value, out);
    if (value < min) fine = wrong(out, "must be at least " + min); //? min
    if (value > max) fine = wrong(out, "must be at most " + max); //? max
    if (value <= above) fine = wrong(out, "must be more than " + above); //? above
    if (value >= below) fine = wrong(out, "must be less than " + below); //? below
    if (step && !isMultiple(value, step)) fine = wrong(out, "must be a multiple of " + step); //? step
    return fine;
  });
}

//# unique
const isUnique = (items: readonly unknown[]): boolean => {
  const simple = items.filter((item) => typeof item !== "object" || item === null);
  const rest = items.filter((item) => typeof item === "object" && item !== null);
  return new Set(simple).size === simple.length && rest.every((item, i) => !rest.slice(0, i).some((other) => isEqual(other, item)));
};

/** A list that has no item twice. */
export const unique: Rule = /* @__PURE__ */ of((value, out) => !isArray(value) || isUnique(value) || wrong(out, "must have no item twice"));

//# count
export interface ListBounds {
  readonly min?: number;
  readonly max?: number;
}

/** How many items a list must have; what is none is no matter. */
export function count({ min = 0, max = Infinity }: ListBounds): Rule {
  return of((value, out) => {
    if (!isArray(value)) return true;
    if (value.length < min) return wrong(out, "must have at least " + min + " items");
    return value.length <= max || wrong(out, "must have at most " + max + " items");
  });
}

//# each
const each = (value: readonly unknown[], rest: Rule, out?: Issue[], first: readonly Rule[] = []): boolean => { //? items
const each = (value: readonly unknown[], rule: Rule, out?: Issue[]): boolean => { //? !items
  let fine = true;
  for (let i = 0; i < value.length; i++) {
    const rule = first[i] ?? rest; //? items
    if (!isQuick(rule, value[i]) && !within(rule, value[i], i, out)) fine = false;
  }
  return fine;
};

//# items
/** What the items of a list must be, the first ones each by a rule of its own; what is no list is no matter. */
export function items(rest: Rule, ...first: readonly Rule[]): Rule {
  return of((value, out) => !isArray(value) || each(value, rest, out, first));
}

//# choice members
export interface Members {
  readonly [name: string]: Rule;
}

//# members
interface Member {
  readonly name: string;
  readonly rule: Rule;
  readonly must: number;
  /** What came after it in the last value: most objects have their members in one order. */
  next: Member | undefined;
}

/** Members that an object must have and those that it may have, and what all others must be; what is none is no matter. */
export function members(required: Members, optional: Members = {}, others?: Rule, kind?: string): Rule {
  const demanded = Object.keys(required);
  const known = new Map<string, Member>();
  for (const [name, rule] of Object.entries({ ...optional, ...required }))
    known.set(name, { name, rule, must: Object.hasOwn(required, name) ? 1 : 0, next: undefined });
  const head: Member = { name: "", rule: anything, must: 0, next: undefined };
  return of((value, out) => {
    if (!isObject(value)) return kind === undefined || wrong(out, kind);
    let last = head;
    let met = 0;
    let fine = true;
    for (const name in value) {
      const held = value[name];
      let one = last.next;
      if (one?.name !== name) {
        one = known.get(name);
        if (!one) {
          if (others && !within(others, held, name, out)) fine = false;
          continue;
        }
        last.next = one;
      }
      last = one;
      if (held === undefined) continue;
      met += one.must;
      const { rule } = one;
      if (isQuick(rule, held)) continue;
      if (out) fine = within(rule, held, name, out) && fine;
      else if (!rule.test(held)) return false;
    }
    if (met < demanded.length)
      for (const name of demanded)
        if (value[name] === undefined || (name in {} && !Object.hasOwn(value, name))) fine = wrong(out, "is required", below(name));
    return fine;
  });
}

//# size
/** How many members an object must have; what is none is no matter. */
export function size(min: number, max: number = Infinity): Rule {
  return of((value, out) => {
    if (!isObject(value)) return true;
    const { length } = Object.keys(value);
    if (length < min) return wrong(out, "must have at least " + min + " properties");
    return length <= max || wrong(out, "must have at most " + max + " properties");
  });
}

//# text
export function text(bounds: TextBounds): Rule {
  return chars(bounds, "must be a string");
}
//# list
/** A list of such items, of which more is said by other rules. */
export function list(item: Rule = anything, ...more: readonly Rule[]): Rule {
  return of((value, out) => {
    if (!isArray(value)) return wrong(out, "must be an array");
    let fine = each(value, item, out);
    for (const one of more) if (!one.test(value, out)) fine = false;
    return fine;
  });
}
//# object
export function object(required: Members = {}, optional?: Members, others?: Rule): Rule {
  return members(required, optional, others, "must be an object");
}
//# format
const format = (like: RegExp, name: string, max = 1e9, more?: (text: string) => boolean): Rule =>
  of(
    (value, out) => {
      if (typeof value !== "string") return wrong(out, "must be a string");
      if (value.length <= max && like.test(value) && (more?.(value) ?? true)) return true;
      out?.push({ path: "", message: "must be " + name, minor: true });
      return false;
    },
    more ? 0 : 1,
    like,
    0,
    max,
  );
//#
`;
