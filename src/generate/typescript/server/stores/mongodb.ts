import database from "../../databases/mongodb.ts";
import { joinModule, imported, ts } from "../../../../code/index.ts";
import { connectModule, testDatabaseModule } from "../../databases/mongodb/connect.ts";
import type { SpecStore } from "../../../specification/server/contracts.ts";
import { packagesOf } from "../../../specification/server/packages.ts";

const records = String.raw`import type { Collection, Document } from "mongodb";
import type { Database } from "../database.ts";
import { once, type Records, type Stored } from "./records.ts";

interface Kept {
  readonly _id: string;
  readonly collection: string;
  /** The order of creation. */
  readonly at: number;
  /** Which change this is. */
  readonly version: number;
  /** Members as a list, since names in a document may not be any text. */
  readonly members: readonly (readonly [name: string, value: string])[];
}

const keyOf = (collection: string, id: string): string => collection + "\n" + id;

const membersOf = (record: Stored): Kept["members"] =>
  Object.entries(record).flatMap(([name, value]) => (value === undefined ? [] : [[name, JSON.stringify(value)] as const]));

const recordOf = ({ members }: Kept): Stored =>
  Object.fromEntries(members.map(([name, value]) => [name, JSON.parse(value) as unknown]));

const isDuplicate = (error: unknown): boolean => typeof error === "object" && error !== null && "code" in error && error.code === 11000;

const compare = (one: unknown, other: unknown): number => {
  if (one === other) return 0;
  if (one === undefined || one === null) return 1;
  if (other === undefined || other === null) return -1;
  return one < other ? -1 : 1;
};

function sorted(all: readonly Stored[], sort: string): readonly Stored[] {
  const name = sort.replace(/^-/, "");
  const sign = sort.startsWith("-") ? -1 : 1;
  return all.toSorted((one, other) => sign * compare(one[name], other[name]));
}

/** Records in one collection of MongoDB; the database is opened by the first request that needs it. */
export function openRecords(open: () => Promise<Database>): Records {
  const database = once(open);
  const all = async (): Promise<Collection<Kept>> => (await database()).collection<Kept>("records");
  const next = async (): Promise<number> => {
    const counters = (await database()).collection<{ readonly _id: string; readonly last: number }>("counters");
    const found = await counters.findOneAndUpdate({ _id: "records" }, { $inc: { last: 1 } }, { upsert: true, returnDocument: "after" });
    return found?.last ?? 1;
  };

  return {
    async list(collection, { equals = {}, limit, offset = 0, sort }) {
      const wanted = membersOf(equals).map(([name, value]) => ({ members: [name, value] }));
      const where: Document = wanted.length ? { collection, $and: wanted } : { collection };
      const found = await all();
      const total = await found.countDocuments(where);
      const cursor = found.find(where, { sort: { at: 1 } });
      // Members are texts here, which have another order than their values.
      if (sort !== undefined) {
        const records = sorted((await cursor.toArray()).map(recordOf), sort);
        return { items: records.slice(offset, limit === undefined ? undefined : offset + limit), total };
      }
      if (limit === 0) return { items: [], total };
      const part = cursor.skip(Math.min(offset, total));
      return { items: (await (limit === undefined ? part : part.limit(Math.min(limit, total || 1))).toArray()).map(recordOf), total };
    },
    async get(collection, id) {
      const found = await (await all()).findOne({ _id: keyOf(collection, id) });
      return found ? recordOf(found) : undefined;
    },
    async add(collection, id, record) {
      try {
        await (await all()).insertOne({ _id: keyOf(collection, id), collection, at: await next(), version: 0, members: membersOf(record) });
        return true;
      } catch (error) {
        if (isDuplicate(error)) return false;
        throw error;
      }
    },
    async change(collection, id, members, keep) {
      const found = await all();
      const _id = keyOf(collection, id);
      for (;;) {
        const old = await found.findOne({ _id });
        if (!old) return undefined;
        const kept = old.members.filter(([name]) => (keep?.includes(name) ?? true) && !(Object.hasOwn(members, name) && members[name] !== undefined));
        const made = { ...old, version: old.version + 1, members: [...kept, ...membersOf(members)] };
        // Whoever changed it since then made another version of it; this change comes on top of that.
        const { matchedCount } = await found.replaceOne({ _id, version: old.version }, made);
        if (matchedCount) return recordOf(made);
      }
    },
    async remove(collection, id) {
      const found = await all();
      const old = await found.findOneAndDelete({ _id: keyOf(collection, id) });
      if (!old) return undefined;
      const start = collection + "/" + encodeURIComponent(id) + "/";
      await found.deleteMany({ collection: { $gte: start, $lt: start + "\uffff" } });
      return recordOf(old);
    },
    number: next,
    async ping() {
      await (await database()).ping();
    },
  };
}
`;

const collections = ts`
/** A collection, the rules that MongoDB keeps for it, and its indexes. */
export interface CollectionSettings {
  readonly name: string;
  readonly validator: ${imported("mongodb", "type Document")};
  readonly indexes: readonly ${imported("mongodb", "type IndexDescription")}[];
}

export const collections: readonly CollectionSettings[] = [
  { name: "records", validator: {}, indexes: [{ key: { collection: 1, at: 1 }, name: "records_in_order" }] },
  { name: "counters", validator: {}, indexes: [] },
];
`;

const mongodb: SpecStore = {
  urlVariable: database.urlVariable,
  module: "mongodb",
  part: {
    ...packagesOf(database),
    files: [
      { path: "src/store/mongodb.ts", text: records },
      { path: "src/collections.ts", text: joinModule("src/collections.ts", [collections]) },
      { path: "src/database.ts", text: joinModule("src/database.ts", [connectModule]) },
      { path: "tests/database.ts", text: joinModule("tests/database.ts", [testDatabaseModule]) },
    ],
  },
};

export default mongodb;
