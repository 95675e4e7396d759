import { resolve } from "../shape.ts";
import { is, keyOf, named, resourceFor, type Setting } from "./bound.ts";
import { nameOf, type Facts } from "./facts.ts";
import { parentOf } from "./families.ts";
import { frameOf } from "./frames.ts";
import { itemsOf, typesOf } from "./schema-members.ts";
import type { Stored } from "./stored.ts";
import { applied } from "./parameters.ts";
import type { Condition, OperationBinding, Source } from "./types.ts";
import { nounOf, plainly } from "./path-words.ts";

/** Binds lists of distinct values, such as `GET /tags` for records with a `tagList`, and counts by state. */
export function valuesOf(setting: Setting, facts: Facts): OperationBinding | undefined {
  const { model } = setting;
  const { operation, values, answer, parts, status } = facts;
  if (operation.method !== "get" || !answer || parts.some(({ parameter }) => parameter !== undefined))
    return undefined;
  const noun = nounOf(nameOf(parts));
  if (values) {
    for (const stored of model.all)
      for (const column of stored.columns.values()) {
        const items = itemsOf(model.spec, column.schema);
        const isOf =
          nounOf(column.name) === noun ||
          plainly(column.name) === `${noun}list` ||
          plainly(column.name) === `${noun}names`;
        const type = typesOf(resolve(model.spec, values.items)).join();
        const listType = items
          ? typesOf(resolve(model.spec, items)).join()
          : typesOf(resolve(model.spec, column.schema)).join();
        if (isOf && listType === type && stored.entity.isWritten) {
          const frame = values.way.reduceRight<NonNullable<OperationBinding["frame"]>>(
            (inner, name) => ({ is: "object", members: { [name]: inner } }),
            { is: "values", column: column.name },
          );
          return {
            resource: stored.name,
            does: "list",
            where: [],
            parents: [],
            sets: {},
            list: {},
            status,
            frame,
            ignored: operation.parameters.map(({ name }) => name),
          };
        }
      }
    return undefined;
  }
  const found = resolve(model.spec, answer);
  const rest = found.additionalProperties;
  const counts = rest && typesOf(resolve(model.spec, rest)).join() === "integer" && !found.properties;
  if (!counts) return undefined;
  const text = `${operation.summary ?? ""} ${operation.description ?? ""}`.toLowerCase();
  for (const stored of model.all)
    for (const column of stored.columns.values())
      if (
        resolve(model.spec, column.schema).enum &&
        text.includes(column.name.toLowerCase()) &&
        text.includes(stored.entity.noun)
      )
        return {
          resource: stored.name,
          does: "list",
          where: [],
          parents: [],
          sets: {},
          list: {},
          status,
          frame: { is: "counts", column: column.name },
          ignored: [],
        };
  return undefined;
}

/** Binds lists of parts of related records: `GET /rooms/{id}/availability` shows parts of a room's bookings. */
export function projected(setting: Setting, facts: Facts): OperationBinding | undefined {
  const { model, views } = setting;
  const { parts, operation, shown } = facts;
  const family = parentOf(parentOf(facts.path));
  const parent = model.byFamily.get(family);
  const parameter = parts.at(-2)?.parameter;
  if (!parent || parameter === undefined || operation.method !== "get" || !shown?.isList) return undefined;
  const names = Object.keys(shown.members.properties);
  if (names.length < 2) return undefined;
  const written = model.all.filter(({ entity }) => entity.isWritten);
  const children = written.flatMap((item) => {
    const pointer = [...item.columns.values()].find((column) => column.refers === parent.name);
    const has =
      pointer &&
      names.every(
        (name) => item.columns.has(name) && typesOf(item.columns.get(name)?.schema ?? {}).length > 0,
      );
    return pointer && has ? [{ child: item, column: pointer.name }] : [];
  });
  const [only, ...others] = children;
  if (!only || others.length) return undefined;
  const { child, column } = only;
  const key = keyOf(parent, family, parameter);
  const bounds = overlap(facts, child);
  const found = applied(
    model.spec,
    operation,
    resourceFor(setting, child),
    (parameter) => bounds.find(({ name }) => name === parameter.name)?.conditions,
  );
  if (found.unknown.length) return undefined;
  const frame = frameOf({ model, list: found.list }, facts, child, { place: shown, views });
  return {
    resource: child.name,
    does: "list",
    where: [is(column, key), ...found.where],
    parents: [{ resource: parent.name, where: [named(parent, family, parameter)] }],
    sets: {},
    list: found.list,
    status: facts.status,
    frame,
    ignored: found.ignored,
  };
}

/** Returns the conditions of parameters for a time range that records with a start and an end overlap. */
function overlap(
  { operation }: Facts,
  child: Stored,
): readonly { readonly name: string; readonly conditions: readonly Condition[] }[] {
  const column = (pattern: RegExp): string | undefined =>
    [...child.columns.keys()].find((name) => pattern.test(name));
  const [start, end] = [
    column(/^(start|starts|begin|from)(_?(at|date|time|s_?at))?$/i),
    column(/^(end|ends|until|to|finish)(_?(at|date|time|s_?at))?$/i),
  ];
  if (start === undefined || end === undefined) return [];
  return operation.parameters.flatMap(({ name, in: place }): ReturnType<typeof overlap> => {
    const value: Source = { from: "parameter", in: place, name };
    if (/^(from|start|since|after|begin)/i.test(name))
      return [{ name, conditions: [{ column: end, how: "above", value }] }];
    if (/^(to|end|until|before)/i.test(name))
      return [{ name, conditions: [{ column: start, how: "below", value }] }];
    return [];
  });
}
