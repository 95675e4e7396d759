import {
  examples,
  toHtml,
  toMarkdown,
  toOpenApi,
  withoutAccounts,
  type ApiDefinition,
} from "../api/index.ts";
import type { Ecosystem, GeneratedFile, Options, Part } from "./contracts.ts";
import type { Variant } from "./variants.ts";

/** All parts as one; no two may write the same file. */
export function merge(parts: readonly Part[]): Part {
  const files = parts.flatMap((part) => part.files ?? []);
  const twice = files.find(({ path }, index) => files.findIndex((other) => other.path === path) !== index);
  if (twice) throw new Error(`Two parts write ${twice.path}.`);
  const all = <K extends Exclude<keyof Part, "files">>(key: K): NonNullable<Part[K]> =>
    Object.assign({}, ...parts.map((part) => part[key])) as NonNullable<Part[K]>; // Object.assign's type is any
  return {
    files,
    dependencies: all("dependencies"),
    devDependencies: all("devDependencies"),
    scripts: all("scripts"),
    environment: all("environment"),
    compiler: all("compiler"),
    lint: all("lint"),
    ...parts.reduce<Pick<Part, "made">>((found, { made }) => (made ? { made } : found), {}),
    readme: all("readme"),
  };
}

const documents = (api: ApiDefinition, ecosystem: Ecosystem): Part => ({
  files: [
    ...api.resources.map((resource) => ({ path: ecosystem.docs(resource), text: toMarkdown(api, resource) })),
    { path: "docs/openapi.json", text: JSON.stringify(toOpenApi(api)) },
    { path: "docs/index.html", text: toHtml(api) },
  ],
});

/** Definition to files, formatted: reads like the list of what is generated. */
export async function generate(
  given: ApiDefinition,
  variant: Variant,
  options: Options,
): Promise<readonly GeneratedFile[]> {
  const { ecosystem } = variant;
  const [framework, database, testing] = await Promise.all([
    ecosystem.frameworks.load(variant.framework),
    ecosystem.databases.load(variant.database),
    ecosystem.testFrameworks.load(variant.testFramework),
  ]);
  const api = framework.accounts ? given : withoutAccounts(given);
  const part = merge([
    ecosystem.models(api, database, options),
    framework.routes(api, options),
    testing.tests(api, examples(api), options),
    documents(api, ecosystem),
    framework.app(api, options, database),
    database.project(api, options),
  ]);
  return ecosystem.format(ecosystem.project(part, api, options), options);
}
