/** All pages of an operation. */
export const pages = String.raw`//# pagesByNumber pagesByCursor
/** All pages of an operation. */
export type Pages<P, R> = (client: Client, ...given: Given<P>) => AsyncGenerator<R>;

type Walked = (client: Client, params: object, options?: CallOptions) => Promise<{ readonly kind: string; readonly data: unknown }>;

const memberOf = (data: unknown, name: string): unknown => (data as { readonly [key: string]: unknown } | null | undefined)?.[name];

//# pagesByNumber
/** The next page of an operation, until the last or a failure: by the number of the page or of the first item. */
export function pagesByNumber<P, R>(
  operation: Call<P, R>,
  how: { readonly key: keyof P & string; readonly kind: string; readonly items?: string; readonly by: "page" | "offset" },
): Pages<P, R> {
  return async function* (client, ...given) {
    const [params, options] = given;
    const from: unknown = params?.[how.key];
    let next = typeof from === "number" ? from : how.by === "page" ? 1 : 0;
    for (;;) {
      const result = await (operation as unknown as Walked)(client, { ...params, [how.key]: next }, options);
      yield result as R;
      const { data } = result;
      const items = how.items === undefined ? data : memberOf(data, how.items);
      if (result.kind !== how.kind || !Array.isArray(items) || items.length === 0) return;
      next += how.by === "page" ? 1 : items.length;
    }
  };
}

//# pagesByCursor
/** The next page of an operation, until the last or a failure: by what each answer says of the next. */
export function pagesByCursor<P, R>(
  operation: Call<P, R>,
  how: { readonly key: keyof P & string; readonly kind: string; readonly next: string },
): Pages<P, R> {
  return async function* (client, ...given) {
    const [params, options] = given;
    let before: unknown = params?.[how.key];
    let now: object = { ...params };
    for (;;) {
      const result = await (operation as unknown as Walked)(client, now, options);
      yield result as R;
      const cursor = memberOf(result.data, how.next);
      if (result.kind !== how.kind || typeof cursor !== "string" || cursor === "" || cursor === before) return;
      before = cursor;
      now = { ...now, [how.key]: cursor };
    }
  };
}
`;
