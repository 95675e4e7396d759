import { describe, expect, it } from "vitest";
import { routesOf } from "./app.suite.ts";

describe("servers of JavaScript as starters write them", () => {
  it("Express: a token by a path with another in its place, looked at for all and asked for by some", async () => {
    const files = {
      "app.js": `
        const express = require("express");
        const { get } = require("lodash");
        const jwt = require("jsonwebtoken");
        const app = express();
        app.use((req, res, next) => {
          const token = get(req, "headers.authorization", "").replace(/^Bearer\\s/, "");
          if (!token) return next();
          try { res.locals.user = jwt.verify(token, "secret"); } catch (error) { console.error(error); }
          return next();
        });
        const guard = (req, res, next) => (res.locals.user ? next() : res.sendStatus(403));
        app.get("/health", (req, res) => res.sendStatus(200));
        app.get("/notes", guard, (req, res) => res.send([]));`,
    };
    expect(await routesOf(files)).toEqual(["GET /health open 200", "GET /notes required:bearer 200,403"]);
  });

  it("Hono: middleware of an application that is mounted beside another", async () => {
    const files = {
      "app.ts": `
        import { Hono } from "hono";
        import { basicAuth } from "hono/basic-auth";
        const middleware = new Hono();
        middleware.use("/notes/*", async (c, next) => {
          if (c.req.method === "GET") return next();
          return basicAuth({ username: "a", password: "b" })(c, next);
        });
        const api = new Hono();
        api.get("/notes", (c) => c.json([]));
        api.post("/notes", (c) => c.json({}, 201));
        const app = new Hono();
        app.route("/api", middleware);
        app.route("/api", api);
        app.post("/notes", (c) => c.json({}));`,
    };
    expect(await routesOf(files)).toEqual([
      "GET /api/notes open 200",
      "POST /api/notes required:basic 201,401",
      "POST /notes open 200",
    ]);
  });

  it("Express: an account elsewhere that is connected, and what is spread where something was sent", async () => {
    const files = {
      "app.js": `
        const express = require("express");
        const passport = require("passport");
        const app = express();
        app.get("/auth/tumblr", passport.authorize("tumblr"));
        const add = (params) => db.insert({ ...(params.owner && { owner: params.owner }), name: params.name });
        app.post("/domains", (req, res) => {
          const { name, isOpen } = req.body;
          add({ name, ...(isOpen && { opened: true }) });
          res.end();
        });`,
    };
    expect(await routesOf(files)).toEqual([
      "GET /auth/tumblr open 302",
      "POST /domains open 200 {name,isOpen}",
    ]);
  });

  it("Koa: bodies that are only written down for all, and requests that other sites' pages sent", async () => {
    const files = {
      "app.ts": `
        import Koa from "koa";
        import Router from "@koa/router";
        import CSRF from "koa-csrf";
        const app = new Koa();
        app.use(async (ctx, next) => {
          try { await next(); } catch (error) { ctx.status = error.status || 500; }
        });
        app.use(async (ctx, next) => {
          const { password } = ctx.request.body;
          console.log(ctx.path, password && "…");
          await next();
        });
        app.use(new CSRF({ excludedMethods: ["GET"] }));
        const router = new Router();
        router.get("/notes", async (ctx) => { ctx.body = []; });
        router.delete("/notes/:id", async (ctx) => { ctx.body = {}; });
        app.use(router.routes());`,
    };
    expect(await routesOf(files)).toEqual(["DELETE /notes/{id} open 200,403", "GET /notes open 200"]);
  });

  it("fields that no schema lets past, on every level", async () => {
    const files = {
      "app.js": `
        const express = require("express");
        const Joi = require("joi");
        const schema = Joi.object({ user: Joi.object({ name: Joi.string() }), more: Joi.object() });
        const app = express();
        app.post("/users", (req, res) => {
          const { value, error } = schema.validate(req.body);
          if (error) return res.status(422).end();
          const { name, bio } = value.user;
          save(name, bio, value.more.colour, value.other);
          res.end();
        });`,
    };
    expect(await routesOf(files)).toEqual(["POST /users open 200,422 {user.name,more}"]);
  });

  it("imports in other capitals than their files", async () => {
    const files = {
      "tsconfig.json": `{ "compilerOptions": { "baseUrl": ".", "paths": { "@errors/*": ["errors/*"] } } }`,
      "errors/HttpError.ts": `export class HttpError extends Error { constructor(public status: number) { super(); } }`,
      "app.ts": `
        import express from "express";
        import { HttpError } from "@errors/httpError";
        const app = express();
        app.get("/notes/:id", (req, res) => { if (!find(req.params.id)) throw new HttpError(409); res.json({}); });
        app.use((error, req, res, next) => res.status(error.status || 500).end());`,
    };
    expect(await routesOf(files)).toEqual(["GET /notes/{id} open 200,409"]);
  });

  it("Fastify: a plugin that puts itself elsewhere than its folder, and what it remembers", async () => {
    const files = {
      "app.js": `
        const path = require("path");
        const AutoLoad = require("@fastify/autoload");
        module.exports = async (fastify) => { fastify.register(AutoLoad, { dir: path.join(__dirname, "routes") }); };`,
      "routes/auth/index.js": `
        module.exports = async (fastify) => {
          let isOpen = false;
          fastify.post("/open", async () => { isOpen = true; return {}; });
          fastify.get("/inside", async () => {
            if (!isOpen) { const error = new Error("no"); error.statusCode = 409; throw error; }
            return {};
          });
        };
        module.exports.prefixOverride = "";`,
    };
    expect(await routesOf(files)).toEqual(["GET /inside open 200,409", "POST /open open 200"]);
  });

  it("a cookie that whoever has none is given says nothing of who asks", async () => {
    const vote = `let { sessionId } = request.cookies;
      if (sessionId && (await find(sessionId))) return reply.status(400).send();
      if (!sessionId) { sessionId = make(); reply.setCookie("sessionId", sessionId); }
      return reply.status(201).send();`;
    const files = {
      "app.js": `
        import fastify from "fastify";
        const app = fastify();
        app.post("/votes", async (request, reply) => { ${vote} });
        app.get("/votes", async (request) => ({ hasVoted: Boolean(request.cookies.sessionId) }));`,
      "other.ts": `
        import { Hono } from "hono";
        import { getCookie, setCookie } from "hono/cookie";
        const app = new Hono();
        app.get("/cart", (c) => {
          const id = getCookie(c, "session_id");
          if (!id) setCookie(c, "session_id", make());
          return c.json({});
        });`,
    };
    expect(await routesOf(files)).toEqual([
      "GET /cart open 200",
      "GET /votes optional:cookie:sessionId 200",
      "POST /votes open 201,400",
    ]);
  });

  it("Fastify: plugins marked as everyone's, errors that are returned, and modules of a container", async () => {
    const files = {
      "server.ts": `
        import Fastify from "fastify";
        import guard from "./guard";
        import modules from "./modules";
        import notes from "./notes";
        const app = Fastify();
        app.register(guard);
        app.register(modules);
        app.register(notes, { prefix: "/notes" });
        app.listen({ port: 1 });`,
      "guard.ts": `
        async function guard(fastify) {
          fastify.decorate("signedIn", async (req, reply) => {
            try { await req.jwtVerify(); } catch (error) { reply.send(error); }
          });
        }
        guard[Symbol.for("skip-override")] = true;
        export default guard;`,
      "modules.ts": `
        import fp from "fastify-plugin";
        import { notesService } from "./services/notes.service";
        export default fp(async (app) => {
          app.decorate("notes", notesService({ db }));
        });`,
      "services/notes.service.ts": `
        import { partial } from "rambda";
        import createError from "http-errors";
        const find = async ({ db }, id: string) => {
          const note = await db.note(id);
          if (!note) throw createError(404, "none");
          return note;
        };
        export const notesService = (deps) => ({ find: partial(find, [deps]) });`,
      "notes.ts": `
        import { Type } from "@sinclair/typebox";
        import createError from "http-errors";
        export default async function notes(app) {
          const text = Type.Union([Type.String(), Type.Array(Type.String())], { description: "one or more" });
          app.get("/:id", { onRequest: [app.signedIn] }, (req) => app.notes.find(req.params.id));
          app.post("/", { schema: { body: Type.Object({ text }) } }, async (req, reply) => {
            const note = await save(req.body);
            if (!note) return createError(409, "there is one");
            reply.code(201);
            return { note };
          });
        }`,
    };
    expect(await routesOf(files)).toEqual([
      "GET /notes/{id} required:bearer 200,401,404",
      "POST /notes open 201,400,409 {text}",
    ]);
  });
});
