import { htmlPolicy, type ApiDefinition } from "../../../../api/index.ts";
import { code, imported, ts, type Code } from "../../../../code/index.ts";
import type { Options } from "../../../contracts.ts";
import { tokenParameters } from "../../files/auth.ts";
import { mounts } from "../handlers.ts";
import { started, stopServer, type Listening } from "../server.ts";

const middleware = (name: string): Code => imported("/src/middleware.ts", name);

const guard = ts`app.use(${middleware("secure")});
  app.use("/api/*", ${middleware("requireToken")}(verify));`;

/** `src/app.ts` */
export const appModule = (api: ApiDefinition, options: Options): Code => ts`
/** The application over a database, as a server that listens nowhere yet, so that tests can choose where. */
export function createApp(db: ${imported("/src/database.ts", "type Database")}${tokenParameters(api, options)}, log: ${middleware("type Log")} = () => {}): ${imported("node:http", "type Server")} {
  const app = new ${imported("hono", "Hono")}<${middleware("type AppEnv")}>({ getPath: ${middleware("pathOf")} });
  app.use(${middleware("logRequests")}(log));
  ${options.auth ? guard : code("")}
  app.use(${middleware("readJson")});

  ${mounts(api, (path, routes) => ts`app.route(${path}, ${routes});`)}

  app.route("/", ${imported("/src/documentation.ts", "documentation")}());
  app.get("/healthz", async (context) => {
    await db.ping();
    return context.json({ status: "ok" });
  });
  app.notFound(${middleware("unserved")});
  app.onError((error, context) => ${middleware("answer")}(error, context, log));
  // Requests of HTTP 1.0, as health checks send them, may name no host. What nobody reads of a body is skipped by Node,
  // however long that takes.
  const options = { errorHandler: ${middleware("refuse")}, hostname: "localhost", autoCleanupIncoming: false };
  return ${imported("node:http", "createServer")}(${imported("@hono/node-server", "getRequestListener")}(app.fetch, options));
}
`;

/** How the application listens and stops. */
export const listening: Listening = {
  listen: code(`app.listen(port, () => {
  ${started}
});`),
  stop: code(stopServer("app")),
};

/** `src/documentation.ts` */
export const documentationModule = ts`
/** The OpenAPI document, and a page to read it. */
export function documentation(): ${imported("hono", "Hono")} {
  const docs = new URL("../docs/", import.meta.url);
  const openapi = ${imported("node:fs", "readFileSync")}(new URL("openapi.json", docs), "utf8");
  const page = readFileSync(new URL("index.html", docs), "utf8");
  return new Hono()
    .get("/openapi.json", (context) => context.body(openapi, 200, { "Content-Type": "application/json; charset=utf-8" }))
    .get("/docs", (context) =>
      context.body(page, 200, { "Content-Security-Policy": ${htmlPolicy}, "Content-Type": "text/html; charset=utf-8" }),
    );
}
`;
