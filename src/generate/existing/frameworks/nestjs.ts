import { namesOf, type Resource } from "../../../api/index.ts";
import { versions } from "../../typescript/versions.ts";
import type { Existing } from "../existing.ts";
import type { NodeFramework } from "../framework.ts";
import { intoNode } from "../into.ts";
import { fill } from "../layout.ts";
import { globalPrefix, mountNest } from "../mount/nestjs.ts";
import { applicationOf, onNode } from "../node.ts";
import { middlewareModule } from "../support/express.ts";
import * as support from "../support/nestjs.ts";
import { moduleFile } from "../../module-file.ts";

const nestjs: NodeFramework = {
  naming: {
    patterns: {
      model: { folder: /^(?:models?|entities)$/i, suffix: /\.(?:model|entity|schema)$/i },
      routes: { folder: /^controllers?$/i, suffix: /\.controller$/i },
      controller: { folder: /^services?$/i, suffix: /\.service$/i },
      module: { folder: /^modules?$/i, suffix: /\.module$/i },
    },
    suffixes: { model: "model", routes: "controller", controller: "service", module: "module" },
    words: { model: "Model", routes: "Controller", controller: "Service", module: "Module" },
    together: true,
  },
  express: (majorOf) => ((majorOf("@nestjs/core") ?? 12) >= 11 ? 5 : 4),
  prefixes: (host) => globalPrefix(host) !== undefined,
  files: ({ inner, options: { auth, guest }, prisma }) => [
    moduleFile(
      "src/middleware.ts",
      middlewareModule({ auth: false, express: 5, prefixed: true, waits: !prisma }),
    ),
    moduleFile("src/http.ts", support.httpModule(auth)),
    moduleFile("src/modules/database.ts", support.tokenModule),
    moduleFile(
      "src/modules/resources.ts",
      support.sharedModule(inner, auth, {
        prefix: guest?.prefix ?? "",
        waits: !prisma,
        service: prisma?.service,
      }),
    ),
    ...(auth ? [moduleFile("src/modules/auth.ts", support.guardModule)] : []),
    moduleFile(
      "tests/app.ts",
      support.testAppModule(inner, auth, { prefixed: guest?.prefix === "", service: prisma?.service }),
    ),
  ],
  mount({ host, api, options: { previous } }, { roles }) {
    const pathOf = (resource: Resource): string => `${fill(roles.module, resource)}${host.extension}`;
    const modules = api.resources.map((resource) => ({
      name: `${namesOf(resource).pascal}Module`,
      path: pathOf(resource),
    }));
    const paths = new Set(modules.map(({ path }) => path));
    const gone = (previous?.api?.resources ?? []).map(pathOf).filter((path) => !paths.has(path));
    const prefix = globalPrefix(host);
    return {
      ...mountNest(host, modules, gone),
      under: prefix === null ? null : `/${prefix ?? "api"}`,
    };
  },
  packages: (versionOf) => ({
    devDependencies: { "@nestjs/testing": versionOf("@nestjs/core") ?? versions["@nestjs/core"] },
  }),
};

const applications: Existing = {
  called: "NestJS",
  package: "@nestjs/core",
  find: applicationOf("nestjs"),
  ...onNode,
  into: intoNode(nestjs),
};

export default applications;
