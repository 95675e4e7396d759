import { joinModule } from "../../../code/index.ts";
import type { Framework } from "../../contracts.ts";
import { paths } from "../names.ts";
import { versions } from "../versions.ts";
import { middlewareModule } from "../files/middleware.ts";
import { appModule, documentationModule, serverModule, testAppModule } from "./express/app.ts";
import { controllerModule, routesModule } from "./express/resource.ts";

const express: Framework = {
  app: (api, options, { urlVariable }) => ({
    files: [
      { path: "src/app.ts", text: joinModule("src/app.ts", [appModule(api, options)]) },
      { path: "src/middleware.ts", text: joinModule("src/middleware.ts", [middlewareModule(options)]) },
      { path: "src/documentation.ts", text: joinModule("src/documentation.ts", [documentationModule]) },
      { path: "src/server.ts", text: joinModule("src/server.ts", [serverModule(urlVariable, options)]) },
      { path: "tests/app.ts", text: joinModule("tests/app.ts", [testAppModule(options)]) },
    ],
    dependencies: { express: versions.express },
    devDependencies: { "@types/express": versions["@types/express"] },
  }),
  routes: (api, options) => ({
    files: api.resources.flatMap((resource) => {
      const { routes, controller } = paths(resource);
      return [
        { path: routes, text: joinModule(routes, [routesModule(resource, api, options)]) },
        { path: controller, text: joinModule(controller, [controllerModule(resource, api)]) },
      ];
    }),
  }),
};

export default express;
