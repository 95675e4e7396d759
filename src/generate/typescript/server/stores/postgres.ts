import database from "../../databases/postgres.ts";
import { joinModule } from "../../../../code/index.ts";
import { connectModule, testDatabaseModule } from "../../databases/postgres/connect.ts";
import type { SpecStore } from "../../../specification/server/contracts.ts";
import { packagesOf } from "../../../specification/server/packages.ts";
import { recordsTable } from "../../../specification/server/table.ts";

const records = String.raw`import type { Database } from "../database.ts";
import { once, type Records, type Stored } from "./records.ts";

interface Row {
  readonly body: Stored;
}

const ordered = (sort: string | undefined): string => (sort === undefined ? "at" : sort.startsWith("-") ? "body -> $3 desc, at" : "body -> $3, at");

const defined = (record: Stored): Stored => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));

/** Records as JSON in one table of PostgreSQL; the database is opened by the first request that needs it. */
export function openRecords(open: () => Promise<Database>): Records {
  const database = once(open);
  const one = async (text: string, values: readonly unknown[]): Promise<Stored | undefined> =>
    (await (await database()).query<Row>(text, values))[0]?.body;

  return {
    async list(collection, { equals = {}, limit, offset = 0, sort }) {
      const db = await database();
      const where = "collection = $1 and body @> $2::jsonb";
      const values = [collection, JSON.stringify(defined(equals))];
      const [counted] = await db.query<{ readonly total: number }>("select count(*) as total from records where " + where, values);
      const name = sort?.replace(/^-/, "");
      const rows = await db.query<Row>(
        "select body from records where " + where + " order by " + ordered(name === undefined ? undefined : sort) +
          " limit " + (limit ?? "all") + " offset " + offset,
        name === undefined ? values : [...values, name],
      );
      return { items: rows.map(({ body }) => body), total: Number(counted?.total ?? 0) };
    },
    get: (collection, id) => one("select body from records where collection = $1 and id = $2", [collection, id]),
    async add(collection, id, record) {
      const text = "insert into records (collection, id, body) values ($1, $2, $3::jsonb) on conflict do nothing returning body";
      return (await one(text, [collection, id, JSON.stringify(record)])) !== undefined;
    },
    change(collection, id, members, keep) {
      const values = [collection, id, JSON.stringify(defined(members))];
      const kept = keep ? "(select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(body) where key = any($4::text[]))" : "body";
      const text = "update records set body = " + kept + " || $3::jsonb where collection = $1 and id = $2 returning body";
      return one(text, keep ? [...values, [...keep]] : values);
    },
    async remove(collection, id) {
      return (await database()).transaction(async (db) => {
        const [row] = await db.query<Row>("delete from records where collection = $1 and id = $2 returning body", [collection, id]);
        if (row) await db.query("delete from records where starts_with(collection, $1)", [collection + "/" + encodeURIComponent(id) + "/"]);
        return row?.body;
      });
    },
    async number() {
      const [row] = await (await database()).query<{ readonly next: number }>("select nextval('record_numbers') as next");
      return Number(row?.next);
    },
    async ping() {
      await (await database()).ping();
    },
  };
}
`;

const postgres: SpecStore = {
  urlVariable: database.urlVariable,
  module: "postgres",
  part: {
    ...packagesOf(database),
    files: [
      { path: "src/store/postgres.ts", text: records },
      { path: "src/database.ts", text: joinModule("src/database.ts", [connectModule]) },
      { path: "tests/database.ts", text: joinModule("tests/database.ts", [testDatabaseModule]) },
      { path: "migrations/0001_records.sql", text: recordsTable },
    ],
  },
};

export default postgres;
