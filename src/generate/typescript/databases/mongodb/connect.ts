import { imported, ts } from "../../../../code/index.ts";

const collections = imported("/src/collections.ts", "collections");

/** `src/database.ts` */
export const connectModule = ts`
/** The connection and what holds the records. */
export interface Database {
  collection<Stored extends ${imported("mongodb", "type Document")}>(name: string): ${imported("mongodb", "type Collection")}<Stored>;
  /** Rejects where the database can't be reached. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface ConnectOptions {
  /** Of a MongoDB server; without it one is fetched and started, for development. */
  readonly url?: string | undefined;
  /** Name of the database, where the URL names none. */
  readonly name?: string;
  /** Where the development server keeps its data; without it, nowhere for long. */
  readonly folder?: string;
}

/** Connects, and sees to it that collections, rules and indexes are there. */
export async function connect({ url, name, folder }: ConnectOptions): Promise<Database> {
  const server = url ? undefined : await startServer(folder);
  const client = await new ${imported("mongodb", "MongoClient")}(url ?? server?.getUri() ?? "", { ignoreUndefined: true }).connect();
  const db = client.db(name);
  for (const { name: collection, validator, indexes } of ${collections}) {
    const [existing] = await db.listCollections({ name: collection }).toArray();
    if (existing) await db.command({ collMod: collection, validator });
    else await db.createCollection(collection, { validator });
    if (indexes.length) await db.collection(collection).createIndexes([...indexes]);
  }
  return {
    collection: (collection) => db.collection(collection),
    ping: async () => {
      await db.command({ ping: 1 });
    },
    close: async () => {
      await client.close();
      await server?.stop();
    },
  };
}

async function startServer(folder: string | undefined) {
  const { MongoMemoryServer } = await import("mongodb-memory-server-core");
  if (!folder) return MongoMemoryServer.create();
  await ${imported("node:fs/promises", "mkdir")}(folder, { recursive: true });
  return MongoMemoryServer.create({ instance: { dbPath: folder, storageEngine: "wiredTiger" } });
}
`;

/** `tests/database.ts` */
export const testDatabaseModule = ts`
export interface TestDatabase {
  readonly db: ${imported("/src/database.ts", "type Database")};
  /** Removes every record. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** A database of one's own, on \`MONGODB_URL\` or a server in memory. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const name = \`test_\${${imported("node:crypto", "randomUUID")}().replaceAll("-", "")}\`;
  const db = await ${imported("/src/database.ts", "connect")}({ url: process.env["MONGODB_URL"], name });
  return {
    db,
    async clear() {
      for (const collection of ${collections}) await db.collection(collection.name).deleteMany({});
    },
    async close() {
      for (const collection of collections) await db.collection(collection.name).drop();
      await db.close();
    },
  };
}
`;
