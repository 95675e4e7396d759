import { bodyLimit, htmlPolicy, type ApiDefinition } from "../../../../api/index.ts";
import { code, imported, ts, type Code } from "../../../../code/index.ts";
import type { Options } from "../../../contracts.ts";
import { tokenParameters } from "../../files/auth.ts";
import { mounts } from "../handlers.ts";
import { started, type Listening, type Running } from "../server.ts";

const database = imported("/src/database.ts", "type Database");
const Problem = imported("/src/problem.ts", "Problem");
const middleware = (name: string): Code => imported("/src/middleware.ts", name);

const guard = ts`const secure = ${imported("helmet", "default as helmet")}();
  app.addHook("onRequest", (request, reply, done) =>
    secure(request.raw, reply.raw, (error) => done(error instanceof Error ? error : undefined)),
  );
  app.addHook("onRequest", ${middleware("requireToken")}(verify));`;

/** `src/app.ts` */
export const appModule = (api: ApiDefinition, options: Options): Code => ts`
/** The application over a database; it listens nowhere yet, so that tests can choose where. */
export function createApp(db: ${database}${tokenParameters(api, options)}, log: ${middleware("type Log")} = () => {}): ${imported("fastify", "type FastifyInstance")} {
  const app = ${imported("fastify", "fastify")}({
    bodyLimit: ${bodyLimit},
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 1000 },
    // A path that can't be decoded leads nowhere, like one that nothing serves.
    frameworkErrors: (_error, _request, reply) => ${middleware("answer")}(new ${Problem}(404), reply, log),
  });
  app.addHook("onResponse", ${middleware("logRequests")}(log));
  ${options.auth ? guard : code("")}
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, ${middleware("readJson")});

  ${mounts(api, (path, routes) => ts`app.register(${routes}, { prefix: ${path} });`)}

  app.register(${imported("/src/documentation.ts", "documentation")});
  app.get("/healthz", async () => {
    await db.ping();
    return { status: "ok" };
  });
  app.setNotFoundHandler((request, reply) => answer(${middleware("unserved")}(request, reply), reply, log));
  app.setErrorHandler((error, _request, reply) => answer(error, reply, log));
  return app;
}
`;

/** How the application listens and stops. */
export const listening: Listening = {
  listen: code(`await app.listen({ port, host: "0.0.0.0" });
${started}`),
  stop: code("void app.close().then(() => db.close()).then(() => process.exit());"),
};

/** How tests start the application. */
export const running: Running = (body) => ts`const app = ${imported("/src/app.ts", "createApp")}(${body});
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  return {
    url,
    close: async () => {
      app.server.closeAllConnections();
      await app.close();
    },
  };`;

/** `src/documentation.ts` */
export const documentationModule = ts`
/** The OpenAPI document, and a page to read it. */
export const documentation: ${imported("fastify", "type FastifyPluginCallback")} = (app, _options, done) => {
  const docs = new URL("../docs/", import.meta.url);
  const openapi = ${imported("node:fs", "readFileSync")}(new URL("openapi.json", docs), "utf8");
  const page = readFileSync(new URL("index.html", docs), "utf8");
  app.get("/openapi.json", (_request, reply) => reply.type("application/json; charset=utf-8").send(openapi));
  app.get("/docs", (_request, reply) =>
    reply.header("Content-Security-Policy", ${htmlPolicy}).type("text/html; charset=utf-8").send(page),
  );
  done();
};
`;
