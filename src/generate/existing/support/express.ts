import { bodyLimit, namesOf, type ApiDefinition } from "../../../api/index.ts";
import { code, imported, joined, ts, type Code } from "../../../code/index.ts";
import { paths } from "../../typescript/typescript-names.ts";
import type { Guard } from "../reuse.ts";

const Problem = imported("/src/problem.ts", "Problem");
const handler = imported("express", "type RequestHandler");
const errorHandler = imported("express", "type ErrorRequestHandler");
const database = imported("/src/database.ts", "type Database");
const middleware = (name: string): Code => imported("/src/middleware.ts", name);

/** Forwards rejections: Express 4 doesn't wait for handlers. */
const forwarding = ts`
type Handler = (request: Request, response: ${imported("express", "type Response")}) => Promise<void>;

/** Handlers that hand what they reject with to the next one: Express 4 doesn't wait for them. */
export function forwarding<Name extends string>(handlers: Readonly<Record<Name, Handler>>): Record<Name, RequestHandler> {
  const forwarded = Object.entries<Handler>(handlers).map(([name, handle]): [string, RequestHandler] => [
    name,
    (request, response, next) => { handle(request, response).catch(next); },
  ]);
  return Object.fromEntries(forwarded) as Record<Name, RequestHandler>; // the same names
}
`;

const requireToken = ts`
/** Requires a valid token. */
export const requireToken =
  (verify: ${imported("/src/auth.ts", "type Verify")}): RequestHandler =>
  (request, _response, next) => {
    verify(request.headers.authorization).then(() => { next(); }, next);
  };

let verifier: Verify | undefined;

/** The same with the settings of the environment; they are read at the first request, so that tests of other things need none. */
export const requireOwnToken: RequestHandler = (request, response, next) => {
  verifier ??= ${imported("/src/auth.ts", "tokenVerifier")}(${imported("/src/auth.ts", "authSettings")}(process.env));
  requireToken(verifier)(request, response, next);
};
`;

interface Around {
  readonly auth: boolean;
  readonly express: number;
  /** Whether an application prefix may precede the resources' paths. */
  readonly prefixed: boolean;
  /** Whether the first request migrates the database. */
  readonly waits: boolean;
}

const whenReady = ts`
/** Waits for the database: the first request brings it up to date. */
export const whenReady =
  (db: ${database}): ${handler} =>
  (_request, _response, next) => {
    db.ready().then(() => { next(); }, next);
  };
`;

/** `<support>/middleware.ts`: middleware around the resources, independent of the rest of the application. */
export const middlewareModule = ({ auth, express, prefixed, waits }: Around): Code => ts`
const isEmpty = ({ headers }: ${imported("express", "type Request")}): boolean =>
  headers["content-length"] === "0" || (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined);

${waits ? whenReady : code("")}
/** Bodies are JSON or refused: parsers must not guess. */
export const requireJson: ${handler} = (request, _response, next) => {
  if (!isEmpty(request) && request.is("application/json") === false) next(new ${Problem}(415));
  else next();
};

/** Parsers read an empty body as an empty object; it is none. */
export const dropEmptyBody: RequestHandler = (request, _response, next) => {
  if (isEmpty(request)) request.body = undefined;
  next();
};

${express < 5 ? forwarding : code("")}
${auth ? requireToken : code("")}

/** What a body parser or the router refused, as a problem. */
function fromFramework(error: unknown): Problem | undefined {
  if (!(error instanceof Error) || !("status" in error)) return undefined;
  if (error.status === 413 || error.status === 415) return new Problem(error.status);
  // A path that can't be decoded leads nowhere; the rest is a body that can't be read.
  if (!("type" in error)) return error.status === 400 ? new Problem(404) : undefined;
  return error.status === 400 ? new Problem(400, [{ path: "", message: "must be a JSON object" }]) : undefined;
}

/** Answers problems of the resources below these paths; unexpected errors go to the application's own handler. */
export const answerErrors =
  (roots: readonly string[]): ${errorHandler} =>
  (error: unknown, request, response, next) => {
    const own = roots.some((root) => \`\${request.path}/\`.${code(prefixed ? "includes" : "startsWith")}(\`\${root}/\`));
    const problem = error instanceof Problem ? error : own ? fromFramework(error) : undefined;
    if (!problem || response.headersSent) {
      next(error);
      return;
    }
    ${code(auth ? 'if (problem.status === 401) response.setHeader("WWW-Authenticate", "Bearer");' : "")}
    response.status(problem.status);
    // Express would add a charset, which this media type has not.
    response.setHeader("Content-Type", ${imported("/src/problem.ts", "problemType")});
    response.end(JSON.stringify(problem));
  };
`;

/** The middleware that guards the resources: the project's or a generated one. */
function guards(auth: boolean, guard: Guard | undefined): Code {
  if (guard) {
    const name = imported("/src/host-guard.ts", guard.isDefault ? `default as ${guard.name}` : guard.name);
    return ts`${name}${code(guard.factory ? "()" : "")}`;
  }
  return auth ? middleware("requireOwnToken") : code("");
}

/**
 * `<support>/index.ts`: what the application mounts. Only this module loads parts of the application, which may connect
 * or exit when they are loaded; tests go without.
 */
export const indexModule = (api: ApiDefinition, auth: boolean, guard: Guard | undefined): Code =>
  api.resources.length
    ? ts`
/** The generated resources, to be mounted at /api; requests for anything else pass through. */
export const api = (): ReturnType<typeof resources> =>
  ${imported("/src/resources.ts", "resources")}(${imported("/src/connection.ts", "database")}, [${guards(auth, guard)}]);
`
    : ts`
/** The generated resources: none at the moment, so that all requests pass through. */
export const api = (): ${handler}[] => [${imported("express", "default as express")}.Router()];
`;

/** `<support>/resources.ts`: everything generated, over any database. */
export function resourcesModule(api: ApiDefinition, waits: boolean): Code {
  const names = api.resources.map((resource) => ({ resource, ...namesOf(resource) }));
  const mounts = names.map(
    ({ resource, camel, plural }) =>
      ts`router.use(${`/${plural.kebab}`}, ${imported(`/${paths(resource).routes}`, `${camel}Routes`)}(db));`,
  );
  return ts`
const roots = ${names.map(({ plural }) => `/${plural.kebab}`)};

/** The generated resources; requests for anything else pass through. */
export function resources(db: ${database}, guards: readonly ${handler}[]): (RequestHandler | ${errorHandler})[] {
  const router = ${imported("express", "default as express")}.Router();
  router.use(roots, ...guards, ${middleware("requireJson")}, express.json({ limit: ${bodyLimit} }), ${middleware("dropEmptyBody")}${waits ? ts`, ${middleware("whenReady")}(db)` : code("")});
  ${joined(mounts)}
  return [router, ${middleware("answerErrors")}(roots)];
}
`;
}

/** `<tests>/app.ts` */
export const testAppModule = (auth: boolean): Code => ts`
export interface RunningApp {
  readonly url: string;
  close(): Promise<void>;
}

/** The generated resources over \`db\`, on a free port. */
export async function startApp(db: ${database}): Promise<RunningApp> {
  const app = ${imported("express", "default as express")}();
  app.use("/api", ${imported("/src/resources.ts", "resources")}(db, [${
    auth
      ? ts`${middleware("requireToken")}(${imported("/src/auth.ts", "tokenVerifier")}(${imported("/tests/tokens.ts", "testAuth")}))`
      : code("")
  }]));
  const server = app.listen(0);
  await ${imported("node:events", "once")}(server, "listening");
  const { port } = server.address() as ${imported("node:net", "type AddressInfo")}; // a TCP server's address is an object
  return {
    url: \`http://127.0.0.1:\${String(port)}\`,
    close: async () => {
      server.close();
      await once(server, "close");
    },
  };
}
`;
