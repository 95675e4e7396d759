import { code, imported, ts, type Code } from "../../../../code/index.ts";
import type { Options } from "../../../contracts.ts";
import { jsonType, returnObject } from "../json-body.ts";

const Problem = imported("/src/problem.ts", "Problem");
const fastify = (name: string): Code => imported("fastify", `type ${name}`);

const requireToken = ts`const claims = new WeakMap<${fastify("FastifyRequest")}, ${imported("jose", "type JWTPayload")}>();

/** Requires a valid token below /api; this is checked before anything else is read. */
export const requireToken =
  (verify: ${imported("/src/auth.ts", "type Verify")}) =>
  async (request: FastifyRequest): Promise<void> => {
    if (/^\/api(?:[/?]|$)/i.test(request.url)) claims.set(request, await verify(request.headers.authorization));
  };`;

const allow = ts`/** Lets through whoever may call an operation. */
export const allow =
  (db: ${imported("/src/database.ts", "type Database")}) =>
  (operation: string) => ({
    preHandler: async (request: FastifyRequest<Call>): Promise<void> => {
      const { params, body, query } = request;
      await ${imported("/src/authorization.ts", "authorize")}(db, claims.get(request) ?? {}, operation, { id: params.id, body, query });
    },
  });`;

/** `src/middleware.ts` */
export const middlewareModule = (options: Options, guarded: boolean): Code => ts`
/** Takes one entry of the log, as a line of JSON would hold it. */
export type Log = (entry: Readonly<Record<string, unknown>>) => void;

/** What routes know of a request before it is checked. */
export interface Call {
  Params: { readonly id?: string };
}

/** One entry for each request, when its answer has gone out. */
export const logRequests =
  (log: Log) =>
  async (request: ${fastify("FastifyRequest")}, reply: ${fastify("FastifyReply")}): Promise<void> => {
    log({
      time: new Date().toISOString(),
      method: request.method,
      path: request.originalUrl.split("?")[0],
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime),
    });
  };

${jsonType}

/** Bodies are JSON or refused: parsers must not guess. An empty body is none. */
export async function readJson({ headers }: FastifyRequest, body: Buffer): Promise<unknown> {
  if (body.length === 0) return undefined;
  const { "content-type": type = "", "content-encoding": encoding = "identity" } = headers;
  if (!json.test(type) || encoding !== "identity") throw new ${Problem}(415);
  ${returnObject("new TextDecoder().decode(body)")}
}

${options.auth ? requireToken : code("")}
${guarded ? allow : code("")}

/** What the framework itself refused, as a problem. */
function fromFramework(error: unknown): Problem | undefined {
  if (!(error instanceof Error) || !("statusCode" in error)) return undefined;
  if (error.statusCode === 413 || error.statusCode === 415) return new Problem(error.statusCode);
  return error.statusCode === 400 ? new Problem(400, [{ path: "", message: "must be a JSON object" }]) : undefined;
}

/** The problem of a request that no route serves: nothing is there, or nothing that is asked this way. */
export function unserved(request: FastifyRequest, reply: FastifyReply): Problem {
  const allowed = ${imported("/src/methods.ts", "otherMethods")}(request);
  if (allowed === undefined) return new Problem(404);
  reply.header("Allow", allowed);
  return new Problem(405);
}

/** Answers an error as problem details; unexpected ones are logged, without details for the client. */
export function answer(error: unknown, reply: FastifyReply, log: Log): FastifyReply {
  const problem = error instanceof Problem ? error : (fromFramework(error) ?? new Problem(500));
  if (problem.status === 500) {
    log({ time: new Date().toISOString(), level: "error", error: error instanceof Error ? error.stack : String(error) });
  }
  ${code(options.auth ? 'if (problem.status === 401) reply.header("WWW-Authenticate", "Bearer");' : "")}
  // Of text Fastify would add a charset, which this media type has not.
  return reply.code(problem.status).header("Content-Type", ${imported("/src/problem.ts", "problemType")}).send(Buffer.from(JSON.stringify(problem)));
}
`;
