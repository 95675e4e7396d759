import { bodyLimit, htmlPolicy, type ApiDefinition } from "../../../../api/index.ts";
import { code, imported, ts, type Code } from "../../../../code/index.ts";
import type { Options } from "../../../contracts.ts";
import { tokenParameters } from "../../files/auth.ts";
import { hasAccounts } from "../../../tokens.ts";
import { trustProxies } from "../proxies.ts";
import { mounts } from "../handlers.ts";
import { started, stopServer, type Listening } from "../server.ts";

const database = imported("/src/database.ts", "type Database");
const middleware = (name: string): Code => imported("/src/middleware.ts", name);

/** `src/app.ts` */
export function appModule(api: ApiDefinition, options: Options): Code {
  const body = ts`${middleware("requireJson")}, express.json({ limit: ${bodyLimit}, type: () => true }), ${middleware("dropEmptyBody")}`;
  const accounts = hasAccounts(api);
  // Registration comes before any token.
  const open = ts`const body = [${body}];
  app.use("/api/auth", ${imported("/src/routes/auth.ts", "authRoutes")}(db, verify, sign, body));
  `;
  return ts`
/** The application over a database; it listens nowhere yet, so that tests can choose where. */
export function createApp(db: ${database}${tokenParameters(api, options)}, log: ${middleware("type Log")} = () => {}): ${imported("express", "type Express")} {
  const app = ${imported("express", "default as express")}();
  app.disable("x-powered-by");
  // What is answered changes all the time: no caller asks whether it is still the same.
  app.disable("etag");
  app.use(${middleware("logRequests")}(log));
  ${options.auth ? ts`app.use(${imported("helmet", "default as helmet")}());` : code("")}
  ${accounts ? open : code("")}${options.auth ? ts`app.use("/api", ${middleware("requireToken")}(verify));` : code("")}
  app.use(${accounts ? code("...body") : body});

  ${mounts(api, (path, routes) => ts`app.use(${path}, ${routes});`)}

  app.use(${imported("/src/documentation.ts", "documentation")}());
  app.get("/healthz", async (_request, response) => {
    await db.ping();
    response.json({ status: "ok" });
  });
  app.use((request, response) => {
    throw ${middleware("unserved")}(request, response);
  });
  app.use(${middleware("answerErrors")}(log));
  return app;
}
`;
}

/** How the application listens and stops. */
export const listening = (api: ApiDefinition): Listening => ({
  listen: ts`${trustProxies(api)}const server = app.listen(port, (error) => {
  if (error) throw error;
  ${code(started)}
});`,
  stop: code(stopServer("server")),
});

/** `src/documentation.ts` */
export const documentationModule = ts`
/** The OpenAPI document, and a page to read it. */
export function documentation(): ${imported("express", "type Router")} {
  const docs = new URL("../docs/", import.meta.url);
  const openapi = ${imported("node:fs", "readFileSync")}(new URL("openapi.json", docs), "utf8");
  const page = readFileSync(new URL("index.html", docs), "utf8");
  return ${imported("express", "default as express")}
    .Router()
    .get("/openapi.json", (_request, response) => {
      response.type("application/json").send(openapi);
    })
    .get("/docs", (_request, response) => {
      response.set("Content-Security-Policy", ${htmlPolicy}).type("html").send(page);
    });
}
`;
