import type { JsonSchema } from "../../schema/index.ts";
import { ancestry } from "../evaluate/classes.ts";
import type { Args, ClassValue, ExternalValue, Machine, Value } from "../evaluate/types.ts";
import type { Expression } from "../program/ir.ts";
import { inTable } from "../../lib/index.ts";
import { schemaOf } from "./index.ts";
import { chosen } from "./kinds.ts";

/** The index of the stored value among a method's arguments. */
const places: Readonly<Record<string, number>> = {
  create: 0,
  save: 0,
  insert: 0,
  upsert: 0,
  preload: 0,
  update: 1,
  merge: 1,
};

const repositories = /^get(?:Custom|Tree|Mongo)?Repository$/;

const isEntity = (value: Value | undefined): value is ClassValue =>
  value?.kind === "class" &&
  value.decorators.some(
    (decorator) => decorator.kind === "external" && /^typeorm\.(?:Child)?Entity\b/.test(decorator.path),
  );

const nameOf = (decorator: Expression): string => {
  const of = decorator.kind === "call" ? decorator.callee : decorator;
  return of.kind === "name" || of.kind === "get" ? of.name : "";
};

/** The columns of an entity that are set from outside, without those that the database fills. */
function columnsOf(entity: ClassValue, m: Machine): JsonSchema {
  const names = new Set(
    ancestry(entity).flatMap((value) =>
      (value.kind === "class" ? value.cls.fields : [])
        .filter(({ decorators }) => decorators.some((mark) => /^(?:Primary)?Column$/.test(nameOf(mark))))
        .map(({ name }) => name),
    ),
  );
  return chosen(schemaOf(entity, m).schema, (name) => names.has(name));
}

/** The entity that a method is called on: the class itself, or a repository of it. */
function entityOf({ model, of }: ExternalValue): ClassValue | undefined {
  if (isEntity(model)) return model;
  const entity = of?.args && repositories.test(of.of?.name ?? "") ? of.args.list[0] : undefined;
  return isEntity(entity) ? entity : undefined;
}

/**
 * The value that a call stores with typeorm, and the entity's columns: `User.create(body)`, `repository.save(body)`,
 * `manager.save(User, body)`.
 */
export function keptBy(
  callee: ExternalValue,
  { list }: Args,
  m: Machine,
): { readonly values: readonly Value[]; readonly schema: JsonSchema } | undefined {
  const place = inTable(places, callee.name);
  if (place === undefined) return undefined;
  const [first] = list;
  const value = entityOf(callee);
  const entity = value ?? (isEntity(first) ? first : undefined);
  return entity && { values: list.slice(place + (value ? 0 : 1)), schema: columnsOf(entity, m) };
}

/** The columns of a record from a typeorm query, after any further steps. */
export function recordSchema(value: Value | undefined, m: Machine): JsonSchema | undefined {
  let externalValue = value?.kind === "external" && value.args ? value.of : undefined;
  for (let steps = 0; externalValue && steps < 8; steps++, externalValue = externalValue.of) {
    const entity = entityOf(externalValue);
    if (entity) return columnsOf(entity, m);
  }
  return undefined;
}
