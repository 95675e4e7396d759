import { UserError } from "../../lib/index.ts";
import type { LooseRelation, LooseResource } from "../link.ts";
import { memberName, namesFrom } from "../name-spelling.ts";
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

export function renameRelation(draft: Draft, of: string, [from, phrase]: readonly [string, string]): Draft {
  const to = memberName(asName(phrase), "relation");
  return map(draft, of, (resource) => {
    const { field: column, was = from, ...relation } = written(resource, from);
    const keyOf = (name: string): string =>
      relation.kind === "belongs-to" ? `${name}Id` : `${namesFrom(name).camel}Ids`;
    const field = column === undefined || column === keyOf(from) ? undefined : column;
    const called = (name: string): string => (field === undefined && name === keyOf(from) ? keyOf(to) : name);
    return {
      ...resource,
      ...(resource.owner === from ? { owner: to } : {}),
      relations: resource.relations.map((looseRelation) =>
        looseRelation.name === from
          ? { ...relation, name: to, field, ...(was === to ? {} : { was }) }
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
