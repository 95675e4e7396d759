import { describe, expect, it } from "vitest";
import { routesOf, scanOf } from "./app.suite.ts";

describe("routes of Express", () => {
  it("finds them through mounts, factories, tables, chains and lists of paths", async () => {
    const files = {
      "src/server.ts": `
        import express from "express";
        import { build } from "./build";
        import { things } from "./things.js";
        const app = express();
        const version = "v" + 1;
        app.use(\`/api/\${version}\`, build("pets"), build("owners"));
        app.use("/things", things);
        app.route("/health").get((req, res) => res.json({ ok: true })).head((req, res) => res.end());
        app.get(["/a", "/b"], (req, res) => res.sendStatus(204));
        app.all("*", (req, res) => res.status(404).end());
        app.listen(process.env.PORT || 3000);`,
      "src/build.ts": `
        import { Router } from "express";
        const handlers = { list: (req, res) => res.json([]), one: (req, res) => res.json({ id: req.params.id }) };
        export function build(name: string) {
          const router = Router();
          router.get("/" + name, handlers.list);
          router.get(\`/\${name}/:id(\\\\d+)\`, handlers.one);
          return router;
        }`,
      "src/things.ts": `
        const { Router } = require("express");
        const table = [
          { verb: "get", path: "/", run: (req, res) => res.json([req.query.page, req.query["size"]]) },
          { verb: "post", path: "/", run: (req, res) => { const { name, ...rest } = req.body; res.status(201).json({ name, color: rest.color }); } },
        ];
        const things = Router();
        for (const { verb, path, run } of table) things[verb](path, run);
        module.exports = { things };`,
    };
    expect(await routesOf(files)).toEqual([
      "GET /a open 204",
      "GET /api/v1/owners open 200",
      "GET /api/v1/owners/{id} open 200",
      "GET /api/v1/pets open 200",
      "GET /api/v1/pets/{id} open 200",
      "GET /b open 204",
      "GET /health open 200",
      "GET /things open 200 ?page,size",
      "HEAD /health open 200",
      "POST /things open 201 {name,color}",
    ]);
  });

  it("tells what asks for credentials from what looks at them, and from a login", async () => {
    const files = {
      "app.js": `
        import express, { Router } from "express";
        import jwt from "jsonwebtoken";
        import { z } from "zod";
        class HttpError extends Error { constructor(status, message) { super(message); this.status = status; } }
        const guard = (req, res, next) => {
          const token = req.headers.authorization?.split(" ")[1];
          if (!token) return res.status(401).json({ error: "no token" });
          try { req.user = jwt.verify(token, process.env.SECRET); next(); } catch { res.status(401).json({}); }
        };
        const maybe = (req, res, next) => {
          if (req.headers.authorization) req.user = jwt.verify(req.headers.authorization, process.env.SECRET);
          next();
        };
        const role = (name) => (req, res, next) => (req.user.role === name ? next() : next(new HttpError(403, "no")));
        const body = (schema) => (req, res, next) => {
          const result = schema.safeParse(req.body);
          if (!result.success) return res.status(422).json(result.error);
          req.body = result.data;
          next();
        };
        const find = async (id) => { const found = await db.find(id); if (!found) throw new HttpError(404, "none"); return found; };
        const app = express();
        const api = Router();
        app.post("/login", async (req, res) => {
          const user = await db.user(req.body.email);
          if (!user || !(await check(req.body.password, user))) return res.status(401).json({});
          res.json({ token: "…" });
        });
        api.get("/open/:id", maybe, async (req, res) => res.json(await find(req.params.id)));
        api.use(guard);
        api.post("/items", body(z.object({ title: z.string().min(1), tags: z.array(z.string()).optional() })), (req, res) => res.status(201).json(req.body));
        api.delete("/items/:id", role("admin"), async (req, res) => { await find(req.params.id); res.status(204).end(); });
        app.use("/api", api);
        app.use((err, req, res, next) => res.status(err.status || 500).json({ message: err.message }));`,
    };
    expect(await routesOf(files)).toEqual([
      "DELETE /api/items/{id} required:bearer 204,401,403,404",
      "GET /api/open/{id} optional:bearer 200,404",
      "POST /api/items required:bearer 201,401,422 {title,tags}",
      "POST /login open 200,401 {email,password}",
    ]);
  });

  it("goes on past what can't be parsed, what mounts itself, and what does not end", async () => {
    const files = {
      "a.js": `const app = require("express")(); app.use("/x", app); app.get("/a", (req, res) => res.json(f(1))); function f(n) { return f(n + 1) + f(n - 1); } while (true) { app.b(); }`,
      "b.js": `const express = require("express"; `,
      "c.js": `import "./d.js"; import express from "express"; export const app = express(); app.get("/c", (q, s) => s.send("c"));`,
      "d.js": `import { app } from "./c.js"; export const late = () => app;`,
    };
    const { routes, left } = await scanOf(files);
    expect(routes.map(({ path }) => path)).toContain("/c");
    expect(left).toEqual([{ file: "b.js", why: "it has a syntax error" }]);
  });

  it("reads fields from what the program says of which type a body is, and from tables of Drizzle", async () => {
    const files = {
      "app.ts": `
        import express from "express";
        import { integer, pgTable, text } from "drizzle-orm/pg-core";
        import type { InferInsertModel } from "drizzle-orm";
        const notes = pgTable("notes", { id: integer("id").primaryKey(), title: text("title").notNull() });
        interface Sign { email: string; code?: string }
        const app = express();
        app.post("/sign", async (req, res) => { await mail(req.body as Sign); res.json({}); });
        app.post("/notes", async (req, res) => { await keep(req.body as typeof notes.$inferInsert); res.json({}); });
        app.put("/notes", async (req, res) => { await keep(req.body as InferInsertModel<typeof notes>); res.json({}); });
        app.patch("/notes", async (req, res) => { await db.update(notes).set({ ...req.body, id: 1 }); res.json({}); });`,
    };
    expect(await routesOf(files)).toEqual([
      "PATCH /notes open 200 {title}",
      "POST /notes open 200 {id,title}",
      "POST /sign open 200 {email,code}",
      "PUT /notes open 200 {id,title}",
    ]);
  });

  it("what `all` passes on stands before the routes after it, and is none itself", async () => {
    const files = {
      "app.js": `
        const express = require("express");
        const app = express();
        const guard = (req, res, next) => {
          if (!req.headers.authorization) return res.status(401).end();
          next();
        };
        const notes = express.Router();
        notes.get("/:id", (req, res) => res.json({}));
        notes
          .all("/*", guard)
          .patch("/:id", (req, res) => res.json(req.body.text))
          .post("/", (req, res) => res.status(201).end());
        app.use("/notes", notes);
        app.route("/me").all(guard).get((req, res) => res.json({}));
        app.get("/me/public", (req, res) => res.json({}));
        app.all("/any", (req, res) => res.json({}));`,
    };
    expect(await routesOf(files)).toEqual([
      "DELETE /any open 200",
      "GET /any open 200",
      "GET /me required:bearer 200,401",
      "GET /me/public open 200",
      "GET /notes/{id} open 200",
      "PATCH /any open 200",
      "PATCH /notes/{id} required:bearer 200,401 {text}",
      "POST /any open 200",
      "POST /notes required:bearer 201,401",
      "PUT /any open 200",
    ]);
  });
});
