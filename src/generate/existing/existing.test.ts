import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, posix } from "node:path";
import { parseSync } from "oxc-parser";
import { afterAll, describe, expect, it } from "vitest";
import { fromName, join as joinApis, withBearer, type ApiDefinition } from "../../api/index.ts";
import { detectProject } from "../../code/index.ts";
import { openWorkspace, unifiedDiff, type Files } from "../../workspace/index.ts";
import { readBaseline } from "../baseline.ts";
import type { Asked } from "../choose.ts";
import { mergeWith } from "../merge.ts";
import { generateInto, type Into } from "./into.ts";
import { targetOf } from "./recognise.ts";

const clock = { now: () => Date.now(), sleep: () => Promise.resolve() };
const made: string[] = [];
afterAll(() => Promise.all(made.map((folder) => rm(folder, { recursive: true, force: true }))));

async function project(contents: Readonly<Record<string, string>>): Promise<Files> {
  const base = await mkdtemp(join(tmpdir(), "antiphon-existing-"));
  made.push(base);
  const root = join(base, "root");
  for (const [path, text] of Object.entries(contents)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return (await openWorkspace(root, { state: join(base, "state"), clock })).files;
}

const nothing = { tryRead: () => Promise.resolve(null), async *find() {} } as unknown as Files; // all that names ask for

async function apiOf(...names: readonly string[]): Promise<ApiDefinition> {
  let api: ApiDefinition | undefined;
  for (const name of names) {
    const reading = await fromName(name, nothing, api);
    api = joinApis(api, reading.api);
  }
  if (!api) throw new Error("Name a resource.");
  return api;
}

interface Run extends Into {
  /** Unified diff of the project's own files, package.json aside. */
  readonly diff: string;
  readonly paths: readonly string[];
  text(path: string): Promise<string>;
}

const none: Asked = { framework: undefined, database: undefined, testFramework: undefined };

/** What the command does, without the questions. */
async function run(files: Files, api: ApiDefinition, asked: Partial<Asked> = {}): Promise<Run> {
  const [found, previous] = await Promise.all([detectProject(files), readBaseline(files)]);
  const { variant, existing } = await targetOf(files, {
    project: found,
    asked: { ...none, ...asked },
    previous,
  });
  expect(existing).toBe(true);
  const auth = Object.keys(api.securitySchemes).length > 0;
  const into = await generateInto(files, { api, variant, project: found, previous, auth });
  const merged = await mergeWith(files, api, into.files);
  await files.write([...merged.changes, ...into.edits]);
  const own = into.edits.filter(({ path }) => path !== "package.json" && !path.startsWith(".antiphon/"));
  return {
    ...into,
    diff: unifiedDiff(own)
      .split("\n")
      .filter((line) => /^[+-](?![+-])/.test(line))
      .join("\n"),
    paths: merged.changes.map(({ path }) => path).filter((path) => !path.startsWith(".antiphon/")),
    text: (path) => files.read(path),
  };
}

/** Errors of syntax, and relative imports that lead nowhere. */
async function faults(files: Files): Promise<readonly string[]> {
  const sources = new Map<string, string>();
  for await (const path of files.find("**/*.{ts,js,mjs}"))
    if (!path.startsWith(".antiphon/")) sources.set(path, await files.read(path));
  const wrong: string[] = [];
  for (const [path, text] of sources) {
    const { errors, module } = parseSync(path, text);
    wrong.push(...errors.map(({ message }) => `${path}: ${message}`));
    const required = [...text.matchAll(/\brequire\(["'](\.[^"']+)["']\)/g)].map(([, name = ""]) => name);
    for (const specifier of [
      ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
      ...required,
    ]) {
      if (!specifier.startsWith(".")) continue;
      const place = posix.join(posix.dirname(path), specifier);
      const bare = place.replace(/\.[mc]?js$/, "");
      const known = [
        place,
        `${bare}.ts`,
        `${place}.ts`,
        `${place}.js`,
        `${place}/index.ts`,
        `${place}/index.js`,
      ];
      if (!known.some((candidate) => sources.has(candidate))) wrong.push(`${path}: ${specifier}`);
    }
  }
  return wrong;
}

const manifest = (dependencies: Readonly<Record<string, string>>, more: object = {}): string =>
  `${JSON.stringify({ name: "shop", ...more, dependencies }, null, 2)}\n`;

const cjs = {
  "package.json": manifest({ express: "^4.19.0" }, { devDependencies: { jest: "^29.0.0" } }),
  "app.js": `const express = require('express');
const users = require('./routes/users');

const app = express();

app.use(express.json());
app.use('/users', users); // people

// nothing else was there
app.use((req, res) => {
  res.status(404).json({ message: 'Not Found' });
});

module.exports = app;
`,
  "routes/users.js": `const express = require('express');

const router = express.Router();
router.get('/', (req, res) => res.json([]));

module.exports = router;
`,
  "test/users.test.js":
    "const app = require('../app');\n\ntest('is there', () => expect(app).toBeDefined());\n",
};

const factory = {
  "package.json": manifest(
    { express: "^5.0.0", pg: "^8.0.0" },
    { type: "module", devDependencies: { typescript: "^5.9.0", vitest: "^4.0.0" } },
  ),
  "src/app.ts": `import express, { type Express } from "express"
import { pool } from "./db/pool.js"
import { userRoutes } from "./routes/user-routes.js"

export function createApp(): Express {
\tconst app = express()
\tapp.use(express.json())
\tapp.get("/healthz", async (_request, response) => {
\t\tawait pool.query("select 1")
\t\tresponse.json({})
\t})
\tapp.use("/users", userRoutes)
\tapp.use((error: Error, _request: unknown, response: express.Response, _next: unknown) => {
\t\tresponse.status(500).json({ message: error.message })
\t})
\treturn app
}
`,
  "src/db/pool.ts": `import pg from "pg"

export const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL })
`,
  "src/routes/user-routes.ts": `import { Router } from "express"

export const userRoutes = Router()
userRoutes.get("/", (_request, response) => {
\tresponse.json([])
})
`,
  "src/models/user-model.ts": `export interface User {
\treadonly id: string
}
`,
  "tests/user.test.ts": `import { it } from "vitest"
import { createApp } from "../src/app.js"

it("starts", () => void createApp())
`,
};

const nest = {
  "package.json": manifest(
    { "@nestjs/common": "^11.0.0", "@nestjs/core": "^11.0.0", "@nestjs/platform-express": "^11.0.0" },
    { devDependencies: { typescript: "^5.9.0", jest: "^29.0.0", "@nestjs/testing": "^11.0.0" } },
  ),
  "src/main.ts": `import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module';

async function bootstrap() {
  const app = await NestFactory.create(AppModule);
  app.setGlobalPrefix('api');
  await app.listen(3000);
}
void bootstrap();
`,
  "src/app.module.ts": `import { Module } from '@nestjs/common';
import { UsersModule } from './users/users.module';

@Module({
  imports: [
    UsersModule,
  ],
})
export class AppModule {}
`,
  "src/users/users.module.ts":
    "import { Module } from '@nestjs/common';\n\n@Module({})\nexport class UsersModule {}\n",
  "src/users/users.controller.ts":
    "import { Controller } from '@nestjs/common';\n\n@Controller('users')\nexport class UsersController {}\n",
  "src/users/users.service.ts": "export class UsersService {}\n",
};

describe("an application in plain JavaScript and CommonJS", () => {
  it("gets two lines, and files beside its own in its own hand", async () => {
    const files = await project(cjs);
    const { diff, paths, left, text } = await run(files, await apiOf("Post", "Tag"));
    expect(diff).toBe("+const { api } = require('./api');\n+app.use('/api', api());");
    expect(paths).toEqual(
      expect.arrayContaining([
        "routes/posts.js",
        "controllers/posts.js",
        "models/tags.js",
        "test/posts.test.js",
        "test/support/client.js",
        "docs/api/post.md",
      ]),
    );
    expect(await text("app.js")).toContain(
      "app.use('/users', users); // people\napp.use('/api', api());\n\n// nothing else",
    );
    expect(await text("routes/posts.js")).toContain(
      "const { postController } = require('../controllers/posts');",
    );
    // Models that need each other must be complete before they do.
    expect(await text("models/posts.js")).toMatch(/module\.exports = \{[\s\S]*require\('\.\/tags'\)/);
    expect(left).toEqual(["install: npm install"]);
    expect(await faults(files)).toEqual([]);
  });

  it("keeps its package.json to the letter, new packages aside", async () => {
    const odd = `{ "name": "shop",
    "files": ["a", "b"],
    "dependencies": {
        "cors":    "^2.8.5",
        "express": "^4.19.0"
    },
    "devDependencies": { "jest": "^29.0.0" }
}`;
    const files = await project({ ...cjs, "package.json": odd });
    const { text } = await run(files, await apiOf("Tag"));
    expect(await text("package.json")).toBe(`{ "name": "shop",
    "files": ["a", "b"],
    "dependencies": {
        "cors":    "^2.8.5",
        "express": "^4.19.0",
        "pg": "8.23.1",
        "zod": "4.6.7"
    },
    "devDependencies": { "@electric-sql/pglite": "0.5.16", "@jest/globals": "^29.0.0", "jest": "^29.0.0" }
}`);
  });

  it("keeps line ends of its own", async () => {
    const crlf = cjs["app.js"].replaceAll("\n", "\r\n");
    const { text } = await run(await project({ ...cjs, "app.js": crlf }), await apiOf("Tag"));
    const after = await text("app.js");
    expect(after.replaceAll("\r\n", "")).not.toContain("\n");
    expect(
      after.replace("const { api } = require('./api');\r\n", "").replace("app.use('/api', api());\r\n", ""),
    ).toBe(crlf);
  });

  it("is refused a resource that it has", async () => {
    await expect(run(await project(cjs), await apiOf("User"))).rejects.toMatchObject({
      code: "resource_exists",
    });
  });
});

describe("an application factory in TypeScript", () => {
  it("is mounted before what handles errors, on the pool that is there", async () => {
    const files = await project(factory);
    const { diff, notes, paths, text } = await run(files, await apiOf("OrderItem"));
    expect(diff).toBe('+import { api } from "./api/index.js"\n+\tapp.use("/api", api())');
    expect(await text("src/app.ts")).toContain('userRoutes)\n\tapp.use("/api", api())\n\tapp.use((error');
    expect(paths).toEqual(
      expect.arrayContaining([
        "src/routes/order-item-routes.ts",
        "src/models/order-item-model.ts",
        "src/controllers/order-item-controller.ts",
        "tests/order-item.test.ts",
      ]),
    );
    expect(await text("src/api/database.ts")).toContain('import { pool } from "../db/pool.js"\n');
    expect(await text("src/routes/order-item-routes.ts")).not.toMatch(/;|^ /m);
    expect(notes).toContain("Database: the pool of src/db/pool.ts");
    expect(await faults(files)).toEqual([]);
  });

  it("is left alone by the next run, and by one with another resource", async () => {
    const files = await project(factory);
    await run(files, await apiOf("Task"));
    const again = await run(files, await apiOf("Task"));
    expect([again.edits, again.paths]).toEqual([[], []]);
    const more = await run(files, await apiOf("Task", "Project"));
    expect(more.diff).toBe("");
    expect(more.paths).toEqual(
      expect.arrayContaining([
        "src/routes/project-routes.ts",
        "src/api/index.ts",
        "src/api/migrations/0002_changes.ts",
      ]),
    );
    expect(await faults(files)).toEqual([]);
  });

  it("keeps edits of what was generated", async () => {
    const files = await project(factory);
    const { text } = await run(files, await apiOf("Task"));
    const path = "src/controllers/task-controller.ts";
    const before = await text(path);
    await files.write([{ path, before, after: `// ours\n${before}` }]);
    await run(files, await apiOf("Task", "Project"));
    expect(await text(path)).toMatch(/^\/\/ ours\n/);
  });

  it("asks its own middleware who is there", async () => {
    const files = await project({
      ...factory,
      "src/middleware/auth.ts": `import type { RequestHandler } from "express"

export const authenticate = (...roles: string[]): RequestHandler => (request, response, next) => {
\tif (roles.length || !request.headers.authorization) response.status(401).end()
\telse next()
}
`,
    });
    const { notes, text } = await run(files, withBearer(await apiOf("Task")));
    expect(await text("src/api/index.ts")).toContain("= [authenticate()]");
    expect(notes).toContain("Tokens: checked by authenticate of src/middleware/auth.ts");
    expect(await text("docs/api/openapi.json")).toContain("bearer");
    expect(await faults(files)).toEqual([]);
  });

  it("gets the check of tokens where it has none", async () => {
    const files = await project(factory);
    const { text } = await run(files, withBearer(await apiOf("Task")));
    expect(await text("src/api/index.ts")).toContain("= [requireOwnToken]");
    expect(await faults(files)).toEqual([]);
  });
});

describe("where the application is set up", () => {
  const base = { "package.json": factory["package.json"] };
  it.each([
    [
      "a router that gathers the others under /api",
      {
        "src/app.ts":
          'import express from "express";\nimport routes from "./routes/index.js";\n\nexport const app = express();\napp.use("/api", routes);\n',
        "src/routes/index.ts":
          'import { Router } from "express";\nimport users from "./users.js";\n\nconst router = Router();\nrouter.use("/users", users);\n\nexport default router;\n',
        "src/routes/users.ts": 'import { Router } from "express";\n\nexport default Router();\n',
      },
      '+import { api } from "../api/index.js";\n+router.use(api());',
    ],
    [
      "a router under another path",
      {
        "src/app.ts":
          'import express from "express";\nimport routes from "./routes/index.js";\n\nexport const app = express();\napp.use("/v1", routes);\n',
        "src/routes/index.ts": 'import { Router } from "express";\n\nexport default Router();\n',
      },
      '+import { api } from "./api/index.js";\n+app.use("/api", api());',
    ],
    [
      "a class",
      {
        "src/app.ts":
          'import express from "express";\nimport { users } from "./users.js";\n\nexport class App {\n  readonly app = express();\n\n  constructor() {\n    this.app.use(express.json());\n    this.routes();\n    this.app.use((_request, response) => response.status(404).end());\n  }\n\n  private routes() {\n    this.app.use("/users", users);\n  }\n}\n',
        "src/users.ts": 'import { Router } from "express";\n\nexport const users = Router();\n',
      },
      '+import { api } from "./api/index.js";\n+    this.app.use("/api", api());',
    ],
    [
      "a loader that is given the application",
      {
        "src/server.ts":
          'import express from "express";\nimport load from "./loaders/express.js";\n\nconst app = express();\nload({ app });\napp.listen(3000);\n',
        "src/loaders/express.ts":
          'import express, { type Application } from "express";\nimport { users } from "../users.js";\n\nexport default ({ app }: { app: Application }) => {\n  app.use(express.json());\n  app.use("/users", users);\n  app.use((_request, response) => response.status(404).end());\n};\n',
        "src/users.ts": 'import { Router } from "express";\n\nexport const users = Router();\n',
      },
      '+import { api } from "../api/index.js";\n+  app.use("/api", api());',
    ],
    [
      "a name that is taken",
      {
        "src/app.ts":
          'import express from "express";\nimport { api } from "./client.js";\n\nexport const app = express();\napp.use(express.json());\napp.get("/", (_request, response) => response.json(api));\napp.listen(3000);\n',
        "src/client.ts": "export const api = 1;\n",
      },
      '+import { api as resources } from "./api/index.js";\n+app.use("/api", resources());',
    ],
  ])("%s", async (_name, contents, diff) => {
    const files = await project({ ...base, ...contents });
    expect((await run(files, await apiOf("Tag"))).diff).toBe(diff);
    expect(await faults(files)).toEqual([]);
  });

  it.each([
    ["doesn't parse", "import express from 'express';\nconst app = express(;\napp.use(1);\n"],
    [
      "nests deeply",
      `import express from "express";\nexpress().use(${"[".repeat(2000)}${"]".repeat(2000)});\n`,
    ],
    [
      "has odd names",
      'import express from "express";\nconst x = {};\nx["(["] = express();\nx["(["].use("/a", b);\n',
    ],
  ])("comes to no harm by a file that %s", async (_name, text) => {
    const files = await project({ ...factory, "src/odd.ts": text });
    const { diff } = await run(files, await apiOf("Tag"));
    expect(diff).toContain('app.use("/api", api())');
    expect(await files.read("src/odd.ts")).toBe(text);
  });

  it("is told where it can't be found", async () => {
    const files = await project({
      ...base,
      "src/start.ts": 'import { start } from "some-framework";\n\nstart("express");\n',
    });
    const { diff, left, paths } = await run(files, await apiOf("Tag"));
    expect(diff).toBe("");
    expect(left[0]).toBe(
      'add to the application: import { api } from "./src/api/index.js"; and app.use("/api", api());',
    );
    expect(paths).toContain("src/routes/tag.ts");
  });
});

describe("a NestJS application", () => {
  it("imports the module of the resource, below its own prefix", async () => {
    const files = await project(nest);
    const { diff, text } = await run(files, await apiOf("Tag"));
    expect(diff).toBe("+import { TagModule } from './tags/tags.module';\n+    TagModule,");
    expect(await text("src/tags/tags.controller.ts")).toContain("@Controller('tags')");
    expect(await text("src/tags/tags.spec.ts")).toContain("from '@jest/globals'");
    expect(await faults(files)).toEqual([]);
  });

  it.each([
    ["@Module({})", "@Module({imports: [TagModule]})"],
    ["@Module({ providers: [] })", "@Module({ imports: [TagModule], providers: [] })"],
    ["@Module({ imports: [] })", "@Module({ imports: [TagModule] })"],
  ])("%s", async (before, after) => {
    const module = `import { Module } from '@nestjs/common';\n\n${before}\nexport class AppModule {}\n`;
    const { text } = await run(await project({ ...nest, "src/app.module.ts": module }), await apiOf("Tag"));
    expect(await text("src/app.module.ts")).toContain(after);
  });

  it("imports whole modules where the compiler makes no default exports", async () => {
    const settings = JSON.stringify({
      compilerOptions: { module: "commonjs", allowSyntheticDefaultImports: true },
    });
    const files = await project({ ...nest, "tsconfig.json": settings });
    const { text } = await run(files, await apiOf("Tag"));
    expect(await text("src/api/database.ts")).toMatch(/import \* as pg from 'pg';\nimport \{? ?type/);
    expect(await faults(files)).toEqual([]);
  });

  it("has guards where tokens are asked for", async () => {
    const files = await project(nest);
    const { text } = await run(files, withBearer(await apiOf("Task")));
    expect(await text("src/tasks/tasks.controller.ts")).toContain("@UseGuards(TokenGuard)");
    expect(await faults(files)).toEqual([]);
  });
});

describe("a test runner that is none of ours", () => {
  it("is kept from the tests that it can't run", async () => {
    const packages = manifest({ express: "^4.19.0" }, { devDependencies: { mocha: "^11.0.0" } });
    const files = await project({ ...cjs, "package.json": packages });
    const { left, paths, text } = await run(files, await apiOf("Tag"));
    expect(paths.filter((path) => path.startsWith("test/"))).toEqual([]);
    expect(await text("api-tests/tags.spec.js")).toContain("require('@jest/globals')");
    expect(left).toContain("run its tests: npx jest api-tests");
    expect(await faults(files)).toEqual([]);
  });
});

describe("MongoDB", () => {
  it("is taken where the project has it", async () => {
    const files = await project({
      ...cjs,
      "package.json": manifest({ express: "4", mongoose: "^8.0.0" }),
      "config.js": "module.exports = process.env.MONGO_URI;\n",
    });
    const { text } = await run(files, await apiOf("Post", "Tag"));
    expect(await text("api/database.js")).toContain("process.env['MONGO_URI']");
    expect(await faults(files)).toEqual([]);
  });
});

describe("what is no application of ours", () => {
  const target = async (contents: Readonly<Record<string, string>>, asked: Partial<Asked> = {}) => {
    const files = await project(contents);
    return targetOf(files, {
      project: await detectProject(files),
      asked: { ...none, ...asked },
      previous: undefined,
    });
  };

  it.each([
    ["another framework", { "package.json": manifest({ fastify: "5" }) }, {}, "This is a fastify project"],
    [
      "FastAPI",
      { "requirements.txt": "fastapi\n", "main.py": "from fastapi import FastAPI\napp = FastAPI()\n" },
      {},
      "This is a fastapi project",
    ],
    ["a library", { "package.json": manifest({}), "index.js": "1;" }, {}, "names neither express nor"],
    [
      "a monorepo",
      {
        "package.json": JSON.stringify({ workspaces: ["packages/*"] }),
        "packages/api/package.json": manifest({ express: "5" }),
      },
      {},
      "root of a monorepo (packages/api)",
    ],
    ["the wrong framework", nest, { framework: "express" }, "This is a nestjs application"],
    ["a database without a way in", cjs, { database: "prisma" }, "stored by postgres or mongodb"],
  ])("refuses %s", async (_name, contents, asked, message) => {
    await expect(target(contents, asked)).rejects.toThrow(message);
  });

  it("writes a project of its own into an empty folder, or one that was begun", async () => {
    expect(await target({})).toMatchObject({ existing: false });
    expect(await target({ "package.json": manifest({}) })).toMatchObject({ existing: false });
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
