import { joinModule } from "../../../code/index.ts";
import type { GeneratedFile } from "../../contracts.ts";
import type { Framework } from "../../leaves.ts";
import { policyIn } from "../files/authorization.ts";
import { methodsModule } from "../files/methods.ts";
import { paths } from "../names.ts";
import { guardDependencies, versions } from "../versions.ts";
import { appModule, documentationModule, listening, testAppModule } from "./fastify/app.ts";
import { middlewareModule } from "./fastify/middleware.ts";
import { handling, routesModule } from "./fastify/resource.ts";
import { controllerModule } from "./handlers.ts";
import { serverModule } from "./server.ts";

const file = (path: string, ...parts: Parameters<typeof joinModule>[1]): GeneratedFile => ({
  path,
  text: joinModule(path, parts),
});

const fastify: Framework = {
  app: (api, options, { urlVariable }) => ({
    files: [
      file("src/app.ts", appModule(api, options)),
      file("src/methods.ts", methodsModule(api)),
      file("src/middleware.ts", middlewareModule(options, policyIn(api, options) !== undefined)),
      file("src/documentation.ts", documentationModule),
      file("src/server.ts", serverModule(api, options, { urlVariable, ...listening })),
      file("tests/app.ts", testAppModule(api, options)),
    ],
    dependencies: { fastify: versions.fastify, ...guardDependencies(api, options) },
  }),
  routes: (api, options) => ({
    files: api.resources.flatMap((resource) => {
      const { routes, controller } = paths(resource);
      return [
        file(routes, routesModule(resource, api, policyIn(api, options) !== undefined)),
        file(controller, controllerModule({ resource, api, handling })),
      ];
    }),
  }),
};

export default fastify;
