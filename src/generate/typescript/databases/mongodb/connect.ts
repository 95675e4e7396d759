import { imported, joinModule, ts } from "../../../../code/index.ts";
import type { GeneratedFile } from "../../../contracts.ts";
import { shipped } from "../../../shipped.ts";

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
  const close = async () => {
    await client.close();
    await server?.stop();
  };
  await ${imported("/src/collections.ts", "prepare")}(db).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    collection: (collection) => db.collection(collection),
    ping: async () => {
      await db.command({ ping: 1 });
    },
    close,
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
const testDatabaseModule = ts`
export interface TestDatabase {
  readonly db: ${imported("/src/database.ts", "type Database")};
  /** Removes every record. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** A new database on \`MONGODB_URL\`, or a small server in this process. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const name = \`test_\${${imported("node:crypto", "randomUUID")}().replaceAll("-", "")}\`;
  const given = process.env["MONGODB_URL"];
  const server = given ? undefined : await ${imported("/tests/mongo/server.ts", "startMongo")}();
  const db = await ${imported("/src/database.ts", "connect")}({ url: given ?? server?.url, name });
  return {
    db,
    async clear() {
      for (const collection of ${collections}) await db.collection(collection.name).deleteMany({});
    },
    async close() {
      for (const collection of collections) await db.collection(collection.name).drop();
      await db.close();
      await server?.close();
    },
  };
}
`;

/** The server that tests start. */
export const serverFiles = (): readonly GeneratedFile[] =>
  ["server.ts", "wire.ts", "documents.ts"].map((name) => ({
    path: `tests/mongo/${name}`,
    text: shipped(`typescript/databases/mongodb/shipped/${name}`),
  }));

/** `tests/database.ts` and the server it starts. */
export const testFiles = (): readonly GeneratedFile[] => [
  ...serverFiles(),
  { path: "tests/database.ts", text: joinModule("tests/database.ts", [testDatabaseModule]) },
];
