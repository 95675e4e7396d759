import { code, ts } from "../../../../code/index.ts";
import { moduleFile } from "../../../module-file.ts";
import { specTestApp } from "../../frameworks/server.ts";
import type { SpecFramework } from "../../../specification/server/contracts.ts";
import type { ServerModel } from "../../../specification/server/model.ts";
import { literal } from "../../client/typescript-literals.ts";
import { shippedFile } from "../../shipped.ts";
import { versions } from "../../versions.ts";
import { groupFiles } from "./groups.ts";
import { routesIndex } from "./mounts.ts";
import { application, logStart, serverFile, stopServer } from "./start.ts";

const serve = `/** A handler that answers by itself: the framework leaves body and answer alone. */
const taking =
  (serve: Serve) =>
  async ({ env }: Context<AppEnv>): Promise<Response> => {
    await serve(env.incoming, env.outgoing);
    return RESPONSE_ALREADY_SENT;
  };
`;

/** `src/app.ts` */
const appModule = (server: ServerModel): string => `import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { getRequestListener, RequestError } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { Hono } from "hono";
import { unserved } from "./http/methods.ts";
import { answerError, logRequest, type Outside } from "./http/serve.ts";
import { Problem, problemType } from "./problem.ts";
import { mount, type AppEnv } from "./routes/index.ts";

/** An address that can't be read leads nowhere, like one that nothing serves. */
const refuse = (error: unknown): Response | undefined =>
  error instanceof RequestError
    ? new Response(JSON.stringify(new Problem(404)), { status: 404, headers: { "Content-Type": problemType } })
    : undefined;

/** The application, as a server that listens nowhere yet, so that tests can choose where. */
export function createApp(outside: Outside): Server {
  const app = new Hono<AppEnv>({ strict: false });
  app.use(async ({ env }, next) => {
    logRequest(env.incoming, env.outgoing, outside.log);
    await next();
  });
  mount(app, outside);
  const openapi = readFileSync(new URL("../docs/openapi.json", import.meta.url), "utf8");
  app.get("/openapi.json", (context) => context.body(openapi, 200, { "Content-Type": "application/json" }));
  app.get("/healthz", async (context) => {
    ${server.storage.resources.length ? "await outside.store.ping();\n    " : ""}return context.json({ status: "ok" });
  });
  app.notFound(({ env }) => {
    answerError(unserved(env.incoming), env.incoming, env.outgoing, outside.log);
    return RESPONSE_ALREADY_SENT;
  });
  app.onError((error, { env }) => {
    answerError(error, env.incoming, env.outgoing, outside.log);
    return RESPONSE_ALREADY_SENT;
  });
  // Requests of HTTP 1.0, as health checks send them, may name no host. What nobody reads of a body is skipped by Node,
  // however long that takes; and of responses of the adapter's own kind Hono's answer to HEAD would be sent a second time.
  const options = { errorHandler: refuse, hostname: "localhost", autoCleanupIncoming: false, overrideGlobalObjects: false };
  return createServer(getRequestListener(app.fetch, options));
}
`;

export const honoServer: SpecFramework = {
  methods: ["get", "put", "post", "delete", "options", "head", "patch", "trace"],
  part: (serving) => {
    const { server } = serving;
    const isEmpty = server.groups.length === 0;
    const types = {
      imports: `import type { HttpBindings } from "@hono/node-server";
${isEmpty ? "" : 'import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";\n'}import type { ${isEmpty ? "" : "Context, "}Hono } from "hono";
`,
      app: "Hono<AppEnv>",
      serve,
    };
    const index = routesIndex(server, types, ({ method, path, serve: handlerName }) =>
      method === "trace"
        ? `app.on("TRACE", ${literal(path)}, taking(${handlerName}));`
        : `app.${method}(${literal(path)}, taking(${handlerName}));`,
    );
    return {
      files: [
        { path: "src/app.ts", text: appModule(server) },
        serverFile(serving, {
          listen: ts`const server = ${application}.listen(port, () => {
  ${code(logStart)}
});`,
          stop: stopServer,
        }),
        {
          path: "src/routes/index.ts",
          text: `${index}\n/** Requests and responses are Node's. */\nexport interface AppEnv {\n  Bindings: HttpBindings;\n}\n`,
        },
        shippedFile("http/first.ts"),
        moduleFile("tests/app.ts", specTestApp()),
        ...groupFiles(server),
      ],
      dependencies: { hono: versions.hono, "@hono/node-server": versions["@hono/node-server"] },
    };
  },
};
