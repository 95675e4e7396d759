import { afterEach, expect, it, vi } from "vitest";
import { nest } from "./fixtures.suite.ts";
import { apiOf, project, run } from "./testing.suite.ts";

/** Stands for every driver: records what connections are made with, which Prisma reads when it connects. */
const recording = `
const made = class {
  constructor(settings) { globalThis.connections.push(settings); }
  query() { return Promise.resolve({ rows: [] }); }
  db() { return { collection: () => undefined }; }
};
export { made as MongoClient, made as PrismaPg };
export class PrismaClient { $connect() { globalThis.connections[0] = { ...globalThis.connections[0] }; } }
export default { Pool: made, types: {} };
`;

const schema = `generator client {
  provider = "prisma-client-js"
}
datasource db {
  provider = "postgresql"
}
`;

/** What is used of each database. */
interface Used {
  query(text: string): unknown;
  collection(name: string): unknown;
  $connect(): unknown;
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

it.each([
  ["postgres", ["pg"], (db: Used) => db.query("select 1")],
  ["mongodb", ["mongodb"], (db: Used) => db.collection("tags")],
  ["prisma", ["@prisma/client", "@prisma/adapter-pg"], (db: Used) => db.$connect()],
] as const)("%s is opened with settings that the application reads after importing it", async (...row) => {
  const [database, drivers, use] = row;
  const connections: unknown[] = [];
  vi.stubGlobal("connections", connections);
  const manifest = nest["package.json"].replace(
    '"dependencies": {',
    `"dependencies": {\n    "${drivers[0]}": "^7.0.0",`,
  );
  const files = await project({
    ...nest,
    "package.json": manifest,
    ...(database === "prisma" ? { "prisma/schema.prisma": schema } : {}),
    ...Object.fromEntries(
      drivers.flatMap((driver) => [
        [`node_modules/${driver}/package.json`, '{ "type": "module", "exports": "./index.js" }'],
        [`node_modules/${driver}/index.js`, recording],
      ]),
    ),
  });
  await run(files, await apiOf("Tag"), { database });
  const { database: db } = (await import(`${files.root}/src/api/connection.ts`)) as { database: Used }; // what it exports
  for (const name of ["DATABASE_URL", "MONGODB_URL"]) vi.stubEnv(name, "db://read-later");
  await use(db);
  expect(JSON.stringify(connections)).toContain("db://read-later");
});
