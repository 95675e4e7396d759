/** The function of an operation: requests, attempts, answers. */
export const operation = String.raw`//#
const answersOf = (route: Route) =>
  Object.entries(route.answers ?? {}).flatMap(([statuses, answer]) => {
    const content = Object.entries(typeof answer === "function" ? { [json]: answer } : answer);
    return statuses.split(" ").map((status) => [status, content] as const);
  });

/** The function of one operation. */
export function operation<P, R>(method: string, path: string, route: Route = {}): Call<P, R> {
  let made: ReturnType<typeof answersOf> | undefined;
  return async (client, ...[params, own]) => {
    const options = { ...client.options, ...own };
    const accept = (own as { readonly accept?: string } | undefined)?.accept; //? accept
    const values = new Map(Object.entries(params ?? {}));
    if (route.send && values.has("body")) values.set("body", route.send(values.get("body"))); //? conversions
    const answers = (made ??= answersOf(route));
    const again = options.retryUnsafe === true || own?.idempotencyKey !== undefined || !/^(POST|PATCH|CONNECT)$/.test(method);
    const response = await persist(options, again, async (signal) => {
      const url = urlOf(options.baseUrl ?? "", method, path, values, route); //? located
      const url = urlOf(options.baseUrl ?? "", method, path, values); //? !located
      const headers = new Headers(client.options.headers);
      const accepted = new Set(answers.flatMap(([, content]) => content.map(([type]) => type))); //? !accept
      const accepted = new Set(accept ? [accept] : answers.flatMap(([, content]) => content.map(([type]) => type))); //? accept
      if (accepted.size) headers.set("accept", [...accepted].join(", "));
      if (own?.idempotencyKey !== undefined) headers.set("idempotency-key", own.idempotencyKey);
      for (const sent of sentOf(route.header, values)) headers.set(sent[0], textOf(sent, String)); //? header
      for (const sent of sentOf(route.cookie, values)) addCookie(headers, sent[0], textOf(sent, encode)); //? cookie
      for (const [name, value] of Object.entries(own?.headers ?? {})) headers.set(name, value);
      const [body, type] = route.write?.(values, route) ?? []; //? body
      if (type) headers.set("content-type", type); //? body
      await authorise(options, route, headers, url); //? key
      await authorise(options, route, headers); //? credentials+!key
      return () => (options.fetch ?? fetch)(url, { method, headers, signal, ...(body === undefined ? {} : { body }) }); //? body
      return () => (options.fetch ?? fetch)(url, { method, headers, signal }); //? !body
    });
    const { status } = response;
    const keys = [String(status), String(status).charAt(0) + "XX", "default"]; //? statuses
    const [kind, content] = keys.flatMap((key) => answers.filter(([one]) => one === key))[0] ?? ["unexpected", []]; //? statuses
    const [kind, content] = answers.find(([one]) => one === String(status)) ?? ["unexpected", []]; //? !statuses
    // With a described success, what only default describes is none.
    const ok = response.ok && kind !== "unexpected" && (kind !== "default" || !answers.some(([one]) => one.startsWith("2"))); //? statuses
    const ok = response.ok && kind !== "unexpected"; //? !statuses
    const wanted = content.filter(([type]) => type === accept); //? accept
    const expected = wanted.length ? wanted : content; //? accept
    const expected = content; //? !accept
    return { kind, ok, status, data: await decode(response, expected), response } as R; //? !checks
    try { //? checks
      return { kind, ok, status, data: await decode(response, expected, options), response } as R; //? checks
    } catch (error) { //? checks
      // An error that is told in another way than the document's is an answer all the same. //? checks
      if (response.ok || !(error instanceof InvalidResponseError)) throw error; //? checks
      return { kind: "unexpected", ok: false, status, data: error.data, response } as R; //? checks
    } //? checks
  };
}

//# accept
/** The function of one operation whose caller may choose a media type. */
export const choosing: <P, R, By>(method: string, path: string, route?: Route) => Choosing<P, R, By> = operation as never; // of its overloads the one is the other with an option
`;
