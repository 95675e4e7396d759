/** `src/store/records.ts`: what storage does for every collection. */
export const records = String.raw`import { randomUUID } from "node:crypto";
import { Problem } from "../problem.ts";

export interface Stored {
  readonly [member: string]: unknown;
}

export interface Query {
  /** Members that must have these values; undefined ones do not count. */
  readonly equals?: Stored;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  /** Member to sort by; with a minus before it, the other way round. In the order of creation where there is none. */
  readonly sort?: string | undefined;
}

/** Records of every collection, by the path of the collection and the record's id. */
export interface Records {
  list(collection: string, query: Query): Promise<{ readonly items: readonly Stored[]; readonly total: number }>;
  get(collection: string, id: string): Promise<Stored | undefined>;
  /** False where there is a record of that id. */
  add(collection: string, id: string, record: Stored): Promise<boolean>;
  /** Sets members; of the others only those in keep stay, all of them where there is no such list. */
  change(collection: string, id: string, members: Stored, keep?: readonly string[]): Promise<Stored | undefined>;
  /** Takes the record away, and everything below it. */
  remove(collection: string, id: string): Promise<Stored | undefined>;
  /** A number that was never given before. */
  number(): Promise<number>;
  /** Rejects where the records can't be reached. */
  ping(): Promise<void>;
}

export interface Rules {
  /** The member that names a record, how a missing one is made, and whether requests may carry it. */
  readonly id: { readonly property: string; readonly made: "uuid" | "integer"; readonly given: boolean };
  /** Members with the time of creation, and of the last change. */
  readonly created: readonly string[];
  readonly changed: readonly string[];
  /** Members that requests may carry but storage leaves out, and those that answers leave out. */
  readonly ignored: readonly string[];
  readonly hidden: readonly string[];
  readonly defaults: Stored;
}

/** Path of records below others, each of which must be there. */
export async function below(records: Records, ...steps: readonly (readonly [collection: string, id: unknown, stored: boolean])[]): Promise<string> {
  let path = "";
  for (const [collection, id, stored] of steps) {
    if (stored && (await records.get(path + collection, String(id))) === undefined) throw new Problem(404);
    path += collection + "/" + encodeURIComponent(String(id));
  }
  return path;
}

const without = (record: object, names: readonly string[]): Stored =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));

/** How many records come before a page that is named by its number. */
export const before = (page: number | undefined, limit: number | undefined): number => Math.max(0, (page ?? 1) - 1) * (limit ?? 50);

/** How many records come before what a cursor points to; a cursor that nobody gave is wrong. */
export function cursorAt(cursor: string | undefined): number {
  if (cursor !== undefined && !/^\d{1,12}$/.test(cursor)) throw new Problem(400, [{ path: "cursor", message: "is no cursor of this list" }]);
  return Number(cursor ?? 0);
}

/** The work on one kind of records; what it answers is what the document says, since that was read beforehand. */
export class Collection {
  readonly #rules: Rules;

  constructor(rules: Rules) {
    this.#rules = rules;
  }

  /** A record as it is answered: with these members alone, if they are named. */
  #shown<Item>(record: Stored | undefined, only: readonly string[] | undefined): Item {
    if (record === undefined) throw new Problem(404);
    const shown = without(record, this.#rules.hidden);
    return (only ? Object.fromEntries(Object.entries(shown).filter(([name]) => only.includes(name))) : shown) as Item;
  }

  #times(names: readonly string[]): Stored {
    const now = new Date().toISOString();
    return Object.fromEntries(names.map((name) => [name, now]));
  }

  async list<Item>(records: Records, path: string, query: Query, only?: readonly string[]): Promise<{ readonly items: readonly Item[]; readonly total: number }> {
    const { items, total } = await records.list(path, query);
    return { items: items.map((record) => this.#shown<Item>(record, only)), total };
  }

  async get<Item>(records: Records, path: string, id: unknown, only?: readonly string[]): Promise<Item> {
    return this.#shown(await records.get(path, String(id)), only);
  }

  async create<Item>(records: Records, path: string, body: object | undefined, only?: readonly string[]): Promise<Item> {
    const { id, created, changed, ignored, defaults } = this.#rules;
    const given: Stored = without(body ?? {}, ignored);
    const own = id.given ? given[id.property] : undefined;
    const name = own ?? (id.made === "uuid" ? randomUUID() : await records.number());
    const record = { ...defaults, ...given, [id.property]: name, ...this.#times([...created, ...changed]) };
    if (!(await records.add(path, String(name), record))) throw new Problem(400, [{ path: id.property, message: "is already taken" }]);
    return this.#shown(record, only);
  }

  async update<Item>(records: Records, path: string, id: unknown, body: object | undefined, only?: readonly string[]): Promise<Item> {
    const { id: own, created, changed, ignored, defaults } = this.#rules;
    const members = { ...defaults, ...without(body ?? {}, [...ignored, own.property, ...created]), ...this.#times(changed) };
    return this.#shown(await records.change(path, String(id), members, [own.property, ...created]), only);
  }

  async patch<Item>(records: Records, path: string, id: unknown, body: object | undefined, only?: readonly string[]): Promise<Item> {
    const { id: own, created, changed, ignored } = this.#rules;
    const members = { ...without(body ?? {}, [...ignored, own.property, ...created]), ...this.#times(changed) };
    return this.#shown(await records.change(path, String(id), members), only);
  }

  async remove<Item>(records: Records, path: string, id: unknown, only?: readonly string[]): Promise<Item> {
    return this.#shown(await records.remove(path, String(id)), only);
  }
}
`;

/** `src/store/postgres.ts` */
export const postgres = String.raw`import type { Database } from "../database.ts";
import type { Records, Stored } from "./records.ts";

interface Row {
  readonly body: Stored;
}

const ordered = (sort: string | undefined): string => (sort === undefined ? "at" : sort.startsWith("-") ? "body -> $3 desc, at" : "body -> $3, at");

const defined = (record: Stored): Stored => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));

/** Records as JSON in one table of PostgreSQL; the database is opened by the first request that needs it. */
export function postgresRecords(open: () => Promise<Database>): Records {
  let opened: Promise<Database> | undefined;
  const database = (): Promise<Database> =>
    (opened ??= open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    }));
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
          " limit " + (limit === undefined ? "all" : String(Math.trunc(limit))) + " offset " + String(Math.trunc(offset)),
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

export const postgresMigration = `create table records (
  collection text not null,
  id text not null,
  at bigint generated always as identity,
  body jsonb not null,
  primary key (collection, id)
);
create index records_in_order on records (collection, at);
create index records_by_member on records using gin (body jsonb_path_ops);
create sequence record_numbers;
`;
