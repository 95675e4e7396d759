import type { Framework } from "../../leaves.ts";
import { hasAccounts } from "../../tokens.ts";
import { shippedFile } from "../shipped.ts";
import { accountFiles } from "./fastapi/accounts.ts";
import { module } from "../module.ts";
import { paths } from "../python-names.ts";
import { fastapiServer } from "../server/fastapi.ts";
import { versions } from "../versions.ts";
import { appModule, documentationModule, serverModule } from "./fastapi/app.ts";
import { httpModule } from "./fastapi/http.ts";
import { controllerModule, routesModule } from "./fastapi/resource.ts";

const fastapi: Framework = {
  server: fastapiServer,
  accounts: true,
  app: (api, options, { urlVariable }) => ({
    files: [
      module("src/app.py", "The application.", appModule(api, options)),
      module("src/http.py", "What all routes have in common.", httpModule),
      shippedFile("body.py"),
      shippedFile("log.py"),
      shippedFile("middleware.py", { auth: options.auth }),
      module(
        "src/documentation.py",
        "The OpenAPI document, a page to read it, and a sign of life.",
        documentationModule,
      ),
      module(
        "src/server.py",
        "Starts the server: python -m src.server",
        serverModule(api, options, urlVariable),
      ),
      ...accountFiles(api),
      module("src/controllers/__init__.py", "What can be done, whoever asks."),
      module("src/routes/__init__.py", "Paths and methods."),
    ],
    dependencies: {
      fastapi: versions.fastapi,
      ...(hasAccounts(api) ? { limits: versions.limits } : {}),
      pydantic: versions.pydantic,
      "pydantic-settings": versions["pydantic-settings"],
      "uvicorn[standard]": versions["uvicorn[standard]"],
    },
  }),
  routes: (api, options) => ({
    files: api.resources.flatMap((resource) => {
      const { routes, controller } = paths(resource);
      const { name, plural } = resource;
      return [
        module(routes, `Routes of ${plural}.`, routesModule(resource, api, options)),
        module(
          controller,
          `Reads requests about ${name}, and answers them.`,
          controllerModule(resource, api),
        ),
      ];
    }),
  }),
};

export default fastapi;
