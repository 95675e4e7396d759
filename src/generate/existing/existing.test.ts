import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { definitionFromYaml, withBearer, withEtags } from "../../api/index.ts";
import { cjs, factory, manifest } from "./fixtures.suite.ts";
import { apiOf, faults, project, run } from "./testing.suite.ts";

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
    // Models that require each other must export before they import.
    expect(await text("models/posts.js")).toMatch(/module\.exports = \{[\s\S]*require\('\.\/tags'\)/);
    expect(left).toEqual(["install: npm install"]);
    expect(await faults(files)).toEqual([]);
  });

  it("follows a formatter whose lines may have any length", async () => {
    const files = await project({ ...cjs, ".prettierrc": '{ "printWidth": 999 }' });
    await run(files, await apiOf("Tag"));
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

  it("goes on where a migration stopped, once the definition says what records get", async () => {
    const files = await project(cjs);
    const of = (mood: string) =>
      definitionFromYaml(`resources:\n  Tag:\n    fields:\n      mood: ${mood}\n`, "api.yaml");
    const found = async (): Promise<readonly string[]> => {
      const paths: string[] = [];
      for await (const path of files.find("**/migrations/0002_*")) paths.push(path);
      return Promise.all(
        paths.filter((path) => !path.startsWith(".antiphon/")).map((path) => files.read(path)),
      );
    };
    await run(files, of("enum(good, bad)"));
    await run(files, of("enum(good)"));
    expect((await found()).join()).toContain("raise exception");
    await run(files, of('{ type: "enum(good)", map: { bad: good } }'));
    expect(await found()).toEqual([
      expect.stringContaining("update tags set mood = 'good' where mood = 'bad';"),
    ]);
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

  it("keeps a module that is called like the folder for what resources share", async () => {
    const files = await project({ ...cjs, "api.js": "module.exports = {};\n" });
    const { diff } = await run(files, await apiOf("Tag"));
    expect(diff).toBe("+const { api } = require('./resources');\n+app.use('/api', api());");
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
    expect(await text("src/api/connection.ts")).toContain('import { pool } from "../db/pool.js"\n');
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
        "src/api/resources.ts",
        "src/api/migrations/0002_add_projects.ts",
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
    const { notes, text } = await run(files, withBearer(withEtags(await apiOf("Task"))));
    expect(await text("src/api/index.ts")).toContain("resources(database, [authenticate()])");
    expect(await text("src/api/etag.ts")).toContain("requireMatch");
    expect(notes).toContain("Tokens: checked by authenticate of src/middleware/auth.ts");
    expect(await text("docs/api/openapi.json")).toContain("bearer");
    expect(await faults(files)).toEqual([]);
  });

  it("is loaded by none of the tests, whatever its modules do when they are loaded", async () => {
    const files = await project(factory);
    const { paths, text } = await run(files, await apiOf("Task"));
    const imports = async (path: string): Promise<readonly string[]> =>
      [...(await text(path)).matchAll(/ from "(\..*)\.js"/g)].map(([, to]) => join(path, "..", `${to}.ts`));
    const loaded = new Set(paths.filter((path) => path.startsWith("tests/")));
    for (const path of loaded)
      if (paths.includes(path)) for (const other of await imports(path)) loaded.add(other);
    expect(loaded).toContain("src/api/resources.ts");
    expect([...loaded].filter((path) => !paths.includes(path))).toEqual([]);
  });

  it("passes everything through once its last resource is removed", async () => {
    const files = await project(factory);
    const api = await apiOf("Task");
    await run(files, api);
    const { text } = await run(files, { ...api, resources: [], operations: [] });
    expect(await text("src/api/index.ts")).toContain("=> [express.Router()]");
    for (const path of ["tests/task.test.ts", "tests/support/app.ts"])
      expect(await files.tryRead(path)).toBeNull();
    expect(await faults(files)).toEqual([]);
  });

  it("gets the check of tokens where it has none", async () => {
    const files = await project(factory);
    const { text } = await run(files, withBearer(await apiOf("Task")));
    expect(await text("src/api/index.ts")).toContain("resources(database, [requireOwnToken])");
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
      "a version without /api",
      {
        "src/app.ts":
          'import express from "express";\nimport routes from "./routes/index.js";\n\nexport const app = express();\napp.use("/v1", routes);\n',
        "src/routes/index.ts": 'import { Router } from "express";\n\nexport default Router();\n',
      },
      '+import { api } from "./api/index.js";\n+app.use("/v1", api());',
    ],
    [
      "a version of its own, which a router has",
      {
        "src/app.ts":
          'import express from "express";\nimport routes from "./routes/index.js";\n\nexport const app = express();\napp.use("/api/v2", routes);\n',
        "src/routes/index.ts":
          'import { Router } from "express";\nimport users from "./users.js";\n\nconst router = Router();\nrouter.use("/users", users);\n\nexport default router;\n',
        "src/routes/users.ts": 'import { Router } from "express";\n\nexport default Router();\n',
      },
      '+import { api } from "../api/index.js";\n+router.use(api());',
    ],
    [
      "a version without /api, which a function makes the router of",
      {
        "src/app.ts":
          'import express from "express";\nimport { routes } from "./routes/index.js";\n\nexport const createApp = (db: string) => {\n  const app = express();\n  app.use("/v1", routes(db));\n  return app;\n};\n',
        "src/routes/index.ts":
          'import { Router } from "express";\nimport users from "./users.js";\n\nexport function routes(db: string): Router {\n  const router = Router();\n  router.use("/users", users);\n  return router;\n}\n',
        "src/routes/users.ts": 'import { Router } from "express";\n\nexport default Router();\n',
      },
      '+import { api } from "../api/index.js";\n+  router.use(api());',
    ],
    [
      "a version of its own, which each route names",
      {
        "src/app.ts":
          'import express from "express";\nimport users from "./users.js";\n\nexport const app = express();\napp.use("/docs", users);\napp.use("/api/v1/users", users);\n',
        "src/users.ts": 'import { Router } from "express";\n\nexport default Router();\n',
      },
      '+import { api } from "./api/index.js";\n+app.use("/api/v1", api());',
    ],
    [
      "a setting that names the path of all its routes",
      {
        "src/app.ts":
          'import express from "express";\nimport { config } from "./config.js";\nimport { routes } from "./routes/index.js";\n\nexport const app = express();\napp.use(config.prefix, routes);\n',
        "src/config.ts":
          'export const config = {\n  port: 3000,\n  prefix: process.env.API_PREFIX ?? "/rest/v2",\n};\n',
        "src/routes/index.ts":
          'import { Router } from "express";\nimport users from "./users.js";\n\nexport const routes = Router();\nroutes.use("/users", users);\n',
        "src/routes/users.ts": 'import { Router } from "express";\n\nexport default Router();\n',
      },
      '+import { api } from "../api/index.js";\n+routes.use(api());',
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

  it("documents the path below which it serves, also on later runs", async () => {
    const files = await project({
      ...base,
      "src/app.ts":
        'import express from "express";\nimport users from "./users.js";\n\nexport const app = express();\napp.use("/v1/users", users);\n',
      "src/users.ts": 'import { Router } from "express";\n\nexport default Router();\n',
    });
    await run(files, await apiOf("Tag"));
    const { text, diff } = await run(files, await apiOf("Tag", "Post"));
    expect(diff).toBe("");
    const { paths } = JSON.parse(await text("docs/api/openapi.json")) as { readonly paths: object };
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(["/v1/tags", "/v1/posts/{id}"]));
    expect(Object.keys(paths).filter((path) => !path.startsWith("/v1/"))).toEqual([]);
    expect(await text("docs/api/post.md")).toContain("http://localhost:3000/v1/posts");
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

describe("a test runner that is none of ours", () => {
  it("is kept from the tests that it can't run", async () => {
    const packages = manifest(
      { express: "^4.19.0" },
      { devDependencies: { mocha: "^11.0.0", eslint: "^9.0.0" } },
    );
    const files = await project({ ...cjs, "package.json": packages });
    const { left, paths, text } = await run(files, await apiOf("Tag"));
    expect(paths.filter((path) => path.startsWith("test/"))).toEqual([]);
    expect(await text("api-tests/tags.spec.js")).toContain("require('@jest/globals')");
    expect(left).toContain("run its tests: npx jest api-tests");
    expect(await faults(files)).toEqual([]);
  });
});

describe("tests that are beside what they test", () => {
  it("have what they share there too, and packages of their own beside older ones", async () => {
    const files = await project({
      "src/app.ts": factory["src/app.ts"],
      "src/db/pool.ts": factory["src/db/pool.ts"],
      "src/routes/user-routes.ts": factory["src/routes/user-routes.ts"],
      "package.json": manifest(
        { express: "^5.0.0", pg: "^8.0.0" },
        { type: "module", devDependencies: { "@electric-sql/pglite": "^0.2.17", vitest: "^4.0.0" } },
      ),
      "src/routes/user-routes.test.ts": 'import "./user-routes.js";\n',
      "src/repositories/user-repository.ts": "export const users = [];\n",
    });
    const { paths, text } = await run(files, await apiOf("Tag"));
    expect(paths).toEqual(
      expect.arrayContaining(["src/repositories/tag-repository.ts", "src/routes/tag.test.ts"]),
    );
    expect(paths.filter((path) => path.startsWith("tests/"))).toEqual([]);
    expect(await text("src/api/tests/support/postgres.mjs")).toContain('from "pglite-for-api"');
    expect(await text("package.json")).toContain('"pglite-for-api": "npm:@electric-sql/pglite@');
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
    expect(await text("api/connection.js")).toContain("process.env.MONGO_URI");
    expect(await faults(files)).toEqual([]);
  });
});
