import { accountOf, type ApiDefinition } from "../../../api/index.ts";
import type { GeneratedFile } from "../../contracts.ts";
import type { Framework } from "../../leaves.ts";
import { hasAccounts, policyIn } from "../../tokens.ts";
import { limitsModule } from "../files/limits.ts";
import { hasPublic, methodsModule } from "../files/methods.ts";
import { middlewareModule } from "../files/middleware.ts";
import { paths } from "../typescript-names.ts";
import { guardDependencies } from "../versions.ts";
import { proxySettings } from "./proxies.ts";
import { signInControllerModule, signInModule, signInServiceModule } from "./nestjs/accounts.ts";
import {
  appModule,
  authModule,
  databaseModule,
  documentationModule,
  httpModule,
  listening,
  running,
} from "./nestjs/app.ts";
import { serverModule, testAppModule } from "./server.ts";
import { nestProject } from "./nestjs/project.ts";
import { controllerModule, resourceModule, serviceModule } from "./nestjs/resource.ts";
import { nestjsServer } from "../server/frameworks/nestjs.ts";
import { moduleFile } from "../../module-file.ts";

function accountFiles(api: ApiDefinition): readonly GeneratedFile[] {
  const account = accountOf(api);
  if (!account || !hasAccounts(api)) return [];
  return [
    moduleFile("src/controllers/auth.ts", signInServiceModule(account)),
    moduleFile("src/routes/auth.ts", signInControllerModule(account)),
    moduleFile("src/modules/sign-in.ts", signInModule),
    moduleFile("src/limits.ts", limitsModule(account)),
  ];
}

const nestjs: Framework = {
  server: nestjsServer,
  accounts: true,
  app: (api, options, { urlVariable }) => ({
    files: [
      moduleFile("src/app.ts", appModule(api, options)),
      ...(options.auth
        ? [moduleFile("src/modules/auth.ts", authModule(api, policyIn(api, options) !== undefined))]
        : []),
      ...accountFiles(api),
      moduleFile("src/http.ts", httpModule(options, hasPublic(api))),
      moduleFile("src/methods.ts", methodsModule(api)),
      moduleFile("src/middleware.ts", middlewareModule(options)),
      moduleFile("src/modules/database.ts", databaseModule),
      moduleFile("src/modules/documentation.ts", documentationModule),
      moduleFile(
        "src/server.ts",
        serverModule(api, options, { urlVariable, isLate: true, ...listening(api) }),
      ),
      moduleFile("tests/app.ts", testAppModule(api, options, running)),
    ],
    ...nestProject,
    dependencies: { ...nestProject.dependencies, ...guardDependencies(api, options) },
    environment: hasAccounts(api) ? proxySettings : {},
  }),
  routes: (api, options) => ({
    files: api.resources.flatMap((resource) => {
      const { routes, controller, module } = paths(resource);
      return [
        moduleFile(routes, controllerModule(resource, api, options)),
        moduleFile(controller, serviceModule(resource, api)),
        moduleFile(module, resourceModule(resource, options)),
      ];
    }),
  }),
};

export default nestjs;
