import { describe, expect, it } from "vitest";
import { definitionFromYaml } from "../../api/index.ts";
import { factory, manifest, nest } from "./fixtures.ts";
import { apiOf, faults, project, run } from "./testing.ts";

const schema = `generator client {
  provider = "prisma-client"
  output   = "../src/generated/prisma"
}

datasource db {
  provider = "postgresql"
}

/// People, who were there before.
model User {
  id   Int @id @default(autoincrement())
}
`;

const withPrisma = (version: string) =>
  manifest(
    { "@prisma/client": version, express: "^5.0.0", pg: "^8.0.0" },
    { type: "module", devDependencies: { prisma: version, typescript: "^5.9.0", vitest: "^4.0.0" } },
  );

const app = {
  ...factory,
  "package.json": withPrisma("^7.2.0"),
  "prisma/schema.prisma": schema,
  "prisma/migrations/20250101120000_init/migration.sql": "create table people (id serial);\n",
  "src/db/client.ts": `import { PrismaPg } from "@prisma/adapter-pg"
import { PrismaClient } from "../generated/prisma/client.js"

const shared = globalThis as { prisma?: PrismaClient }
export const prisma = shared.prisma ?? new PrismaClient({ adapter: new PrismaPg({}) })
`,
};

const migrationsOf = (paths: readonly string[]): readonly string[] =>
  paths.filter((path) => path.endsWith(".sql"));

const book = (fields: string) =>
  definitionFromYaml(`title: Books\nresources:\n  Book:\n    fields:\n${fields}`, "books.yaml");

describe("an application with Prisma", () => {
  it("gets models behind its own, a migration after its own, and uses the client that is there", async () => {
    const files = await project(app);
    const { paths, notes, left, text } = await run(files, await apiOf("Post", "Tag"));
    const after = await text("prisma/schema.prisma");
    expect(after.startsWith(schema)).toBe(true);
    expect([...after.matchAll(/^model (\w+)/gm)].map(([, name]) => name)).toEqual(
      expect.arrayContaining(["User", "Post", "Tag"]),
    );
    expect(migrationsOf(paths)).toEqual(["prisma/migrations/20250101120001_resources/migration.sql"]);
    expect(await text("src/api/database.ts")).toContain('import { prisma } from "../db/client.js"');
    expect(await text("src/models/tag-model.ts")).toContain('from "../generated/prisma/client.js"');
    expect(notes).toContain(
      "Database: Prisma's client of src/db/client.ts, with models in prisma/schema.prisma",
    );
    expect(left).toContain("bring the database up to date: npx prisma migrate deploy");
    // The client is made when it is installed.
    expect((await faults(files)).filter((fault) => !fault.includes("generated/prisma/client"))).toEqual([]);
  });

  it("is left alone by the next run; what changes takes the place of what was generated", async () => {
    const files = await project(app);
    await run(files, book("      title: string required\n"));
    const first = await files.read("prisma/schema.prisma");
    const again = await run(files, book("      title: string required\n"));
    expect(again.diff).toBe("");
    expect(again.paths).toEqual([]);
    const { paths, left, text } = await run(
      files,
      book("      title: string required\n      pages: integer\n"),
    );
    expect(await text("prisma/schema.prisma")).toBe(
      first.replace(/^ {2}title .*$/m, (line) => `${line}\n  pages     BigInt?`),
    );
    expect(migrationsOf(paths)).toEqual(["prisma/migrations/20250101120002_changes/migration.sql"]);
    expect(await text("tests/support/database.ts")).toContain("20250101120002_changes");
    expect(left.some((line) => line.includes("up to date, which you edited"))).toBe(false);
  });

  it("keeps a model that was edited, and says so", async () => {
    const files = await project(app);
    await run(files, book("      title: string required\n"));
    const before = await files.read("prisma/schema.prisma");
    const edited = before.replace("model Book {", "/// Mine.\nmodel Book {\n  // here");
    await files.write([{ path: "prisma/schema.prisma", before, after: edited }]);
    const { left, text } = await run(files, book("      title: string required\n      pages: integer\n"));
    expect(await text("prisma/schema.prisma")).toBe(edited);
    expect(left).toContain("bring model Book of prisma/schema.prisma up to date, which you edited");
  });

  it.each([
    ["a model of that name", schema.replace("model User", "model Tag"), "has a Tag already"],
    [
      "a table of that name",
      schema.replace("\n}\n`", "").replace(/\}\n$/, '  @@map("tags")\n}\n'),
      "has a table tags already",
    ],
  ])("refuses %s", async (_, text, message) => {
    const files = await project({ ...app, "prisma/schema.prisma": text });
    await expect(run(files, await apiOf("Tag"))).rejects.toThrow(message);
  });

  it.each([
    ["Prisma before 7", { "package.json": withPrisma("^6.0.0") }, "is before 7"],
    [
      "another database",
      { "prisma/schema.prisma": schema.replace("postgresql", "mysql") },
      "mysql and not PostgreSQL",
    ],
    ["no schema", { "prisma/schema.prisma": "" }, "its database is not named"],
  ])("is asked for in vain with %s, and otherwise stored by PostgreSQL itself", async (_, more, why) => {
    const api = await apiOf("Tag");
    await expect(run(await project({ ...app, ...more }), api, { database: "prisma" })).rejects.toThrow(why);
    const { paths } = await run(await project({ ...app, ...more }), api);
    expect(paths).toContain("src/api/sql.ts");
  });

  it("that is made by the package itself is imported from there, with a client of its own where none is exported", async () => {
    const old = schema.replace(/provider = "prisma-client"\n.*\n/, 'provider = "prisma-client-js"\n');
    const { "src/db/client.ts": _, ...rest } = app;
    const files = await project({ ...rest, "prisma/schema.prisma": old });
    const { text, notes } = await run(files, await apiOf("Tag"));
    const connect = await text("src/api/database.ts");
    expect(connect).toContain('import { PrismaClient } from "@prisma/client"');
    expect(connect).toContain('process.env["DATABASE_URL"]');
    expect(notes).toContain(
      "Database: the server that DATABASE_URL names, by Prisma, with models in prisma/schema.prisma",
    );
  });
});

describe("a NestJS application with Prisma", () => {
  it("has its own service injected, by the module that lends it", async () => {
    const files = await project({
      ...nest,
      "package.json": nest["package.json"].replace(
        '"dependencies": {',
        '"dependencies": {\n    "@prisma/client": "^7.0.0",',
      ),
      "prisma/schema.prisma": schema,
      "src/prisma/prisma.service.ts": `import { Injectable } from '@nestjs/common';
import { PrismaClient } from '../generated/prisma/client';

@Injectable()
export class PrismaService extends PrismaClient {}
`,
      "src/prisma/prisma.module.ts": `import { Module } from '@nestjs/common';
import { PrismaService } from './prisma.service';

@Module({
  providers: [PrismaService],
  exports: [PrismaService],
})
export class PrismaModule {}
`,
    });
    const { notes, paths, text } = await run(files, await apiOf("Tag"));
    expect(notes).toContain(
      "Database: PrismaService of src/prisma/prisma.service.ts, with models in prisma/schema.prisma",
    );
    const shared = await text(paths.find((path) => path.endsWith("resources.module.ts")) ?? "");
    expect(shared).toContain("imports: [PrismaModule]");
    expect(shared).toContain("useExisting: PrismaService");
    expect((await faults(files)).filter((fault) => !fault.includes("generated/prisma/client"))).toEqual([]);
  });
});
