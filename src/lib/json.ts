export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** Whether a value is a plain object of parsed JSON: neither null nor an array. */
export const isObject = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Serialises a JSON value so that equal values have the same text: keys sorted, numbers by value. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join()}}`;
  }
  return value === 0 ? "0" : (JSON.stringify(value) ?? "undefined");
}

/** Parses untrusted text as JSON; returns undefined if it is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Parses untrusted text as a JSON object; returns undefined for anything else. */
export function objectIn(text: string | null | undefined): Readonly<Record<string, unknown>> | undefined {
  const value = text ? parseJson(text) : undefined; // a missing text needs no thrown error
  return isObject(value) ? value : undefined;
}
