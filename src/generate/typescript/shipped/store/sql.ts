import {
  Missing,
  Taken,
  type Column,
  type Filter,
  type Page,
  type Row,
  type Store,
  type Table,
} from "./store.ts";

/** What is asked of PostgreSQL. */
export type Query = <Found>(text: string, values: readonly unknown[]) => Promise<readonly Found[]>;

const types: Readonly<Record<Column["type"], string>> = {
  string: "text",
  integer: "bigint",
  number: "double precision",
  boolean: "boolean",
  json: "jsonb",
  uuid: "uuid",
  timestamp: "timestamptz",
};

const quoted = (name: string): string => '"' + name.replaceAll('"', '""') + '"';

function columnOf(table: Table, name: string): Column {
  const column = table.columns[name];
  if (!column) throw new Error(table.name + " has no column " + name + ".");
  return column;
}

/** Values of a statement, and the text that stands for each. */
class Values {
  readonly all: unknown[] = [];

  put(value: unknown, type: string): string {
    this.all.push(value);
    return "$" + this.all.length + "::text::" + type;
  }
}

const textOf = ({ type }: Column, value: unknown): unknown =>
  value === null || value === undefined ? null : type === "json" ? JSON.stringify(value) : String(value);

const signs = { least: ">=", most: "<=", above: ">", below: "<" } as const;

function condition(table: Table, { column: name, how, values }: Filter, given: Values): string {
  const column = columnOf(table, name);
  const text = quoted(column.sql);
  if (values.length === 0) return "false";
  const put = (value: unknown): string => given.put(textOf(column, value), types[column.type]);
  if (how === "in")
    return values.some((value) => value === null)
      ? text + " is null"
      : text + " in (" + values.map(put).join(", ") + ")";
  if (how === "contains")
    return values
      .map((value) => "strpos(lower(" + text + "), lower(" + given.put(String(value), "text") + ")) > 0")
      .join(" or ");
  if (how === "has") {
    // A list of texts has the value itself; a list of objects, an object of that name.
    const has = (value: unknown): string => {
      const [plain, named] = [[value], [{ name: value }]].map((list) =>
        given.put(JSON.stringify(list), "jsonb"),
      );
      return text + " @> " + plain + " or " + text + " @> " + named;
    };
    return "(" + values.map(has).join(" or ") + ")";
  }
  return values.map((value) => text + " " + signs[how] + " " + put(value)).join(" and ");
}

const whereText = (table: Table, filters: readonly Filter[], given: Values): string =>
  filters.length
    ? " where " + filters.map((filter) => "(" + condition(table, filter, given) + ")").join(" and ")
    : "";

function orderText(table: Table, { sort = [] }: Page): string {
  const parts = sort.flatMap(({ column, descending }) =>
    column === undefined ? [] : [quoted(columnOf(table, column).sql) + (descending ? " desc" : "")],
  );
  const isNewest = sort.some(({ column, descending }) => column === undefined && descending);
  return " order by " + [...parts, '"made_at_position"' + (isNewest ? " desc" : "")].join(", ");
}

const readText = (table: Table): string =>
  Object.entries(table.columns)
    .map(([name, { sql, type }]) => quoted(sql) + (type === "uuid" ? "::text" : "") + " as " + quoted(name))
    .join(", ");

/** A row as handlers know it: times are texts, and counts numbers. */
const rowOf = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value instanceof Date ? value.toISOString() : typeof value === "bigint" ? Number(value) : value,
    ]),
  );

/** The columns that a message of PostgreSQL names between parentheses: Key (email)=(a@b.c) already exists. */
function columnsIn(table: Table, detail: unknown): readonly string[] {
  const [, list = ""] = /\(([^()]+)\)=/.exec(String(detail)) ?? [];
  const names = new Set(list.split(",").map((name) => name.trim().replaceAll('"', "")));
  return Object.keys(table.columns).filter((name) => names.has(columnOf(table, name).sql));
}

const codeOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
const detailOf = (error: unknown): unknown =>
  typeof error === "object" && error !== null && "detail" in error ? error.detail : "";

/** What PostgreSQL refuses, as what is wrong with a request. */
function refusal(table: Table, error: unknown): unknown {
  const columns = columnsIn(table, detailOf(error));
  if (codeOf(error) === "23505") return new Taken(columns);
  if (codeOf(error) === "23503") return new Missing(columns);
  if (/^22|^23502$/.test(codeOf(error))) return new Missing([""], "can't be stored");
  return error;
}

/** Columns of a statement that writes, with what is put into them. */
const setOf = (
  table: Table,
  values: Row,
  given: Values,
): readonly (readonly [sql: string, value: string])[] =>
  Object.entries(values).flatMap(([name, value]) => {
    const column = table.columns[name];
    return column && value !== undefined
      ? [[quoted(column.sql), given.put(textOf(column, value), types[column.type])] as const]
      : [];
  });

/** The work on tables that every PostgreSQL does in the same words. */
export function sqlStore(query: Query): Pick<Store, "find" | "count" | "insert" | "update" | "remove"> {
  /** Rows of a statement that reads: a value that no column can have is nowhere. */
  async function read(text: string, values: readonly unknown[]): Promise<readonly Row[]> {
    try {
      return (await query<Row>(text, values)).map(rowOf);
    } catch (error) {
      if (codeOf(error).startsWith("22")) return [];
      throw error;
    }
  }

  async function write(table: Table, text: string, values: readonly unknown[]): Promise<readonly Row[]> {
    try {
      return (await query<Row>(text, values)).map(rowOf);
    } catch (error) {
      throw refusal(table, error);
    }
  }

  return {
    async find(table, filters, page = {}) {
      const given = new Values();
      const where = whereText(table, filters, given);
      const { limit, offset = 0 } = page;
      const part =
        (limit === undefined ? "" : " limit " + String(Math.min(limit, Number.MAX_SAFE_INTEGER))) +
        " offset " +
        String(Math.min(offset, Number.MAX_SAFE_INTEGER));
      return read(
        "select " + readText(table) + " from " + quoted(table.table) + where + orderText(table, page) + part,
        given.all,
      );
    },
    async count(table, filters) {
      const given = new Values();
      const where = whereText(table, filters, given);
      const [row] = await read("select count(*) as total from " + quoted(table.table) + where, given.all);
      return Number(row?.["total"] ?? 0);
    },
    async insert(table, row) {
      const given = new Values();
      const values = setOf(table, row, given);
      const head = "insert into " + quoted(table.table);
      const text = values.length
        ? head +
          " (" +
          values.map(([name]) => name).join(", ") +
          ") values (" +
          values.map(([, value]) => value).join(", ") +
          ")"
        : head + " default values";
      const [made = {}] = await write(table, text + " returning " + readText(table), given.all);
      return made;
    },
    async update(table, filters, row) {
      const given = new Values();
      const values = setOf(table, row, given);
      const where = whereText(table, filters, given);
      if (values.length === 0)
        return read("select " + readText(table) + " from " + quoted(table.table) + where, given.all);
      const text =
        "update " +
        quoted(table.table) +
        " set " +
        values.map(([name, value]) => name + " = " + value).join(", ");
      return write(table, text + where + " returning " + readText(table), given.all);
    },
    async remove(table, filters) {
      const given = new Values();
      await write(
        table,
        "delete from " + quoted(table.table) + whereText(table, filters, given) + " returning 1 as gone",
        given.all,
      );
    },
  };
}
