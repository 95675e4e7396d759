import { hasEtags } from "../../../api/index.ts";
import type { Framework } from "../../leaves.ts";
import { policyIn } from "../../tokens.ts";
import { methodsModule } from "../files/methods.ts";
import { guardDependencies, versions } from "../versions.ts";
import { handlerFiles } from "./handlers.ts";
import { appModule, documentationModule, listening } from "./hono/app.ts";
import { middlewareModule } from "./hono/middleware.ts";
import { handling } from "./hono/resource.ts";
import { serverModule, testAppModule } from "./server.ts";
import { honoServer } from "../server/frameworks/hono.ts";
import { moduleFile } from "../../module-file.ts";

const hono: Framework = {
  server: honoServer,
  app: (api, options, { urlVariable }) => ({
    files: [
      moduleFile("src/app.ts", appModule(api, options)),
      moduleFile("src/methods.ts", methodsModule(api)),
      moduleFile(
        "src/middleware.ts",
        middlewareModule(options, policyIn(api, options) !== undefined, hasEtags(api)),
      ),
      moduleFile("src/documentation.ts", documentationModule),
      moduleFile("src/server.ts", serverModule(api, options, { urlVariable, ...listening })),
      moduleFile("tests/app.ts", testAppModule(api, options)),
    ],
    dependencies: {
      hono: versions.hono,
      "@hono/node-server": versions["@hono/node-server"],
      ...guardDependencies(api, options),
    },
  }),
  routes: handlerFiles(handling),
};

export default hono;
