import type { ApiDefinition, Relation, Resource } from "./definition.ts";
import { link, type LooseRelation, type LooseResource } from "./link.ts";
import { serve, withBearer } from "./serve.ts";

/** A relation as it could have been written down; undefined for the side that the other one implies. */
function loosen(relation: Relation): LooseRelation | undefined {
  const { kind, name, resource, field, inverse } = relation;
  if (relation.kind === "belongs-to") {
    const { optional, unique, onDelete } = relation;
    return { kind, name, resource, field, inverse, optional, unique, onDelete };
  }
  if (relation.kind === "has-many") return relation.soft ? { kind, name, resource, field } : undefined;
  return relation.owner ? { kind, name, resource, field, inverse } : undefined;
}

const loose = (resource: Resource): LooseResource => ({
  ...resource,
  relations: resource.relations.map(loosen).filter((relation) => relation !== undefined),
});

/**
 * What was generated before and what is asked for now, as one API: resources of the same name are replaced,
 * and soft relations between the two become real ones. Title, version and security of `before` stay.
 */
export function join(before: ApiDefinition | undefined, now: ApiDefinition): ApiDefinition {
  if (!before?.resources.length) return now;
  const fresh = new Map(now.resources.map((resource) => [resource.name, resource]));
  const known = new Set(before.resources.map((resource) => resource.name));
  const resources = [
    ...before.resources.map((resource) => fresh.get(resource.name) ?? resource),
    ...now.resources.filter((resource) => !known.has(resource.name)),
  ];
  const api = { ...serve(link(resources.map(loose))), info: before.info };
  const secured = [before, now].some(({ securitySchemes }) => Object.keys(securitySchemes).length > 0);
  return secured ? withBearer(api) : api;
}
