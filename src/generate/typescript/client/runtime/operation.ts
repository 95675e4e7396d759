/** The function of an operation: requests, attempts, answers. */
export const operation = String.raw`//#
const isRule = (one: Lazy | { readonly [mediaType: string]: Lazy }): one is Lazy =>
  typeof one === "function" || typeof (one as Partial<Rule>).test === "function";

const answersOf = (route: Route): readonly (readonly [status: string, content: readonly Expected[]])[] =>
  Object.entries(route.answers ?? {}).flatMap(([statuses, answer]) => {
    const content = Object.entries(isRule(answer) ? { [json]: answer } : answer);
    const expected = content.map(([type, rule]) => [type, typeof rule === "function" ? rule() : rule] as const);
    return statuses.split(" ").map((status) => [status, expected] as const);
  });

/** The function of one operation. */
export function operation<P, R>(method: string, path: string, route: Route = {}): Call<P, R> {
  let made: ReturnType<typeof answersOf> | undefined;
  const answers = () => (made ??= answersOf(route));

  const request = async (values: Values, options: ClientOptions, own: CallOptions["headers"], signal: AbortSignal): Promise<Response> => {
    const url = urlOf(options.baseUrl ?? "", path, values, route); //? located
    const url = urlOf(options.baseUrl ?? "", path, values); //? !located
    const headers = new Headers(options.headers);
    const accept = new Set(answers().flatMap(([, content]) => content.map(([type]) => type)));
    if (accept.size) headers.set("accept", [...accept].join(", "));
    for (const sent of sentOf(route.header, values)) headers.set(sent[0], textOf(sent, String)); //? header
    for (const sent of sentOf(route.cookie, values)) addCookie(headers, sent[0], textOf(sent, String)); //? cookie
    for (const [name, value] of Object.entries(own ?? {})) headers.set(name, value);
//# bodies
    const [body, type] = bodyOf(values, route);
//# body
    const [body, type] = bodyOf(values); //? !bodies
//#
    if (type) headers.set("content-type", type); //? body
    await authorise(options, route, headers, url); //? key
//# credentials
    await authorise(options, route, headers); //? !key
//#
    return (options.fetch ?? fetch)(url, { method, headers, signal, ...(body === undefined ? {} : { body }) }); //? body
    return (options.fetch ?? fetch)(url, { method, headers, signal }); //? !body
  };

  const send = async (values: Values, options: ClientOptions, own: CallOptions["headers"]): Promise<Response> => {
    const { retries = 2, timeout = 60_000, signal } = options;
    const again = options.retryUnsafe === true || !/^(POST|PATCH|CONNECT)$/.test(method);
    for (let attempt = 0; ; attempt++) {
      const signals = [...(signal ? [signal] : []), ...(timeout > 0 ? [AbortSignal.timeout(timeout)] : [])];
      let response: Response | undefined;
      try {
        response = await request(values, options, own, AbortSignal.any(signals));
        const { status } = response;
        const passing = again ? status === 408 || status === 429 || (status >= 500 && status !== 501) : status === 429;
        if (!passing || attempt >= retries) return response;
        await response.body?.cancel();
      } catch (error) {
        if (signal?.aborted || !again || attempt >= retries) throw error;
      }
      await pause(delay(attempt, response?.headers.get("retry-after")), signal);
    }
  };

  return async (client, ...given) => {
    const [params, own] = given;
    const options = { ...client.options, ...own, headers: client.options.headers ?? {} };
    const response = await send(new Map(Object.entries(params ?? {})), options, own?.headers);
    const { ok, status } = response;
    const keys = [String(status), String(status).charAt(0) + "XX", "default"];
    const [kind, content] = keys.flatMap((key) => answers().filter(([one]) => one === key))[0] ?? ["unexpected", []];
    const expected = options.validate === false ? content.map(([type]) => [type, undefined] as const) : content;
    return { kind, ok, status, data: await decode(response, expected), response } as R;
  };
}
`;
