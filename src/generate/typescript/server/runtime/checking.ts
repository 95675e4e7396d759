/** What the checks of a server are made of: TypeScript source, written without template literals. */
export const checking = String.raw`/** One thing wrong with a value; path is a JSON pointer. */
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
export const isInteger = (value: unknown): value is number => Number.isInteger(value);
export const isInt64 = (value: unknown): value is number | bigint => isInteger(value) || typeof value === "bigint";
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
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isEqual(a[key], b[key]));
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

`;
