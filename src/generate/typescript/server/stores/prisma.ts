import database from "../../databases/prisma.ts";
import { joinModule } from "../../../../code/index.ts";
import {
  configModule,
  connectModule,
  embeddedModule,
  testDatabaseModule,
} from "../../databases/prisma/connect.ts";
import { head } from "../../databases/prisma/schema.ts";
import type { SpecStore } from "../../../specification/server/contracts.ts";
import { packagesOf } from "../../../specification/server/packages.ts";
import { recordsTable } from "../../../specification/server/table.ts";

const records = `import type { Database } from "../database.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { once, type Records, type Stored } from "./records.ts";

const defined = (record: Stored): Stored => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));

const json = (record: Stored): Prisma.InputJsonObject => defined(record) as Prisma.InputJsonObject; // of bodies, which are JSON

const stored = (body: Prisma.JsonValue | undefined): Stored | undefined => body as Stored | undefined; // as it was stored

function ordered(sort: string | undefined): Prisma.Sql {
  if (sort === undefined) return Prisma.sql\`at\`;
  const member = Prisma.sql\`body -> \${sort.replace(/^-/, "")}::text\`;
  return sort.startsWith("-") ? Prisma.sql\`\${member} desc, at\` : Prisma.sql\`\${member}, at\`;
}

/** Records as JSON in one table, through Prisma's client; the database is opened by the first request that needs it. */
export function openRecords(open: () => Promise<Database>): Records {
  const database = once(open);
  const rows = async (query: Prisma.Sql): Promise<readonly Stored[]> => {
    const found = await (await database()).$queryRaw<readonly { readonly body: Stored }[]>(query);
    return found.map(({ body }) => body);
  };

  return {
    async list(collection, { equals = {}, limit, offset = 0, sort }) {
      const where = Prisma.sql\`collection = \${collection} and body @> \${JSON.stringify(defined(equals))}::jsonb\`;
      const part = Prisma.sql\`limit \${limit ?? null}::bigint offset \${offset}::bigint\`;
      const items = await rows(Prisma.sql\`select body from records where \${where} order by \${ordered(sort)} \${part}\`);
      const db = await database();
      const [counted] = await db.$queryRaw<readonly { readonly total: bigint }[]>\`select count(*) as total from records where \${where}\`;
      return { items, total: Number(counted?.total ?? 0) };
    },
    async get(collection, id) {
      const found = await (await database()).record.findUnique({ where: { collection_id: { collection, id } } });
      return stored(found?.body);
    },
    async add(collection, id, record) {
      const data = { collection, id, body: json(record) };
      const { count } = await (await database()).record.createMany({ data, skipDuplicates: true });
      return count === 1;
    },
    async change(collection, id, members, keep) {
      const kept = keep
        ? Prisma.sql\`(select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(body) where key = any(\${[...keep]}::text[]))\`
        : Prisma.sql\`body\`;
      // One statement, since others may change other members meanwhile.
      const [changed] = await rows(
        Prisma.sql\`update records set body = \${kept} || \${JSON.stringify(defined(members))}::jsonb where collection = \${collection} and id = \${id} returning body\`,
      );
      return changed;
    },
    async remove(collection, id) {
      return (await database()).$transaction(async (db) => {
        const [row] = await db.record.findMany({ where: { collection, id } });
        const { count } = await db.record.deleteMany({ where: { collection, id } });
        // Whoever was faster has removed what is below it.
        if (count === 0) return undefined;
        const start = collection + "/" + encodeURIComponent(id) + "/";
        await db.$executeRaw\`delete from records where starts_with(collection, \${start})\`;
        return stored(row?.body);
      });
    },
    async number() {
      const db = await database();
      const [row] = await db.$queryRaw<readonly { readonly next: bigint }[]>\`select nextval('record_numbers') as next\`;
      return Number(row?.next);
    },
    async ping() {
      await (await database()).ping();
    },
  };
}
`;

const model = `
model Record {
  collection String
  id         String
  at         BigInt @default(autoincrement())
  body       Json

  @@id([collection, id])
  @@index([collection, at], map: "records_in_order")
  @@index([body(ops: JsonbPathOps)], type: Gin, map: "records_by_member")
  @@map("records")
}
`;

const prisma: SpecStore = {
  urlVariable: database.urlVariable,
  module: "prisma",
  part: {
    ...packagesOf(database),
    files: [
      { path: "src/store/prisma.ts", text: records },
      { path: "prisma/schema.prisma", text: head + model },
      { path: "prisma/migrations/0001_records/migration.sql", text: recordsTable },
      { path: "prisma/migrations/migration_lock.toml", text: 'provider = "postgresql"\n' },
      { path: "prisma.config.ts", text: joinModule("prisma.config.ts", [configModule]) },
      { path: "src/database.ts", text: joinModule("src/database.ts", [connectModule]) },
      { path: "src/embedded.ts", text: joinModule("src/embedded.ts", [embeddedModule]) },
      { path: "tests/database.ts", text: joinModule("tests/database.ts", [testDatabaseModule]) },
    ],
  },
};

export default prisma;
