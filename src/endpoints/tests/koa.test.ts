import { describe, expect, it } from "vitest";
import { routesOf } from "./app.suite.ts";

describe("routes of Koa", () => {
  it("are followed as the first Koa calls them: generators, with the context as `this`", async () => {
    const files = {
      "app.js": `
        const co = require("co");
        const app = require("koa")();
        const router = require("koa-router")({ prefix: "/api" });
        function* guard(next) {
          const token = this.get("Authorization");
          if (token === "") this.throw(401, "no token");
          this.token = yield verify(token);
          return yield next;
        }
        function* known(id) { return yield db.find(id); }
        const init = function* (router) {
          yield db.connect();
          router.get("/notes", function* () { this.body = yield db.all(this.query.tag); });
          router.post("/notes", guard, function* () {
            if (this.request.body.title === "") this.throw(400, "no title");
            const { note } = yield { note: db.save(this.request.body.title) };
            this.status = 201;
            this.body = note;
          });
          router.delete("/notes/:id", guard, function* () {
            const note = yield known(this.params.id);
            if (note === null) this.throw(404);
            this.status = 204;
          });
        };
        co(function* () { yield init(router); app.use(router.routes()); app.listen(3000); });`,
    };
    expect(await routesOf(files)).toEqual([
      "DELETE /api/notes/{id} required:bearer 204,401,404",
      "GET /api/notes open 200 ?tag",
      "POST /api/notes required:bearer 201,400,401 {title}",
    ]);
  });

  it("an error that nobody knows is none of those which a middleware around all tells apart", async () => {
    const files = {
      "app.js": `
        import Koa from "koa";
        import Router from "koa-router";
        import jwt from "koa-jwt";
        const app = new Koa();
        app.use(async (ctx, next) => {
          try { await next(); } catch (err) {
            if (err.status === 401) { ctx.status = 401; ctx.body = { error: "no" }; } else throw err;
          }
        });
        const open = new Router().get("/a", async (ctx) => { ctx.body = await db.all(); });
        const closed = new Router().get("/b", async (ctx) => { ctx.body = await db.all(); });
        const asked = new Router().get("/c", async (ctx) => {
          try { ctx.body = await other.all(); } catch (error) { ctx.status = error.status === 404 ? 404 : 502; }
        });
        const router = new Router();
        router.use("/x", open.routes(), asked.routes());
        router.use("/y", jwt({ secret: "s" }), closed.routes());
        app.use(router.routes());`,
    };
    expect(await routesOf(files)).toEqual([
      "GET /x/a open 200",
      "GET /x/c open 200,404,502",
      "GET /y/b required:bearer 200,401",
    ]);
  });

  it("what `all` passes on stands before the routes after it, also in Hono", async () => {
    const koa = {
      "app.js": `
        const Koa = require("koa");
        const Router = require("koa-router");
        const app = new Koa();
        const notes = new Router({ prefix: "/notes" });
        const guard = async (ctx, next) => {
          if (!ctx.headers.authorization) { ctx.status = 401; return; }
          await next();
        };
        notes.get("/:id", (ctx) => { ctx.body = {}; });
        notes.all("/*", guard);
        notes.patch("/:id", (ctx) => { ctx.body = ctx.request.body.text; });
        notes.all("/any/thing", (ctx) => { ctx.body = {}; });
        app.use(notes.routes());`,
    };
    expect(await routesOf(koa)).toEqual([
      "DELETE /notes/any/thing required:bearer 200,401",
      "GET /notes/any/thing required:bearer 200,401",
      "GET /notes/{id} open 200",
      "PATCH /notes/any/thing required:bearer 200,401",
      "PATCH /notes/{id} required:bearer 200,401 {text}",
      "POST /notes/any/thing required:bearer 200,401",
      "PUT /notes/any/thing required:bearer 200,401",
    ]);
    const hono = {
      "app.ts": `
        import { Hono } from "hono";
        const app = new Hono();
        app.get("/notes/:id", (c) => c.json({}));
        app.all("/notes/*", async (c, next) => {
          if (!c.req.header("authorization")) return c.json({}, 401);
          await next();
        });
        app.patch("/notes/:id", async (c) => c.json((await c.req.json()).text));
        app.get("/others", (c) => c.json({}));
        export default app;`,
    };
    expect(await routesOf(hono)).toEqual([
      "GET /notes/{id} open 200",
      "GET /others open 200",
      "PATCH /notes/{id} required:bearer 200,401 {text}",
    ]);
  });
});
