import { examples, hasEtags, toMarkdown, toOpenApi, type ApiDefinition } from "../../api/index.ts";
import type { GeneratedFile, Options } from "../contracts.ts";
import type { Database, Framework, TestFramework } from "../leaves.ts";
import type { Variant } from "../variants.ts";
import type { Host } from "./host.ts";
import type { Guard, Pool } from "./reuse.ts";
import { clientModule } from "./support/client.ts";
import type { UsedPrisma } from "./prisma.ts";
import { moduleFile } from "../module-file.ts";

/** What is generated, and what of the project it stands on. */
export interface Setting {
  readonly host: Host;
  /** As it is documented. */
  readonly api: ApiDefinition;
  /** As the files know it: without tokens where the project's own middleware checks them. */
  readonly inner: ApiDefinition;
  readonly options: Options;
  readonly guard: Guard | undefined;
  readonly pool: Pool | undefined;
  /** Prisma, where that is the database, and from the tests' folder the way to the project's root. */
  readonly prisma: UsedPrisma | undefined;
  /** The environment's variable that names the database server. */
  readonly variable: string;
}

const documents = (api: ApiDefinition, variant: Variant): readonly GeneratedFile[] => [
  ...api.resources.map((resource) => ({
    path: variant.ecosystem.docs(resource),
    text: toMarkdown(api, resource),
  })),
  { path: "docs/openapi.json", text: JSON.stringify(toOpenApi(api)) },
];

/** Everything that goes into the project, with the database's and the framework's `own` files; paths are those of a project of our own. */
export async function partsOf(
  setting: Setting,
  variant: Variant,
  own: readonly GeneratedFile[],
): Promise<readonly GeneratedFile[]> {
  const { inner, options } = setting;
  const [framework, database, testing] = (await Promise.all([
    variant.ecosystem.frameworks.load(variant.framework),
    variant.ecosystem.databases.load(variant.database),
    variant.ecosystem.testFrameworks.load(variant.testFramework),
  ])) as [Framework, Database, TestFramework]; // what the tables hold
  const tests = testing.tests(inner, examples(inner), options).files ?? [];
  return [
    ...(variant.ecosystem.models(inner, database, options).files ?? []),
    ...(framework.routes(inner, options).files ?? []),
    ...own,
    ...tests.filter(({ path }) => path.endsWith(".test.ts")),
    moduleFile(
      "tests/client.ts",
      clientModule(testing.package, { auth: options.auth, versioned: hasEtags(inner) }),
    ),
    ...documents(setting.api, variant),
  ];
}
