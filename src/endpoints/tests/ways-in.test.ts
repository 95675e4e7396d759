import { describe, expect, it } from "vitest";
import { routesOf } from "./app.suite.ts";

describe("ways in to a handler", () => {
  it("Hono: a factory's application has what its `initApp` gives it", async () => {
    const files = {
      "notes.ts": `
        import { Hono } from "hono";
        export const notes = new Hono().get("/:id", (c) => (find() ? c.json({}) : c.notFound()));`,
      "factory.ts": `
        import { createFactory } from "hono/factory";
        import { notes } from "./notes";
        export const factory = createFactory({ initApp: (app) => { app.route("/api/notes", notes); } });`,
      "index.ts": `
        import { factory } from "./factory";
        export default factory.createApp();`,
    };
    expect(await routesOf(files)).toEqual(["GET /api/notes/{id} open 200,404"]);
  });

  it("Express: what a parameter loads comes first, also where it is registered last", async () => {
    const files = {
      "app.js": `
        const express = require("express");
        const app = express();
        const router = express.Router();
        router.get("/:id", (req, res) => res.json(req.user));
        router.post("/", (req, res) => res.status(201).json({}));
        router.param("id", (req, res, next, id) => {
          const user = find(id);
          if (!user) return res.status(404).end();
          req.user = user;
          next();
        });
        app.use("/users", router);`,
    };
    expect(await routesOf(files)).toEqual(["GET /users/{id} open 200,404", "POST /users open 201"]);
  });

  it("Express: a status that was set where a handler ends is not that of the handlers after it", async () => {
    const files = {
      "app.js": `
        const express = require("express");
        const app = express();
        app.get("/notes/:id", (req, res, next) => {
          const note = find(req.params.id);
          if (!note) return res.status(404).end();
          next();
        }, (req, res) => res.json({}));`,
    };
    expect(await routesOf(files)).toEqual(["GET /notes/{id} open 200,404"]);
  });

  it("Fastify: of several ways in any is enough, or each is needed", async () => {
    const files = {
      "app.js": `
        const fastify = require("fastify")();
        fastify.register(require("@fastify/auth"));
        fastify.decorate("known", (request, reply, done) => {
          if (request.headers.authorization) return done();
          reply.code(401).send({});
          done(new Error("who?"));
        });
        fastify.decorate("nobody", (request, reply, done) =>
          request.headers.authorization ? done(new Error("somebody")) : done());
        fastify.decorate("awake", async () => { if (late()) throw Object.assign(new Error("late"), { statusCode: 403 }); });
        const handler = async () => ({});
        fastify.get("/any", { preHandler: fastify.auth([fastify.nobody, fastify.known]) }, handler);
        fastify.get("/known", { preHandler: fastify.auth([fastify.known]) }, handler);
        fastify.get("/both", { preHandler: fastify.auth([fastify.known, fastify.awake], { relation: "and" }) }, handler);`,
    };
    expect(await routesOf(files)).toEqual([
      "GET /any optional:bearer 200,401",
      "GET /both required:bearer 200,401,403",
      "GET /known required:bearer 200,401",
    ]);
  });
});

describe("tokens that passport takes", () => {
  const extractor = `(req) => (req && req.cookies ? req.cookies["access_token"] : null)`;
  it("Nest: from where the strategy of the guard looks", async () => {
    const files = {
      "app.ts": `
        import { Controller, Get, Injectable, Module, UseGuards } from "@nestjs/common";
        import { ConfigService } from "@nestjs/config";
        import { AuthGuard, PassportStrategy } from "@nestjs/passport";
        import { ExtractJwt, Strategy } from "passport-jwt";
        @Injectable()
        class JwtStrategy extends PassportStrategy(Strategy) {
          constructor(private readonly config: ConfigService) {
            super({ jwtFromRequest: ExtractJwt.fromExtractors([JwtStrategy.fromCookie]), secretOrKey: config.get("KEY") });
          }
          private static fromCookie(req) { return req?.cookies?.session_token; }
        }
        @Injectable()
        class RefreshStrategy extends PassportStrategy(Strategy, "jwt-refresh") {
          constructor() { super({ jwtFromRequest: ExtractJwt.fromHeader("x-refresh"), secretOrKey: "k" }); }
        }
        @Controller("notes")
        class Notes {
          @UseGuards(AuthGuard("jwt")) @Get() all() { return []; }
          @UseGuards(AuthGuard("jwt-refresh")) @Get("new") renew() { return {}; }
        }
        @Module({ controllers: [Notes], providers: [JwtStrategy, RefreshStrategy] })
        export class App {}`,
    };
    expect(await routesOf(files)).toEqual([
      "GET /notes required:cookie:session_token 200,401",
      "GET /notes/new required:header:x-refresh 200,401",
    ]);
  });

  it("Express: from where the strategy looks that the program uses", async () => {
    const files = {
      "app.js": `
        const express = require("express");
        const passport = require("passport");
        const { Strategy, ExtractJwt } = require("passport-jwt");
        const opts = {};
        opts.jwtFromRequest = ${extractor};
        opts.secretOrKey = "k";
        passport.use(new Strategy(opts, (payload, done) => done(null, payload)));
        passport.use("api", new Strategy({ jwtFromRequest: ExtractJwt.fromHeader("x-token") }, (payload, done) => done(null, payload)));
        const app = express();
        app.get("/a", passport.authenticate("jwt", { session: false }), (req, res) => res.json({}));
        app.get("/b", passport.authenticate("api", { session: false }), (req, res) => res.json({}));`,
    };
    expect(await routesOf(files)).toEqual([
      "GET /a required:cookie:access_token 200,401",
      "GET /b required:header:x-token 200,401",
    ]);
  });
});
