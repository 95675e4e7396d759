import { accountOf, type ApiDefinition } from "../../../api/index.ts";
import type { GeneratedFile } from "../../contracts.ts";
import type { Framework } from "../../leaves.ts";
import { hasAccounts, policyIn } from "../../tokens.ts";
import { limitsModule } from "../files/limits.ts";
import { hasPublic, methodsModule } from "../files/methods.ts";
import { middlewareModule } from "../files/middleware.ts";
import { guardDependencies, versions } from "../versions.ts";
import { proxySettings } from "./proxies.ts";
import { authControllerModule, authRoutesModule } from "./express/accounts.ts";
import { appModule, documentationModule, listening } from "./express/app.ts";
import { handling } from "./express/resource.ts";
import { handlerFiles } from "./handlers.ts";
import { serverModule, testAppModule } from "./server.ts";
import { expressServer } from "../server/frameworks/express.ts";
import { moduleFile } from "../../module-file.ts";

function accountFiles(api: ApiDefinition): readonly GeneratedFile[] {
  const account = accountOf(api);
  if (!account || !hasAccounts(api)) return [];
  return [
    moduleFile("src/routes/auth.ts", authRoutesModule(account)),
    moduleFile("src/controllers/auth.ts", authControllerModule(account)),
    moduleFile("src/limits.ts", limitsModule(account)),
  ];
}

const express: Framework = {
  server: expressServer,
  accounts: true,
  app: (api, options, { urlVariable }) => ({
    files: [
      moduleFile("src/app.ts", appModule(api, options)),
      moduleFile("src/methods.ts", methodsModule(api)),
      moduleFile(
        "src/middleware.ts",
        middlewareModule(options, policyIn(api, options) !== undefined, hasPublic(api)),
      ),
      moduleFile("src/documentation.ts", documentationModule),
      moduleFile("src/server.ts", serverModule(api, options, { urlVariable, ...listening(api) })),
      moduleFile("tests/app.ts", testAppModule(api, options)),
      ...accountFiles(api),
    ],
    dependencies: { express: versions.express, ...guardDependencies(api, options) },
    environment: hasAccounts(api) ? proxySettings : {},
    devDependencies: { "@types/express": versions["@types/express"] },
  }),
  routes: handlerFiles(handling),
};

export default express;
