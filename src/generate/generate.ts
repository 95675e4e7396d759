import { examples, toOpenApi, type ApiDefinition } from "../api/index.ts";
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
    readme: all("readme"),
  };
}

/** Definition to files: reads like the list of what is generated. */
export async function generate(
  api: ApiDefinition,
  choice: Variant,
  options: Options,
): Promise<readonly GeneratedFile[]> {
  const { ecosystem } = choice;
  const [framework, database, testing] = await Promise.all([
    ecosystem.frameworks.load(choice.framework),
    ecosystem.databases.load(choice.database),
    ecosystem.testFrameworks.load(choice.testFramework),
  ]);
  const part = merge([
    ecosystem.models(api, database, options),
    framework.routes(api, options),
    testing.tests(api, examples(api), options),
    documents(api, ecosystem),
    framework.app(api, options),
    database.project(api, options),
  ]);
  return ecosystem.format(ecosystem.project(part, api, options), options);
}
const documents = (api: ApiDefinition, _ecosystem: Ecosystem): Part => ({
  files: [
    { path: "docs/openapi.json", text: JSON.stringify(toOpenApi(api)) },
    { path: "docs/index.html", text: "" },
  ],
});
