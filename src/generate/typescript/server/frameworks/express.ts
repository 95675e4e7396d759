import { versions } from "../../versions.ts";
import { literal } from "../../client/names.ts";
import type { SpecFramework, Serving } from "../../../specification/server/contracts.ts";
import { functionsModule } from "../controllers.ts";
import type { ServerModel } from "../../../specification/server/model.ts";
import { expressPath, inOrder } from "../../../specification/server/order.ts";
import { routesModule } from "../routes.ts";
import { setUp } from "../set-up.ts";
import { logsRequests } from "../../files/logging.ts";

/** `src/routes/index.ts`: every route, in the order in which they are tried. */
function routesIndex({ groups, base }: ServerModel): string {
  const all = inOrder(groups.flatMap((group) => group.operations.map((served) => [group, served] as const)));
  const imports = groups.flatMap(({ file, name }) => [
    `import * as ${name}Controller from "../controllers/${file}.ts";`,
    `import * as ${name}Routes from "./${file}.ts";`,
  ]);
  const routes = all.map(
    ([group, { name, operation }]) =>
      `  app.${operation.method}(${literal(encodeURI(base) + expressPath(operation.path))}, handle(${group.name}Routes.${name}Route, ${group.name}Controller.${name}, outside));\n`,
  );
  if (routes.length === 0)
    return `import type { Express } from "express";
import type { Outside } from "../http/serve.ts";

/** No route: the specification has no operations. */
export function mount(_app: Express, _outside: Outside): void {}
`;
  return `import type { Express } from "express";
import { handle, type Outside } from "../http/serve.ts";
${imports.join("\n")}

/** Every route: what is written out comes before what is open. */
export function mount(app: Express, outside: Outside): void {
${routes.join("")}}
`;
}

/** `src/app.ts` */
const appModule = (server: ServerModel): string => `import { readFileSync } from "node:fs";
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import { unserved } from "./http/methods.ts";
import { answerError, type Log, type Outside } from "./http/serve.ts";
import { Problem } from "./problem.ts";
import { mount } from "./routes/index.ts";

/** One entry for each request, when its answer has gone out. */
const logRequests =
  (log: Log): RequestHandler =>
  ${logsRequests};

/** The application; it listens nowhere yet, so that tests can choose where. */
export function createApp(outside: Outside): Express {
  const app = express();
  app.disable("x-powered-by");
  app.enable("case sensitive routing");
  app.use(logRequests(outside.log));
  mount(app, outside);
  const openapi = readFileSync(new URL("../docs/openapi.json", import.meta.url), "utf8");
  app.get("/openapi.json", (_request, response) => {
    response.type("application/json").send(openapi);
  });
  app.get("/healthz", async (_request, response) => {
    ${server.storage.resources.length ? "await outside.store.ping();\n    " : ""}response.json({ status: "ok" });
  });
  app.use((request, response) => answerError(unserved(request), request, response, outside.log));
  // A path that can't be decoded leads nowhere, like one that nothing serves.
  const wrong: ErrorRequestHandler = (error, request, response, _next) =>
    answerError(error instanceof URIError ? new Problem(404) : error, request, response, outside.log);
  app.use(wrong);
  return app;
}
`;

/** `src/server.ts` */
const serverModule = (serving: Serving): string => {
  const { imports, lines } = setUp(serving);
  return `import { existsSync } from "node:fs";
import { createApp } from "./app.ts";
import type { Log } from "./http/serve.ts";
${imports}
if (existsSync(".env")) process.loadEnvFile();

const log: Log = (entry) => {
  process.stdout.write(\`\${JSON.stringify(entry)}\\n\`);
};

${lines}const port = Number(process.env["PORT"] ?? 3000);
const server = createApp(outside).listen(port, (error) => {
  if (error) throw error;
  log({ time: new Date().toISOString(), message: \`http://localhost:\${port}/openapi.json\` });
});

/** Answers what is under way, then ends. */
function stop(): void {
  server.close(() => process.exit());
  server.closeIdleConnections();
  setTimeout(() => process.exit(1), 10_000).unref();
}

process.once("SIGINT", stop).once("SIGTERM", stop);
`;
};

const testApp = `import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createApp } from "../src/app.ts";
import type { Outside } from "../src/http/serve.ts";

/** The application on a free port. */
export async function startApp(outside: Outside): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createApp(outside).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // a TCP server's address is an object
  return {
    url: \`http://127.0.0.1:\${port}\`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
`;

/** Servers from specifications on this framework. */
export const expressServer: SpecFramework = {
  methods: ["get", "put", "post", "delete", "options", "head", "patch", "trace"],
  part: (serving) => {
    const { server } = serving;
    return {
      files: [
        { path: "src/app.ts", text: appModule(server) },
        { path: "src/server.ts", text: serverModule(serving) },
        { path: "src/routes/index.ts", text: routesIndex(server) },
        { path: "tests/app.ts", text: testApp },
        ...server.groups.flatMap((group) => [
          { path: `src/routes/${group.file}.ts`, text: routesModule(group, server) },
          { path: `src/controllers/${group.file}.ts`, text: functionsModule(group, server) },
        ]),
      ],
      dependencies: { express: versions.express },
      devDependencies: { "@types/express": versions["@types/express"] },
    };
  },
};
