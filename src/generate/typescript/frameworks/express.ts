import { accountOf, type ApiDefinition } from "../../../api/index.ts";
import { joinModule } from "../../../code/index.ts";
import type { GeneratedFile } from "../../contracts.ts";
import type { Framework } from "../../leaves.ts";
import { hasAccounts } from "../../tokens.ts";
import { policyIn } from "../files/authorization.ts";
import { limitsModule } from "../files/limits.ts";
import { hasPublic, methodsModule } from "../files/methods.ts";
import { middlewareModule } from "../files/middleware.ts";
import { paths } from "../names.ts";
import { guardDependencies, versions } from "../versions.ts";
import { proxySettings } from "./proxies.ts";
import { authControllerModule, authRoutesModule } from "./express/accounts.ts";
import { appModule, documentationModule, listening } from "./express/app.ts";
import { handling, routesModule } from "./express/resource.ts";
import { controllerModule } from "./handlers.ts";
import { serverModule, testAppModule } from "./server.ts";
import { expressServer } from "../server/frameworks/express.ts";

const file = (path: string, ...parts: Parameters<typeof joinModule>[1]): GeneratedFile => ({
  path,
  text: joinModule(path, parts),
});

function accountFiles(api: ApiDefinition): readonly GeneratedFile[] {
  const account = accountOf(api);
  if (!account || !hasAccounts(api)) return [];
  return [
    file("src/routes/auth.ts", authRoutesModule),
    file("src/controllers/auth.ts", authControllerModule(account)),
    file("src/limits.ts", limitsModule(account)),
  ];
}

const express: Framework = {
  server: expressServer,
  accounts: true,
  app: (api, options, { urlVariable }) => ({
    files: [
      file("src/app.ts", appModule(api, options)),
      file("src/methods.ts", methodsModule(api)),
      file(
        "src/middleware.ts",
        middlewareModule(options, policyIn(api, options) !== undefined, hasPublic(api)),
      ),
      file("src/documentation.ts", documentationModule),
      file("src/server.ts", serverModule(api, options, { urlVariable, ...listening(api) })),
      file("tests/app.ts", testAppModule(api, options)),
      ...accountFiles(api),
    ],
    dependencies: { express: versions.express, ...guardDependencies(api, options) },
    environment: hasAccounts(api) ? proxySettings : {},
    devDependencies: { "@types/express": versions["@types/express"] },
  }),
  routes: (api, options) => ({
    files: api.resources.flatMap((resource) => {
      const { routes, controller } = paths(resource);
      return [
        file(routes, routesModule(resource, api, options)),
        file(controller, controllerModule({ resource, api, handling })),
      ];
    }),
  }),
};

export default express;
