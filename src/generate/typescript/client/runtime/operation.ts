/** The function of an operation: requests, attempts, answers. */
export const operation = String.raw`//#
/** What an operation may answer: statuses, and what is expected in each media type. */
const answersOf = ({ answers = {} }: Route) =>
  Object.entries(answers).map(
    ([statuses, answer]) => [statuses.split(" "), Object.entries(typeof answer === "function" ? { [json]: answer } : answer)] as const,
  );

/** The function of one operation. */
export function operation<P, R>(method: string, path: string, route: Route = {}): Call<P, R> {
  return async (client, ...[params, own]) => {
    const options = { ...client.options, ...own };
    const accept = (own as { readonly accept?: string } | undefined)?.accept; //? accept
    const idempotencyKey = own?.idempotencyKey;
    const values = new Map(Object.entries(params ?? {}));
    if (route.send && values.has("body")) values.set("body", route.send(values.get("body"))); //? conversions
    const answers = answersOf(route);
    const again = options.retryUnsafe === true || idempotencyKey !== undefined || !/^(POST|PATCH|CONNECT)$/.test(method);
    const response = await persist(options, again, async (signal) => {
      const url = urlOf(options.baseUrl ?? "", method, path, values, route); //? located
      const url = urlOf(options.baseUrl ?? "", method, path, values); //? !located
      const headers = new Headers(client.options.headers);
      const accepted = new Set(answers.flatMap(([, content]) => content.map(([type]) => type))); //? !accept
      const accepted = new Set(accept ? [accept] : answers.flatMap(([, content]) => content.map(([type]) => type))); //? accept
      if (accepted.size) headers.set("accept", [...accepted].join(", "));
      if (idempotencyKey !== undefined) headers.set("idempotency-key", idempotencyKey);
      for (const sent of sentOf(route.header, values)) headers.set(sent[0], sent[4] === "json" ? asciiJson(sent[1]) : textOf(sent, String)); //? header+json
      for (const sent of sentOf(route.header, values)) headers.set(sent[0], textOf(sent, String)); //? header+!json
      for (const sent of sentOf(route.cookie, values)) addCookie(headers, sent[0], textOf(sent, encode)); //? cookie
      for (const [name, value] of Object.entries(own?.headers ?? {})) headers.set(name, value);
      const [body, type] = route.write?.(values, route) ?? []; //? body
      if (type) headers.set("content-type", type); //? body
      await authorise(options, route, headers, url); //? key
      await authorise(options, route, headers); //? credentials+!key
      return () => (options.fetch ?? fetch)(url, { method, headers, signal, body: body ?? null }); //? body
      return () => (options.fetch ?? fetch)(url, { method, headers, signal }); //? !body
    });
    const { status } = response;
    const contentOf = (key: string) => answers.find(([all]) => all.includes(key))?.[1];
    const keys = [String(status), String(status).charAt(0) + "XX", "default"]; //? statuses
    const keys = [String(status)]; //? !statuses
    const kind = keys.find(contentOf) ?? "unexpected";
    const content = contentOf(kind) ?? [];
    // With a described success, what only default describes is none.
    const ok = response.ok && kind !== "unexpected" && (kind !== "default" || !answers.some(([all]) => all.some((key) => key.startsWith("2")))); //? statuses
    const ok = response.ok && kind !== "unexpected"; //? !statuses
    const wanted = content.filter(([type]) => type === accept); //? accept
    const [data] = await decode(response, wanted.length ? wanted : content); //? !checks+accept
    const [data] = await decode(response, content); //? !checks+!accept
    return { kind, ok, status, data, response } as R; //? !checks
    const [data, issues] = await decode(response, wanted.length ? wanted : content, options); //? checks+accept
    const [data, issues] = await decode(response, content, options); //? checks+!accept
    if (issues && response.ok) throw new InvalidResponseError(issues, response, data); //? checks
    // An error that is told in another way than the document's is an answer all the same. //? checks
    return { kind: issues ? "unexpected" : kind, ok: ok && !issues, status, data, response } as R; //? checks
  };
}

//# accept
/** The function of one operation whose caller may choose a media type. */
export const choosing: <P, R, By>(method: string, path: string, route?: Route) => Choosing<P, R, By> = operation as never; // of its overloads the one is the other with an option
`;
