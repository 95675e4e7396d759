import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { install, remove, run, write } from "./harness.ts";
import { startMongo } from "../../src/generate/typescript/databases/mongodb/shipped/server.ts";
import { talking } from "./specification.suite.ts";
import { folder, run as startServer, serverOf, specOf } from "./specification.ts";
import { pythonPrograms } from "./venv.ts";

const files = readdirSync(folder).filter((name) => /\.(ya?ml|json)$/.test(name));

for (const file of [
  "pets.yaml",
  "styles.yaml",
  "media.yaml",
  "security.yaml",
  "envelope.yaml",
  "crud.yaml",
  "sids.yaml",
  "attributes.yaml",
])
  talking(file, "fastapi");

it("keeps members that are sent by another spelling, and counts pages from zero where the document does", async () => {
  const server = await startServer((await serverOf(await specOf("sids.yaml"))).files);
  const url = `${server.url}/2010/Lines.json`;
  for (const name of ["a", "b"]) {
    const body = new URLSearchParams({ FriendlyName: name, friendly_name: "not this", sid: "nor that" });
    expect((await fetch(url, { method: "POST", body })).status).toBe(201);
  }
  const names = async (page: string): Promise<unknown> => {
    const { lines } = (await (await fetch(`${url}?PageSize=1${page}`)).json()) as {
      readonly lines: readonly { readonly friendly_name: string }[];
    }; // as the document says
    return lines.map(({ friendly_name }) => friendly_name);
  };
  expect([await names(""), await names("&Page=0"), await names("&Page=1"), await names("&Page=2")]).toEqual([
    ["a"],
    ["a"],
    ["b"],
    [],
  ]);
  await server.stop();
}, 60_000);

/** What is hardest on compilers; the others are made of the same parts. */
const hard = files.filter((file) =>
  /^(attributes|collisions|crud|deep|media|notes|odd|pets|unions)/.test(file),
);

/** It needs every package that any of the others needs. */
const fullest = "shop.yaml";

describe("generated servers are clean and pass their own tests", () => {
  const roots: string[] = [];
  afterAll(() => roots.forEach(remove));

  const manifestOf = async (...target: readonly string[]): Promise<string> => {
    const { files: made } = await serverOf(await specOf(fullest), ...target);
    return made.find(({ path }) => path === "package.json")?.text ?? "";
  };

  const prepared = async (file: string, ...target: readonly string[]): Promise<string> => {
    const { files: made } = await serverOf(await specOf(file), ...target);
    const root = write(made);
    roots.push(root);
    await install(root, await manifestOf(...target));
    return root;
  };

  it.each([
    ...hard.map((file) => [file, "express", "postgres"]),
    ["attributes.yaml", "nestjs", "postgres"],
    ["attributes.yaml", "hono", "postgres"],
    ["collisions.yaml", "hono", "postgres"],
    ["attributes.yaml", "fastify", "postgres"],
    ["accounts.yaml", "hono", "sqlite"],
    ["accounts.yaml", "express", "postgres"],
    ["collisions.yaml", "fastify", "postgres"],
    ["collisions.yaml", "nestjs", "mongodb"],
    ["media.yaml", "nestjs", "mongodb"],
  ])(
    "%s compiles and has no lint: %s on %s",
    async (file = "", ...target) => {
      const root = await prepared(file, ...target);
      expect(await run([join(root, "node_modules/.bin/tsc"), "--noEmit"], root)).toMatchObject({
        code: 0,
        output: "",
      });
      const lint = await run(["npx", "oxlint", "--deny-warnings"], root);
      expect(lint.code, lint.output).toBe(0);
    },
    240_000,
  );

  it.each([
    ["accounts.yaml", "express"],
    ["accounts.yaml", "hono", "sqlite"],
    ["crud.yaml", "fastify", "sqlite"],
    ["verbs.yaml", "fastify", "sqlite"],
    ["verbs.yaml", "express"],
    ["verbs.yaml", "hono", "sqlite"],
    [fullest, "express"],
    [fullest, "hono"],
    [fullest, "fastify"],
    ["attributes.yaml", "express"],
    ["crud.yaml", "express"],
    ["nested.yaml", "express"],
    ["security.yaml", "express"],
    ["security.yaml", "hono"],
    ["security.yaml", "fastify"],
    ["sids.yaml", "express"],
    ["styles.yaml", "express"],
  ])(
    "%s passes its tests on %s %s",
    async (file = "", ...target) => {
      const tests = await run(["npx", "vitest", "run"], await prepared(file, ...target));
      expect(tests.code, tests.output).toBe(0);
    },
    240_000,
  );

  it.each([
    ["shop.yaml", "postgres"],
    ["media.yaml", "mongodb"],
    ["crud.yaml", "mongodb"],
    ["collisions.yaml", "postgres"],
    ["unions.yaml", "postgres"],
    ["attributes.yaml", "postgres"],
    ["accounts.yaml", "postgres"],
    ["accounts.yaml", "sqlite"],
    ["crud.yaml", "sqlite"],
  ])(
    "%s is clean and passes its tests on FastAPI and %s",
    async (file, database) => {
      const programs = await pythonPrograms();
      const root = write((await serverOf(await specOf(file), "fastapi", database)).files);
      roots.push(root);
      const mongo = database === "mongodb" ? await startMongo() : undefined;
      const environment = mongo ? { MONGODB_URL: mongo.url } : {};
      for (const command of [["ruff", "check"], ["ruff", "format", "--check"], ["mypy"], ["pytest", "-q"]]) {
        const [name = "", ...args] = command;
        const done = await run([join(programs, name), ...args], root, environment);
        expect(done.code, done.output).toBe(0);
      }
      await mongo?.close();
    },
    240_000,
  );

  it.each([
    ["crud.yaml", "express"],
    ["attributes.yaml", "nestjs"],
  ])("%s is clean and passes its tests on %s and Prisma", async (file, framework) => {
    const root = await prepared(file, framework, "prisma");
    for (const command of [
      ["npx", "prisma", "generate"],
      [join(root, "node_modules/.bin/tsc"), "--noEmit"],
      ["npx", "oxlint", "--deny-warnings"],
      ["npx", "vitest", "run"],
    ]) {
      const done = await run(command, root);
      expect(done.code, done.output).toBe(0);
    }
  });

  it("crud.yaml passes its tests on NestJS and MongoDB", async () => {
    const mongo = await startMongo();
    const root = await prepared("crud.yaml", "nestjs", "mongodb");
    const tests = await run(["npx", "vitest", "run"], root, { MONGODB_URL: mongo.url });
    await mongo.close();
    expect(tests.code, tests.output).toBe(0);
  }, 240_000);
});
