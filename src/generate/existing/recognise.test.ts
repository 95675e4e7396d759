import { describe, expect, it } from "vitest";
import { detectProject } from "../../code/index.ts";
import type { Asked } from "../choose.ts";
import { cjs, factory, manifest, nest } from "./fixtures.suite.ts";
import { applicationsBelow, targetOf } from "./recognise.ts";
import { apiOf, none, project, run } from "./testing.suite.ts";

describe("what is no application of ours", () => {
  const target = async (contents: Readonly<Record<string, string>>, choice: Partial<Asked> = {}) => {
    const files = await project(contents);
    return targetOf(files, {
      project: await detectProject(files),
      asked: { ...none, ...choice },
      previous: undefined,
    });
  };

  it.each([
    ["another framework", { "package.json": manifest({ fastify: "5" }) }, {}, "This is a fastify project"],
    [
      "Flask",
      { "requirements.txt": "flask\n", "main.py": "from flask import Flask\napp = Flask()\n" },
      {},
      "This is a flask project",
    ],
    [
      "a library",
      { "package.json": manifest({}), "index.js": "1;" },
      {},
      "names neither @nestjs/core nor express",
    ],
    [
      "a monorepo",
      {
        "package.json": JSON.stringify({ workspaces: ["packages/*"] }),
        "packages/api/package.json": manifest({ fastify: "5" }),
      },
      {},
      "root of a monorepo (packages/api), and no ",
    ],
    ["the wrong framework", nest, { framework: "express" }, "This is a nestjs application"],
    ["a database without a way in", cjs, { database: "prisma" }, "the project has no Prisma"],
  ])("refuses %s", async (_name, contents, choice, message) => {
    await expect(target(contents, choice)).rejects.toThrow(message);
  });

  const drizzle = { "package.json": manifest({ express: "5", "drizzle-orm": "0.44" }), "app.js": "1;" };
  const store = {
    "backend/pyproject.toml": '[project]\ndependencies = ["fastapi>=0.115", "sqlalchemy>=2", "psycopg"]\n',
    "backend/app/main.py": "from fastapi import FastAPI\napp = FastAPI()\n",
  };

  it("takes the application nearest to the working folder, and says which others there are", async () => {
    const both = { ...drizzle, ...store };
    expect(await target(both)).toMatchObject({
      variant: { framework: "express" },
      project: { folder: "" },
      notes: [
        "There is also FastAPI in backend/: --framework=fastapi writes there.",
        expect.stringContaining("keeps its data by Drizzle"),
      ],
    });
    expect(await target(both, { framework: "fastapi" })).toMatchObject({
      variant: { framework: "fastapi" },
      project: { folder: "backend" },
      notes: [
        "There is also Express: --framework=express writes there.",
        expect.stringContaining("SQLAlchemy too"),
      ],
    });
  });

  it("reads Python's packages where the application is, whatever package.json is beside them", async () => {
    const dependencies = { fastapi: ">=0.115", sqlalchemy: ">=2", psycopg: "*" };
    expect(await target(store)).toMatchObject({ project: { folder: "backend", dependencies } });
    const beside = { ...store, "backend/package.json": manifest({ tailwindcss: "4" }) };
    expect(await target(beside)).toMatchObject({ project: { folder: "backend", dependencies } });
  });

  it("finds applications below a folder that is none itself, but no projects of ours", async () => {
    const inside = Object.fromEntries(
      Object.entries(drizzle).map(([path, text]) => [`server/${path}`, text]),
    );
    const below = [{ folder: "server", framework: "express", called: "Express" }];
    expect(await applicationsBelow(await project(inside))).toEqual(below);
    const ours = { ...inside, "server/api.yaml": "resources: {}" };
    expect(await applicationsBelow(await project(ours))).toEqual([]);
    expect(await applicationsBelow(await project({ ...inside, ...drizzle }))).toEqual([]);
  });

  it("names applications in packages below beside the one that it takes", async () => {
    const other = Object.entries(factory).map(([path, text]) => [`apps/my web/${path}`, text] as const);
    expect(await target({ ...store, ...Object.fromEntries(other) })).toMatchObject({
      variant: { framework: "fastapi" },
      notes: [
        "There is also Express in apps/my web/: --cwd='apps/my web' writes there.",
        expect.stringContaining("SQLAlchemy too"),
      ],
    });
  });

  it("writes a project of its own into an empty folder, or one that was begun", async () => {
    expect(await target({})).toMatchObject({ existing: false });
    expect(await target({ "package.json": manifest({}) })).toMatchObject({ existing: false });
  });

  it("knows FastAPI by what makes the application, whether or not a list of packages names it", async () => {
    const files = { "main.py": "from fastapi import FastAPI\napp = FastAPI()\n" };
    expect(await target(files)).toMatchObject({ existing: true, variant: { framework: "fastapi" } });
    const onMongo = { ...files, "requirements.txt": "fastapi\nmotor\n" };
    expect(await target(onMongo)).toMatchObject({ existing: true, variant: { database: "mongodb" } });
    expect(await target({ "requirements.txt": "fastapi\n" })).toMatchObject({ existing: false });
  });

  it.each([
    [
      "another library",
      { express: "5", typeorm: "0.3" },
      "keeps its data by TypeORM; nothing is generated for TypeORM, so the new resources are stored by SQL by the driver pg",
    ],
    [
      "a Prisma that is too old",
      { express: "5", "@prisma/client": "6.1.0" },
      "keeps its data by Prisma; Prisma 6.1.0 is before 7",
    ],
    ["mongoose", { express: "5", mongoose: "8" }, "stored by the driver mongodb"],
  ])("says before the question what resources are stored by: %s", async (_name, dependencies, text) => {
    const contents = {
      "package.json": manifest(dependencies),
      "app.js": "const app = require('express')();",
    };
    expect((await target(contents)).notes.join("\n")).toContain(text);
  });

  it("goes into a package of a monorepo", async () => {
    expect(await target(factory)).toMatchObject({
      existing: true,
      variant: { framework: "express", database: "postgres" },
    });
  });

  it("refuses compilers and adapters that it can't serve", async () => {
    await expect(run(await project(cjs), await apiOf("Tag"), { testFramework: "vitest" })).rejects.toThrow(
      "plain CommonJS",
    );
    const old = factory["package.json"].replace("^5.9.0", "^3.6.3");
    await expect(run(await project({ ...factory, "package.json": old }), await apiOf("Tag"))).rejects.toThrow(
      "TypeScript ^3.6.3",
    );
    const fastify = nest["package.json"].replace("platform-express", "platform-fastify");
    await expect(
      run(await project({ ...nest, "package.json": fastify }), await apiOf("Tag")),
    ).rejects.toThrow("runs on Fastify");
  });
});
