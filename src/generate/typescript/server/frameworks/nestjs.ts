import { encodedPath } from "../../../../api/index.ts";
import { code, ts } from "../../../../code/index.ts";
import { moduleFile } from "../../../module-file.ts";
import { running } from "../../frameworks/nestjs/app.ts";
import { specTestApp } from "../../frameworks/server.ts";
import { nestProject } from "../../frameworks/nestjs/project.ts";
import { literal } from "../../client/typescript-literals.ts";
import { pascal } from "../../../specification/specification-names.ts";
import type { SpecFramework } from "../../../specification/server/contracts.ts";
import { serviceModule } from "../controllers.ts";
import type { Group, ServerModel } from "../../../specification/server/model.ts";
import { expressPath, tiersOf, type Tier } from "../../../specification/server/order.ts";
import { routesModule } from "../routes.ts";
import { words } from "../../../word-list.ts";
import { documentation, nest } from "../runtime/nest.ts";
import { application, logStart, serverFile } from "./start.ts";

const methods: readonly string[] = words("get put post delete options head patch");
const verbOf = (method: string): string => (methods.includes(method) ? pascal(method) : "All");

const classOf = (group: Group, kind: string): string => `${pascal(group.name)}${kind}`;
const controllerOf = ({ group, level }: Tier): string => `${classOf(group, "Controller")}${level || ""}`;
const moduleOf = ({ group, level }: Tier): string => `${classOf(group, "Module")}${level || ""}`;

/** Returns the controller classes of a group: several if another group's routes must be tried in between. */
function controllers(group: Group, tiers: readonly Tier[], { base }: ServerModel) {
  const groupTiers = tiers.filter((tier) => tier.group === group);
  const service = classOf(group, "Service");
  const classes = groupTiers.map((tier) => {
    const methods = tier.operations.map(
      ({
        operation,
        name,
        params,
      }) => `  @${verbOf(operation.method)}(${literal(encodedPath(base) + expressPath(operation.path))})
  @Serves(${name}Route)
  async ${name}(@Input() input: ${params}, @Calling() context: Context, @Res() response: Response): Promise<void> {
    await send(await this.service.${name}(input, context), ${name}Route, response);
  }
`,
    );
    return `@Controller()\nexport class ${controllerOf(tier)} {\n  constructor(private readonly service: ${service}) {}\n\n${methods.join("\n")}}\n`;
  });
  const used = new Set(group.operations.map(({ operation }) => verbOf(operation.method)));
  return {
    imports: [
      `import { ${["Controller", "Res", ...used].toSorted().join(", ")} } from "@nestjs/common";`,
      'import type { Response } from "express";',
      `import { ${service} } from "../controllers/${group.file}.ts";`,
      'import { Calling, Input, Serves } from "../http/nest.ts";',
      'import { send, type Context } from "../http/serve.ts";',
    ],
    text: `\n${classes.join("\n")}`,
  };
}

/** `src/modules/<group>.ts` */
function groupModule(group: Group, tiers: readonly Tier[]): string {
  const groupTiers = tiers.filter((tier) => tier.group === group);
  const service = classOf(group, "Service");
  const modules = groupTiers.map((tier, i) => {
    const first = groupTiers[0];
    const shared =
      i === 0 || !first ? `providers: [${service}], exports: [${service}]` : `imports: [${moduleOf(first)}]`;
    return `@Module({ controllers: [${controllerOf(tier)}], ${shared} })\nexport class ${moduleOf(tier)} {}\n`;
  });
  return `import { Module } from "@nestjs/common";
import { ${service} } from "../controllers/${group.file}.ts";
import { ${groupTiers.map(controllerOf).join(", ")} } from "../routes/${group.file}.ts";

${modules.join("\n")}`;
}

/** `src/app.ts` */
function appModule(tiers: readonly Tier[]): string {
  const files = new Map<string, string[]>();
  for (const tier of tiers)
    files.set(tier.group.file, [...(files.get(tier.group.file) ?? []), moduleOf(tier)]);
  const imports = [...files].map(
    ([file, names]) => `import { ${names.join(", ")} } from "./modules/${file}.ts";\n`,
  );
  return `import type { IncomingMessage, ServerResponse } from "node:http";
import { Module, type DynamicModule } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import type { NestExpressApplication } from "@nestjs/platform-express";
import { DocumentationModule, OutsideModule } from "./http/documentation.ts";
import { ProblemFilter } from "./http/nest.ts";
import { logRequest, type Outside } from "./http/serve.ts";
${imports.join("")}
@Module({})
export class AppModule {
  /** Every module, in the order in which their routes are tried: what is written out comes before what is open. */
  static over(outside: Outside): DynamicModule {
    return {
      module: AppModule,
      imports: [${["OutsideModule.over(outside)", ...tiers.map(moduleOf), "DocumentationModule"].join(", ")}],
    };
  }
}

/** The application; it listens nowhere yet, so that tests can choose where. */
export async function createApp(outside: Outside): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(AppModule.over(outside), {
    logger: ["error", "warn"],
    bodyParser: false,
    forceCloseConnections: true,
  });
  app.disable("x-powered-by");
  app.enable("case sensitive routing");
  app.use((request: IncomingMessage, response: ServerResponse, next: () => void) => {
    logRequest(request, response, outside.log);
    next();
  });
  app.useGlobalFilters(new ProblemFilter(outside.log));
  return app;
}
`;
}

export const nestjsServer: SpecFramework = {
  methods,
  part: (serving) => {
    const { server, store } = serving;
    const tiers = tiersOf(server.groups);
    return {
      files: [
        { path: "src/app.ts", text: appModule(tiers) },
        serverFile(serving, {
          listen: ts`const app = await ${application};
await app.listen(port);
${code(logStart)}`,
          stop: code("void app.close().then(() => process.exit());"),
        }),
        { path: "src/http/nest.ts", text: nest },
        { path: "src/http/documentation.ts", text: documentation(store !== undefined) },
        moduleFile("tests/app.ts", specTestApp(running)),
        ...server.groups.flatMap((group) => [
          {
            path: `src/routes/${group.file}.ts`,
            text: routesModule(group, server, controllers(group, tiers, server)),
          },
          {
            path: `src/controllers/${group.file}.ts`,
            text: serviceModule(group, server, classOf(group, "Service")),
          },
          { path: `src/modules/${group.file}.ts`, text: groupModule(group, tiers) },
        ]),
      ],
      ...nestProject,
    };
  },
};
