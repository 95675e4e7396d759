/** What the admin API answers with, as far as it is shown. */
export interface Key {
  readonly id: string;
  readonly hint: string;
  readonly name: string;
  readonly team: string | null;
  readonly owner: string | null;
  readonly models: readonly string[] | null;
  readonly tools: readonly string[] | null;
  readonly created: number;
  readonly expires: number | null;
  readonly disabled: number | null;
  /** Limits that apply to the key: its own, its team's and the global ones. */
  readonly limits?: readonly Limit[];
}
export interface Created {
  readonly key: Key;
  readonly secret: string;
}
export interface Limit {
  readonly subject: string;
  readonly limit: string;
  readonly amount: string;
  readonly used: string;
  readonly reserved: string;
  readonly left: string;
  readonly resets_at: string | null;
}
/** A request; equal requests that were refused in one minute are together in one row. */
export type RequestRow = Readonly<Record<string, string | number | null>> & {
  readonly id: string;
  readonly at: string;
  readonly state: string;
};
export interface Sum {
  readonly group: string;
  readonly requests: number;
  readonly interrupted: number;
  readonly failed: number;
  readonly lost: number;
  readonly open: number;
  readonly input: number;
  readonly output: number;
  readonly cache_read: number;
  readonly cache_write: number;
  readonly tools: number;
  readonly cost: string;
}
export interface Page<T> {
  readonly data: readonly T[];
  readonly has_more?: boolean;
  /** Cursor of the next page. */
  readonly next?: string | null;
}

/** A failed response, with the server's message. */
export class Failure extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Calls the server, with POST if there is a body. Throws Failure. */
export async function call<T>(path: string, body?: object): Promise<T> {
  const init: RequestInit = body
    ? { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }
    : {};
  const response = await fetch(path, { ...init, credentials: "same-origin", cache: "no-store" });
  const text = await response.text();
  const answer: unknown = text === "" ? {} : JSON.parse(text);
  if (response.ok) return answer as T; // as the admin API documents it
  const { error } = answer as { readonly error?: { readonly message?: string } };
  throw new Failure(response.status, error?.message ?? `The server answered ${response.status}.`);
}

/** Returns the non-empty values as `?a=1&b=2`. */
export function query(values: Readonly<Record<string, string | number>>): string {
  const given = Object.entries(values).flatMap(([name, value]) =>
    value === "" ? [] : [[name, String(value)]],
  );
  return given.length > 0 ? `?${new URLSearchParams(given)}` : "";
}

export const time = (value: string | number | null): string =>
  value === null || value === "" ? "–" : new Date(value).toISOString().slice(0, 19).replace("T", " ");
export const number = (value: number | string | null | undefined): string =>
  value === null || value === undefined ? "–" : Number(value).toLocaleString("en");
