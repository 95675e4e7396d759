/** All pages of an operation. */
export const pages = String.raw`//# pages
/** All pages of an operation; items: what they hold, one by one. */
export interface Pages<P, R, T> {
  (client: Client, ...given: Given<P>): AsyncGenerator<R>;
  readonly items: (client: Client, ...given: Given<P>) => AsyncGenerator<T>;
}

type Walked = (client: Client, params: object, options?: CallOptions) => Promise<{ readonly kind: string; readonly data: unknown; readonly response: Response }>;

/** How the next page is asked for: by a count, by what the answer has for it, after the last item, or by an address. */
type Next =
  | readonly [by: "page" | "offset", key: string]
  | readonly [by: "cursor", key: string, next?: readonly string[]]
  | readonly [by: "last", key: string, id: string, more?: readonly string[]]
  | readonly [by: "url", keys: { readonly [name: string]: string }, next?: readonly string[]];

const at = (data: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (value as { readonly [key: string]: unknown } | null | undefined)?.[name], data);

/** What the address of the next page says of the operation's own parameters. */
function addressed(address: unknown, base: string, keys: { readonly [name: string]: string }): object | undefined {
  if (typeof address !== "string" || address === "" || !URL.canParse(address, base)) return undefined;
  const given = [...new URL(address, base).searchParams].flatMap(([name, value]) => (Object.hasOwn(keys, name) ? [[keys[name], value] as const] : []));
  return given.length ? Object.fromEntries(given) : undefined;
}

/** What an answer says of the next page in a member whose name begins so, where the document doesn't say which one. */
function sought(data: unknown, key: string, depth = 0): unknown {
  for (const [name, value] of typeof data === "object" && data !== null && !Array.isArray(data) ? Object.entries(data) : []) {
    const isNext = /^next/i.test(name);
    if (isNext && (typeof value === "number" || (typeof value === "string" && !URL.canParse(value)))) return value;
    const inner = isNext ? at(value, [key]) : depth < 1 ? sought(value, key, depth + 1) : undefined;
    if (inner !== undefined && inner !== null) return inner;
  }
  return undefined;
}

/** The parameters of the page behind an answer; undefined behind the last. */
function following(next: Next, { data, response }: { readonly data: unknown; readonly response: Response }, items: readonly unknown[], now: { readonly [key: string]: unknown }): object | undefined {
  if (next[0] === "url") {
    const link = /<([^>]*)>\s*;[^<]*\brel="?next\b/i.exec(response.headers.get("link") ?? "")?.[1];
    return addressed(next[2] ? at(data, next[2]) : link, response.url || "http://localhost", next[1]);
  }
  const key = next[1];
  if (next[0] === "cursor") {
    const cursor = next[2] ? at(data, next[2]) : sought(data, key);
    return cursor === undefined || cursor === null || cursor === "" || cursor === now[key] ? undefined : { [key]: cursor };
  }
  if (items.length === 0) return undefined;
  if (next[0] === "last") return next[3] && at(data, next[3]) !== true ? undefined : { [key]: at(items.at(-1), [next[2]]) };
  const from = typeof now[key] === "number" ? now[key] : next[0] === "page" ? 1 : 0;
  return { [key]: from + (next[0] === "page" ? 1 : items.length) };
}

/** The pages of an operation, until the last or a failure. */
export function pages<P, R, T>(operation: Call<P, R>, how: { readonly kind: string; readonly items: readonly string[]; readonly next: Next }): Pages<P, R, T> {
  const walk = async function* (client: Client, ...given: Given<P>): AsyncGenerator<readonly [R, readonly unknown[]]> {
    const [params, options] = given;
    let now: { readonly [key: string]: unknown } = { ...params };
    let before = "";
    for (;;) {
      const result = await (operation as unknown as Walked)(client, now, options);
      const held = result.kind === how.kind ? at(result.data, how.items) : undefined;
      const items = Array.isArray(held) ? held : [];
      yield [result as R, items];
      const next = result.kind === how.kind ? following(how.next, result, items, now) : undefined;
      const text = JSON.stringify(next, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value));
      if (!next || text === before) return;
      before = text;
      now = { ...now, ...next };
    }
  };
  const each = async function* (client: Client, ...given: Given<P>): AsyncGenerator<R> {
    for await (const [result] of walk(client, ...given)) yield result;
  };
  const items = async function* (client: Client, ...given: Given<P>): AsyncGenerator<T> {
    for await (const [result, held] of walk(client, ...given)) {
      const { kind, response } = result as { readonly kind: string; readonly response: Response };
      if (kind !== how.kind) throw new Error(response.url + " answered " + response.status);
      yield* held as readonly T[];
    }
  };
  return Object.assign(each, { items });
}
`;
