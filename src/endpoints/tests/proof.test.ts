import { expect, it } from "vitest";
import { accessOf } from "./app.suite.ts";

const express = (lines: string): Record<string, string> => ({
  "app.js": `
    const express = require("express");
    const app = express();
    ${lines}
    app.get("/rooms", (req, res) => res.json({}));
    app.listen(3000);`,
});
const flask = (lines: string): Record<string, string> => ({
  "app.py": `
from flask import Flask, abort, request
app = Flask(__name__)
def keep(*args, **kwargs):
    if request.headers.get("x-desk") != "1":
        abort(403)
${lines}
@app.get("/rooms")
def rooms():
    return {}
`,
});
const fastapi = (lines: string, settings = "", rest = ""): Record<string, string> => ({
  "app.py": `
from fastapi import APIRouter, Depends, FastAPI
app = FastAPI(${settings})
${lines}
@app.get("/rooms")
def rooms():
    return {}
${rest}
`,
});
const fastify = (lines: string, options = "{}"): Record<string, string> => ({
  "app.js": `
    const app = require("fastify")();
    ${lines}
    app.get("/rooms", ${options}, async () => ({}));
    app.listen({ port: 3000 });`,
});
const nest = (marks: string, imports = ""): Record<string, string> => ({
  "main.ts": `
    import { NestFactory } from "@nestjs/core";
    import { Controller, Get, Module, applyDecorators } from "@nestjs/common";
    import { mine } from "./made";
    @Controller("rooms") class Rooms { ${marks} @Get() all() { return []; } }
    @Module({ controllers: [Rooms], imports: [${imports}] }) class App {}
    NestFactory.create(App).then((app) => app.listen(3000));`,
});

const hono = (lines: string): Record<string, string> => ({
  "app.ts": `
    import { Hono } from "hono";
    const app = new Hono();
    app.get("/rooms", (c) => c.json({}));
    ${lines}`,
});
const django = (settings: string): Record<string, string> => ({
  "site1/settings.py": `${settings}\nROOT_URLCONF = "site1.urls"`,
  "site1/urls.py": `from django.urls import path\nfrom site1.views import rooms\nurlpatterns = [path("rooms", rooms)]`,
  "site1/views.py": `from django.http import JsonResponse\ndef rooms(request):\n    return JsonResponse({})`,
});
const based = (base: string): Record<string, string> => ({
  "main.ts": nest("")["main.ts"]?.replace("class Rooms", base) ?? "",
});

const pass = "(req, res, next) => next()";

const unread: readonly (readonly [string, Record<string, string>])[] = [
  ["an application is given to what nobody reads", express(`require("./made")(app);`)],
  [
    "a function that waits changes it",
    express(`require("./made").connect((db, made) => { app.use(made); });`),
  ],
  ["a member of it that no table has", express("app.lazyrouter();")],
  ["a framework's own member is set", express(`express.request.user = require("./made");`)],
  ["a pattern of paths that guards", express(`app.use("/r(oo|e)ms", (req, res) => res.status(403).end());`)],
  [
    "files that nobody has seen",
    express(`for (const f of require("fs").readdirSync("./made")) app.use(require(f));`),
  ],
  ["nobody calls what sets it up", express("function secure(app) { app.use(() => {}); }")],
  ["a signal", flask("from flask import got_request_exception\ngot_request_exception.connect(keep, app)")],
  ["a hook that is given answers", flask("app.after_request(keep)")],
  ["an attribute that handles requests", flask("app.full_dispatch_request = keep")],
  ["providers that nobody knows", nest("", "{ module: class {}, providers: [...mine.providers] }")],
  ["a list of providers of another file", nest("", "{ module: class {}, providers: mine.list }")],
  ["settings of a module that nobody knows", nest("", "{ module: class {}, ...mine }")],
  ["a built-in function in the place of a guard", express("app.use(Function.prototype.bind.call(gate));")],
  [
    "what replaces a dependency",
    fastapi("app.dependency_overrides[pick()] = print", "dependencies=[Depends(word)]"),
  ],
  [
    "one of two objects of a library",
    express(`const [a, b] = [mine(1), mine(2)]; a.gate = ${pass}; app.use(b.gate);`),
  ],
  [
    "a library's member, or the program's",
    express(`if (process.env.OPEN) mine.gate = ${pass}; app.use(mine.gate);`),
  ],
  [
    "a second prototype",
    express(`const o = Object.create({ gate: ${pass} }); Object.setPrototypeOf(o, mine.o); app.use(o.gate);`),
  ],
  ["a method that a plugin adds, taken by a pattern", express("const { lock } = app; lock();")],
  ["a method that a plugin adds, by its key", express('app["lock"]();')],
  ["a method that a plugin adds, passed on", express("setImmediate(app.lock);")],
  ["a setting of what a plugin adds", express("app.locks.gate = gate;")],
  ["arguments that nobody knows", fastapi("", "**made()")],
  ["dependencies that nobody knows", fastapi("", "dependencies=needs()")],
  ["something around the whole application", fastapi("", "", "app = Wall(app)")],
  [
    "a hook before answers go out",
    fastify(
      `app.addHook("onSend", async (q, r, p) => { if (!q.headers["x-desk"]) r.code(403); return p; });`,
    ),
  ],
  ["an option of a route that no table has", fastify("", `{ lock: "x" }`)],
  [
    "a schema that says what a header holds",
    fastify(
      "",
      `{ schema: { headers: { required: ["x-desk"], properties: { "x-desk": { const: "1" } } } } }`,
    ),
  ],
  [
    "a schema of a builder that says so",
    express(`
      const { celebrate, Joi } = require("celebrate");
      app.use(celebrate({ headers: Joi.object({ "x-desk": Joi.string().valid("1").required() }) }));`),
  ],
  [
    "a declared header that says so",
    fastapi(
      `from typing import Literal
from fastapi import Header
def keep(desk: Literal["1"] = Header()):
    pass`,
      "dependencies=[Depends(keep)]",
    ),
  ],
  ["members that are put into it", express(`Object.assign(app, require("./made"));`)],
  ["decorators that nobody knows", nest("@applyDecorators(...mine)")],
  ["a module that nobody knows", nest("", "mine")],
  ["a controller that extends what nobody knows", based("class Rooms extends mine.Base")],
  [
    "a class that requests are asked for by",
    fastapi("from made import Need", "dependencies=[Depends(Need)]"),
  ],
  ["a class of routes that nobody knows", fastapi("from made import Made\napp.router.route_class = Made")],
  ["settings that take others from elsewhere", django("from base_settings import *")],
  [
    "an application within one that is guarded",
    express(`
      const outer = express();
      outer.use(require("./made"));
      outer.use(require("vhost")("rooms.example", app));`),
  ],
  [
    "a function that only hands on what it likes",
    hono(`
      export default {
        fetch(req, env) {
          if (req.headers.get("x-desk") !== env.DESK) return new Response("", { status: 403 });
          return app.fetch(req, env);
        },
      };`),
  ],
  [
    "a function that asks another before it hands on",
    express(`
      module.exports = async (req, res) => {
        const isOurs = await look(req);
        return isOurs ? app(req, res) : res.end();
      };`),
  ],
];

it.each(unread)("an endpoint is of unknown credentials: %s", async (_name, files) => {
  expect(await accessOf(files)).toEqual([expect.stringMatching(/^GET \/rooms unknown/)]);
});

const read: readonly (readonly [string, Record<string, string>])[] = [
  ["what packages treat alike", express(`app.use(require("helmet")()); require("http").createServer(app);`)],
  ["data on an application", express(`app.locals.title = "Rooms"; app.set("trust proxy", 1);`)],
  [
    "a hook that leaves answers as they are",
    flask("@app.after_request\ndef plain(response):\n    return response"),
  ],
  ["extensions", flask("from flask_cors import CORS\nCORS(app)\napp.config['X'] = 1")],
  [
    "what describes an application",
    fastapi("app.state.rooms = []", `title="Rooms", version="1", docs_url=None`),
  ],
  [
    "hooks that change no status",
    fastify(`app.addHook("onSend", async (q, r, p) => p);`, `{ schema: { tags: ["rooms"] } }`),
  ],
  ["what describes an action", nest("")],
  ["settings without middleware", django("MIDDLEWARE = []")],
  [
    "a function that looks where requests go before it hands them on",
    hono(`
      export default {
        fetch(req, env) {
          if (!new URL(req.url).pathname.startsWith("/rooms")) return new Response("", { status: 404 });
          return app.fetch(req, env);
        },
      };`),
  ],
  [
    "a function that hands on whatever comes",
    express(`module.exports = async (req, res) => { if (!ready) await prepare(); return app(req, res); };`),
  ],
];

it("a controller is guarded by what guards the class that it extends", async () => {
  const base = `
    class Guard { canActivate(c) { return c.switchToHttp().getRequest().headers.authorization === "x"; } }
    @UseGuards(Guard) class Base {}`;
  const source = based("class Rooms extends Base")["main.ts"] ?? "";
  const files = {
    "main.ts": source
      .replace("@Controller", `${base}\n    @Controller`)
      .replace("Module,", "Module, UseGuards,"),
  };
  expect(await accessOf(files)).toEqual(["GET /rooms required:bearer"]);
});

it.each([
  [
    "a cookie that is verified",
    express(
      `app.get("/rooms", (req, res) => (isOurs(req.cookies.left) ? res.json({}) : res.status(401).end()));`,
    ),
  ],
  [
    "a function that each request begins with",
    flask("from flask import request_started\nrequest_started.connect(keep, app)"),
  ],
])("an endpoint is closed, as nobody without headers and cookies is let in: %s", async (_name, files) => {
  expect(await accessOf(files)).toEqual([expect.stringMatching(/^GET \/rooms required/)]);
});

it.each(read)("an endpoint is open: %s", async (_name, files) => {
  expect(await accessOf(files)).toEqual([expect.stringMatching(/^GET \/rooms open/)]);
});

it("is doubted in the application alone that something belongs to", async () => {
  const one = (name: string, lines: string): string =>
    `const express = require("express");\nconst app = express();\n${lines}\napp.get("/${name}", (req, res) => res.json({}));`;
  const files = {
    "one/app.js": one("one", `require("./made")(app);`),
    "two/app.js": one("two", ""),
  };
  expect(await accessOf(files)).toEqual(["GET /one unknown:bearer", "GET /two open"]);
});

it("closes what lies below a path that ends in the middle of a step", async () => {
  const guard = `app.all("/ro*", (req, res, next) => (req.headers.authorization ? next() : res.status(401).end()));`;
  expect(await accessOf(express(guard))).toEqual(["GET /rooms required:bearer"]);
});
