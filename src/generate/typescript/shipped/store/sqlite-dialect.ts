import { tables } from "./resources.ts";
import { type Dialect, quoted } from "./sql.ts";
import { type Column, Missing, type Row, type Table, Taken } from "./store.ts";

/** Extended result codes. */
const codes = { notNull: 1299, foreignKey: 787 };

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);
const timeOf = (value: unknown): string | null => {
  const time = new Date(value instanceof Date || typeof value === "number" ? value : String(value));
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
};

/** SQLite takes what it is given: a value that a column can't have is none, which nothing equals. */
const stored: Readonly<Record<Column["type"], (value: unknown) => unknown>> = {
  string: String,
  integer: (value) => (Number.isSafeInteger(Number(value)) ? Number(value) : null),
  number: (value) => finite(Number(value)),
  boolean: (value) => (String(value) === "true" ? 1 : String(value) === "false" ? 0 : null),
  json: (value) => JSON.stringify(value),
  uuid: (value) => String(value).toLowerCase(),
  timestamp: timeOf,
};

const failureOf = (error: unknown): { readonly errcode?: unknown; readonly message?: unknown } =>
  typeof error === "object" ? (error ?? {}) : {};

/** Number that a record's own column gets: the table's next, whatever was removed since. */
const next = (table: Table): string =>
  "(select coalesce(max(seq), 0) + 1 from sqlite_sequence where name = '" +
  table.table.replaceAll("'", "''") +
  "')";

/** Columns that point to nothing: the message names none, so each is looked up. */
async function missing(
  table: Table,
  row: Row,
  query: (text: string, values: readonly unknown[]) => Promise<readonly unknown[]>,
): Promise<readonly string[]> {
  const lost: string[] = [];
  for (const [name, { refers, type }] of Object.entries(table.columns)) {
    const target = refers === undefined ? undefined : tables[refers];
    const key = target?.columns[target.key[0] ?? ""];
    if (!target || !key || row[name] === undefined || row[name] === null) continue;
    const text = "select 1 from " + quoted(target.table) + " where " + quoted(key.sql) + " = $1";
    if ((await query(text, [stored[type](row[name])])).length === 0) lost.push(name);
  }
  return lost;
}

/** The statements of SQLite. */
export const sqlite: Dialect = {
  placed: (place) => place,
  // A list of texts has the value itself; a list of objects, an object of that name.
  has: (column, value, put) => {
    const own = "each.value = " + put(value, typeof value === "boolean" ? "boolean" : "string");
    const named = "(each.type = 'object' and each.value ->> 'name' = " + put(value, "string") + ")";
    return "exists (select 1 from json_each(" + column + ") as each where " + own + " or " + named + ")";
  },
  contains: (column, text) => "instr(folded(" + column + "), folded(" + text + ")) > 0",
  read: (column) => column,
  value: (value, type) => (value === null || value === undefined ? null : stored[type](value)),
  endless: " limit -1",
  counted: next,
  isNowhere: () => false,
  async refusal(table, error, row, query) {
    const { errcode, message } = failureOf(error);
    const [, list] = /^UNIQUE constraint failed: (.*)$/.exec(String(message)) ?? [];
    if (list !== undefined) {
      const names = new Set(list.split(", ").map((name) => name.slice(table.table.length + 1)));
      return new Taken(
        Object.keys(table.columns).filter((name) => names.has(table.columns[name]?.sql ?? "")),
      );
    }
    if (errcode === codes.notNull) return new Missing([""], "can't be stored");
    return errcode === codes.foreignKey ? new Missing(await missing(table, row, query)) : error;
  },
};
