import { bodyLimit } from "../../../../api/index.ts";
import { code, imported, ts, type Code } from "../../../../code/index.ts";
import type { Options } from "../../../contracts.ts";
import { jsonType, returnObject } from "../json-body.ts";

const Problem = imported("/src/problem.ts", "Problem");

const tokens = ts`/** Sets the headers that browsers protect people by. */
export const secure: MiddlewareHandler<AppEnv> = async ({ env }, next) => {
  await new Promise<void>((resolve, reject) => {
    protect(env.incoming, env.outgoing, (error) => (error instanceof Error ? reject(error) : resolve()));
  });
  await next();
};

const protect = ${imported("helmet", "default as helmet")}();

/** Requires a valid token; this is checked before anything else is read. */
export const requireToken =
  (verify: ${imported("/src/auth.ts", "type Verify")}): MiddlewareHandler<AppEnv> =>
  async (context, next) => {
    context.set("claims", await verify(context.req.header("authorization")));
    await next();
  };`;

const allow = ts`/** Lets through whoever may call an operation. */
export const allow =
  (db: ${imported("/src/database.ts", "type Database")}) =>
  (operation: string): MiddlewareHandler<AppEnv> =>
  async (context, next) => {
    const { params, body, query } = read(context);
    await ${imported("/src/authorization.ts", "authorize")}(db, context.get("claims"), operation, { id: params["id"], body, query });
    await next();
  };`;

/** `src/middleware.ts` */
export const middlewareModule = (options: Options, guarded: boolean, versioned: boolean): Code => ts`
/** Takes one entry of the log, as a line of JSON would hold it. */
export type Log = (entry: Readonly<Record<string, unknown>>) => void;

/** What is known of a request while it is answered. */
export interface AppEnv {
  Bindings: ${imported("@hono/node-server", "type HttpBindings")};
  Variables: { body: unknown${options.auth ? ts`; claims: ${imported("jose", "type JWTPayload")}` : code("")} };
}

/** Routes are found in any case, and with a slash at the end. */
export const pathOf = ({ url }: Request): string => new URL(url).pathname.toLowerCase().replace(/(?<=.)\/$/, "");

/** One entry for each request, when its answer is made. */
export const logRequests =
  (log: Log): ${imported("hono", "type MiddlewareHandler")}<AppEnv> =>
  async (context, next) => {
    const { req } = context;
    const started = performance.now();
    await next();
    log({
      time: new Date().toISOString(),
      method: req.method,
      path: new URL(req.url).pathname,
      status: context.res.status,
      milliseconds: Math.round(performance.now() - started),
    });
  };

${jsonType}

/** The bytes of a body; the rest of one that is too large is skipped, so that the connection serves the next request. */
async function bytesOf(incoming: ${imported("node:http", "type IncomingMessage")}): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
      size += chunk.length;
      if (size > ${bodyLimit}) throw new ${Problem}(413);
      chunks.push(chunk);
    }
  } finally {
    incoming.resume();
  }
  return Buffer.concat(chunks);
}

/** Bodies are JSON or refused: parsers must not guess. An empty body is none. */
export const readJson: MiddlewareHandler<AppEnv> = async (context, next) => {
  const { req, env } = context;
  const hasBody = req.header("content-length") !== undefined || req.header("transfer-encoding") !== undefined;
  const bytes = hasBody ? await bytesOf(env.incoming) : undefined;
  if (bytes && bytes.length > 0) {
    const encoding = req.header("content-encoding") ?? "identity";
    if (!json.test(req.header("content-type") ?? "") || encoding !== "identity") throw new Problem(415);
    context.set("body", parseObject(new TextDecoder().decode(bytes)));
  }
  await next();
};

function parseObject(text: string): object {
  ${returnObject("text")}
}

/** What handlers read of a request, before it is checked; a parameter that comes several times is a list. */
export const read = ({ req, var: { body } }: ${imported("hono", "type Context")}<AppEnv>) => ({
  params: req.param() as Readonly<Record<string, string>>, // of whatever route
  query: Object.fromEntries(
    Object.entries(req.queries()).map(([name, values]) => [name, values.length > 1 ? values : values[0]]),
  ),
  body,${code(versioned ? '\n  headers: { "if-match": req.header("if-match") },' : "")}
});

${options.auth ? tokens : code("")}
${guarded ? allow : code("")}

const toResponse = (problem: Problem): Response =>
  new Response(JSON.stringify(problem), { status: problem.status, headers: { "Content-Type": ${imported("/src/problem.ts", "problemType")} } });

/** Answers a request that no route serves: nothing is there, or nothing that is asked this way. */
export function unserved({ req }: Context<AppEnv>): Response {
  const allowed = ${imported("/src/methods.ts", "otherMethods")}({ method: req.method, originalUrl: new URL(req.url).pathname });
  const response = toResponse(new Problem(allowed === undefined ? 404 : 405));
  if (allowed !== undefined) response.headers.set("Allow", allowed);
  return response;
}

/** Answers an error as problem details; unexpected ones are logged, without details for the client. */
export function answer(error: unknown, { req }: Context<AppEnv>, log: Log): Response {
  const problem = error instanceof Problem ? error : new Problem(500);
  // Whoever has gone away gets no answer, and did nothing wrong.
  if (problem.status === 500 && !req.raw.signal.aborted) {
    log({ time: new Date().toISOString(), level: "error", error: error instanceof Error ? error.stack : String(error) });
  }
  const response = toResponse(problem);
  ${code(options.auth ? 'if (problem.status === 401) response.headers.set("WWW-Authenticate", "Bearer");' : "")}
  return response;
}

/** An address that can't be read leads nowhere, like one that nothing serves. */
export const refuse = (error: unknown): Response | undefined =>
  error instanceof ${imported("@hono/node-server", "RequestError")} ? toResponse(new Problem(404)) : undefined;
`;
