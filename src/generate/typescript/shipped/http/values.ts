import { isIP } from "node:net";

/** One thing wrong with a value; path is a JSON pointer. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

/** Adds to out what is wrong with a value. */
export interface Check<T> {
  (value: unknown, at: string, out: Issue[]): void;
  readonly checks?: T;
}

/** The value as what it was checked for, or what is wrong with it. */
export function validate<T>(
  check: Check<T>,
  value: unknown,
): { readonly ok: true; readonly value: T } | { readonly ok: false; readonly issues: readonly Issue[] } {
  const out: Issue[] = [];
  check(value, "", out);
  return out.length === 0 ? { ok: true, value: value as T } : { ok: false, issues: out };
}

export const wrong = (out: Issue[], path: string, message: string): void => {
  out.push({ path, message });
};
/** What is not there is required; what is there is of the wrong kind. */
export const lacks = (value: unknown, out: Issue[], path: string, message: string): void => {
  out.push({ path, message: value === undefined ? "is required" : message });
};
export const isObject = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const isArray = (value: unknown): value is readonly unknown[] => Array.isArray(value);
export const isInteger = (value: unknown): value is number => Number.isSafeInteger(value);
export const isInt64 = (value: unknown): value is number | bigint =>
  isInteger(value) || typeof value === "bigint";
export const own = (value: { readonly [key: string]: unknown }, key: string): unknown =>
  Object.hasOwn(value, key) ? value[key] : undefined;
/** Characters, not UTF-16 units. */
export const textLength = (text: string): number => {
  let surrogates = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit < 0xdc00) surrogates += 1;
  }
  return text.length - surrogates;
};
export const isMultiple = (value: number, step: number): boolean => {
  const ratio = value / step;
  return Math.abs(ratio - Math.round(ratio)) < 1e-9 * Math.max(1, Math.abs(ratio));
};
export const compiled = (pattern: string): RegExp => {
  try {
    return new RegExp(pattern, "u");
  } catch {
    return new RegExp(pattern);
  }
};
export const isEqual = (a: unknown, b: unknown): boolean => {
  if (a === b) return true;
  if (isArray(a) && isArray(b)) return a.length === b.length && a.every((item, i) => isEqual(item, b[i]));
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isEqual(a[key], b[key]))
  );
};
export const isUnique = (items: readonly unknown[]): boolean => {
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

export const escaped = (key: string): string => key.replaceAll("~", "~0").replaceAll("/", "~1");
export const isBlob = (value: unknown): value is Blob => value instanceof Blob;

/** Whether the month of a date that has the form of one has its day. */
const hasDay = (text: string): boolean => {
  const day = Number(text.charAt(8)) * 10 + Number(text.charAt(9));
  if (day <= 28) return true;
  const [year, month] = [Number(text.slice(0, 4)), Number(text.slice(5, 7))];
  if (month !== 2) return day <= 30 || ![4, 6, 9, 11].includes(month);
  return day === 29 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
};
const forms = {
  date: /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/,
  time: /^(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i,
  dateTime:
    /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[T ](?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i,
  email: /^[^\s@]+@[^\s@]+$/,
  uuid: /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i,
  uri: /^[a-z][a-z\d+.-]*:[^\s<>"{}|\\^]*$/i,
  hostname: /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.[a-z\d]([a-z\d-]{0,61}[a-z\d])?)*$/i,
  byte: /^[A-Za-z\d+/_-]*={0,2}$/,
};

const formats: { readonly [format: string]: (text: string) => boolean } = {
  date: (text) => forms.date.test(text) && hasDay(text),
  time: (text) => forms.time.test(text),
  "date-time": (text) => forms.dateTime.test(text) && hasDay(text),
  email: (text) => text.length <= 320 && forms.email.test(text),
  uuid: (text) => forms.uuid.test(text),
  uri: (text) => forms.uri.test(text),
  url: (text) => URL.canParse(text),
  hostname: (text) => text.length <= 253 && forms.hostname.test(text),
  ipv4: (text) => isIP(text) === 4,
  ipv6: (text) => isIP(text) === 6,
  byte: (text) => forms.byte.test(text),
};

/** Whether a text is of a format; any text is of a format that nobody here knows. */
export const isFormat = (text: string, format: string): boolean => formats[format]?.(text) ?? true;

/** Whether JSON is nested deeper than any reader of it should have to go. */
export function isTooDeep(value: unknown, most = 100): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > most) return true;
    level = level.flatMap((item) => (typeof item === "object" && item !== null ? Object.values(item) : []));
  }
  return false;
}
