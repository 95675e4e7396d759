import type { ApiDefinition, Field, Relation, Resource } from "./definition.ts";
import { servedAs } from "./etag.ts";
import { link, type LooseRelation, type LooseResource } from "./link.ts";
import { serve } from "./serve.ts";

/** Returns a relation as a source would declare it; undefined for the side that the other one implies. */
function loosen(relation: Relation): LooseRelation | undefined {
  const { kind, name, resource, field, inverse, was } = relation;
  if (relation.kind === "belongs-to") {
    const { optional, unique, onDelete } = relation;
    return { kind, name, resource, field, inverse, optional, unique, onDelete, was };
  }
  if (relation.kind === "has-many") return relation.soft ? { kind, name, resource, field } : undefined;
  return relation.owner ? { kind, name, resource, field, inverse, was } : undefined;
}

/** Returns a linked resource as a source would declare it. */
export const loose = (resource: Resource): LooseResource => ({
  ...resource,
  relations: resource.relations.map(loosen).filter((relation) => relation !== undefined),
});

/** Merges members by name: those of `before`, each settled with its counterpart in `now`, then the new ones. */
function joined<T extends { readonly name?: string | undefined }>(
  before: readonly T[],
  now: readonly T[],
  settle: (before: T, now: T) => T,
): readonly T[] {
  const fresh = new Map(now.map((member) => [member.name, member]));
  const known = new Set(before.map(({ name }) => name));
  return [
    ...before.map((member) => {
      const other = fresh.get(member.name);
      return other ? settle(member, other) : member;
    }),
    ...now.filter(({ name }) => !known.has(name)),
  ];
}

/** Returns a field with its new rules; its type and other properties are kept. */
const settled = (before: Field, now: Field): Field => {
  const isAlike = before.schema.type === now.schema.type && before.schema["format"] === now.schema["format"];
  const values = before.schema.enum && {
    enum: [...new Set([...before.schema.enum, ...(now.schema.enum ?? [])])],
  };
  return {
    ...before,
    schema: isAlike ? { ...before.schema, ...now.schema, ...values } : before.schema,
    required: before.required || (now.required && before.default === undefined),
    ...(now.unique ? { unique: true } : {}),
  };
};

const both = (before: LooseResource, now: LooseResource): LooseResource => ({
  ...before,
  ...(now.description === undefined ? {} : { description: now.description }),
  fields: joined(before.fields, now.fields, settled),
  relations: joined(before.relations, now.relations, (relation) => relation),
  actions: joined(before.actions, now.actions, (_, action) => action),
  unique: [
    ...before.unique,
    ...now.unique.filter((names) => !before.unique.some((other) => other.join() === names.join())),
  ],
});

/**
 * Merges an existing API with a requested one: nothing is removed, and soft relations between the two become real
 * ones. Title, version, security and versions of `before` are kept.
 */
export function join(before: ApiDefinition | undefined, now: ApiDefinition): ApiDefinition {
  if (!before?.resources.length) return now;
  const old = new Map(before.resources.map((resource) => [resource.name, loose(resource)]));
  const added = now.resources.map((resource) => {
    const known = old.get(resource.name);
    return known ? both(known, loose(resource)) : loose(resource);
  });
  const api = {
    ...serve(link(joined([...old.values()], added, (_, resource) => resource))),
    info: before.info,
  };
  return servedAs(api, before, now);
}

/** Whether two resources are related, directly or by a third one that is related to both. */
function areRelated({ resources }: ApiDefinition, one: string, two: string): boolean {
  const relatesTo = ({ name, relations }: Resource, target: string): boolean =>
    name === target || relations.some(({ resource }) => resource === target);
  return resources.some((resource) => relatesTo(resource, one) && relatesTo(resource, two));
}

/**
 * Returns what another API lacks: lost resources as a whole, and of resources that both have the lost members and the
 * relations between unrelated ones, unless a member has the name. Undefined if nothing is lost.
 */
export function lostFrom(
  api: ApiDefinition,
  other: ApiDefinition,
  isLost: (name: string) => boolean,
): ApiDefinition | undefined {
  const known = new Set(other.resources.map(({ name }) => name));
  const isGone = (name: string): boolean => !known.has(name) && isLost(name);
  const isTaken = (name: string, member: string | undefined): boolean =>
    other.resources.some(
      (resource) =>
        resource.name === name &&
        [...resource.fields, ...resource.relations, ...resource.actions].some(({ name }) => name === member),
    );
  const keptResources = api.resources.filter(({ name }) => known.has(name) || isGone(name));
  const names = new Set(keptResources.map(({ name }) => name));
  const parts = keptResources.map((resource): LooseResource => {
    const whole = loose(resource);
    const isWhole = isGone(resource.name);
    return {
      ...whole,
      fields: isWhole ? whole.fields : whole.fields.filter(({ name }) => isLost(name)),
      relations: whole.relations.filter(
        (relation) =>
          names.has(relation.resource) &&
          (isWhole ||
            isGone(relation.resource) ||
            !(
              areRelated(other, resource.name, relation.resource) ||
              isTaken(resource.name, relation.name) ||
              isTaken(relation.resource, relation.inverse)
            )),
      ),
      actions: isWhole ? whole.actions : whole.actions.filter(({ name }) => isLost(name)),
      unique: isWhole ? whole.unique : [],
    };
  });
  const isEmpty = parts.every(
    ({ name, fields, relations, actions }) =>
      known.has(name) && fields.length + relations.length + actions.length === 0,
  );
  return isEmpty ? undefined : serve(link(parts));
}
