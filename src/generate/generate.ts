import {
  examples,
  toHtml,
  toMarkdown,
  documentOf,
  withoutAccounts,
  type ApiDefinition,
  type Spec,
} from "../api/index.ts";
import { UserError, listed } from "../lib/index.ts";
import type { Ecosystem, GeneratedFile, Options, Part, ServerOfSpec } from "./contracts.ts";
import { merge } from "./parts.ts";
import type { Variant } from "./variants.ts";

const documents = (api: ApiDefinition, ecosystem: Ecosystem): Part => ({
  files: [
    ...api.resources.map((resource) => ({ path: ecosystem.docs(resource), text: toMarkdown(api, resource) })),
    { path: "docs/openapi.json", text: JSON.stringify(documentOf(api)) },
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
    database.project(api, options, testing),
  ]);
  return ecosystem.format(ecosystem.project(part, api, options), options);
}

/**
 * A specification to the files of a server, formatted, and what its owner must know of it.
 * @throws UserError (wrong usage) for a framework or database that servers from specifications do not have yet
 */
export async function generateServer(spec: Spec, variant: Variant, options: Options): Promise<ServerOfSpec> {
  const { ecosystem, framework, database, testFramework } = variant;
  const { server } = ecosystem;
  if (!server?.frameworks.includes(framework) || !server.databases.includes(database))
    throw new UserError(
      "not_built",
      `A server from a specification is not generated for ${framework} on ${database} yet.`,
      server
        ? `Use --framework=${listed(server.frameworks, "or")} --db=${listed(server.databases, "or")}`
        : "Use --framework=express --db=postgres",
      { usage: true },
    );
  const made = await server.generate(spec, { framework, database, testFramework }, options);
  return { ...made, files: await ecosystem.format(made.files, options) };
}
