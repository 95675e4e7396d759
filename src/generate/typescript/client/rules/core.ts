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

/** The value as what it was checked for, or what is wrong with it. */
export function validate<T>(
  check: Check<T>,
  value: unknown,
): { readonly ok: true; readonly value: T } | { readonly ok: false; readonly issues: readonly Issue[] } {
  const before = issues;
  try {
    issues = undefined;
    if (check(value)) return { ok: true, value: value as T };
    const found: Issue[] = [];
    issues = found;
    check(value);
    return { ok: false, issues: found };
  } finally {
    issues = before;
  }
}

//# must deep nothing string boolean number integer kinds any one not values choice text chars min max above below step like unique count array list object record size format
const wrong = (message: string, path = ""): boolean => {
  issues?.push({ path, message });
  return issues !== undefined;
};
//# any one not
/** Whether a value is right, with nothing noted. */
const fits = (rule: Rule, value: unknown): boolean => {
  const before = issues;
  issues = undefined;
  const fine = rule(value);
  issues = before;
  return fine;
};
//# kinds object members record rest choice size unique deep
const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value);
//# kinds array list items unique deep count
const isArray = (value: unknown): value is readonly unknown[] => Array.isArray(value);
//# choice list items object members record rest
const pointer = (name: string | number): string => "/" + String(name).replaceAll("~", "~0").replaceAll("/", "~1");
//# list items object members record rest
const inside = (name: string | number, one: Issue): Issue => ({ ...one, path: pointer(name) + one.path });

//# must
/** A member that must be there. */
export const must = (value: unknown, rule: Rule): boolean => (value === undefined ? wrong("is required") : rule(value));
//# may
/** A member that may be missing. */
export const may = (value: unknown, rule: Rule): boolean => value === undefined || rule(value);
//# own
/** A member that is named as one that all objects have. */
export const own = (value: { readonly [name: string]: unknown }, name: string): unknown =>
  value[name] === ({} as typeof value)[name] ? undefined : value[name];
//#
export const anything: Rule = () => true;
//# nothing
export const nothing: Rule = () => wrong("must not be there");
//# string
export const string: Rule = (value) => typeof value === "string" || wrong("must be a string");
//# boolean
export const boolean: Rule = (value) => typeof value === "boolean" || wrong("must be a boolean");
//# number
export const number: Rule = (value) => typeof value === "number" || typeof value === "bigint" || wrong("must be a number");
//# integer
export const integer: Rule = (value) => Number.isInteger(value) || typeof value === "bigint" || wrong("must be an integer");
`;
