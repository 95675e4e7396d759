import { Document, isMap, isScalar, isSeq, parse, visit, type YAMLMap } from "yaml";
import type { JsonObject } from "../../lib/index.ts";
import { isSecured } from "../bearer.ts";
import type { ApiDefinition, Resource } from "../definition.ts";
import { hasEtags } from "../etag.ts";
import { resourceNames } from "../name-spelling.ts";
import { writeAction } from "./action.ts";
import { writeField } from "./field.ts";
import { writeRelation } from "./relation.ts";

const mapping = (entries: readonly (readonly [string, unknown])[]): object | undefined =>
  entries.length ? Object.fromEntries(entries) : undefined;

function usualPlural(name: string): string | undefined {
  try {
    return resourceNames(name).plural.pascal;
  } catch {
    return undefined;
  }
}

/** Returns the settings of a resource: all but its previous name, members and actions. */
export const resourceSettings = (resource: Resource): Readonly<Record<string, string | undefined>> => ({
  plural: usualPlural(resource.name) === resource.plural ? undefined : resource.plural,
  owner: resource.owner,
  read: resource.read,
  register: resource.register,
  description: resource.description,
});

function writeResource(resource: Resource, listed: ReadonlySet<string>): object {
  const relations = resource.relations.flatMap((relation) => {
    const text = writeRelation(relation, listed);
    return text === undefined ? [] : [[relation.name, text] as const];
  });
  return {
    was: resource.was,
    ...resourceSettings(resource),
    fields: mapping(resource.fields.map((field) => [field.name, writeField(field)])),
    relations: mapping(relations),
    unique: resource.unique.length ? resource.unique : undefined,
    actions: mapping(resource.actions.map((action) => [action.name, writeAction(action, resource.name)])),
  };
}

/** Returns the definition as YAML, which `definitionFromYaml` reads back the same; for APIs made of resources. */
export function definitionToYaml(api: ApiDefinition): string {
  const listed = new Set(api.resources.map((resource) => resource.name));
  const document = new Document(
    {
      title: api.info.title,
      version: api.info.version,
      description: api.info.description,
      auth: isSecured(api) ? "bearer" : undefined,
      etag: hasEtags(api) || undefined,
      resources: Object.fromEntries(
        api.resources.map((resource) => [resource.name, writeResource(resource, listed)]),
      ),
    },
    { aliasDuplicateObjects: false, keepUndefined: false },
  );
  flowSmall(document);
  return document.toString({ lineWidth: 120 });
}

/** Returns the same as data. */
export const definitionData = (api: ApiDefinition): JsonObject => parse(definitionToYaml(api)) as JsonObject; // written as a mapping

/** Writes lists, and what is below an action, on one line. */
export function flowSmall(document: Document): void {
  const flow = new Set<unknown>(["set", "when"]);
  visit(document, {
    Seq: (_, node) => {
      if (node.items.every((item) => isScalar(item) || isSeq(item))) node.flow = true;
    },
    Pair: (_, pair) => {
      if (isScalar(pair.key) && flow.has(pair.key.value) && isMap(pair.value)) pair.value.flow = true;
      if (isScalar(pair.key) && pair.key.value === "actions" && isMap(pair.value)) flowActions(pair.value);
    },
  });
}

function flowActions(actions: YAMLMap): void {
  for (const { value } of actions.items) if (isMap(value)) value.flow = true;
}
