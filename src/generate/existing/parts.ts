import { examples, hasEtags, toMarkdown, toOpenApi, type ApiDefinition } from "../../api/index.ts";
import type { GeneratedFile, Options } from "../contracts.ts";
import type { Database, Framework, TestFramework } from "../leaves.ts";
import type { Variant } from "../variants.ts";
import type { Host } from "./host.ts";
import type { Guard, Pool } from "./reuse.ts";
import { clientModule } from "./support/client.ts";
import type { UsedPrisma } from "./prisma.ts";
import { moduleFile } from "../module-file.ts";

/** What is generated, and the parts of the project that it uses. */
export interface Setting {
  readonly host: Host;
  /** The API as documented. */
  readonly api: ApiDefinition;
  /** The API as generated files see it: without tokens if the project's own middleware checks them. */
  readonly inner: ApiDefinition;
  readonly options: Options;
  readonly guard: Guard | undefined;
  readonly pool: Pool | undefined;
  /** Prisma if it is the database, with the relative path from the tests' folder to the project root. */
  readonly prisma: UsedPrisma | undefined;
  /** The environment variable with the database server's URL. */
  readonly variable: string;
}

const documents = (api: ApiDefinition, variant: Variant): readonly GeneratedFile[] => [
  ...api.resources.map((resource) => ({
    path: variant.ecosystem.docs(resource),
    text: toMarkdown(api, resource),
  })),
  { path: "docs/openapi.json", text: JSON.stringify(toOpenApi(api)) },
];

/**
 * Returns everything that goes into the project, under the paths of a standalone project; `own` are the database's and
 * framework's files.
 */
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
