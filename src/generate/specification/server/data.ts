import { inTable, type Json } from "../../../lib/index.ts";
import {
  isPrecondition,
  namesOfColumns,
  type Column,
  type Condition,
  type OperationBinding,
  type Parents,
  type Source,
  type Storage,
  type StoredResource,
} from "../../../api/index.ts";
import type { Named } from "../named.ts";

/** Storage type of a column: types of records, and two with their own column types. */
export type StoredType = Column["type"] | "uuid" | "timestamp";

/** Storage data written out in every language: JSON without empty members. */
export type Data = { readonly [name: string]: Data } | readonly Data[] | Json | undefined;

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  (typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length === 0);

/** Removes members that are undefined or empty objects. */
const bare = (members: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => !isEmpty(value)));

/** Returns the type of a column; generated ids and times have their own types. */
export function storedType(column: Column, storage: Storage, depth = 0): StoredType {
  const target = storage.resources.find(({ name }) => name === column.refers);
  const key = target?.columns.find(({ name }) => name === target.key[0]);
  if (key && depth < 8) return storedType(key, storage, depth + 1);
  if (column.set?.by === "uuid" && column.schema.format === "uuid") return "uuid"; // otherwise clients may send other values
  const isTime = column.set?.by === "now" || column.set?.by === "change";
  return isTime && column.type === "string" ? "timestamp" : column.type;
}

/** Returns the tables by the name of their resource. */
export const tablesData = (storage: Storage): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    storage.resources.map((resource) => {
      const names = namesOfColumns(resource);
      const columns = resource.columns.map((column) => {
        const { name, required, nullable, secret, refers, set } = column;
        return [
          name,
          bare({
            sql: names.get(name),
            type: storedType(column, storage),
            required: required || undefined,
            nullable,
            secret,
            refers: storage.resources.some((resource) => resource.name === refers) ? refers : undefined,
            set,
          }),
        ] as const;
      });
      const { name, table, key, account } = resource;
      return [
        name,
        bare({ name, table, key, account: account ? true : undefined, columns: Object.fromEntries(columns) }),
      ];
    }),
  );

const sourceData = (source: Source, named: Named | undefined): unknown => {
  if (source.from === "parameter") return { from: "input", key: keyOf(named, source.in, source.name) };
  return source.from === "select" ? { ...source, where: whereData(source.where, named) } : source;
};

function keyOf(named: Named | undefined, place: string, name: string): string {
  const parameter = named?.operation.parameters.find(
    (parameter) => parameter.in === place && parameter.name === name,
  );
  return (parameter && named?.keys.get(parameter)) ?? name;
}

const whereData = (where: readonly Condition[], named?: Named): readonly unknown[] =>
  where.map(({ value, ...condition }) => ({ ...condition, value: sourceData(value, named) }));

const setsData = (sets: OperationBinding["sets"], named: Named): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(sets).map(([column, source]) => [column, sourceData(source, named)]));

/** Whether an operation changes nothing. */
export const isReading = ({ does }: OperationBinding): boolean =>
  does === "list" || does === "get" || does === "login" || does === "nothing";

/**
 * Returns the parameters without an effect, by their keys. Writes refuse preconditions and optional query parameters;
 * all others are ignored.
 */
export function unusedParameters(
  named: Named,
  binding: OperationBinding,
): { readonly ignored: readonly string[]; readonly refused: readonly string[] } {
  const all = named.operation.parameters.filter(
    ({ name, in: place }) => place !== "path" && binding.ignored.includes(name),
  );
  const isRefused = (parameter: (typeof all)[number]): boolean =>
    (isPrecondition(parameter) || (parameter.in === "query" && !parameter.required)) && !isReading(binding);
  const keys = (list: typeof all): readonly string[] =>
    list.map((parameter) => named.keys.get(parameter) ?? parameter.name);
  return {
    ignored: keys(all.filter((parameter) => !isRefused(parameter))),
    refused: keys(all.filter(isRefused)),
  };
}

/** Returns the records that must exist before an operation does anything. */
export const parentsData = (parents: Parents, named: Named): readonly unknown[] =>
  parents.map(({ resource, where }) => ({ resource, where: whereData(where, named) }));

/** Returns what an operation does with records, by the keys of its handler's input. */
export function bindingData(binding: OperationBinding, named: Named): Readonly<Record<string, unknown>> {
  const {
    resource,
    does,
    where,
    parents,
    body,
    sets,
    link,
    unless,
    list,
    status,
    madeStatus,
    frame,
    location,
    owner,
  } = binding;
  const queryKeys =
    list &&
    Object.fromEntries(
      Object.entries(list).map(([meaning, name]) => [
        meaning,
        meaning !== "totalHeader" && typeof name === "string" ? keyOf(named, "query", name) : name,
      ]),
    );
  const unused = unusedParameters(named, binding);
  return bare({
    resource,
    does,
    where: whereData(where, named),
    parents: parentsData(parents, named),
    body,
    sets: setsData(sets, named),
    link: link && { resource: link.resource, sets: setsData(link.sets, named) },
    unless,
    list: queryKeys,
    status,
    madeStatus,
    frame,
    location,
    owner,
    ignored: unused.ignored.length ? unused.ignored : undefined,
    refused: unused.refused.length ? unused.refused : undefined,
  });
}

export const viewsData = (storage: Storage): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    storage.views.map(({ name, resource, members, within }) => {
      const memberEntries = Object.entries(members).map(
        ([member, what]) =>
          [member, "where" in what ? { ...what, where: whereData(what.where) } : what] as const,
      );
      return [name, bare({ resource, members: Object.fromEntries(memberEntries), within })];
    }),
  );

/** Returns the columns that only the server's owner can fill, with the document's examples or null. */
export const hookedColumns = (
  resource: StoredResource,
  examples: Readonly<Record<string, Json>>,
): readonly (readonly [name: string, example: Json])[] =>
  resource.columns.flatMap(({ name, set }) =>
    set?.by === "hook" ? [[name, inTable(examples, name) ?? null] as const] : [],
  );
