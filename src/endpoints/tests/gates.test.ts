import { describe, expect, it } from "vitest";
import { accessOf } from "./app.suite.ts";

type Files = Readonly<Record<string, string>>;

const flask = (text: string): Files => ({
  "app.py": `
import os
from functools import wraps
from flask import Flask, Blueprint, abort, jsonify, request
from flask_restful import Api, Resource

def lock(view):
    @wraps(view)
    def locked(*args, **kwargs):
        if request.args.get("pin") != os.environ["PIN"]:
            abort(404)
        return view(*args, **kwargs)
    return locked
${text}`,
});
const fastapi = (text: string): Files => ({
  "app.py": `
from fastapi import APIRouter, Depends, FastAPI, Header, HTTPException, Request
from fastapi.routing import APIRoute
${text}`,
});
const django = (view: string): Files => ({
  "manage.py": `import os\nos.environ.setdefault("DJANGO_SETTINGS_MODULE", "site1.settings")`,
  "site1/settings.py": `ROOT_URLCONF = "site1.urls"\nREST_FRAMEWORK = {"DEFAULT_AUTHENTICATION_CLASSES": [], "DEFAULT_PERMISSION_CLASSES": []}`,
  "site1/urls.py": `
from functools import wraps
from django.http import Http404, JsonResponse
from django.urls import path
from django.views import View
from django.utils.decorators import method_decorator
from rest_framework.throttling import BaseThrottle
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed, NotFound
from rest_framework.response import Response
from rest_framework.views import APIView
${view}`,
});
const nest = (text: string): Files => ({
  "main.ts": `
import { NestFactory } from "@nestjs/core";
import { Controller, createParamDecorator, ForbiddenException, Get, Module, NotFoundException, Query, UseInterceptors } from "@nestjs/common";
${text}
@Module({ controllers: [Rooms] }) class App {}
const app = await NestFactory.create(App);`,
});
const express = (text: string): Files => ({
  "app.js": `const express = require("express"); const app = express();\n${text}`,
});

describe("what stands in front of a handler", () => {
  it.each<readonly [string, Files, readonly string[]]>([
    [
      "Express: 404, a redirect, an error without a status and no answer at all close what looks at headers or the query",
      express(`
        app.get("/a", (req, res, next) => (req.get("x-key") === process.env.KEY ? next() : res.status(404).end()), end);
        app.get("/b", (req, res, next) => (req.query.key === process.env.KEY ? next() : res.redirect("/c")), end);
        app.get("/c", (req, res, next) => { if (req.headers["x-key"] !== process.env.KEY) throw new Error("no"); next(); }, end);
        app.get("/d", (req, res, next) => { if (req.query.key === process.env.KEY) next(); }, end);
        function end(req, res) { res.json({}); }`),
      ["GET /a unknown:bearer", "GET /b unknown:bearer", "GET /c unknown:bearer", "GET /d unknown:bearer"],
    ],
    [
      "Express: what is checked of a body, looked up by the path, counted, or sent to a safe line is open",
      express(`
        app.use((req, res, next) => (req.headers["x-forwarded-proto"] === "http" ? res.redirect("https://a.b") : next()));
        app.param("id", async (req, res, next, id) => { req.note = await find(id); if (!req.note) return res.status(404).end(); next(); });
        app.get("/notes/:id", end);
        app.post("/notes", (req, res, next) => (req.body.text ? next() : res.status(422).end()), end);
        app.get("/many", (req, res, next) => (count() > 9 ? res.sendStatus(429) : next()), end);
        function end(req, res) { res.json({}); }`),
      ["GET /many open", "GET /notes/{id} open", "POST /notes open"],
    ],
    [
      "Express: what only running tells among handlers, and code that is given the request and isn't read",
      express(`
        const guards = require("./generated");
        const { inspect } = require("visitor-kit");
        const shut = (req, res, next) => (req.headers.authorization ? next() : res.status(401).end());
        app.get("/a", process.env.LOCAL ? (req, res, next) => next() : shut, end);
        app.get("/b", ...guards, end);
        app.get("/c", (req, res) => { inspect(req); res.json({}); });
        app.get("/d", (req, res) => { req.must("stay"); res.json({}); });
        app.get("/e", (req, res) => { require("assert")(isOurs(req.query.a)); res.json({}); });
        app.get("/f", (req, res) => (req.query.sig === process.env.SIG ? res.json({}) : res.status(403).end()));
        app.post("/g", (req, res) => (req.get("x-signature") === process.env.SIG ? res.json({}) : res.status(400).end()));
        app.get("/h", (req, res) => (req.query.sort ? res.json({}) : res.status(403).end()));
        app.get("/i", (req, res) => { require("winston").info(req); res.json({}); });
        function end(req, res) { res.json({}); }`),
      [
        ...["a", "b", "c", "d", "e", "f"].map((name) => `GET /${name} unknown:bearer`),
        "GET /h open",
        "GET /i open",
        "POST /g required:header:x-signature",
      ],
    ],
    [
      "Flask: decorators that nobody knows, and what takes the values of an address",
      flask(`
from .generated import lost
app = Flask(__name__)
@app.get("/a")
@lost
def a(): return {}
@app.url_value_preprocessor
def pull(endpoint, values):
    if request.path == "/b" and request.headers.get("x-badge") != "1": abort(403)
@app.get("/b")
def b(): return {}
`),
      ["GET /a unknown:bearer", "GET /b required:header:x-badge"],
    ],
    [
      "FastAPI: what is entered with a context, and lists that aren't known",
      fastapi(`
from .generated import NEEDS
app = FastAPI()
class Need:
    def __init__(self, request): self.request = request
    async def __aenter__(self):
        if self.request.headers.get("x-badge") != "1": raise HTTPException(403)
    async def __aexit__(self, *given): pass
@app.get("/a")
async def a(request: Request):
    async with Need(request): return {}
@app.get("/b", dependencies=[*NEEDS])
async def b(): return {}
`),
      ["GET /a required:header:x-badge", "GET /b unknown:bearer"],
    ],
    [
      "FastAPI: a key of the address that a dependency asks for; Flask: a header with an empty text in its place",
      {
        ...fastapi(`
app = FastAPI()
class Key:
    def __init__(self, keys): self.keys = keys
    def __call__(self, key: str = ""):
        if key not in self.keys: raise HTTPException(403)
@app.get("/a", dependencies=[Depends(Key({"1"}))])
async def a(): return {}
`),
        "site/app.py": `
from flask import Flask, g, request
app = Flask(__name__)
@app.before_request
def who():
    g.user = None
    raw = request.headers.get("Authorization", "")
    if raw.startswith("Token "): g.user = find(raw[6:])
@app.get("/b")
def b(): return {}
`,
      },
      ["GET /a unknown:bearer", "GET /b open"],
    ],
    [
      "Fastify: options of a route that a hook of a plugin reads",
      {
        "app.js": `
const app = require("fastify")();
app.register(require("fastify-raw-body"), { global: false });
app.addHook("onRequest", async (request, reply) => {
  if (request.is404) return;
  const { badge } = request.routeOptions.config;
  if (badge && request.headers["x-badge"] !== badge) return reply.code(403).send();
});
app.get("/a", { config: { badge: "1" } }, async () => ({}));
app.get("/b", async () => ({}));
app.get("/c", require("./generated"), async () => ({}));`,
      },
      ["GET /a required:header:x-badge", "GET /b open", "GET /c unknown:bearer"],
    ],
    [
      "a program that lies in a folder of benchmarks as a whole",
      { "bench/app.js": `const app = require("express")(); app.get("/a", (req, res) => res.json({}));` },
      ["GET /a open"],
    ],
    [
      "NestJS: decorators that put something else in the place of a method",
      nest(`
        const Needs = (badge) => (target, name, descriptor) => {
          const inner = descriptor.value;
          descriptor.value = function (...all) { if (all[0] !== badge) throw new ForbiddenException(); return inner.apply(this, all); };
        };
        const Named = (text) => (target, name, descriptor) => { console.log(text); };
        @Controller() class Rooms {
          @Needs("x") @Get("a") a(@Query("badge") badge) { return {}; }
          @Named("x") @Get("b") b() { return {}; }
        }`),
      ["GET /a unknown:bearer", "GET /b open"],
    ],
    [
      "Express: what a library does that nobody knows, and what is known to treat everybody alike",
      express(`
        app.use(require("helmet")(), require("morgan")("tiny"));
        app.get("/a", end);
        app.get("/b", require("tollgate")({ key: 1 }), end);
        app.get("/c", require("platform-lock")(), end);
        app.get("/d", require("connect-timeout")("5s"), end);
        function end(req, res) { res.json({}); }`),
      ["GET /a open", "GET /b unknown:bearer", "GET /c unknown:bearer", "GET /d open"],
    ],
    [
      "Express: what is registered for a pattern of paths is in front of those that it takes",
      express(`
        const shut = (req, res, next) => (req.headers.authorization ? next() : res.status(401).end());
        const desk = express.Router();
        desk.use(/^\\/staff/, shut);
        desk.get("/staff/a", end);
        desk.get("/guests", end);
        app.use("/desk", desk);
        app.use([/^\\/admin/, "/ops"], shut);
        app.use(/^\\/(?!docs|jobs|desk|open|admin|reports)/, (req, res, next) => shut(req, res, next));
        app.all(/^\\/reports\\/\\w+$/, shut);
        app.get("/admin/a", end); app.get("/administrators", end); app.get("/ops/a", end); app.get("/open/admin", end);
        app.get("/docs", end); app.get("/jobs", end);
        app.get("/reports", end); app.get("/reports/:name", end);
        app.use(/^\\/jobs\\/\\d+/, shut);
        app.get("/jobs/7", end); app.get("/jobs/:id", end);
        app.use(new RegExp(process.env.SHUT), shut);
        app.get("/docs/a", end);
        function end(req, res) { res.json({}); }`),
      [
        "GET /admin/a required:bearer",
        "GET /administrators open",
        "GET /desk/guests open",
        "GET /desk/staff/a required:bearer",
        "GET /docs open",
        "GET /docs/a unknown:bearer",
        "GET /jobs open",
        "GET /jobs/7 required:bearer",
        "GET /jobs/{id} unknown:bearer",
        "GET /open/admin open",
        "GET /ops/a required:bearer",
        "GET /reports open",
        "GET /reports/{name} required:bearer",
      ],
    ],
    [
      "Express, Koa, Hono and NestJS: what a guard is placed at by a path that only running tells may be in front of all",
      {
        ...express(`
        const shut = (req, res, next) => (req.headers.authorization ? next() : res.status(401).end());
        app.use("/a", shut);
        app.get("/a", (req, res) => res.json({}));
        app.use(process.env.DESK, shut);
        app.get("/b", (req, res) => res.json({}));`),
        "koa.js": `const Koa = require("koa"); const router = new (require("@koa/router"))(); const desk = process.env.DESK;
        router.use(desk, (ctx, next) => (ctx.headers.authorization ? next() : ctx.throw(401)));
        router.get("/koa", (ctx) => { ctx.body = {}; }); new Koa().use(router.routes());`,
        "hono.js": `import { Hono } from "hono"; const app = new Hono(); const desk = process.env.DESK;
        app.use(desk, (c, next) => (c.req.header("Authorization") ? next() : c.json({}, 401)));
        app.get("/hono", (c) => c.json({}));`,
        "nest.ts": `import { Controller, Get, Module } from "@nestjs/common"; import { NestFactory } from "@nestjs/core";
        const shut = (req, res, next) => (req.headers.authorization ? next() : res.status(401).end());
        @Controller() class Notes { @Get("nest/a") a() { return []; } @Get("nest/b") b() { return []; } }
        @Module({ controllers: [Notes] }) class App { configure(consumer) {
          consumer.apply(shut).forRoutes("nest/a"); consumer.apply(shut).forRoutes(desk()); } }
        NestFactory.create(App).then((app) => app.use("/docs", shut));`,
      },
      [
        "GET /a required:bearer",
        "GET /b unknown:bearer",
        "GET /hono unknown:bearer",
        "GET /koa unknown:bearer",
        "GET /nest/a required:bearer",
        "GET /nest/b unknown:bearer",
      ],
    ],
    [
      "Express: a counted loop asks each rule of a table",
      express(`
        const rules = [["GET", /^\\/open/, "none"], ["*", /^\\//, "all"]];
        const by = { none: (req, res, next) => next(), all: (req, res, next) => (req.headers.authorization ? next() : res.status(401).end()) };
        app.use((req, res, next) => {
          for (let i = 0; i < rules.length; i++) {
            const rule = rules[i];
            if ((rule[0] === "*" || rule[0] === req.method) && rule[1].test(req.path)) return by[rule[2]](req, res, next);
          }
          next();
        });
        app.get("/a", (req, res) => res.json({}));
        app.post("/hook", (req, res) => res.json({}));`),
      ["GET /a required:bearer", "POST /hook required:bearer"],
    ],
    [
      "Express: a loop that counts otherwise takes places that nobody knows, and a list of paths may hold one",
      express(`
        const rules = [["GET", /^\\/zzz/, "none"], ["*", /^\\//, "all"]];
        const shut = (req, res, next) => (req.headers.authorization ? next() : res.status(401).end());
        const by = { none: (req, res, next) => next(), all: shut };
        const fits = (rule, req) => rule && rule[1].test(req.path);
        const early = express.Router(); const late = express.Router(); const wide = express.Router();
        early.use((req, res, next) => {
          let i = 0;
          while (i < rules.length) { const rule = rules[i]; i += 1; if (fits(rule, req)) return by[rule[2]](req, res, next); }
          next();
        });
        late.use((req, res, next) => {
          let i = 0;
          do { const rule = rules[i]; if (fits(rule, req)) return by[rule[2]](req, res, next); i++; } while (i < rules.length);
          next();
        });
        wide.use(["/zzz", process.env.DESK], shut);
        early.get("/early", (req, res) => res.json({}));
        late.get("/late", (req, res) => res.json({}));
        wide.get("/wide", (req, res) => res.json({}));
        app.use("/1", early); app.use("/2", late); app.use("/3", wide);`),
      ["GET /1/early unknown:bearer", "GET /2/late unknown:bearer", "GET /3/wide unknown:bearer"],
    ],
    [
      "Express: what a POST refuses by a header of its own is decided by what that holds",
      express(`
        app.post("/hook", (req, res) => {
          const given = req.get("X-Signature") ?? "";
          if (given.length !== sum(req.body).length) return res.status(403).json({});
          res.json({});
        });`),
      ["POST /hook required:header:X-Signature"],
    ],
    [
      "Fastify and FastAPI: plugins and middleware that nobody knows",
      {
        "app.js": `import Fastify from "fastify"; import gate from "tollgate";
        const app = Fastify(); app.register(import("@fastify/cors")); app.register(gate, { key: 1 }); app.get("/a", async () => []);`,
        ...fastapi(`
from fastapi.middleware.gzip import GZipMiddleware
from tollgate import Toll
inner = FastAPI()
inner.add_middleware(GZipMiddleware)
inner.add_middleware(Toll)
@inner.get("/b")
async def b(): return []`),
      },
      ["GET /a unknown:bearer", "GET /b unknown:bearer"],
    ],
    [
      "Express: what leaves a router, and what answers 400 or 405 though nothing of the request's form is looked at",
      express(`
        const desk = express.Router();
        desk.use((req, res, next) => next(clerk(req.visitor) ? undefined : "router"));
        desk.get("/a", end);
        app.use("/desk", desk);
        app.get("/b", (req, res, next) => (req.ip === "127.0.0.1" ? next() : res.status(400).end()), end);
        app.get("/c", (req, res, next) => (req.query.page > 0 ? next() : res.status(400).end()), end);
        function end(req, res) { res.json({}); }`),
      ["GET /b unknown:bearer", "GET /c open", "GET /desk/a unknown:bearer"],
    ],
    [
      "a function of the program around a handler",
      {
        ...fastapi(`
from fastapi.responses import JSONResponse
def shut(fn):
    async def inner(request: Request):
        if request.query_params.get("s") != "s": return JSONResponse({}, 404)
        return await fn()
    return inner
app = FastAPI()
@app.get("/a")
@shut
async def a(): return {}
@app.get("/b")
async def b(): return JSONResponse({}, 404)`),
        "app.js": `import Fastify from "fastify"; const app = Fastify();
        const guarded = (handler) => async (request, reply) => { if (!request.query.k) { reply.code(404); return { error: 1 }; } return handler(request, reply); };
        app.get("/c", guarded(async () => ({})));`,
      },
      ["GET /a unknown:bearer", "GET /b open", "GET /c unknown:bearer"],
    ],
    [
      "Koa: an assertion of another function's finding, and no word at all",
      {
        "app.js": `
        const Koa = require("koa"); const Router = require("@koa/router"); const app = new Koa();
        const first = new Router();
        first.get("/a", (ctx, next) => { ctx.assert(owner(ctx), 404); return next(); }, (ctx) => { ctx.body = 1; });
        first.get("/b", (ctx) => { ctx.body = 1; });
        app.use(first.routes());
        app.use((ctx, next) => (ctx.query.word === process.env.WORD ? next() : undefined));
        const late = new Router(); late.get("/c", (ctx) => { ctx.body = 1; });
        app.use(late.routes()); app.listen(1);`,
      },
      ["GET /a unknown:bearer", "GET /b open", "GET /c unknown:bearer"],
    ],
    [
      "Hono: middleware within except",
      {
        "app.ts": `
        import { Hono } from "hono"; import { except } from "hono/combine"; import { HTTPException } from "hono/http-exception";
        const app = new Hono();
        app.use("*", except("/door", async (c, next) => { if (c.req.header("x-key") !== "k") throw new HTTPException(404); await next(); }));
        app.get("/door", (c) => c.text("")); app.get("/cows", (c) => c.json([])); export default app;`,
      },
      ["GET /cows unknown:bearer", "GET /door open"],
    ],
    [
      "Hono and Express: a wildcard alone matches the root of its router",
      {
        "hono.js": `
        import { Hono } from "hono";
        const shut = async (c, next) => { if (!c.req.header("authorization")) return c.json({}, 401); await next(); };
        const bulls = new Hono();
        bulls.get("/", (c) => c.json([]));
        bulls.on(["POST", "DELETE"], "*", shut);
        bulls.post("/", (c) => c.json({})); bulls.delete("/:id", (c) => c.json({}));
        const app = new Hono(); app.route("/bulls", bulls); export default app;`,
        "express.js": `
        const express = require("express"); const app = express(); const calves = express.Router();
        calves.all("*", (req, res, next) => (req.headers.authorization ? next() : res.status(401).end()));
        calves.post("/", (req, res) => res.json({}));
        app.use("/calves", calves); module.exports = app;`,
      },
      [
        "DELETE /bulls/{id} required:bearer",
        "GET /bulls open",
        "POST /bulls required:bearer",
        "POST /calves required:bearer",
      ],
    ],
    [
      "Hono: except with paths that match only some values of a parameter, or that are chosen at run time",
      {
        "app.ts": `
        import { Hono } from "hono"; import { except } from "hono/combine"; import { bearerAuth } from "hono/bearer-auth";
        const guard = bearerAuth({ token: "a" });
        const app = new Hono();
        app.use("/a/*", except("/a/login", guard));
        app.use("/b/*", except("/b/:id{[0-9]+}", guard));
        app.use("/c/*", except(["/c/:id", "/c/files/:name?"], guard));
        app.use("/d/*", except(process.env.OPEN ? "/d/x" : "/d/y", guard));
        app.use("/e/*", except("/e/*", guard));
        for (const path of ["/a/login", "/a/:id", "/b/:id", "/c/:id", "/c/:id/x", "/c/files", "/c/files/:id", "/d/x", "/d/z", "/e/:id"])
          app.get(path, (c) => c.json([]));
        export default app;`,
      },
      [
        "GET /a/login open",
        "GET /a/{id} required:bearer",
        "GET /b/{id} unknown:bearer",
        "GET /c/files open",
        "GET /c/files/{id} open",
        "GET /c/{id} open",
        "GET /c/{id}/x required:bearer",
        "GET /d/x unknown:bearer",
        "GET /d/z required:bearer",
        "GET /e/{id} open",
      ],
    ],
    [
      "Fastify: a hook that is called for each route, functions of which one is enough",
      {
        "app.js": `
        import Fastify from "fastify";
        const app = Fastify();
        app.decorate("staff", async (request, reply) => { if (request.cookies.staff !== process.env.STAFF) { reply.code(404); throw new Error("no"); } });
        app.addHook("onRoute", (route) => { if (route.config?.staff) route.preValidation = [app.staff]; });
        app.get("/a", { config: { staff: true } }, async () => []);
        app.get("/b", async () => []);
        app.get("/c", { preHandler: app.auth([app.staff]) }, async () => []);`,
      },
      ["GET /a unknown:bearer", "GET /b open", "GET /c unknown:bearer"],
    ],
    [
      "NestJS: interceptors, pipes, and middleware below a path",
      nest(`
class Badge { intercept(context, next) {
  if (context.switchToHttp().getRequest().headers["x-badge"] !== process.env.BADGE) throw new NotFoundException();
  return next.handle(); } }
class Token { transform(value) { if (value !== process.env.TOKEN) throw new ForbiddenException(); return value; } }
const Who = createParamDecorator((_, context) => {
  if (!context.switchToHttp().getRequest().headers["x-who"]) throw new NotFoundException();
});
@Controller("rooms") class Rooms {
  @Get("e") e(@Who() who) { return []; }
  @Get("a") @UseInterceptors(Badge) a() { return []; }
  @Get("b") b(@Query("t", Token) t: string) { return []; }
  @Get("c") c() { return []; }
  @Get("d") d() { return []; } }`),
      [
        "GET /rooms/a unknown:bearer",
        "GET /rooms/b unknown:bearer",
        "GET /rooms/c open",
        "GET /rooms/d open",
        "GET /rooms/e unknown:bearer",
      ],
    ],
    [
      "Flask: decorators of an API",
      flask(`
app = Flask(__name__)
api = Api(app, decorators=[lock])
class Prices(Resource):
    def get(self): return []
api.add_resource(Prices, "/prices")
@app.get("/")
def home(): return {}`),
      ["GET / open", "GET /prices unknown:bearer"],
    ],
    [
      "Flask: middleware of WSGI may refuse whatever it wraps",
      flask(`
class Gate:
    def __init__(self, app): self.app = app
    def __call__(self, environ, start_response):
        if environ["PATH_INFO"].startswith("/in") and environ.get("HTTP_X_KEY") != "k":
            start_response("404 NOT FOUND", [])
            return [b""]
        return self.app(environ, start_response)
app = Flask(__name__)
app.wsgi_app = Gate(app.wsgi_app)
@app.get("/in")
def inner(): return {}
@app.get("/out")
def outer(): return {}`),
      ["GET /in unknown:bearer", "GET /out unknown:bearer"],
    ],
    [
      "Flask: views that are replaced",
      flask(`
app = Flask(__name__)
@app.get("/in")
def inner(): return {}
for name, view in list(app.view_functions.items()): app.view_functions[name] = lock(view)`),
      ["GET /in unknown:bearer"],
    ],
    [
      "Flask: an application's own way of handling requests",
      flask(`
class Shop(Flask):
    def dispatch_request(self):
        if request.headers.get("X-Key") != "k": abort(404)
        return super().dispatch_request()
app = Shop(__name__)
@app.get("/in")
def inner(): return {}`),
      ["GET /in unknown:bearer"],
    ],
    [
      "FastAPI: classes of routes, and middleware of ASGI",
      fastapi(`
class Keyed(APIRoute):
    def get_route_handler(self):
        original = super().get_route_handler()
        async def handler(request: Request):
            if request.headers.get("x-key") != "k": raise HTTPException(404)
            return await original(request)
        return handler
class Timed(APIRoute):
    def get_route_handler(self):
        original = super().get_route_handler()
        async def handler(request: Request): return await original(request)
        return handler
app = FastAPI()
keyed = APIRouter(route_class=Keyed)
timed = APIRouter(route_class=Timed)
@keyed.get("/in")
async def inner(): return []
@timed.get("/out")
async def outer(): return []
app.include_router(keyed)
app.include_router(timed)`),
      ["GET /in unknown:bearer", "GET /out open"],
    ],
    [
      "Django: set-up of a view, what a class authenticates by, and a function around a class",
      django(`
def hidden(view):
    @wraps(view)
    def inner(request, *args, **kwargs):
        if request.GET.get("sesame") != "open": raise Http404()
        return view(request, *args, **kwargs)
    return inner
class Room(View):
    def setup(self, request, *args, **kwargs):
        super().setup(request, *args, **kwargs)
        if request.COOKIES.get("room") != "key": raise Http404
    def get(self, request): return JsonResponse({})
class Butler(BaseAuthentication):
    def authenticate(self, request):
        if request.headers.get("X-Bell") != "ding": raise AuthenticationFailed("ring first")
        return ("butler", None)
class Polite(BaseAuthentication):
    def authenticate(self, request):
        if not request.headers.get("X-Bell"): return None
        return ("guest", None)
class Wines(APIView):
    authentication_classes = [Butler]
    def get(self, request): return Response([])
class News(APIView):
    authentication_classes = [Polite]
    def get(self, request): return Response([])
class Ticket(BaseThrottle):
    def allow_request(self, request, view): return request.headers.get("X-Ticket") == "1"
class Tickets(APIView):
    throttle_classes = [Ticket]
    def get(self, request): return Response([])
class Pots(APIView):
    def initialize_request(self, request, *args, **kwargs):
        if request.headers.get("X-Pot") != "p": raise Http404
        return super().initialize_request(request, *args, **kwargs)
    def get(self, request): return Response([])
@method_decorator(hidden, name="dispatch")
class Vault(View):
    def get(self, request): return JsonResponse({})
more = [path("tickets", Tickets.as_view()), path("pots", Pots.as_view()), path("vault", Vault.as_view())]
urlpatterns = more + [path("room", Room.as_view()), path("wines", Wines.as_view()), path("news", News.as_view()), path("keys", hidden(News.as_view()))]`),
      [
        "GET /keys unknown:bearer",
        "GET /news open",
        "GET /pots unknown:bearer",
        "GET /room unknown:bearer",
        "GET /tickets unknown:bearer",
        "GET /vault unknown:bearer",
        "GET /wines unknown:bearer",
      ],
    ],
  ])("%s", async (_, files, expected) => {
    expect(await accessOf(files)).toEqual(expected);
  });
});

it("NestJS: middleware under a path of any length is followed, or said to be unclear", async () => {
  const files = (path: string): Readonly<Record<string, string>> => ({
    "main.ts": `import { Controller, Get, Module } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
class Guard { use(req, res, next) { if (!req.headers.authorization) return res.status(401).end(); next(); } }
@Controller("notes") class Notes { @Get() all() { return []; } }
@Module({ controllers: [Notes] })
class AppModule { configure(consumer) { consumer.apply(Guard).forRoutes("${path}"); } }
await NestFactory.create(AppModule);`,
  });
  expect(await accessOf(files("notes"))).toEqual(["GET /notes required:bearer"]);
  expect(await accessOf(files("other"))).toEqual(["GET /notes open"]);
  expect((await accessOf(files("a*".repeat(5000)))).map((line) => line.split(" ")[2])).toEqual([
    "unknown:bearer",
  ]);
});

describe("Arguments spread from one of several maps", () => {
  it("FastAPI: a setting that hides its pages leaves endpoints open, and one that adds a guard makes them unclear", async () => {
    const files = fastapi(`
import os
def guard(x_key: str = Header()):
    if x_key != os.environ["KEY"]: raise HTTPException(401)
debug = os.environ.get("DEBUG")
guarded = {"dependencies": [Depends(guard)]}
app = FastAPI(**({} if debug else dict(openapi_url=None)))
router = APIRouter(**{"tags": ["rooms"], **({} if debug else guarded)})
@app.get("/open")
def home(): return {}
@app.get("/closed", **guarded)
def closed(): return {}
@app.get("/debugged", **(guarded if debug else {}))
def debugged(): return {}
@app.get("/served", **({} if debug else guarded))
def served(): return {}
@router.get("/rooms")
def rooms(): return {}
app.include_router(router)`);
    expect((await accessOf(files)).map((line) => line.split(":")[0])).toEqual([
      "GET /closed required",
      "GET /debugged unknown",
      "GET /open open",
      "GET /rooms unknown",
      "GET /served unknown",
    ]);
  });

  it("Flask: a decorator's argument that only one of them has may be missing", async () => {
    const files = flask(`
def need(key=None, **rest):
    def wrap(view):
        @wraps(view)
        def inner(*args, **kwargs):
            if key and request.headers.get("X-Key") != os.environ["KEY"]: abort(401)
            return view(*args, **kwargs)
        return inner
    return wrap
debug = os.environ.get("DEBUG")
app = Flask(__name__, **({} if debug else {"static_folder": None}))
@app.get("/open")
@need(**({"log": 1} if debug else {}))
def home(): return {}
@app.get("/closed")
@need(**({"key": True} if debug else {"key": True, "log": 1}))
def closed(): return {}
@app.get("/either")
@need(**({"key": True} if debug else {}))
def one(): return {}`);
    expect((await accessOf(files)).map((line) => line.split(":")[0])).toEqual([
      "GET /closed required",
      "GET /either unknown",
      "GET /open open",
    ]);
  });

  it.each([
    ["a literal", "need({ ...(debug ? { key: false } : {}) })"],
    ["a literal with a condition", "need({ ...(debug && { key: false }) })"],
    ["Object.assign", "need(Object.assign({}, debug ? { key: false } : {}))"],
    ["options merged into defaults", "merged(debug ? { key: false } : {})"],
  ])("Express: a guard that only one of them switches off isn't open: %s", async (_, guard) => {
    const files = {
      "index.js": `
import express from "express";
const app = express(), debug = process.env.DEBUG;
const need = ({ key = true } = {}) => (req, res, next) =>
  key && req.get("x-key") !== process.env.KEY ? res.sendStatus(401) : next();
const merged = (options) => need(Object.assign({ key: true }, options));
app.get("/guarded", ${guard}, (req, res) => res.json({}));
app.listen(3000);`,
    };
    expect((await accessOf(files)).map((line) => line.split(":")[0])).toEqual(["GET /guarded unknown"]);
  });

  it("FastAPI: a guard's default counts where only one of them replaces it", async () => {
    const files = fastapi(`
import os
debug = os.environ.get("DEBUG")
app = FastAPI()
def need(key=True, log=None):
    def check(request: Request):
        if key and request.headers.get("x-api-key") != os.environ["KEY"]: raise HTTPException(401)
    return check
options = {}
options.update({"key": False} if debug else {})
@app.get("/argument", dependencies=[Depends(need(**({"key": False} if debug else {})))])
def argument(): return {}
@app.get("/other", dependencies=[Depends(need(**({"log": 1} if debug else {})))])
def other(): return {}
@app.get("/updated", dependencies=[Depends(need(**options))])
def updated(): return {}`);
    expect((await accessOf(files)).map((line) => line.split(":")[0])).toEqual([
      "GET /argument unknown",
      "GET /other required",
      "GET /updated unknown",
    ]);
  });
});
