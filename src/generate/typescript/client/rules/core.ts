/** What a rule is, and those that hold no others. */
export const core = String.raw`/** One thing wrong with a value; path is a JSON pointer. */
export interface Issue {
  readonly path: string;
  readonly message: string;
  /** It breaks a format alone: an answer with no worse is taken. */
  readonly minor?: true;
}

/** Adds to out what is wrong with a value; without out it only tells whether it is right. */
type Test = (value: unknown, out?: Issue[]) => boolean;

export interface Rule {
  /** What is right at once: 1 texts like this, 2 numbers, 3 integers, each from min to max; 4 booleans; 5 other texts like this. */
  quick: number;
  min: number;
  max: number;
  like: Pick<RegExp, "test"> | undefined;
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
const isQuick = (rule: Rule, value: unknown): boolean => {
  if (typeof value === "string") {
    if (rule.quick === 5) return rule.like?.test(value) !== false; //? asked
    return rule.quick === 1 && value.length >= rule.min && value.length <= rule.max && rule.like?.test(value) !== false;
  }
  if (typeof value === "number") return (rule.quick === 2 || (rule.quick === 3 && Number.isInteger(value))) && value >= rule.min && value <= rule.max;
  return rule.quick === 4 && typeof value === "boolean";
};

const fits = (rule: Rule, value: unknown, out?: Issue[]): boolean => isQuick(rule, value) || rule.test(value, out);

const of = (test: Test, quick = 0, min = -Infinity, max = Infinity, like?: Rule["like"]): Rule => ({ quick, min, max, like, test });

//# nothing kind kinds any one not values choice chars range unique count object list size format
const wrong = (out: Issue[] | undefined, message: string, path = ""): false => {
  out?.push({ path, message });
  return false;
};
//# kinds object choice size unique deep
const isObject = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value);
//# kinds each unique deep count
const isArray = (value: unknown): value is readonly unknown[] => Array.isArray(value);
//# choice each object
const below = (name: string | number): string => "/" + String(name).replaceAll("~", "~0").replaceAll("/", "~1");

//# each object
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
//# kind
const kind = (quick: number, name: string): Rule => of((_, out) => wrong(out, "must be " + name), quick);
//# string
export const string: Rule = /* @__PURE__ */ kind(1, "a string");
//# boolean
export const boolean: Rule = /* @__PURE__ */ kind(4, "a boolean");
//# number
export const number: Rule = /* @__PURE__ */ kind(2, "a number");
//# integer
export const integer: Rule = /* @__PURE__ */ kind(3, "an integer");
`;
