import {
  examples,
  toHtml,
  toMarkdown,
  documentOf,
  withoutAccounts,
  type ApiDefinition,
  type Spec,
} from "../api/index.ts";
import { listed, type Table, usageError } from "../lib/index.ts";
import type { GeneratedFile, Options, Part, ServerOfSpec } from "./contracts.ts";
import { ofApplication } from "./examples.ts";
import type { Ecosystem } from "./leaves.ts";
import { merge } from "./parts.ts";
import { leavesOf, type Variant } from "./variants.ts";

const documents = (api: ApiDefinition, ecosystem: Ecosystem): Part => ({
  files: [
    ...api.resources.map((resource) => ({ path: ecosystem.docs(resource), text: toMarkdown(api, resource) })),
    { path: "docs/openapi.json", text: JSON.stringify(documentOf(api)) },
    { path: "docs/index.html", text: toHtml(api) },
  ],
});

/** Returns the API that a project of a variant serves; not every framework has accounts. */
export async function servedBy(api: ApiDefinition, variant: Variant): Promise<ApiDefinition> {
  const { framework } = await leavesOf(variant);
  return framework.accounts ? api : withoutAccounts(api);
}

/** Generates the formatted files of a definition. */
export async function generate(
  definition: ApiDefinition,
  variant: Variant,
  options: Options,
): Promise<readonly GeneratedFile[]> {
  const { ecosystem } = variant;
  const { framework, database, testing } = await leavesOf(variant);
  const api = await servedBy(definition, variant);
  const parts: Part[] = [];
  for (const make of [
    () => ecosystem.models(api, database, options),
    () => framework.routes(api, options),
    () => testing.tests(api, api.resources.length ? examples(api) : ofApplication, options),
    () => documents(api, ecosystem),
    () => framework.app(api, options, database),
    () => database.project(testing),
    () => ({ files: database.tables(api, options) }),
  ]) {
    await options.pause?.();
    parts.push(make());
  }
  await options.pause?.();
  return ecosystem.format(ecosystem.project(merge(parts), api, options), options);
}

/** Lists the leaves of a table that support servers from specifications, by name, for a message. */
async function serving<Leaf>(table: Table<Leaf, string>, serves: (leaf: Leaf) => boolean): Promise<string> {
  const leaves = await Promise.all(table.names.map((name) => table.load(name)));
  return listed(
    table.names.filter((_, i) => leaves[i] !== undefined && serves(leaves[i])),
    "or",
  );
}

/**
 * Generates the formatted files of a server from a specification, and the notes for its owner.
 * @throws UserError (wrong usage) for a framework or database that doesn't support servers from specifications yet
 */
export async function generateServer(spec: Spec, variant: Variant, options: Options): Promise<ServerOfSpec> {
  const { ecosystem } = variant;
  const { framework: leaf, database, testing } = await leavesOf(variant);
  const [framework, records] = [leaf.server, database.records];
  if (!framework || !records)
    throw usageError(
      "not_built",
      `A server from a specification is not generated for ${variant.framework} on ${variant.database} yet.`,
      `Use --framework=${await serving(ecosystem.frameworks, ({ server }) => server !== undefined)} --db=${await serving(ecosystem.databases, (leaf) => leaf.records !== undefined)}`,
    );
  const generated = await ecosystem.server(
    spec,
    { framework, database: { ...database, records }, testing },
    options,
  );
  return { ...generated, files: await ecosystem.format(generated.files, options) };
}
