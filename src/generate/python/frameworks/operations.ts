import {
  namesOf,
  spell,
  wordsOf,
  type ApiDefinition,
  type Operation,
  type Resource,
} from "../../../api/index.ts";
import { modelNames } from "../python-names.ts";

const fixed = new Set(["list_all", "create", "get", "update", "patch", "remove"]);

/** Returns the controller's method for an operation: the verb, the related list, or the action. */
export function methodOf({ binding, path }: Operation): string {
  if (binding?.does === "list") return "list_all";
  if (binding && binding.does !== "related" && binding.does !== "action") return binding.does;
  const last = spell(wordsOf(path.split("/").at(-1) ?? "")).snake;
  if (binding?.does === "related") return `list_${last}`;
  return fixed.has(last) ? `${last}_action` : last;
}

/** Operations served below a resource's path. */
export const operationsOf = (resource: Resource, api: ApiDefinition): readonly Operation[] => {
  const root = `/api/${namesOf(resource).plural.kebab}`;
  return api.operations.filter(({ path }) => path === root || path.startsWith(`${root}/`));
};

/** Returns the other resource of a related list, with the names its code needs. */
export function relatedOf(
  resource: Resource,
  relationName: string,
  api: ApiDefinition,
): { readonly other: Resource; readonly page: string; readonly type: string; readonly call: string } {
  const relation = resource.relations.find(({ name }) => name === relationName);
  const other = api.resources.find(({ name }) => name === relation?.resource) ?? resource;
  const { page, type } = modelNames(other);
  return { other, page, type, call: modelNames(resource).related[relationName] ?? "" };
}
