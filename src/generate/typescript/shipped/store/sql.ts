import type { Column, Filter, Page, Row, Store, Table } from "./store.ts";

/** What is asked of a database. */
export type Query = <Found>(text: string, values: readonly unknown[]) => Promise<readonly Found[]>;

/** Texts of one database's statements. */
export interface Dialect {
  /** A placeholder as a value of a type. */
  placed(place: string, type: Column["type"]): string;
  /** A value as the database takes it, by the type of its column. */
  value(value: unknown, type: Column["type"]): unknown;
  /** Whether a list has a value. */
  has(column: string, value: unknown, put: (value: unknown, type: Column["type"]) => string): string;
  /** Whether a text has another one in it, in any case. */
  contains(column: string, text: string): string;
  /** A column as it is read. */
  read(column: string, type: Column["type"]): string;
  /** What stands before an offset where there is no limit. */
  readonly endless: string;
  /** The number of a new record, where the database has no columns that count. */
  counted?(table: Table): string;
  /** Whether a statement that reads was refused for a value that no column can have. */
  isNowhere(error: unknown): boolean;
  /** What a statement was refused for, as what is wrong with a request: Taken, Missing, or the error itself. */
  refusal(table: Table, error: unknown, row: Row, query: Query): Promise<unknown>;
}

export const quoted = (name: string): string => '"' + name.replaceAll('"', '""') + '"';

function columnOf(table: Table, name: string): Column {
  const column = table.columns[name];
  if (!column) throw new Error(table.name + " has no column " + name + ".");
  return column;
}

const signs = { least: ">=", most: "<=", above: ">", below: "<" } as const;

function orderText(table: Table, { sort = [] }: Page): string {
  const parts = sort.flatMap(({ column, descending }) =>
    column === undefined ? [] : [quoted(columnOf(table, column).sql) + (descending ? " desc" : "")],
  );
  const isNewest = sort.some(({ column, descending }) => column === undefined && descending);
  return " order by " + [...parts, '"made_at_position"' + (isNewest ? " desc" : "")].join(", ");
}

/** A row as handlers know it: times are texts, and counts numbers. */
const rowOf = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value instanceof Date ? value.toISOString() : typeof value === "bigint" ? Number(value) : value,
    ]),
  );

/** One statement: its values, and the text that stands for each. */
class Statement {
  readonly values: unknown[] = [];
  readonly #dialect: Dialect;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  put(value: unknown, type: Column["type"]): string {
    this.values.push(this.#dialect.value(value, type));
    return this.#dialect.placed("$" + this.values.length, type);
  }

  #condition(table: Table, { column: name, how, values }: Filter): string {
    const { sql, type } = columnOf(table, name);
    const text = quoted(sql);
    if (values.length === 0) return "false";
    const put = (value: unknown): string => this.put(value, type);
    if (how === "in")
      return values.some((value) => value === null)
        ? text + " is null"
        : text + " in (" + values.map(put).join(", ") + ")";
    if (how === "contains")
      return values
        .map((value) => this.#dialect.contains(text, this.put(String(value), "string")))
        .join(" or ");
    if (how === "has")
      return values
        .map((value) => this.#dialect.has(text, value, (item, kind) => this.put(item, kind)))
        .join(" or ");
    return values.map((value) => text + " " + signs[how] + " " + put(value)).join(" and ");
  }

  where(table: Table, filters: readonly Filter[]): string {
    const conditions = filters.map((filter) => "(" + this.#condition(table, filter) + ")");
    return conditions.length ? " where " + conditions.join(" and ") : "";
  }

  /** Columns of a statement that writes, with what is put into them. */
  set(table: Table, row: Row): readonly (readonly [sql: string, value: string])[] {
    return Object.entries(row).flatMap(([name, value]) => {
      const column = table.columns[name];
      return column && value !== undefined
        ? [[quoted(column.sql), this.put(value, column.type)] as const]
        : [];
    });
  }

  /** Columns that count by themselves, where the database has none that do. */
  counted(table: Table, row: Row): readonly (readonly [sql: string, value: string])[] {
    const { counted } = this.#dialect;
    return Object.entries(table.columns).flatMap(([name, { sql, set, refers }]) =>
      counted && set?.by === "integer" && refers === undefined && (row[name] ?? null) === null
        ? [[quoted(sql), counted(table)] as const]
        : [],
    );
  }
}

/** The work on tables that SQL databases do in the words of a dialect. */
export function sqlStore(query: Query, dialect: Dialect): Omit<Store, "ping"> {
  const columnsOf = (table: Table): string =>
    Object.entries(table.columns)
      .map(([name, { sql, type }]) => dialect.read(quoted(sql), type) + " as " + quoted(name))
      .join(", ");

  /** Rows of a statement that reads: a value that no column can have is nowhere. */
  async function read(text: string, values: readonly unknown[]): Promise<readonly Row[]> {
    try {
      return (await query<Row>(text, values)).map(rowOf);
    } catch (error) {
      if (dialect.isNowhere(error)) return [];
      throw error;
    }
  }

  async function write(
    table: Table,
    row: Row,
    text: string,
    values: readonly unknown[],
  ): Promise<readonly Row[]> {
    try {
      return (await query<Row>(text, values)).map(rowOf);
    } catch (error) {
      throw await dialect.refusal(table, error, row, query);
    }
  }

  return {
    async find(table, filters, page = {}) {
      const statement = new Statement(dialect);
      const where = statement.where(table, filters);
      const { limit, offset = 0 } = page;
      const part =
        (limit === undefined
          ? dialect.endless
          : " limit " + String(Math.min(limit, Number.MAX_SAFE_INTEGER))) +
        " offset " +
        String(Math.min(offset, Number.MAX_SAFE_INTEGER));
      const text = "select " + columnsOf(table) + " from " + quoted(table.table);
      return read(text + where + orderText(table, page) + part, statement.values);
    },
    async count(table, filters) {
      const statement = new Statement(dialect);
      const text = "select count(*) as total from " + quoted(table.table) + statement.where(table, filters);
      const [row] = await read(text, statement.values);
      return Number(row?.["total"] ?? 0);
    },
    async insert(table, row) {
      const statement = new Statement(dialect);
      const counted = statement.counted(table, row);
      const names = new Set(counted.map(([name]) => name));
      const given = Object.fromEntries(
        Object.entries(row).filter(([name]) => !names.has(quoted(table.columns[name]?.sql ?? ""))),
      );
      const values = [...statement.set(table, given), ...counted];
      const [columns, places] = [values.map(([name]) => name), values.map(([, value]) => value)];
      const text = values.length
        ? " (" + columns.join(", ") + ") values (" + places.join(", ") + ")"
        : " default values";
      const head = "insert into " + quoted(table.table);
      const all = head + text + " returning " + columnsOf(table);
      const [made = {}] = await write(table, row, all, statement.values);
      return made;
    },
    async update(table, filters, row) {
      const statement = new Statement(dialect);
      const values = statement.set(table, row).map(([name, value]) => name + " = " + value);
      const where = statement.where(table, filters);
      if (values.length === 0)
        return read("select " + columnsOf(table) + " from " + quoted(table.table) + where, statement.values);
      const text = "update " + quoted(table.table) + " set " + values.join(", ");
      return write(table, row, text + where + " returning " + columnsOf(table), statement.values);
    },
    async remove(table, filters) {
      const statement = new Statement(dialect);
      const text = "delete from " + quoted(table.table) + statement.where(table, filters);
      await write(table, {}, text + " returning 1 as gone", statement.values);
    },
  };
}
