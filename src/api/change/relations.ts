import { UserError } from "../../lib/index.ts";
import type { Resource } from "../definition.ts";
import { usualInverses, usualName, type LooseRelation, type LooseResource } from "../link.ts";
import { memberName, namesFrom, spell, wordsOf } from "../name-spelling.ts";
import { earlierResource } from "../renames.ts";
import { map, mapActions, withoutColumn, asName, type Draft } from "./draft.ts";
import type { Marks } from "./fields.ts";

function written(resource: LooseResource, name: string): LooseRelation {
  const relation = resource.relations.find((relation) => relation.name === name);
  if (relation) return relation;
  throw new UserError(
    "other_side",
    `${resource.name}.${name} is the other side of a relation.`,
    "Change the relation where it is written: in the resource that belongs to this one.",
  );
}

export const addRelation = (draft: Draft, of: string, relation: LooseRelation): Draft =>
  map(draft, of, (resource) => ({ ...resource, relations: [...resource.relations, relation] }));

export const removeRelation = (draft: Draft, of: string, name: string): Draft =>
  map(draft, of, (resource) => {
    const relation = written(resource, name);
    const { owner, ...rest } = withoutColumn(resource, relation.field ?? `${name}Id`);
    return {
      ...rest,
      ...(owner === undefined || owner === name ? {} : { owner }),
      relations: resource.relations.filter((looseRelation) => looseRelation !== relation),
    };
  });

/** What stores a relation if its source states nothing else. */
export const keyOf = (name: string, { kind }: LooseRelation): string =>
  kind === "belongs-to" ? `${name}Id` : `${namesFrom(name).camel}Ids`;

/** Whether a resource has a member or foreign key that is spelled like one of these names. */
export function isTaken({ resources }: Draft, of: string, ...names: readonly string[]): boolean {
  const { fields = [], relations = [] } = resources.find(({ name }) => name === of) ?? {};
  const others = resources.flatMap((resource) =>
    resource.relations.filter((relation) => relation.resource === of).map(({ inverse = "" }) => inverse),
  );
  const own = relations.flatMap((relation) => {
    const { name = usualName(relation), field = keyOf(name, relation) } = relation;
    return [name, field];
  });
  const spelt = (name: string): string => spell(wordsOf(name)).snake;
  const taken = new Set([...fields.map(({ name }) => name), ...own, ...others].map(spelt));
  return names.some((name) => taken.has(spelt(name)));
}

/** Returns an inverse under the new names of a relation and its owner, if it had its usual name and the new one is free. */
export function followingInverse(
  draft: Draft,
  relation: LooseRelation,
  [ownerBefore, ownerAfter]: readonly [string, string],
  name = relation.name ?? "",
): string | undefined {
  const { inverse, resource, name: nameBefore = "" } = relation;
  const place = usualInverses(ownerBefore, nameBefore, relation).indexOf(inverse ?? "");
  const to = resource === ownerBefore ? ownerAfter : resource;
  const usual = usualInverses(ownerAfter, name, { ...relation, resource: to })[place];
  return usual === undefined || usual === inverse || isTaken(draft, resource, usual) ? inverse : usual;
}

/** Whether the code was generated with a relation of this name. */
function isGenerated({ before, resources }: Draft, resource: LooseResource, name: string): boolean {
  const all = resources as readonly Resource[]; // only names are used
  const old = before && earlierResource(resource as Resource, before, all);
  return before === undefined || old?.relations.some((relation) => relation.name === name) === true;
}

export function renameRelation(draft: Draft, of: string, [from, phrase]: readonly [string, string]): Draft {
  const to = memberName(asName(phrase), "relation");
  return map(draft, of, (resource) => {
    const old = written(resource, from);
    if (to !== from && resource.relations.some(({ name }) => name === to))
      throw new UserError(
        "name_taken",
        `${of} has a relation ${to} already.`,
        `Choose another name, or remove ${to} first.`,
      );
    const { field: column, was = from, ...relation } = old;
    const field = column === undefined || column === keyOf(from, old) ? undefined : column;
    const called = (name: string): string =>
      field === undefined && name === keyOf(from, old) ? keyOf(to, old) : name;
    return {
      ...resource,
      ...(resource.owner === from ? { owner: to } : {}),
      relations: resource.relations.map((looseRelation) =>
        looseRelation.name === from
          ? {
              ...relation,
              name: to,
              field,
              inverse: followingInverse(draft, old, [of, of], to),
              ...(was !== to && isGenerated(draft, resource, was) ? { was } : {}),
            }
          : looseRelation,
      ),
      unique: resource.unique.map((names) => names.map(called)),
      actions: mapActions(resource, ([name, value]) => [called(name), value]),
    };
  });
}

export const markRelation = (draft: Draft, of: string, [name, marks]: readonly [string, Marks]): Draft =>
  map(draft, of, (resource) => {
    const relation = written(resource, name);
    const { onDelete, ...rest } = relation;
    const changed: LooseRelation = {
      ...rest,
      ...(marks.unique === undefined ? {} : { unique: marks.unique }),
      ...(marks.required === undefined
        ? { onDelete }
        : { optional: !marks.required, ...(onDelete === "cascade" ? { onDelete } : {}) }),
    };
    return {
      ...resource,
      relations: resource.relations.map((looseRelation) =>
        looseRelation === relation ? changed : looseRelation,
      ),
    };
  });
