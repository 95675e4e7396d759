/** `src/store/mongodb.ts`: records of a server from a specification. */
export const recordsModule =
  String.raw`import type { Collection, Document, Filter as Query } from "mongodb";
import type { Database } from "../database.ts";
import { opened } from "./opened.ts";
import { tables } from "./resources.ts";
import { Missing, Taken, type Filter, type Page, type Row, type Store, type Table } from "./store.ts";

interface Kept {
  readonly _id: number;
  readonly [field: string]: unknown;
}

const signs = { least: "$gte", most: "$lte", above: "$gt", below: "$lt" } as const;
const escaped = (text: unknown): string => String(text).replaceAll(/[.*+?^$` +
  "{}" +
  String.raw`()|[\]\\]/g, "\\$&");

function condition(table: Table, { column, how, values }: Filter): Query<Kept> {
  const field = table.columns[column]?.sql ?? column;
  if (values.length === 0) return { _id: { $in: [] } };
  if (how === "in") return { [field]: { $in: [...values] } };
  if (how === "contains") return { $or: values.map((value) => ({ [field]: { $regex: escaped(value), $options: "i" } })) };
  // A list of texts has the value itself; a list of objects, an object of that name.
  if (how === "has") return { $or: [{ [field]: { $in: [...values] } }, { [field + ".name"]: { $in: [...values] } }] };
  return { $and: values.map((value) => ({ [field]: { [signs[how]]: value } })) };
}

const queryOf = (table: Table, filters: readonly Filter[]): Query<Kept> =>
  filters.length ? { $and: filters.map((filter) => condition(table, filter)) } : {};

const rowOf = (table: Table, kept: Document): Row =>
  Object.fromEntries(Object.entries(table.columns).map(([name, { sql }]) => [name, kept[sql] ?? null]));

const fieldsOf = (table: Table, row: Row): Document =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => {
      const column = table.columns[name];
      return column && value !== undefined ? [[column.sql, value]] : [];
    }),
  );

function sortOf(table: Table, { sort = [] }: Page): Record<string, 1 | -1> {
  const fields = sort.flatMap(({ column, descending }) => {
    const field = column === undefined ? undefined : table.columns[column]?.sql;
    return field === undefined ? [] : [[field, descending ? -1 : 1] as const];
  });
  const isNewest = sort.some(({ column, descending }) => column === undefined && descending);
  return Object.fromEntries([...fields, ["_id", isNewest ? -1 : 1] as const]);
}

/** The columns of an index that refused a document. */
function refusal(table: Table, error: unknown): unknown {
  if (typeof error !== "object" || error === null || !("code" in error) || error.code !== 11000) return error;
  const fields = "keyPattern" in error && typeof error.keyPattern === "object" && error.keyPattern !== null ? Object.keys(error.keyPattern) : [];
  return new Taken(Object.keys(table.columns).filter((name) => fields.includes(table.columns[name]?.sql ?? "")));
}

/** Records in collections of MongoDB. */
export const openStore = opened<Database>(over);

function over(db: () => Promise<Database>): Omit<Store, "ping"> {
  const collection = async (table: Table): Promise<Collection<Kept>> => (await db()).collection<Kept>(table.table);
  const next = async (name: string): Promise<number> => {
    const counters = (await db()).collection<{ readonly _id: string; readonly last: number }>("counters");
    const found = await counters.findOneAndUpdate({ _id: name }, { $inc: { last: 1 } }, { upsert: true, returnDocument: "after" });
    return found?.last ?? 1;
  };

  /** Whatever a record points to must be there. */
  async function checkReferences(table: Table, row: Row): Promise<void> {
    for (const [name, { refers }] of Object.entries(table.columns)) {
      const target = refers === undefined ? undefined : tables[refers];
      if (!target || row[name] === undefined || row[name] === null) continue;
      const field = target.columns[target.key[0] ?? ""]?.sql ?? "";
      if ((await (await collection(target)).findOne({ [field]: row[name] }, { projection: { _id: 1 } })) === null) throw new Missing([name]);
    }
  }

  /** Takes records away, and those that belong to them. */
  async function remove(table: Table, filters: readonly Filter[]): Promise<void> {
    const rows = (await (await collection(table)).find(queryOf(table, filters)).toArray()).map((kept) => rowOf(table, kept));
    await (await collection(table)).deleteMany(queryOf(table, filters));
    const keys = rows.map((row) => row[table.key[0] ?? ""]);
    if (keys.length === 0) return;
    for (const other of Object.values(tables))
      for (const [column, { refers, set }] of Object.entries(other.columns)) {
        if (refers !== table.name) continue;
        const pointing: readonly Filter[] = [{ column, how: "in", values: keys }];
        if (set?.by === "caller") await (await collection(other)).updateMany(queryOf(other, pointing), { $set: { [other.columns[column]?.sql ?? ""]: null } });
        else await remove(other, pointing);
      }
  }

  return {
    remove,
    async find(table, filters, page = {}) {
      const { limit = Number.MAX_SAFE_INTEGER, offset = 0 } = page;
      if (limit === 0) return [];
      const cursor = (await collection(table)).find(queryOf(table, filters), { sort: sortOf(table, page) });
      const found = await cursor.skip(Math.min(offset, 2 ** 31)).limit(Math.min(limit, 2 ** 31 - 1)).toArray();
      return found.map((kept) => rowOf(table, kept));
    },
    async count(table, filters) {
      return (await collection(table)).countDocuments(queryOf(table, filters));
    },
    async insert(table, row) {
      await checkReferences(table, row);
      const counted: Record<string, unknown> = {};
      for (const [name, { set }] of Object.entries(table.columns))
        if (set?.by === "integer" && (row[name] === undefined || row[name] === null)) counted[name] = await next(table.table + "." + name);
      const kept = { ...fieldsOf(table, { ...row, ...counted }), _id: await next(table.table) };
      try {
        await (await collection(table)).insertOne(kept);
      } catch (error) {
        throw refusal(table, error);
      }
      return rowOf(table, kept);
    },
    async update(table, filters, values) {
      await checkReferences(table, values);
      const fields = fieldsOf(table, values);
      const found = await collection(table);
      const ids = (await found.find(queryOf(table, filters), { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id);
      try {
        if (Object.keys(fields).length) await found.updateMany({ _id: { $in: ids } }, { $set: fields });
      } catch (error) {
        throw refusal(table, error);
      }
      return (await found.find({ _id: { $in: ids } }).toArray()).map((kept) => rowOf(table, kept));
    },
  };
}
`;
