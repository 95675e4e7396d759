import { versions } from "../../typescript/versions.ts";
import type { Existing } from "../existing.ts";
import type { NodeFramework } from "../framework.ts";
import { intoNode } from "../into.ts";
import { mountExpress } from "../mount/express.ts";
import { applicationOf, onNode } from "../node.ts";
import { guardOf } from "../reuse.ts";
import { indexModule, middlewareModule, resourcesModule, testAppModule } from "../support/express.ts";
import { moduleFile } from "../../module-file.ts";

const express: NodeFramework = {
  naming: {
    patterns: {
      model: {
        folder: /^(?:models?|entities|schemas|repositor(?:y|ies))$/i,
        suffix: /[._-]?(?:model|entity|schema|repository)$/i,
      },
      routes: { folder: /^(?:routes?|routers?)$/i, suffix: /[._-]?(?:routes?|router)$/i },
      controller: { folder: /^(?:controllers?|handlers?)$/i, suffix: /[._-]?(?:controllers?|handlers?)$/i },
    },
    suffixes: { model: "model", routes: "routes", controller: "controller" },
    words: { model: "Model", routes: "Routes", controller: "Controller" },
    together: false,
  },
  express: (majorOf) => majorOf("express") ?? 5,
  guard: guardOf,
  files: ({ inner, options: { auth }, guard, host, prisma }) => [
    moduleFile(
      "src/middleware.ts",
      middlewareModule({ auth, express: host.express, prefixed: false, waits: !prisma }),
    ),
    moduleFile("src/api.ts", indexModule(inner, auth, guard)),
    ...(inner.resources.length ? [moduleFile("src/resources.ts", resourcesModule(inner, !prisma))] : []),
    moduleFile("tests/app.ts", testAppModule(auth)),
  ],
  mount: ({ host }, { support }) => mountExpress(host, `${support}/index${host.extension}`),
  packages: () => ({ dependencies: { express: versions.express } }),
};

const applications: Existing = {
  called: "Express",
  package: "express",
  find: applicationOf("express"),
  ...onNode,
  into: intoNode(express),
};

export default applications;
