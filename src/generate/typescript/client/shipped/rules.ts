//- // oxlint-disable no-shadow -- rules are short words, which are parameters, too //? server
/** One thing wrong with a value; path is a JSON pointer. */
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
//- /** How often a value was tried against alternatives: one within the other, they multiply. */ //? server+any server+one server+not server+contains
//- let tried = 0; //? server+any server+one server+not server+contains
//# format
type Formats = (text: string, name: string) => boolean;
/** What looks at formats, where they matter: an answer is as good without. */
let formats: Formats | undefined;
//#

/** What is wrong with a value; undefined where that is nothing. */
export function issuesOf(check: Rule, value: unknown, wanted?: Formats): readonly Issue[] | undefined { //? format
//- export function issuesOf(check: Rule, value: unknown): readonly Issue[] | undefined { //? !format
  const before = issues;
  const outside = place;
  const asked = formats; //? format
  // Members may be missing, not the whole.
  const whole = value === undefined ? Symbol() : value;
  try {
    issues = undefined;
    //- tried = 0; //? server+any server+one server+not server+contains
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
  //- const found = issuesOf(check, value); //? !format
  return found ? { ok: false, issues: found } : { ok: true, value: value as T };
}

//# must has deep nothing string boolean number integer kinds any one not values choice text chars min max above below step like unique count array list object record size format unknown file contains patterned named
/** Notes what is wrong with a value; what is missing is no matter. */
const wrong = (value: unknown, message: string, minor?: "format" | "unlisted"): boolean => {
  if (value === undefined) return true;
  issues?.push({ path: place, message, ...(minor && { minor }) });
  return issues !== undefined;
};
//# any one not fits contains
/** Whether a value is right, formats included, with nothing noted. */
export const fits = (rule: Rule, value: unknown): boolean => {
  //- if ((tried += 1) > 1_000_000) throw new RangeError("Alternatives are within alternatives too often."); //? server+any server+one server+not server+contains
  const before = issues;
  const asked = formats; //? format
  issues = undefined;
  formats = isFormat; //? format
  const fine = rule(value);
  issues = before;
  formats = asked; //? format
  return fine;
};
//# kinds object members record rest choice size unique deep patterned named
const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value);
//# kinds array items unique deep count contains
const isArray = (value: unknown): value is readonly unknown[] => Array.isArray(value);
//# choice list items object members record rest patterned named
const pointer = (name: string | number): string => "/" + String(name).replaceAll("~", "~0").replaceAll("/", "~1");
//# choice list items record rest patterned named
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
//# unknown
/** A member that a closed object has no name for. */
export const unknown: Rule = (value) => wrong(value, "is not a known property");
//# file
export const file: Rule = (value) => value instanceof Blob || wrong(value, "must be a file");
//# string
export const string: Rule = (value) => typeof value === "string" || wrong(value, "must be a string");
//# boolean
export const boolean: Rule = (value) => typeof value === "boolean" || wrong(value, "must be a boolean");
//# integer kinds
//- const isWhole = (value: unknown): boolean => Number.isInteger(value); //? !int64+!server
//- const isWhole = (value: unknown): boolean => Number.isSafeInteger(value); //? !int64+server
//- const isWhole = (value: unknown): boolean => Number.isSafeInteger(value) || (typeof value === "bigint" && BigInt.asIntN(64, value) === value); //? int64+server
const isWhole = (value: unknown): boolean => Number.isInteger(value) || typeof value === "bigint"; //? int64+!server
//# integer
export const integer: Rule = (value) => isWhole(value) || wrong(value, "must be an integer");

//# kinds
type Kind = "null" | "string" | "boolean" | "number" | "integer" | "array" | "object";
const kindTests: { readonly [kind in Kind]: (value: unknown) => boolean } = {
  null: (value) => value === null,
  string: (value) => typeof value === "string",
  boolean: (value) => typeof value === "boolean",
  number: (value) => isNumber(value),
  integer: isWhole,
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

//# deep
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

//# text chars
/** Characters, not UTF-16 units. */
const textLength = (text: string): number => text.length - (text.match(/[\ud800-\udbff]/g)?.length ?? 0);

/** A character is one unit of UTF-16 or two. */
const measured = (text: string, min: number, max: number): boolean => {
  const length = textLength(text);
  const isLong = length >= min || wrong(text, "must have at least " + min + " characters");
  return (length <= max || wrong(text, "must have at most " + max + " characters")) && isLong;
};

//# chars
/** How long a text must be; what is none is no matter. */
export const chars = (value: unknown, min: number, max: number): boolean =>
  typeof value !== "string" || (value.length >= 2 * min - 1 && value.length <= max) || measured(value, min, max);

//# text
const texted = (value: unknown, min: number, max: number): boolean =>
  typeof value === "string" ? measured(value, min, max) : wrong(value, "must be a string");

/** A text that is so long. */
export const text = (value: unknown, min: number, max: number): boolean =>
  (typeof value === "string" && value.length >= 2 * min - 1 && value.length <= max) || texted(value, min, max);
//# like patterned
const compiled = (pattern: string): RegExp => {
  try {
    return new RegExp(pattern, "u");
  } catch {
    return new RegExp(pattern);
  }
};

const patterns = /* @__PURE__ */ new Map<string, RegExp>();

const expressionOf = (pattern: string): RegExp => {
  let known = patterns.get(pattern);
  if (!known) patterns.set(pattern, (known = compiled(pattern)));
  return known;
};

//# like
/** Matching may take a time that grows with the square of a text's length: longer ones are not matched. */ //? !server
const longest = 10_000; //? !server

/** What a text must be like; what is none is no matter. */
export const like = (value: unknown, pattern: string): boolean => //? !server
  typeof value !== "string" || value.length > longest || //? !server
  //- export const like = (value: unknown, pattern: string, most: number): boolean => //? server
  //- typeof value !== "string" || (value.length > most && wrong(value, "must have at most " + most + " characters")) || value.length <= most && //? server
  expressionOf(pattern).test(value) || wrong(value, "must match " + pattern);
//# ofText
/** A rule of texts for values that may be of other kinds. */
export const ofText = (value: unknown, rule: Rule): boolean => typeof value !== "string" || rule(value);
//# format
const format = (value: unknown, name: string): boolean =>
  string(value) && (!formats || typeof value !== "string" || formats(value, name));

//# min max above below number kinds
//- const isNumber = (value: unknown): value is number => typeof value === "number"; //? !int64+!server
//- const isNumber = (value: unknown): value is number => Number.isFinite(value); //? !int64+server
//- const isNumber = (value: unknown): value is number | bigint => Number.isFinite(value) || typeof value === "bigint"; //? int64+server
const isNumber = (value: unknown): value is number | bigint => typeof value === "number" || typeof value === "bigint"; //? int64+!server
//# number
export const number: Rule = (value) => isNumber(value) || wrong(value, "must be a number");
//# min
export const min = (value: unknown, least: number): boolean =>
  !isNumber(value) || value >= least || wrong(value, "must be at least " + least);
//# max
export const max = (value: unknown, most: number): boolean =>
  !isNumber(value) || value <= most || wrong(value, "must be at most " + most);
//# above
export const above = (value: unknown, bound: number): boolean =>
  !isNumber(value) || value > bound || wrong(value, "must be more than " + bound);
//# below
export const below = (value: unknown, bound: number): boolean =>
  !isNumber(value) || value < bound || wrong(value, "must be less than " + bound);
//# step
export function step(value: unknown, size: number): boolean {
  if (typeof value === "bigint" && Number.isInteger(size)) return value % BigInt(size) === 0n || wrong(value, "must be a multiple of " + size); //? int64
  if (typeof value !== "number") return true;
  const ratio = value / size;
  return Math.abs(ratio - Math.round(ratio)) < 1e-9 * Math.max(1, Math.abs(ratio)) || wrong(value, "must be a multiple of " + size);
}

//# unique
/** The same text for equal values, whatever the order of their members. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === "string") return "s" + part;
    if (typeof part === "bigint") return "n" + String(part);
    return isObject(part) ? Object.fromEntries(Object.keys(part).toSorted().map((name) => [name, part[name]])) : part;
  });

const isUnique = (items: readonly unknown[]): boolean => {
  const simple = items.filter((item) => typeof item !== "object" || item === null);
  const rest = items.filter((item) => typeof item === "object" && item !== null).map(canonical);
  return new Set(simple).size === simple.length && new Set(rest).size === rest.length;
};

/** A list that has no item twice. */
export const unique: Rule = (value) => !isArray(value) || isUnique(value) || wrong(value, "must have no item twice");

//# count
/** How many items a list must have; what is none is no matter. */
export function count(value: unknown, min: number, max: number): boolean {
  if (!isArray(value)) return true;
  if (value.length < min) return wrong(value, "must have at least " + min + " items");
  return value.length <= max || wrong(value, "must have at most " + max + " items");
}

//# contains
/** A list that has such an item; what is no list is no matter. */
export const contains = (value: unknown, rule: Rule): boolean =>
  !isArray(value) || value.some((item) => fits(rule, item)) || wrong(value, "must contain an item of another kind");

//# items
/** What the items of a list must be, the first ones each by a rule of its own; what is no list is no matter. */
export function items(value: unknown, rest: Rule, ...first: readonly Rule[]): boolean {
  return !isArray(value) || value.every((item, i) => inside(i, item ?? null, first[i] ?? rest));
}

//# array
export const array: Rule = (value) => isArray(value) || wrong(value, "must be an array");

//# list
/** A list of such items; to JSON an undefined one is null. */
export function list(value: unknown, rule: Rule): boolean {
  if (!Array.isArray(value)) return wrong(value, "must be an array");
  for (let i = 0; i < value.length; i++) {
    const item = value[i] ?? null;
    if (!(issues ? inside(i, item, rule) : rule(item))) return false;
  }
  return true;
}

//# object members record rest
/** What members must be, each read by its name. */
//- // oxlint-disable-next-line typescript/no-explicit-any -- the rules of members take anything //? server
type Look = (value: any) => boolean;

/** Looks at members while what is wrong is noted: which is read says where that is. */
function explained(value: { readonly [name: string]: unknown }, look: Look): boolean {
  const before = place;
  look(
    new Proxy(value, {
      get: (_, name: string) => {
        place = before + pointer(name);
        return value[name];
      },
    }),
  );
  place = before;
  return true;
}

//# object
/** An object with such members. */
export const object = (value: unknown, look: Look): boolean =>
  isObject(value) ? (issues ? explained(value, look) : look(value)) : wrong(value, "must be an object");

//# members record rest
/** The same of objects alone: what is none is no matter. */
export const members = (value: unknown, look: Look): boolean => !isObject(value) || (issues ? explained(value, look) : look(value));

//# record rest
/** What members must be but for those that are named; what is no object is no matter. */
export function rest(value: unknown, others: Rule, names: readonly string[], look: Look): boolean {
  if (!isObject(value)) return true;
  for (const name in value) {
    if (value[name] === undefined || names.includes(name)) continue;
    if (!(issues ? inside(name, value[name], others) : others(value[name]))) return false;
  }
  return members(value, look);
}

//# record
/** An object of such members but for those that are named. */
export const record = (value: unknown, others: Rule, names: readonly string[], look: Look): boolean =>
  isObject(value) ? rest(value, others, names, look) : wrong(value, "must be an object");

//# patterned
const longestName = 1000;

/** What members must be whose names match a pattern, and others but for those that are named; what is no object is no matter. */
export function patterned(value: unknown, others: Rule, names: readonly string[], cases: { readonly [pattern: string]: Rule }): boolean {
  if (!isObject(value)) return true;
  return Object.entries(value).every(([name, member]) => {
    if (name.length > longestName) return wrong(value, "must have names of at most " + longestName + " characters");
    const matched = Object.entries(cases).filter(([pattern]) => expressionOf(pattern).test(name));
    const rules = matched.length || names.includes(name) ? matched.map(([, rule]) => rule) : [others];
    return rules.every((rule) => inside(name, member, rule));
  });
}

//# named
/** What names of members must be; what is no object is no matter. */
export const named = (value: unknown, rule: Rule): boolean =>
  !isObject(value) || Object.keys(value).every((name) => inside(name, name, rule));

//# size
/** How many members an object must have; what is none is no matter. */
export function size(value: unknown, min: number, max: number = Infinity): boolean {
  if (!isObject(value)) return true;
  const { length } = Object.keys(value);
  if (length < min) return wrong(value, "must have at least " + min + " properties");
  return length <= max || wrong(value, "must have at most " + max + " properties");
}

//# here
/** Stands for the formats that each client has of its document. */
const isFormat = (text: string, name: string): boolean => text !== "" && name !== "";
export const date: Rule = (value) => format(value, "date");
//#
