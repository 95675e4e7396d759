import { jsonAlone, withoutAccounts, type ApiDefinition } from "../../api/index.ts";
import type { Project } from "../../code/index.ts";
import { UserError } from "../../lib/index.ts";
import type { Baseline } from "../baseline.ts";
import { combine } from "../combine.ts";
import type { Change } from "../../workspace/index.ts";
import type { GeneratedFile, Options } from "../contracts.ts";
import type { Variant } from "../variants.ts";
import { databaseOf } from "./databases.ts";
import type { NodeFramework } from "./framework.ts";
import type { Host } from "./host.ts";
import type { Setting } from "./parts.ts";
import type { HostPrisma } from "./prisma.ts";
import { clientOf, connectionParts, prismaServiceOf, variableOf } from "./reuse.ts";

export interface Request {
  readonly api: ApiDefinition;
  readonly variant: Variant;
  readonly project: Project;
  readonly previous: Baseline | undefined;
  readonly auth: boolean;
}

/** What to add to an existing application. */
export interface Into {
  readonly files: readonly GeneratedFile[];
  /** Changes of the project's own files and of the recorded layout. */
  readonly edits: readonly Change[];
  /** Notes on detected roles, reused code and where the resources were mounted. */
  readonly notes: readonly string[];
  /** Steps left to the user, in order. */
  readonly left: readonly string[];
  /** The API as the application serves it, if it isn't as defined. */
  readonly served?: ApiDefinition;
}

export interface Application {
  readonly host: Host;
  readonly framework: NodeFramework;
  readonly prisma: (HostPrisma & { readonly up: string }) | undefined;
}

/** Returns the setting for a project: which of its parts are reused, and how. */
export function settingOf(
  { host, framework, prisma }: Application,
  { api: definition, variant, auth, previous, project }: Request,
): Setting {
  const api = jsonAlone(withoutAccounts(definition)); // the application has its own accounts, and its own parsers of bodies
  const guard = auth ? framework.guard?.(host) : undefined;
  const database = databaseOf(variant.database);
  const variable = variableOf(host, database.variable.pattern);
  const options: Options = {
    name: project.name ?? "api",
    previous,
    project,
    auth: auth && !guard,
    guest: {
      express: host.express,
      prefix: framework.prefixes?.(host) ? "" : "api/",
      width: host.width,
      trailingCommas: host.hand.trailingCommas,
    },
  };
  return {
    host,
    api,
    inner: guard ? combine(api) : api,
    options,
    guard,
    pool: database.pool?.(host),
    prisma: prisma && { ...prisma, instance: clientOf(host), service: prismaServiceOf(host) },
    variable: variable ?? database.variable.usual,
    parts:
      variable === undefined && host.project.dependencies["pg"] !== undefined
        ? connectionParts(host)
        : undefined,
  };
}

/** Throws if generated code can't be compiled, served or tested in the project. */
export function refuseUnfit({ project, typed, syntax }: Host, { testFramework }: Variant): void {
  const range = project.dependencies["typescript"];
  const version = Number(/(\d+)/.exec(range ?? "")?.[1] ?? 5);
  if (typed && version < 5)
    throw new UserError(
      "old_typescript",
      `This project compiles with TypeScript ${range ?? ""}, and generated code needs 5 or later.`,
      "Update TypeScript, or write the resource into a folder of its own with --out=my-api.",
    );
  if (!typed && syntax === "cjs" && testFramework === "vitest")
    throw new UserError(
      "vitest_on_commonjs",
      "This application is plain CommonJS, which vitest can't load.",
      "Use --test-framework=jest.",
    );
  if (Object.hasOwn(project.dependencies, "@nestjs/platform-fastify"))
    throw new UserError(
      "nest_on_fastify",
      "This NestJS application runs on Fastify, and generated NestJS code runs on Express.",
      "Write the resource into a folder of its own with --out=my-api.",
    );
}
