import { checkResources } from "./check.ts";
import type { ApiDefinition, Resource } from "./definition.ts";
import { servedAs } from "./etag.ts";
import { loose } from "./join.ts";
import { link, type LooseRelation, type LooseResource } from "./link.ts";
import { namesFrom } from "./name-spelling.ts";
import { readField } from "./notation.ts";
import { serve } from "./serve.ts";

/** The type of the ids of a resource that somebody else stores. */
export type IdType = "integer" | "uuid" | "string";

const isBare = ({ fields, actions }: Resource): boolean => fields.length + actions.length === 0;

/** Returns the resources that new resources refer to and that neither the API describes nor `before` contains. */
export function mentioned(api: ApiDefinition, before: ApiDefinition | undefined): readonly string[] {
  const known = new Set(before?.resources.map(({ name }) => name));
  const described = new Set(api.resources.filter((one) => !isBare(one)).map(({ name }) => name));
  const targets = api.resources
    .filter(({ name }) => !known.has(name))
    .flatMap(({ relations }) => relations.map(({ resource }) => resource));
  return [...new Set(targets)].filter((name) => !known.has(name) && !described.has(name));
}

const idField = ({ kind, name, field, resource, optional }: LooseRelation, type: IdType) => {
  const { camel } = namesFrom(name ?? resource);
  return kind === "many-to-many"
    ? readField(field ?? `${camel}Ids`, `${type}[]`)
    : readField(field ?? `${camel}Id`, `${type}${optional ? "" : " required"}`);
};

/**
 * Returns the API without resources that are stored elsewhere; references to them become plain id fields.
 * @param types the types of their ids, by resource
 */
export function withoutOutside(api: ApiDefinition, types: ReadonlyMap<string, IdType>): ApiDefinition {
  const left = api.resources.filter(({ name }) => !types.has(name)).map(loose);
  const resources = left.map(({ owner, ...resource }): LooseResource => {
    const outside = resource.relations.filter((relation) => types.has(relation.resource));
    const isOwned = !outside.some(({ name }) => name === owner);
    return {
      ...resource,
      ...(owner !== undefined && isOwned ? { owner } : {}),
      fields: [
        ...resource.fields,
        ...outside.map((relation) => idField(relation, types.get(relation.resource) ?? "string")),
      ],
      relations: resource.relations.filter((relation) => !outside.includes(relation)),
    };
  });
  const linked = link(resources);
  checkResources(linked);
  return servedAs({ ...serve(linked), info: api.info }, api);
}
