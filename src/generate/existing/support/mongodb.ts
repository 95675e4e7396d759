import { imported, ts, type Code } from "../../../code/index.ts";

const collections = imported("/src/collections.ts", "collections");

/** `<support>/database.ts` */
export const databaseModule: Code = ts`
/** What the models need of MongoDB. */
export interface Database {
  collection<Stored extends ${imported("mongodb", "type Document")}>(name: string): ${imported("mongodb", "type Collection")}<Stored>;
  /** Sees to it, once, that collections, rules and indexes are there. */
  ready(): Promise<void>;
}

/**
 * The models' view of a client, which \`open\` makes at the first query, when the application has read its settings;
 * \`name\` is that of the database, where the URL names none.
 */
export function over(open: () => ${imported("mongodb", "type MongoClient")}, name?: string): Database {
  let opened: ${imported("mongodb", "type Db")} | undefined;
  const db = (): Db => {
    opened ??= open().db(name);
    return opened;
  };
  let prepared: Promise<void> | undefined;
  return {
    collection: <Stored extends Document>(collection: string) => db().collection<Stored>(collection),
    ready() {
      prepared ??= ${imported("/src/collections.ts", "prepare")}(db()).catch((error: unknown) => {
        prepared = undefined;
        throw error;
      });
      return prepared;
    },
  };
}
`;

/** `<support>/connection.ts` */
export const connectModule = (variable: string): Code => ts`
/** The application's database. */
export const database: ${imported("/src/database.ts", "type Database")} = ${imported("/src/database.ts", "over")}(
  () => new ${imported("mongodb", "MongoClient")}(process.env[${variable}] ?? "mongodb://127.0.0.1:27017", { ignoreUndefined: true }),
);
`;

/** `<tests>/database.ts` */
export const testDatabaseModule = ts`
export interface TestDatabase {
  readonly db: ${imported("/src/database.ts", "type Database")};
  /** Removes every record. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** A database of one's own, on \`TEST_MONGODB_URL\` or a small server in this process. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const given = process.env["TEST_MONGODB_URL"];
  const server = given ? undefined : await ${imported("/tests/mongo/server.ts", "startMongo")}();
  const client = new ${imported("mongodb", "MongoClient")}(given ?? server?.url ?? "", { ignoreUndefined: true });
  const db = ${imported("/src/database.ts", "over")}(() => client, \`test_\${${imported("node:crypto", "randomUUID")}().replace(/-/g, "")}\`);
  await db.ready();
  return {
    db,
    async clear(): Promise<void> {
      for (const { name } of ${collections}) await db.collection(name).deleteMany({});
    },
    async close(): Promise<void> {
      for (const { name } of collections) await db.collection(name).drop();
      await client.close();
      await server?.close();
    },
  };
}
`;
