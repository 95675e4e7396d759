import type { Context } from "../http/serve.ts";
import { tableOf } from "./call.ts";
import { insertRecord } from "./perform.ts";
import type { Filter, Page, Row } from "./store.ts";

/** Records of one table. Conditions are equalities of columns. */
export interface Records<Found extends Row> {
  find(where?: Partial<Found>, page?: Page): Promise<readonly Found[]>;
  /** Ids, times and hashes of secrets are made. */
  insert(record: Found): Promise<Found>;
  update(where: Partial<Found>, values: Partial<Found>): Promise<readonly Found[]>;
  remove(where: Partial<Found>): Promise<void>;
}

const filtersOf = (where: Row): readonly Filter[] =>
  Object.entries(where).map(([column, value]) => ({ column, how: "in", values: [value] }));

/** Records of a resource, typed by its columns. */
export function records<Found extends Row>(context: Context, name: string): Records<Found> {
  const table = tableOf(name);
  const { store } = context;
  return {
    find: async (where, page) => (await store.find(table, filtersOf(where ?? {}), page)) as readonly Found[], // a table's columns
    insert: async (record) => (await insertRecord(context, name, record)) as Found, // likewise
    update: async (where, values) =>
      (await store.update(table, filtersOf(where), values)) as readonly Found[], // likewise
    remove: (where) => store.remove(table, filtersOf(where)),
  };
}
