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
import { guardDependencies } from "../versions.ts";
import { proxySettings } from "./proxies.ts";
import { signInControllerModule, signInModule, signInServiceModule } from "./nestjs/accounts.ts";
import {
  appModule,
  authModule,
  databaseModule,
  documentationModule,
  httpModule,
  serverModule,
  testAppModule,
} from "./nestjs/app.ts";
import { nestProject } from "./nestjs/project.ts";
import { controllerModule, resourceModule, serviceModule } from "./nestjs/resource.ts";
import { nestjsServer } from "../server/frameworks/nestjs.ts";

const file = (path: string, ...parts: Parameters<typeof joinModule>[1]): GeneratedFile => ({
  path,
  text: joinModule(path, parts),
});

function accountFiles(api: ApiDefinition): readonly GeneratedFile[] {
  const account = accountOf(api);
  if (!account || !hasAccounts(api)) return [];
  return [
    file("src/controllers/auth.ts", signInServiceModule(account)),
    file("src/routes/auth.ts", signInControllerModule(account)),
    file("src/modules/sign-in.ts", signInModule),
    file("src/limits.ts", limitsModule(account)),
  ];
}

const nestjs: Framework = {
  server: nestjsServer,
  accounts: true,
  app: (api, options, { urlVariable }) => ({
    files: [
      file("src/app.ts", appModule(api, options)),
      ...(options.auth
        ? [file("src/modules/auth.ts", authModule(api, policyIn(api, options) !== undefined))]
        : []),
      ...accountFiles(api),
      file("src/http.ts", httpModule(options, hasPublic(api))),
      file("src/methods.ts", methodsModule(api)),
      file("src/middleware.ts", middlewareModule(options)),
      file("src/modules/database.ts", databaseModule),
      file("src/modules/documentation.ts", documentationModule),
      file("src/server.ts", serverModule(api, options, urlVariable)),
      file("tests/app.ts", testAppModule(api, options)),
    ],
    ...nestProject,
    dependencies: { ...nestProject.dependencies, ...guardDependencies(api, options) },
    environment: hasAccounts(api) ? proxySettings : {},
  }),
  routes: (api, options) => ({
    files: api.resources.flatMap((resource) => {
      const { routes, controller, module } = paths(resource);
      return [
        file(routes, controllerModule(resource, api, options)),
        file(controller, serviceModule(resource, api)),
        file(module, resourceModule(resource, options)),
      ];
    }),
  }),
};

export default nestjs;
