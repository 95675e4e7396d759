import type { Dialect } from "./sql.ts";
import { type Column, Missing, type Table, Taken } from "./store.ts";

const types: Readonly<Record<Column["type"], string>> = {
  string: "text",
  integer: "bigint",
  number: "double precision",
  boolean: "boolean",
  json: "jsonb",
  uuid: "uuid",
  timestamp: "timestamptz",
};

/** The columns that a message of PostgreSQL names between parentheses: Key (email)=(a@b.c) already exists. */
function columnsIn(table: Table, detail: unknown): readonly string[] {
  const [, list = ""] = /\(([^()]+)\)=/.exec(String(detail)) ?? [];
  const names = new Set(list.split(",").map((name) => name.trim().replaceAll('"', "")));
  return Object.keys(table.columns).filter((name) => names.has(table.columns[name]?.sql ?? ""));
}

const memberOf = (error: unknown, name: string): string =>
  typeof error === "object" && error !== null && name in error
    ? String((error as Record<string, unknown>)[name]) // looked up above
    : "";

/** The statements of PostgreSQL. */
export const postgres: Dialect = {
  placed: (place, type) => place + "::text::" + types[type],
  // A list of texts has the value itself; a list of objects, an object of that name.
  has: (column, value, put) => {
    const [plain, named] = [[value], [{ name: value }]].map((list) => put(list, "json"));
    return column + " @> " + plain + " or " + column + " @> " + named;
  },
  contains: (column, text) => "strpos(lower(" + column + "), lower(" + text + ")) > 0",
  read: (column, type) => (type === "uuid" ? column + "::text" : column),
  value: (value, type) =>
    value === null || value === undefined ? null : type === "json" ? JSON.stringify(value) : String(value),
  endless: "",
  isNowhere: (error) => memberOf(error, "code").startsWith("22"),
  async refusal(table, error) {
    const columns = columnsIn(table, memberOf(error, "detail"));
    const code = memberOf(error, "code");
    if (code === "23505") return new Taken(columns);
    if (code === "23503") return new Missing(columns);
    return /^22|^23502$/.test(code) ? new Missing([""], "can't be stored") : error;
  },
};
