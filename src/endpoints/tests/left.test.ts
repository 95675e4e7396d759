import { describe, expect, it } from "vitest";
import { routesOf } from "./app.suite.ts";

describe("who asks, as a function leaves it for those that come later", () => {
  it("is missing under whatever name, where a request carries no credentials", async () => {
    const files = {
      "app.ts": `
        import express from "express";
        import { verify } from "jsonwebtoken";
        class Refused extends Error {}
        const notes = async (id) => [{ by: id }];
        const reader = async (req, res, next) => {
          if (!req.headers.authorization) return next();
          const { email } = verify(req.headers.authorization, "secret");
          req.reader = await find({ email });
          next();
        };
        const app = express();
        app.get("/mine", reader, async (req, res) => {
          const { reader } = req;
          if (!reader) throw new Refused();
          res.json(await notesOf(reader.id));
        });
        app.get("/all", reader, async (req, res) => {
          const { reader } = req;
          res.json(await notes(reader ? reader.id : null));
        });
        app.get("/about", (req, res) => res.send("notes"));
        app.use((error, req, res, next) => {
          if (error instanceof Refused) res.status(401).end();
          else res.status(500).end();
        });`,
      "koa/app.ts": `
        import Koa from "koa";
        import Router from "@koa/router";
        const app = new Koa();
        const router = new Router({ prefix: "/koa" });
        app.use(async (ctx, next) => {
          const token = ctx.get("authorization");
          if (token) ctx.state.reader = await readerOf(token);
          await next();
        });
        router.get("/mine", (ctx) => {
          if (!ctx.state.reader) ctx.throw(401);
          ctx.body = "mine";
        });
        router.get("/about", (ctx) => { ctx.body = "notes"; });
        app.use(router.routes());`,
      "hono/app.ts": `
        import { Hono } from "hono";
        const app = new Hono().basePath("/hono");
        app.use(async (c, next) => {
          const token = c.req.header("Authorization");
          if (token) c.set("reader", await readerOf(token));
          await next();
        });
        app.get("/mine", (c) => (c.get("reader") ? c.text("mine") : c.text("no", 401)));`,
    };
    expect(await routesOf(files)).toEqual([
      "GET /about open 200",
      "GET /all optional:bearer 200",
      "GET /hono/mine required:bearer 200,401",
      "GET /koa/about open 200",
      "GET /koa/mine required:bearer 200,401",
      "GET /mine required:bearer 200,401",
    ]);
  });

  it("is no token where none was found, which nothing verifies", async () => {
    const files = {
      "app.ts": `
        import Koa from "koa";
        import Router from "koa-router";
        import jwt from "jsonwebtoken";
        const app = new Koa();
        const router = new Router();
        const tokenOf = (ctx) => {
          if (!ctx.header || !ctx.header.authorization) return;
          return ctx.header.authorization.split(" ")[1];
        };
        const guard = (ctx, next) => {
          try {
            ctx.state.data = jwt.verify(tokenOf(ctx), "secret").data;
          } catch (error) {
            ctx.throw(401);
          }
          return next();
        };
        router.get("/mine", guard, (ctx) => { ctx.body = ctx.state.data; });
        app.use(router.routes());`,
    };
    expect(await routesOf(files)).toEqual(["GET /mine required:bearer 200,401"]);
  });

  it("Nest: middleware of the whole application counts for what uses it", async () => {
    const files = {
      "app.module.ts": `
        import { Module, Controller, Get, Param, Body, Post, Injectable, createParamDecorator, UnprocessableEntityException } from "@nestjs/common";
        import { NestFactory } from "@nestjs/core";
        class Reader {
          use(req, res, next) {
            if (req.headers.authorization) req.user = readerOf(req.headers.authorization);
            next();
          }
        }
        class Checks {
          transform(value, metadata) {
            if (!metadata?.metatype || !this.isClass(metadata.metatype)) return value;
            if (errorsOf(value).length) throw new UnprocessableEntityException();
            return value;
          }
          isClass(type) { return ![String, Boolean, Number, Array, Object].includes(type); }
        }
        const User = createParamDecorator((data, context) => context.switchToHttp().getRequest().user);
        class Note { text: string; }
        @Controller("notes")
        class Notes {
          @Get() all(@User() user) { return [{ by: user }]; }
          @Get("tags") tags() { return []; }
          @Get(":id") one(@Param("id") id: string) { return noteOf(id); }
          @Post() make(@Body() note: Note) { return note; }
        }
        @Module({ controllers: [Notes] })
        class AppModule {
          configure(consumer) { consumer.apply(Reader).forRoutes({ path: "*", method: 0 }); }
        }
        const app = await NestFactory.create(AppModule);
        app.useGlobalPipes(new Checks());`,
    };
    expect(await routesOf(files)).toEqual([
      "GET /notes optional:bearer 200",
      "GET /notes/tags open 200",
      "GET /notes/{id} open 200",
      "POST /notes open 201,422 {text}",
    ]);
  });

  it("Express: in a request, for a guard that stands in front of a router", async () => {
    const files = {
      "app.js": `
        const express = require("express");
        const app = express();
        app.use(async (req, res, next) => {
          let user;
          if (req.header("X-API-Key") === secret()) user = await users.findOne({ id: 1 });
          else if (req.session?.userId) user = await users.findOne({ id: req.session.userId });
          if (user) req.user = user;
          next();
        });
        const isAllowed = (permissions) => (req, res, next) => {
          if (!req.user || !req.user.hasPermission(permissions ?? 0)) res.status(403).json({});
          else next();
        };
        const router = express.Router();
        router.get("/all", (req, res) => res.status(200).json([]));
        router.get("/mine", (req, res) => res.status(200).json(shown(req.user?.hasPermission(1))));
        app.use("/items", isAllowed(), router);`,
    };
    expect(await routesOf(files)).toEqual([
      "GET /items/all required:header:X-API-Key,cookie:session 200,403",
      "GET /items/mine required:header:X-API-Key,cookie:session 200,403",
    ]);
  });

  it("Express: a key that passport looks at doesn't sign anybody in for what comes next", async () => {
    const files = {
      "app.js": `
        const express = require("express");
        const passport = require("passport");
        const app = express();
        const authenticate = (type, isStrict) => (req, res, next) => {
          if (req.user) return next();
          passport.authenticate(type, (error, user) => {
            if (error) return next(error);
            if (!user && isStrict) return res.sendStatus(401);
            if (user) req.user = user;
            return next();
          })(req, res, next);
        };
        app.get("/links", authenticate("localapikey", false), authenticate("jwt", true), (req, res) => res.status(200).json([]));`,
    };
    expect(await routesOf(files)).toEqual(["GET /links required:bearer 200,401"]);
  });
});
