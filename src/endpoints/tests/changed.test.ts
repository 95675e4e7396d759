import { describe, expect, it } from "vitest";
import { accessOf } from "./app.suite.ts";

const express = (lines: string): Readonly<Record<string, string>> => ({
  "app.js": `
    const express = require("express");
    const vault = require("@quay/vault");
    const app = express();
    const need = (req, res, next) => (req.headers.authorization ? next() : res.sendStatus(401));
    const pass = (req, res, next) => next();
    ${lines}`,
});

const flask = (lines: string): Readonly<Record<string, string>> => ({
  "app.py": `
from flask import Flask, abort, request
from flask.views import MethodView
import vault
app = Flask(__name__)
def need(view):
    def inner(*args, **kwargs):
        if not request.headers.get("Authorization"):
            abort(401)
        return view(*args, **kwargs)
    return inner
${lines}
`,
});

describe("what code that isn't followed gets", () => {
  it.each([
    [
      "a handler",
      express(
        `app.get("/hold", async (req, res) => { await vault.verify(req.headers.authorization); res.json({}); });`,
      ),
    ],
    [
      "a guard",
      express(
        `app.use(async (req, res, next) => { vault.open(req.cookies.session); next(); });\napp.get("/hold", (req, res) => res.json({}));`,
      ),
    ],
    [
      "a guard whose errors are answered",
      express(
        `app.get("/hold", async (req, res) => { try { await vault.verify(req.headers.authorization); res.json({}); } catch { res.sendStatus(401); } });`,
      ),
    ],
    [
      "a guard whose errors others answer",
      {
        "app.js": `
          const Koa = require("koa");
          const Router = require("@koa/router");
          const vault = require("@quay/vault");
          const app = new Koa();
          const router = new Router();
          app.use(async (ctx, next) => { try { await next(); } catch (error) { ctx.status = error.status; } });
          router.get("/hold", async (ctx) => { await vault.verify(ctx.get("authorization")); ctx.body = {}; });
          app.use(router.routes());`,
      },
    ],
    [
      "a hook of Flask",
      flask(
        `@app.before_request\ndef gate():\n    vault.verify(request.headers.get("Authorization"))\n@app.get("/hold")\ndef hold():\n    return {}`,
      ),
    ],
    [
      "a dependency",
      {
        "app.py": `
from fastapi import Depends, FastAPI, Header
import vault
async def need(authorization: str = Header(None)):
    await vault.verify(authorization)
app = FastAPI()
@app.get("/hold", dependencies=[Depends(need)])
def hold():
    return []
`,
      },
    ],
  ])("may refuse missing credentials: %s", async (_name, files) => {
    expect(await accessOf(files)).toEqual([expect.stringMatching(/^GET \/hold unknown/)]);
  });

  it("is known to fail where it verifies tokens, unless the program expects that", async () => {
    const files = {
      "app.js": `
        const app = require("express")();
        const { verify } = require("jsonwebtoken");
        app.get("/hold", (req, res) => { verify(req.headers.authorization, "secret"); res.json({}); });
        app.get("/deck", (req, res) => { let who; try { who = verify(req.headers.authorization, "secret"); } catch {} res.json({ who }); });`,
      "app.py": `
from flask import Flask, request
import jwt
app = Flask(__name__)
@app.get("/bow")
def bow():
    jwt.decode(request.headers.get("Authorization"), "secret")
    return {}
@app.get("/stern")
def stern():
    try:
        who = jwt.decode(request.headers.get("Authorization"), "secret")
    except jwt.InvalidTokenError:
        who = None
    return {"who": who}
`,
    };
    expect(await accessOf(files)).toEqual([
      "GET /bow required:bearer",
      "GET /deck optional:bearer",
      "GET /hold required:bearer",
      "GET /stern optional:bearer",
    ]);
  });
});

const listed = (lines: string): Readonly<Record<string, string>> =>
  express(`${lines}\napp.get("/hold", guards, (req, res) => res.json({}));`);
const among = (lines: string): Readonly<Record<string, string>> =>
  express(`${lines}
    app.use((req, res, next) => (isFree(req.path) ? next() : need(req, res, next)));
    app.get("/hold", (req, res) => res.json({}));`);
const decks = (lines: string): Readonly<Record<string, string>> =>
  express(`class Decks { list(req, res) { res.json([]); } }
    const guarded = (fn) => function (req, res) { return req.headers.authorization ? fn.call(this, req, res) : res.sendStatus(401); };
    ${lines}
    const decks = new Decks();
    app.get("/hold", (req, res) => decks.list(req, res));`);

describe("what a program changes", () => {
  it.each([
    ["an item", listed("const guards = [pass]; guards[0] = need;")],
    ["a further item", listed("const guards = []; guards[guards.length] = need;")],
    ["items in place of others", listed("const guards = [pass, pass]; guards.splice(0, 1, need);")],
    [
      "an entry of a map",
      among(
        `const free = new Map([["/hold", true]]); free.set("/hold", false); const isFree = (path) => free.get(path);`,
      ),
    ],
    [
      "a member",
      among(`const free = { "/hold": true }; delete free["/hold"]; const isFree = (path) => free[path];`),
    ],
    [
      "a deleted member, which a spread doesn't copy",
      among(
        `const more = { "/hold": false }; delete more["/hold"]; const closed = { "/hold": true, ...more }; const isFree = (path) => !closed[path];`,
      ),
    ],
    ["the size of a map", among(`const keys = new Map([["a", 1]]); const isFree = () => !keys.size;`)],
    [
      "what is stored in a request",
      express(
        `app.get("/hold", (req, res) => { req.user = { id: 1 }; if (!req.headers.authorization) delete req.user; if (!req.user) return res.sendStatus(401); res.json({}); });`,
      ),
    ],
    ["a method of a prototype", decks("Decks.prototype.list = guarded(Decks.prototype.list);")],
    [
      "members of a prototype",
      decks("const { list } = Decks.prototype; Object.assign(Decks.prototype, { list: guarded(list) });"),
    ],
    [
      "a property of a prototype",
      decks(`Object.defineProperty(Decks.prototype, "list", { value: guarded(Decks.prototype.list) });`),
    ],
    [
      "a method of a class",
      flask(
        `class Holds(MethodView):\n    def get(self):\n        return {}\nHolds.get = need(Holds.get)\napp.add_url_rule("/hold", view_func=Holds.as_view("hold"))`,
      ),
    ],
    [
      "an attribute of a class",
      flask(
        `class Holds(MethodView):\n    def get(self):\n        return {}\nsetattr(Holds, "get", need(Holds.get))\napp.add_url_rule("/hold", view_func=Holds.as_view("hold"))`,
      ),
    ],
    [
      "a key",
      flask(
        `free = {"hold": True}\ndel free["hold"]\n@app.before_request\ndef gate():\n    if request.endpoint not in free and not request.headers.get("Authorization"):\n        abort(401)\n@app.get("/hold")\ndef hold():\n    return {}`,
      ),
    ],
    [
      "an override",
      {
        "app.py": `
from fastapi import Depends, FastAPI
from fastapi.security import HTTPBearer
def anyone():
    return "anyone"
def known(token=Depends(HTTPBearer())):
    return token
app = FastAPI()
app.dependency_overrides[known] = anyone
del app.dependency_overrides[known]
@app.get("/hold")
def hold(name=Depends(known)):
    return name
`,
      },
    ],
  ])("counts from then on: %s", async (_name, files) => {
    expect(await accessOf(files)).toEqual([expect.stringMatching(/^GET \/hold required/)]);
  });

  it.each([
    [
      "the length",
      among(`const free = ["/hold"]; free.length = 0; const isFree = (path) => free.includes(path);`),
    ],
    [
      "an item of a set",
      among(
        `const free = new Set(["/hold"]); free.delete("/hold"); const isFree = (path) => free.has(path);`,
      ),
    ],
    [
      "an entry of a list",
      flask(
        `free = ["hold"]\nfree.remove("hold")\n@app.before_request\ndef gate():\n    if request.endpoint not in free and not request.headers.get("Authorization"):\n        abort(401)\n@app.get("/hold")\ndef hold():\n    return {}`,
      ),
    ],
  ])("may be any from then on: %s", async (_name, files) => {
    expect(await accessOf(files)).toEqual(["GET /hold unknown:bearer"]);
  });

  it.each([
    [
      "a method by an unknown name",
      decks(`for (const name of named()) Decks.prototype[name] = guarded(Decks.prototype[name]);`),
    ],
    [
      "an item that is removed under a condition",
      listed(`const guards = [need]; if (process.env.QUIET) guards.pop();`),
    ],
    [
      "an item by an unknown index",
      listed(`const guards = [pass]; guards[Number(process.env.PLACE)] = need;`),
    ],
    [
      "an item at one of two indexes",
      listed("const guards = [need, pass]; guards[process.env.PLACE ? 0 : 1] = pass;"),
    ],
    [
      "a member of one of two objects",
      among(
        `const [a, b] = [{ "/hold": true }, {}]; delete (process.env.B ? b : a)[process.env.CLOSED]; const isFree = (path) => a[path];`,
      ),
    ],
    [
      "an attribute of a class by an unknown name",
      flask(
        `class Holds(MethodView):\n    def get(self):\n        return {}\nfor name in vault.names():\n    setattr(Holds, name, need(getattr(Holds, name)))\napp.add_url_rule("/hold", view_func=Holds.as_view("hold"))`,
      ),
    ],
    [
      "a flag of the framework",
      flask(
        `@app.get("/hold")\ndef hold():\n    if app.debug is False and not request.headers.get("Authorization"):\n        abort(401)\n    return {}`,
      ),
    ],
    ...["re.compile('^/HOLD$', re.I)", "re.compile(r'/hold\\Z')"].map(
      (pattern): [string, Readonly<Record<string, string>>] => [
        `what Python alone matches: ${pattern}`,
        flask(
          `import re\n@app.before_request\ndef gate():\n    if ${pattern}.match(request.path) and not request.headers.get("Authorization"):\n        abort(401)\n@app.get("/hold")\ndef hold():\n    return {}`,
        ),
      ],
    ),
    [
      "what a version has, which is compared by its order",
      flask(
        `VERSION = (2, 1)\n@app.get("/hold")\ndef hold():\n    if VERSION >= (2, 0) and not request.headers.get("Authorization"):\n        abort(401)\n    return {}`,
      ),
    ],
    [
      "an unknown member",
      among(
        `const free = { "/hold": true }; delete free[process.env.CLOSED]; const isFree = (path) => free[path];`,
      ),
    ],
  ])("may count: %s", async (_name, files) => {
    expect(await accessOf(files)).toEqual([expect.stringMatching(/^GET \/hold (?:unknown|required)/)]);
  });

  it("may count: an item that a request removes", async () => {
    const files = express(`const free = ["x"];
      app.post("/close", (req, res) => { free.pop(); res.json({}); });
      app.get("/hold", (req, res, next) => (free.length ? next() : need(req, res, next)), (req, res) => res.json({}));`);
    expect(await accessOf(files)).toEqual([expect.stringMatching(/^GET \/hold unknown/), "POST /close open"]);
  });

  it("Nest: a handler that a prototype replaces is the one that answers", async () => {
    const files = {
      "main.ts": `
        import { Controller, Get, Module, Req, UnauthorizedException } from "@nestjs/common";
        import { NestFactory } from "@nestjs/core";
        @Controller() class Holds { @Get("hold") list(@Req() req) { return []; } @Get("deck") deck() { return []; } }
        const { list } = Holds.prototype;
        Holds.prototype.list = function (req) { if (!req.headers.authorization) throw new UnauthorizedException(); return list.call(this, req); };
        @Module({ controllers: [Holds] }) class Ship {}
        NestFactory.create(Ship).then((app) => app.listen(1));`,
    };
    expect(await accessOf(files)).toEqual(["GET /deck open", "GET /hold required:bearer"]);
  });

  it("Express: entries of a map are registered", async () => {
    const files = express(`const table = new Map(); table.set("/deck", [pass]).set("/hold", [need]);
      for (const [path, guards] of table) app.get(path, ...guards, (req, res) => res.json({}));
      table.forEach((guards, path) => app.post(path, guards, (req, res) => res.json({})));`);
    expect(await accessOf(files)).toEqual([
      "GET /deck open",
      "GET /hold required:bearer",
      "POST /deck open",
      "POST /hold required:bearer",
    ]);
  });
});

const django = (
  views: string,
  more: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> => ({
  "settings.py": `ROOT_URLCONF = "urls"\nMIDDLEWARE = ["gates.gate"]\nINSTALLED_APPS = ["rest_framework"]\n`,
  "gates.py": `def gate(get_response):\n    return get_response\n`,
  "urls.py": `
from django.contrib.auth.decorators import login_required
from django.urls import path
import views
patterns = [path("hold", views.hold)]
for pattern in patterns:
    pattern.callback = login_required(pattern.callback)
urlpatterns = patterns + [path("deck", views.deck)]
`,
  "views.py": `
from django.http import JsonResponse
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.response import Response
from rest_framework.views import APIView
def hold(request):
    return JsonResponse({})
def deck(request):
    return JsonResponse({})
${views}
`,
  ...more,
});

describe("what Python calls by itself", () => {
  it("Django: hooks of a middleware function, the views that patterns get, and marks of views", async () => {
    const files = django("deck.locked = True", {
      "gates.py": `
from django.http import JsonResponse
def gate(get_response):
    def inner(request):
        return get_response(request)
    def process_view(request, view, args, kwargs):
        if getattr(view, "locked", False) and not request.user.is_authenticated:
            return JsonResponse({}, status=401)
    inner.process_view = process_view
    return inner
`,
    });
    expect(await accessOf(files)).toEqual([
      "GET /deck required:cookie:sessionid",
      "GET /hold required:cookie:sessionid",
    ]);
  });

  it("Django: settings that only some environments have, and members that a base or a metaclass sets", async () => {
    const files = django(
      `
class Keep(type):
    def __new__(mcs, name, bases, members):
        return super().__new__(mcs, name, bases, {**members, "permission_classes": [IsAuthenticated]})
class Base(APIView):
    permission_classes = [AllowAny]
    def __init_subclass__(cls):
        cls.permission_classes = [IsAuthenticated]
class Sub(Base):
    def get(self, request):
        return Response({})
class Kept(APIView, metaclass=Keep):
    def get(self, request):
        return Response({})
class Plain(APIView):
    def get(self, request):
        return Response({})`,
      {
        "settings.py": `
import os
ROOT_URLCONF = "urls"
MIDDLEWARE = []
if not os.environ.get("OPEN"):
    REST_FRAMEWORK = {"DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"]}
`,
        "urls.py": `
from django.urls import path
import views
urlpatterns = [path("sub", views.Sub.as_view()), path("kept", views.Kept.as_view()), path("plain", views.Plain.as_view())]
`,
      },
    );
    expect(await accessOf(files)).toEqual([
      expect.stringMatching(/^GET \/kept unknown/),
      expect.stringMatching(/^GET \/plain unknown/),
      expect.stringMatching(/^GET \/sub required/),
    ]);
  });

  it("Django: settings come before a variable of the same name", async () => {
    const files = {
      "conf.py": `def defaults():\n    REST_FRAMEWORK = {}\n    return REST_FRAMEWORK\n`,
      "ship/settings.py": `ROOT_URLCONF = "urls"\nREST_FRAMEWORK = {"DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"]}\n`,
      "urls.py": `from django.urls import path\nimport views\nurlpatterns = [path("hold", views.Hold.as_view())]\n`,
      "views.py": `from rest_framework.response import Response\nfrom rest_framework.views import APIView\nclass Hold(APIView):\n    def get(self, request):\n        return Response({})\n`,
    };
    expect(await accessOf(files)).toEqual(["GET /hold required:cookie:sessionid"]);
  });

  it("FastAPI: routes that the application changes later may be guarded", async () => {
    const files = {
      "app.py": `
from fastapi import Depends, FastAPI
from guards import need
app = FastAPI()
@app.get("/hold")
def hold():
    return []
for route in app.routes:
    route.dependant.dependencies.insert(0, need)
`,
    };
    expect(await accessOf(files)).toEqual([expect.stringMatching(/^GET \/hold unknown/)]);
  });

  it("Flask: a hook reads the marks of the view that it stands in front of", async () => {
    const files = flask(`
def public(view):
    view.public = True
    return view
@app.before_request
def gate():
    view = app.view_functions[request.endpoint]
    if not getattr(view, "public", False) and not request.headers.get("Authorization"):
        abort(401)
@app.get("/deck")
@public
def deck():
    return {}
@app.get("/hold")
def hold():
    return {}`);
    expect(await accessOf(files)).toEqual(["GET /deck open", "GET /hold required:bearer"]);
  });
});

const koa = (lines: string): Readonly<Record<string, string>> => ({
  "app.js": `
    const Koa = require("koa");
    const Router = require("@koa/router");
    const app = new Koa();
    const router = new Router();
    ${lines}
    app.use(router.routes());`,
});

describe("a request without headers and cookies", () => {
  it.each([
    [
      "a key of the settings",
      koa(`const KEYS = new Set((process.env.KEYS ?? "k").split(","));
      router.get("/hold", (ctx) => { if (!KEYS.has(ctx.get("x-berth"))) return (ctx.status = 401); ctx.body = {}; });`),
    ],
    [
      "a signature",
      express(`const { createHmac, timingSafeEqual } = require("crypto");
      app.get("/hold", (req, res) => { const sum = createHmac("sha256", "k").update("").digest(); if (!timingSafeEqual(sum, Buffer.from(req.get("x-berth-sum") ?? "", "hex"))) return res.sendStatus(403); res.json({}); });`),
    ],
    [
      "a cookie that says who is there in place of a token",
      koa(`const ids = new Map();
      app.use(async (ctx, next) => { const token = ctx.get("authorization").slice(7) || ctx.cookies.get("crate"); if (ids.get(token)) ctx.state.who = ids.get(token); await next(); });
      router.get("/hold", (ctx) => { ctx.assert(ctx.state.who, 401); ctx.body = {}; });`),
    ],
  ])("is refused by what asks for %s", async (_name, files) => {
    expect(await accessOf(files)).toEqual([expect.stringMatching(/^GET \/hold required/)]);
  });

  it.each([
    [
      "a switch of the settings",
      express(`const flags = { hold: process.env.HOLD };
      const flag = (name) => (_req, res, next) => (flags[name] ? next() : res.sendStatus(404));
      app.get("/hold", flag("hold"), (req, res) => res.json({}));`),
    ],
    [
      "where a form comes from",
      express(`app.use((req, res, next) => (req.get("x-csrf-token") && req.get("x-csrf-token") === req.cookies.csrf ? next() : res.sendStatus(403)));
      app.get("/hold", (req, res) => res.json({}));`),
    ],
  ])("needs none where a guard only asks for %s", async (_name, files) => {
    expect(await accessOf(files)).toEqual([expect.stringMatching(/^GET \/hold open/)]);
  });

  it("isn't identified by headers and cookies that everyone sends, though they stand in for a user", async () => {
    const files = express(`const { verify } = require("jsonwebtoken");
      const reader = (req, res, next) => { if (req.headers.authorization) req.user = verify(req.headers.authorization, "secret"); next(); };
      app.get("/hold", reader, (req, res) => res.json([req.user?.id ?? req.headers["x-forwarded-for"], req.user?.lang || req.cookies.lang]));
      app.get("/deck", (req, res) => res.json(req.headers["x-forwarded-for"]));
      app.get("/stern", (req, res) => res.json(req.cookies.lang));`);
    expect(await accessOf(files)).toEqual(["GET /deck open", "GET /hold optional:bearer", "GET /stern open"]);
  });

  it("Express: is answered alike where people sign in, though a session is looked at before", async () => {
    const files = express(`app.use(require("express-session")({ secret: "x" }));
      app.use((req, res, next) => (req.session.user || req.path === "/enter" ? next() : res.redirect("/enter")));
      app.post("/enter", (req, res) => { if (req.body.password !== word()) return res.sendStatus(401); req.session.user = 1; res.redirect("/"); });
      const word = () => process.env.WORD;`);
    expect(await accessOf(files)).toEqual(["POST /enter open"]);
  });

  it("Flask: blueprints that are imported by their names, and class-based views that functions wrap", async () => {
    const files = {
      "main.py": `
from flask import Flask
from werkzeug.utils import import_string
app = Flask(__name__)
for name in ["holds:bp"]:
    app.register_blueprint(import_string(name))
`,
      "holds.py": `
import functools
from flask import Blueprint, abort, current_app, request
from flask.views import MethodView
bp = Blueprint("holds", __name__)
def need(view):
    @functools.wraps(view)
    def inner(*args, **kwargs):
        if not request.headers.get("Authorization"):
            abort(401)
        return view(*args, **kwargs)
    return inner
class Holds(MethodView):
    def get(self):
        return {}
    def post(self):
        return {}, 201
bp.add_url_rule("/hold", view_func=need(Holds.as_view("hold")))
`,
    };
    expect(await accessOf(files)).toEqual(["GET /hold required:bearer", "POST /hold required:bearer"]);
  });

  it("FastAPI: routers of the program's own that add dependencies to some routes", async () => {
    const files = {
      "app.py": `
from fastapi import APIRouter, Depends, FastAPI
from fastapi.security import HTTPBearer
class Reading(APIRouter):
    def add_api_route(self, path, endpoint, **kwargs):
        methods = {name.upper() for name in kwargs.get("methods") or ["GET"]}
        if not methods <= {"GET", "HEAD"}:
            kwargs["dependencies"] = [Depends(HTTPBearer()), *(kwargs.get("dependencies") or [])]
        super().add_api_route(path, endpoint, **kwargs)
router = Reading()
@router.get("/hold")
def hold():
    return []
@router.put("/hold")
def put():
    return []
app = FastAPI()
app.include_router(router)
`,
    };
    expect(await accessOf(files)).toEqual(["GET /hold open", "PUT /hold required:bearer"]);
  });

  it("Fastify: bearer-auth in its own context, and a hook that asks for the method", async () => {
    const files = {
      "app.js": `
        import Fastify from "fastify";
        import bearerAuth from "@fastify/bearer-auth";
        const app = Fastify();
        app.register(async (door) => { await door.register(bearerAuth, { keys: new Set(["k"]) }); door.get("/door", async () => []); });
        app.register(async (props) => {
          props.addHook("onRequest", async (request, reply) => { if (["GET"].includes(request.method)) return; if (request.headers["x-badge"] !== process.env.BADGE) return reply.code(401).send(); });
          props.get("/hold", async () => []);
          props.put("/hold", async () => []);
        });`,
    };
    expect(await accessOf(files)).toEqual([
      "GET /door required:bearer",
      "GET /hold open",
      "PUT /hold required:header:x-badge",
    ]);
  });

  it("Django: permissions by action in a dictionary", async () => {
    const files = django(
      `
class Holds(APIView):
    by_method = {**dict.fromkeys(["GET"], [IsAuthenticated])}
    permission_classes = [AllowAny]
    def get_permissions(self):
        classes = self.by_method.get("GET")
        if classes is None:
            return super().get_permissions()
        return [cls() for cls in classes]
    def get(self, request):
        return Response({})`,
      {
        "urls.py": `from django.urls import path\nimport views\nurlpatterns = [path("hold", views.Holds.as_view())]\n`,
      },
    );
    expect(await accessOf(files)).toEqual([expect.stringMatching(/^GET \/hold required/)]);
  });
});
