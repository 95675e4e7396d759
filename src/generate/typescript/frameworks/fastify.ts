import type { Framework } from "../../leaves.ts";
import { policyIn } from "../../tokens.ts";
import { methodsModule } from "../files/methods.ts";
import { guardDependencies, versions } from "../versions.ts";
import { appModule, documentationModule, listening, running } from "./fastify/app.ts";
import { middlewareModule } from "./fastify/middleware.ts";
import { handling } from "./fastify/resource.ts";
import { handlerFiles } from "./handlers.ts";
import { serverModule, testAppModule } from "./server.ts";
import { fastifyServer } from "../server/frameworks/fastify.ts";
import { moduleFile } from "../../module-file.ts";

const fastify: Framework = {
  server: fastifyServer,
  app: (api, options, { urlVariable }) => ({
    files: [
      moduleFile("src/app.ts", appModule(api, options)),
      moduleFile("src/methods.ts", methodsModule(api)),
      moduleFile("src/middleware.ts", middlewareModule(options, policyIn(api, options) !== undefined)),
      moduleFile("src/documentation.ts", documentationModule),
      moduleFile("src/server.ts", serverModule(api, options, { urlVariable, ...listening })),
      moduleFile("tests/app.ts", testAppModule(api, options, running)),
    ],
    dependencies: { fastify: versions.fastify, ...guardDependencies(api, options) },
  }),
  routes: handlerFiles(handling),
};

export default fastify;
