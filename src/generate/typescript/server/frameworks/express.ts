import { encodedPath } from "../../../../api/index.ts";
import { code, ts } from "../../../../code/index.ts";
import { moduleFile } from "../../../module-file.ts";
import { specTestApp } from "../../frameworks/server.ts";
import { versions } from "../../versions.ts";
import { literal } from "../../client/typescript-literals.ts";
import type { SpecFramework } from "../../../specification/server/contracts.ts";
import type { ServerModel } from "../../../specification/server/model.ts";
import { expressPath, inOrder } from "../../../specification/server/order.ts";
import { groupFiles } from "./groups.ts";
import { application, logStart, serverFile, stopServer } from "./start.ts";

/** `src/routes/index.ts`: every route, in the order in which they are tried. */
function routesIndex({ groups, base }: ServerModel): string {
  const all = inOrder(groups.flatMap((group) => group.operations.map((served) => [group, served] as const)));
  const imports = groups.flatMap(({ file, name }) => [
    `import * as ${name}Controller from "../controllers/${file}.ts";`,
    `import * as ${name}Routes from "./${file}.ts";`,
  ]);
  const routes = all.map(
    ([group, { name, operation }]) =>
      `  app.${operation.method}(${literal(encodedPath(base) + expressPath(operation.path))}, handle(${group.name}Routes.${name}Route, ${group.name}Controller.${name}, outside));\n`,
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
import express, { type ErrorRequestHandler, type Express } from "express";
import { unserved } from "./http/methods.ts";
import { answerError, logRequest, type Outside } from "./http/serve.ts";
import { Problem } from "./problem.ts";
import { mount } from "./routes/index.ts";

/** The application; it listens nowhere yet, so that tests can choose where. */
export function createApp(outside: Outside): Express {
  const app = express();
  app.disable("x-powered-by");
  app.enable("case sensitive routing");
  app.use((request, response, next) => {
    logRequest(request, response, outside.log);
    next();
  });
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

export const expressServer: SpecFramework = {
  methods: ["get", "put", "post", "delete", "options", "head", "patch", "trace"],
  part: (serving) => {
    const { server } = serving;
    return {
      files: [
        { path: "src/app.ts", text: appModule(server) },
        serverFile(serving, {
          listen: ts`const server = ${application}.listen(port, (error) => {
  if (error) throw error;
  ${code(logStart)}
});`,
          stop: stopServer,
        }),
        { path: "src/routes/index.ts", text: routesIndex(server) },
        moduleFile("tests/app.ts", specTestApp()),
        ...groupFiles(server),
      ],
      dependencies: { express: versions.express },
      devDependencies: { "@types/express": versions["@types/express"] },
    };
  },
};
