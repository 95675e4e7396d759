export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** A plain object of parsed JSON: neither null nor a list. */
export const isObject = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A text that two JSON values share exactly when they are equal: keys sorted, numbers by value. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join()}}`;
  }
  return value === 0 ? "0" : (JSON.stringify(value) ?? "undefined");
}

/** The object that a foreign text holds as JSON; undefined where it holds another thing, or is no JSON. */
export function objectIn(text: string | null | undefined): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text ?? "");
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
