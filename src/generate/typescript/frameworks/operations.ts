import {
  namesOf,
  spell,
  wordsOf,
  type ApiDefinition,
  type Operation,
  type Resource,
} from "../../../api/index.ts";
import { modelNames, paths } from "../typescript-names.ts";

const fixed = new Set(["list", "create", "get", "update", "patch", "remove"]);

/** Returns the method for an operation: the verb, the related list, or the action. */
export function methodOf({ binding, path }: Operation): string {
  if (binding && binding.does !== "related" && binding.does !== "action") return binding.does;
  const last = spell(wordsOf(path.split("/").at(-1) ?? ""));
  if (binding?.does === "related") return `list${last.pascal}`;
  return fixed.has(last.camel) ? `${last.camel}Action` : last.camel;
}

/** Operations served below a resource's path. */
export const operationsOf = (resource: Resource, api: ApiDefinition): readonly Operation[] => {
  const root = `/api/${namesOf(resource).plural.kebab}`;
  return api.operations.filter(({ path }) => path === root || path.startsWith(`${root}/`));
};

/** Returns the schema of a related list's query, and the type of its items. */
export function pageSchema(
  resource: Resource,
  relationName: string,
  api: ApiDefinition,
): { readonly module: string; readonly page: string; readonly type: string } {
  const relation = resource.relations.find(({ name }) => name === relationName);
  const other = api.resources.find(({ name }) => name === relation?.resource) ?? resource;
  const { page, type } = modelNames(other);
  return { module: `/${paths(other).model}`, page, type };
}
