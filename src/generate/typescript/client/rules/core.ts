/** What a rule is, how values are looked at, and the rules that hold no others. */
export const core = String.raw`/** One thing wrong with a value; path is a JSON pointer. */
export interface Issue {
  readonly path: string;
  readonly message: string;
  /** An answer with no worse is taken: a text of another format, or a value that the document does not list. */
  readonly minor?: "format" | "unlisted";
}

/** Tells whether a value is right. */
export interface Rule {
  (value: unknown): boolean;
}

/** A rule of which T is what all values are that it finds nothing wrong with. */
export interface Check<T> extends Rule {
  readonly checks?: T;
}

/** Where what is wrong is noted, while that is asked: then no rule refuses anything, so that all are. */
let issues: Issue[] | undefined;
/** Where the value is that is looked at then. */
let place = "";
//# format
type Formats = (text: string, name: string) => boolean;
/** What looks at formats, where they matter: an answer is as good without. */
let formats: Formats | undefined;
//#

/** What is wrong with a value; undefined where that is nothing. */
export function issuesOf(check: Rule, value: unknown, wanted?: Formats): readonly Issue[] | undefined { //? format
export function issuesOf(check: Rule, value: unknown): readonly Issue[] | undefined { //? !format
  const before = issues;
  const outside = place;
  const asked = formats; //? format
  // Members may be missing, not the whole.
  const whole = value === undefined ? Symbol() : value;
  try {
    issues = undefined;
    formats = wanted; //? format
    if (check(whole)) return undefined;
    const found = (issues = [] as Issue[]);
    place = "";
    check(whole);
    return found;
  } finally {
    issues = before;
    place = outside;
    formats = asked; //? format
  }
}

/** The value as what it was checked for, or what is wrong with it. */
export function validate<T>(
  check: Check<T>,
  value: unknown,
): { readonly ok: true; readonly value: T } | { readonly ok: false; readonly issues: readonly Issue[] } {
  const found = issuesOf(check, value, isFormat); //? format
  const found = issuesOf(check, value); //? !format
  return found ? { ok: false, issues: found } : { ok: true, value: value as T };
}

//# must has deep nothing string boolean number integer kinds any one not values choice text chars min max above below step like unique count array list object record size format
/** Notes what is wrong with a value; what is missing is no matter. */
const wrong = (value: unknown, message: string, minor?: "format" | "unlisted"): boolean => {
  if (value === undefined) return true;
  issues?.push({ path: place, message, ...(minor && { minor }) });
  return issues !== undefined;
};
//# any one not fits
/** Whether a value is right, formats included, with nothing noted. */
export const fits = (rule: Rule, value: unknown): boolean => {
  const before = issues;
  const asked = formats; //? format
  issues = undefined;
  formats = isFormat; //? format
  const fine = rule(value);
  issues = before;
  formats = asked; //? format
  return fine;
};
//# kinds object members record rest choice size unique deep
const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value);
//# kinds array list items unique deep count
const isArray = (value: unknown): value is readonly unknown[] => Array.isArray(value);
//# choice list items object members record rest
const pointer = (name: string | number): string => "/" + String(name).replaceAll("~", "~0").replaceAll("/", "~1");
//# choice list items record rest
/** Looks at what stands there inside of a value. */
const inside = (name: string | number, value: unknown, rule: Rule): boolean => {
  const before = place;
  place += pointer(name);
  const fine = rule(value);
  place = before;
  return fine;
};

//# must has
/** A member that must be there. */
export const has = (value: unknown): boolean => value !== undefined || wrong(null, "is required");
//# must
/** The same, with what it must be. */
export const must = (value: unknown, rule: Rule): boolean => has(value) && rule(value);
//# own
/** A member that is named as one that all objects have. */
export const own = (value: { readonly [name: string]: unknown }, name: string): unknown =>
  value[name] === ({} as typeof value)[name] ? undefined : value[name];
//#
export const anything: Rule = () => true;
//# nothing
export const nothing: Rule = (value) => wrong(value, "must not be there");
//# string
export const string: Rule = (value) => typeof value === "string" || wrong(value, "must be a string");
//# boolean
export const boolean: Rule = (value) => typeof value === "boolean" || wrong(value, "must be a boolean");
//# integer
export const integer: Rule = (value) => Number.isInteger(value) || wrong(value, "must be an integer"); //? !int64
export const integer: Rule = (value) => Number.isInteger(value) || typeof value === "bigint" || wrong(value, "must be an integer"); //? int64
`;
