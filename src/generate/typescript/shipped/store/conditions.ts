import { Problem } from "../problem.ts";
import type { Condition, Source } from "./bindings.ts";
import { type Call, asStored, member, tableOf } from "./call.ts";
import type { Filter, Row, Table } from "./store.ts";

/** The values of a source; undefined where the request does not give it. */
export async function valuesOf(
  source: Source,
  call: Call,
  self?: Row,
): Promise<readonly unknown[] | undefined> {
  switch (source.from) {
    case "input": {
      const value = member(call.input, source.key);
      return value === undefined ? undefined : Array.isArray(value) ? value : [value];
    }
    case "body": {
      const value = source.path.reduce<unknown>(member, member(call.input, "body"));
      return value === undefined ? undefined : [value];
    }
    case "caller":
      return call.caller === undefined ? [] : [call.caller];
    case "value":
      return [source.value];
    case "self":
      return [self?.[source.column]];
    case "select": {
      const table = tableOf(source.resource);
      const filters = await filtersOf(table, source.where, call, self);
      return filters && (await call.store.find(table, filters)).map((row) => row[source.column]);
    }
  }
}

/** Conditions as filters; undefined where the request gives one of the values not. */
export async function filtersOf(
  table: Table,
  where: readonly Condition[],
  call: Call,
  self?: Row,
): Promise<readonly Filter[] | undefined> {
  const filters: Filter[] = [];
  for (const condition of where) {
    const filter = await filterOf(table, condition, call, self);
    if (!filter) return undefined;
    filters.push(filter);
  }
  return filters;
}

async function filterOf(
  table: Table,
  { column, how, value }: Condition,
  call: Call,
  self?: Row,
): Promise<Filter | undefined> {
  const values = await valuesOf(value, call, self);
  if (!values) return undefined;
  if (how === "has") return { column, how, values };
  return {
    column,
    how: how === "is" ? "in" : how,
    values: values
      .map((one) => asStored(table, column, one))
      .filter((one) => one !== undefined && one !== null),
  };
}

/** Every condition that the request gives: a list is wider without the others. */
export async function presentFilters(
  table: Table,
  where: readonly Condition[],
  call: Call,
): Promise<readonly Filter[]> {
  const filters = await Promise.all(where.map((condition) => filterOf(table, condition, call)));
  return filters.filter((filter) => filter !== undefined);
}

/** The one record that is meant; 404 where there is none. */
export async function requireRecord(table: Table, where: readonly Condition[], call: Call): Promise<Row> {
  const filters = await filtersOf(table, where, call);
  const [row] = filters ? await call.store.find(table, filters, { limit: 1 }) : [];
  if (!row) throw new Problem(404);
  return row;
}
