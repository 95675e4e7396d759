import { code, imported, ts, type Code } from "../../../code/index.ts";
import type { Options } from "../../contracts.ts";

const Problem = imported("/src/problem.ts", "Problem");

const requireToken = (
  isOpen: boolean,
): Code => ts`/** Requires a valid token; this is checked before anything else is read. */
export const requireToken =
  (verify: ${imported("/src/auth.ts", "type Verify")}): RequestHandler =>
  async (request, response, next) => {
    ${isOpen ? ts`if (${imported("/src/methods.ts", "isOpen")}(request)) return next();` : code("")}
    response.locals["claims"] = await verify(request.headers.authorization);
    next();
  };`;

const allow = ts`/** Lets through whoever may call an operation. */
export const allow =
  (db: ${imported("/src/database.ts", "type Database")}) =>
  (operation: string): RequestHandler =>
  async ({ params, body, query }, response, next) => {
    await ${imported("/src/authorization.ts", "authorize")}(db, response.locals["claims"], operation, { id: params["id"], body, query });
    next();
  };`;

/** `src/middleware.ts` */
export const middlewareModule = (options: Options, guarded = false, isOpen = false): Code => ts`
/** Takes one entry of the log, as a line of JSON would hold it. */
export type Log = (entry: Readonly<Record<string, unknown>>) => void;

/** One entry for each request, when its answer has gone out. */
export const logRequests =
  (log: Log): ${imported("express", "type RequestHandler")} =>
  (request, response, next) => {
    const start = performance.now();
    response.on("close", () => {
      log({
        time: new Date().toISOString(),
        method: request.method,
        path: request.originalUrl.split("?")[0],
        status: response.statusCode,
        milliseconds: Math.round(performance.now() - start),
      });
    });
    next();
  };

const isEmpty = ({ headers }: ${imported("express", "type Request")}): boolean =>
  headers["content-length"] === "0" || (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined);

const json = /^application\/(?:merge-patch\+)?json\s*(?:;|$)/i;

/** Bodies are JSON or refused: parsers must not guess. */
export const requireJson: RequestHandler = (request, _response, next) => {
  if (!isEmpty(request) && !json.test(request.headers["content-type"] ?? "")) throw new ${Problem}(415);
  next();
};

/** The parser reads an empty body as an empty object; it is none. */
export const dropEmptyBody: RequestHandler = (request, _response, next) => {
  if (isEmpty(request)) request.body = undefined;
  next();
};

${options.auth ? requireToken(isOpen) : code("")}
${guarded ? allow : code("")}

/** What the framework itself refused, as a problem. */
function fromFramework(error: unknown): Problem | undefined {
  if (!(error instanceof Error) || !("status" in error)) return undefined;
  if (error.status === 413 || error.status === 415) return new Problem(error.status);
  // A path that can't be decoded leads nowhere, like one that nothing serves; the rest is a body that can't be read.
  if (!("type" in error)) return error.status === 400 || error.status === 404 ? new Problem(404) : undefined;
  return new Problem(400, [{ path: "", message: "must be a JSON object" }]);
}

/** The problem of a request that no route serves: nothing is there, or nothing that is asked this way. */
export function unserved(request: Request, response: ${imported("express", "type Response")}): Problem {
  const allowed = ${imported("/src/methods.ts", "otherMethods")}(request);
  if (allowed === undefined) return new Problem(404);
  response.setHeader("Allow", allowed);
  return new Problem(405);
}

/** Answers an error as problem details; unexpected ones are logged, without details for the client. */
export function answer(error: unknown, response: Response, log: Log): void {
  const problem = error instanceof Problem ? error : (fromFramework(error) ?? new Problem(500));
  if (problem.status === 500) {
    log({ time: new Date().toISOString(), level: "error", error: error instanceof Error ? error.stack : String(error) });
  }
  ${code(options.auth ? 'if (problem.status === 401) response.setHeader("WWW-Authenticate", "Bearer");' : "")}
  response.status(problem.status);
  // Express would add a charset, which this media type has not.
  response.setHeader("Content-Type", ${imported("/src/problem.ts", "problemType")});
  response.end(JSON.stringify(problem));
}

/** Answers what the handlers before it threw. */
export const answerErrors =
  (log: Log): ${imported("express", "type ErrorRequestHandler")} =>
  (error: unknown, _request, response, next) => {
    if (response.headersSent) next(error);
    else answer(error, response, log);
  };
`;
