import { describe, expect, it } from "vitest";
import { routesOf } from "./app.suite.ts";

describe("what holds where a part of the program is left", () => {
  it("Express: a status that is set before an error, for the handler of errors", async () => {
    const files = {
      "app.js": `
        const express = require("express");
        const wrap = require("express-async-handler");
        const app = express();
        const guard = wrap(async (req, res, next) => {
          if (!req.headers.authorization) { res.status(401); throw new Error("who?"); }
          next();
        });
        app.get("/notes/:id", guard, wrap(async (req, res) => {
          const note = await find(req.params.id);
          if (!note) { res.status(404); throw new Error("none"); }
          res.json(note);
        }));
        app.post("/notes", (req, res, next) => { res.status(409); next(new Error("there already")); });
        app.use((err, req, res, next) => {
          const code = res.statusCode === 200 ? 500 : res.statusCode;
          res.status(code).json({ message: err.message });
        });`,
    };
    expect(await routesOf(files)).toEqual([
      "GET /notes/{id} required:bearer 200,401,404",
      "POST /notes open 409",
    ]);
  });

  it("a loop that is left with what it found, and a function that returns early", async () => {
    const files = {
      "app.js": `
        const express = require("express");
        const app = express();
        app.get("/first", (req, res) => {
          let found;
          for (const one of all()) { if (one.fits) { found = one; break; } }
          if (!found) return res.sendStatus(404);
          res.json(found);
        });
        const mark = (box) => { if (known()) { box.code = 202; return; } box.code = 201; };
        app.post("/marks", (req, res) => { const box = {}; mark(box); res.status(box.code).end(); });`,
    };
    expect(await routesOf(files)).toEqual(["GET /first open 200,404", "POST /marks open 201,202"]);
  });
});

describe("what a condition tells of a name", () => {
  const guards: Readonly<Record<string, string>> = {
    "an early return": `if (!req.headers.authorization) return res.status(401).json({}); next();`,
    "an alternative": `if (req.headers.authorization) next(); else res.status(401).json({});`,
    "a list of open paths": `if (["/login"].includes(req.path)) return next(); if (!req.headers.authorization) return res.status(401).json({}); next();`,
  };
  it.each(Object.keys(guards))(
    "leaves nothing of what Express's middleware answers by itself: %s",
    async (name) => {
      const source = `
      const express = require("express");
      const app = express();
      app.use((req, res, next) => { ${guards[name] ?? ""} });
      app.get("/items", (req, res) => res.json({}));
      app.listen(1);`;
      expect(await routesOf({ "app.js": source })).toEqual(["GET /items required:bearer 200,401"]);
    },
  );

  it("lets pass what a library's middleware is told to, or is called by hand for", async () => {
    const express = `
      const express = require("express");
      const { expressjwt } = require("express-jwt");
      const app = express();
      app.use(expressjwt({ secret: "x", algorithms: ["HS256"] }).unless({ path: ["/login", { url: "/items", methods: ["GET"] }] }));
      app.post("/login", (req, res) => res.json({}));
      app.get("/items", (req, res) => res.json([]));
      app.post("/items", (req, res) => res.status(201).json({}));
      app.listen(1);`;
    expect(await routesOf({ "app.js": express })).toEqual([
      "GET /items open 200",
      "POST /items required:bearer 201,401",
      "POST /login open 200",
    ]);
    const koa = `
      const Koa = require("koa"), Router = require("@koa/router"), jwt = require("koa-jwt");
      const router = new Router();
      router.post("/login", (ctx) => { ctx.body = {}; });
      router.get("/items", (ctx) => { ctx.body = []; });
      const app = new Koa();
      app.use(jwt({ secret: "x" }).unless({ path: "/login" }));
      app.use(router.routes());
      app.listen(1);`;
    expect(await routesOf({ "app.js": koa })).toEqual([
      "GET /items required:bearer 200,401",
      "POST /login open 200",
    ]);
    const hono = `
      import { Hono } from "hono";
      import { bearerAuth } from "hono/bearer-auth";
      const app = new Hono();
      app.use("*", async (c, next) => (c.req.method === "GET" ? next() : bearerAuth({ token: "x" })(c, next)));
      app.get("/items", (c) => c.json([]));
      app.post("/items", (c) => c.json({}, 201));
      export default app;`;
    expect(await routesOf({ "app.ts": hono })).toEqual([
      "GET /items open 200",
      "POST /items required:bearer 201,400,401",
    ]);
  });
});

it("a status that only a branch sets leaves the usual one to the others", async () => {
  expect(
    await routesOf({
      "express.js": `
import express from "express";
const app = express();
app.get("/express", (req, res) => {
  if (req.query.x) res.status(201);
  res.json({});
});
app.listen(1);
`,
      "koa.js": `
import Koa from "koa";
import Router from "@koa/router";
const app = new Koa();
const router = new Router();
router.get("/koa", (ctx) => {
  if (ctx.query.x) ctx.status = 201;
  ctx.body = {};
});
router.get("/koa/later", (ctx) => {
  ctx.body = {};
  if (ctx.query.x) ctx.status = 404;
});
app.use(router.routes()).listen(2);
`,
      "hono.ts": `
import { Hono } from "hono";
const app = new Hono();
app.get("/hono", (c) => {
  if (c.req.query("x")) c.status(201);
  return c.json({});
});
export default app;
`,
    }),
  ).toEqual([
    "GET /express open 200,201 ?x",
    "GET /hono open 200,201 ?x",
    "GET /koa open 200,201 ?x",
    "GET /koa/later open 200,404 ?x",
  ]);
});

it("a stream that is written to the response is its answer", async () => {
  expect(
    await routesOf({
      "app.js": `
import express from "express";
import fs from "fs";
import { pipeline } from "stream/promises";
import { toFileStream } from "qrcode";
const app = express();
app.get("/pipe", (req, res) => {
  const file = fs.createReadStream("x");
  file.on("error", () => res.status(404).end());
  file.pipe(res);
});
app.get("/pipeline", async (req, res) => {
  await pipeline(fs.createReadStream("x"), res);
});
app.get("/code", (req, res) => toFileStream(res, "x"));
app.get("/kept", async (req, res) => {
  const found = await store.open(req.params.id);
  if (!found) return res.status(404).end();
  found.body.pipe(res);
});
`,
      "codes.controller.ts": `
import { Controller, Module, Post, Res } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { toFileStream } from "qrcode";
@Controller("codes")
export class Codes {
  @Post()
  make(@Res() response) {
    return toFileStream(response, "x");
  }
}
@Module({ controllers: [Codes] })
export class App {}
NestFactory.create(App).then((app) => app.listen(1));
`,
    }),
  ).toEqual([
    "GET /code open 200",
    "GET /kept open 200,404",
    "GET /pipe open 200,404",
    "GET /pipeline open 200",
    "POST /codes open 201",
  ]);
});
