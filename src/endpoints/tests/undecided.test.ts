import { describe, expect, it } from "vitest";
import { accessOf, scanOf } from "./app.suite.ts";

describe("who may ask", () => {
  it("Express: lists of open paths are decided for each endpoint, and what nobody set in a request is undefined", async () => {
    const files = {
      "app.js": `
        const express = require("express");
        const app = express();
        const open = ["/sign-in"];
        const also = [{ method: "POST", path: "/accounts" }];
        const pages = new Set(["/about"]);
        app.use((req, res, next) => {
          if (open.includes(req.path) || pages.has(req.path)) return next();
          if (also.some((one) => one.method === req.method && one.path === req.path)) return next();
          if (!req.headers.authorization) return res.sendStatus(401);
          next();
        });
        app.post("/sign-in", (req, res) => (req.body.word === "a" ? res.json({}) : res.sendStatus(401)));
        app.get("/about", (req, res) => res.json({}));
        app.post("/accounts", (req, res) => res.json({}));
        app.get("/accounts", (req, res) => res.json([]));
      `,
      "other.js": `
        const express = require("express");
        const app = express();
        const mark = (req, res, next) => { if (req.headers.authorization) req.holder = { id: 1 }; next(); };
        const need = (req, res, next) => (req.holder ? next() : res.sendStatus(403));
        app.get("/marked", mark, need, (req, res) => res.json({}));
      `,
    };
    expect(await accessOf(files)).toEqual([
      "GET /about open",
      "GET /accounts required:bearer",
      "GET /marked required:bearer",
      "POST /accounts open",
      "POST /sign-in open",
    ]);
  });

  it("Express: what is mounted sees its path without the part that it is mounted at", async () => {
    expect(
      await accessOf({
        "app.js": `
          const express = require("express");
          const app = express();
          const closed = (req, res, next) => {
            if (req.path === "/enter") return next();
            if (!req.headers.authorization) return res.sendStatus(401);
            next();
          };
          const desk = express.Router();
          desk.use(closed);
          desk.post("/enter", (req, res) => res.json({}));
          desk.get("/papers", (req, res) => res.json([]));
          app.use("/desk", desk);
          app.use("/parts", (req, res, next) => {
            if (req.originalUrl === "/parts/list" || req.baseUrl + req.path === "/parts/new") return next();
            if (!req.headers.authorization) return res.sendStatus(401);
            next();
          });
          for (const name of ["list", "new", "old"]) app.get("/parts/" + name, (req, res) => res.json({}));
          app.get("/enter", closed, (req, res) => res.json({}));
        `,
      }),
    ).toEqual([
      "GET /desk/papers required:bearer",
      "GET /enter open",
      "GET /parts/list open",
      "GET /parts/new open",
      "GET /parts/old required:bearer",
      "POST /desk/enter open",
    ]);
  });

  it.each([
    [
      "Express",
      `
        const { Router } = require("express");
        const app = require("express")();
        const need = (req, res, next) => (req.headers.authorization ? next() : res.sendStatus(401));
        const answer = (req, res) => res.json({});
        const pages = new Router({ mergeParams: true });
        app.use("/books/:book", pages);
      `,
    ],
    [
      "Koa",
      `
        const Router = require("@koa/router");
        const app = new (require("koa"))();
        const need = async (ctx, next) => { if (!ctx.get("authorization")) ctx.throw(401); await next(); };
        const answer = (ctx) => { ctx.body = {}; };
        const books = new Router({ prefix: "/books/:book" });
        const pages = new Router();
        app.use(books.use(pages.routes()).routes());
      `,
    ],
  ])("%s: middleware counts below a path with parameters", async (_, start) => {
    const files = {
      "app.js": `${start}
        pages.get("/cover", answer);
        pages.use("/:page/notes", need);
        pages.get("/:page/notes/:note", answer);
        pages.use(need);
        pages.get("/:page", answer);
      `,
    };
    expect(await accessOf(files)).toEqual([
      "GET /books/{book}/cover open",
      "GET /books/{book}/{page} required:bearer",
      "GET /books/{book}/{page}/notes/{note} required:bearer",
    ]);
  });

  it("Express: what is registered before others closes them by method and path, in any case of letters", async () => {
    const files = {
      "app.js": `
        const app = require("express")();
        const need = (req, res, next) => (req.headers.authorization ? next() : res.sendStatus(401));
        const answer = (req, res) => res.json({});
        app.use("/Desk", need);
        app.get("/shelf/*", need);
        for (const place of ["/desk/keys", "/shelf/books"]) app.route(place).get(answer).put(answer);
      `,
    };
    expect(await accessOf(files)).toEqual([
      "GET /desk/keys required:bearer",
      "GET /shelf/books required:bearer",
      "PUT /desk/keys required:bearer",
      "PUT /shelf/books open",
    ]);
  });

  it("Express: middleware, answers and refusals that nothing shows are no evidence that all may ask", async () => {
    const files = {
      "app.js": `
        const express = require("express");
        const app = express();
        function Desk() {}
        Object.assign(Desk.prototype, require("./desk-checks"));
        const chain = (fns, last) => fns.reduceRight((next, fn) => (req, res) => fn(req, res, next), last);
        const answer = (req, res) => res.json({});
        app.get("/before", answer);
        app.get("/chained", chain([(req, res, next) => next()], answer));
        app.get("/held", (req, res) => (held[req.get("x-desk")] ? res.json({}) : res.sendStatus(401)));
        app.post("/enter", (req, res) => (req.body.word === "open" ? res.json({}) : res.sendStatus(401)));
        app.use(new Desk().check);
        app.get("/after", answer);
        const held = {};
      `,
    };
    expect(await accessOf(files)).toEqual([
      "GET /after unknown:bearer",
      "GET /before open",
      "GET /chained unknown:bearer",
      "GET /held unknown:bearer",
      "POST /enter open",
    ]);
  });

  it("FastAPI: an optional header counts where it is looked at", async () => {
    expect(
      await accessOf({
        "main.py": `
from fastapi import Depends, FastAPI, Header, HTTPException, Request

def keeper(authorization: str | None = Header(default=None), request: Request = None):
    if request and request.url.path in ("/open",):
        return None
    if not authorization:
        raise HTTPException(status_code=401)
    return authorization

app = FastAPI(dependencies=[Depends(keeper)])

@app.get("/open")
def first():
    return {}

@app.get("/shut")
def second():
    return {}
`,
      }),
    ).toEqual(["GET /open open", "GET /shut required:bearer"]);
  });

  it("Koa, Flask and FastAPI: the same by method and path, by the name of a view, and in pairs", async () => {
    const koa = {
      "app.js": `
        const Koa = require("koa");
        const Router = require("@koa/router");
        const router = new Router();
        const app = new Koa();
        app.use(async (ctx, next) => {
          if (ctx.method === "GET" && ctx.path === "/news") return next();
          if (!ctx.get("authorization")) ctx.throw(401);
          await next();
        });
        router.get("/news", (ctx) => { ctx.body = []; });
        router.post("/news", (ctx) => { ctx.body = {}; });
        app.use(router.routes());
      `,
    };
    const flask = {
      "app.py": `
from flask import Flask, abort, g, request

app = Flask(__name__)

@app.before_request
def check():
    if request.endpoint in ("sign_in",):
        return
    if request.headers.get("Authorization"):
        g.checked = True
    if not getattr(g, "checked", None):
        abort(401)

@app.post("/sign-in")
def sign_in():
    return {}

@app.get("/notes")
def notes():
    return {}
`,
    };
    const fastapi = {
      "main.py": `
from fastapi import APIRouter, Depends, FastAPI, HTTPException, Request

OPEN = {("POST", "/desk/sign-in")}

def keeper(request: Request):
    if (request.method, request.url.path) in OPEN:
        return None
    if not request.headers.get("authorization"):
        raise HTTPException(401)

router = APIRouter(prefix="/desk", dependencies=[Depends(keeper)])

@router.post("/sign-in")
def sign_in():
    return {}

@router.get("/papers")
def papers():
    return []

app = FastAPI()
app.include_router(router)
`,
    };
    expect(await accessOf(koa)).toEqual(["GET /news open", "POST /news required:bearer"]);
    expect(await accessOf(flask)).toEqual(["GET /notes required:bearer", "POST /sign-in open"]);
    expect(await accessOf(fastapi)).toEqual(["GET /desk/papers required:bearer", "POST /desk/sign-in open"]);
  });

  it("is not known where a setting decides, or a guard of a library that nobody has read", async () => {
    const files = {
      "app.js": `
        const express = require("express");
        const { requireAuth } = require("@company/access");
        const app = express();
        app.get("/one", requireAuth(), (req, res) => res.json({}));
        app.get("/two", check, (req, res) => res.json({}));
        app.get("/three", (req, res) => res.json({}));
        function check(req, res, next) {
          if (process.env.CLOSED && !req.headers.authorization) return res.sendStatus(401);
          next();
        }
      `,
    };
    const { routes } = await scanOf(files);
    expect(routes.map(({ path, auth, undecided }) => [path, auth.level, undecided])).toEqual([
      ["/one", "unknown", "app.js:5"],
      ["/two", "unknown", "app.js:8"],
      ["/three", "none", undefined],
    ]);
  });

  it("is not known behind decorators, dependencies, guards, mixins and permissions of other packages", async () => {
    expect(
      await accessOf({
        "app.py": `
from flask import Flask
from company.security import login_needed
app = Flask(__name__)

@app.get("/kept")
@login_needed
def kept():
    return {}
`,
        "main.py": `
from fastapi import Depends, FastAPI
from company.people import current_user
api = FastAPI()

@api.get("/mine")
def mine(who=Depends(current_user)):
    return {}
`,
        "site1/urls.py": `
from django.urls import path
from . import views
urlpatterns = [path("papers/", views.Papers.as_view()), path("notes/", views.Notes.as_view()), path("all/", views.all)]
`,
        "site1/views.py": `
from company.access import IsMember, RequireLogin
from django.http import JsonResponse
from django.views import View
from rest_framework.response import Response
from rest_framework.views import APIView

class Papers(RequireLogin, View):
    def get(self, request):
        return JsonResponse({})

class Notes(APIView):
    permission_classes = [IsMember]

    def get(self, request):
        return Response([])

def all(request):
    return JsonResponse({})
`,
        "nest.ts": `
          import { Controller, Get, Module, UseGuards } from "@nestjs/common";
          import { NestFactory } from "@nestjs/core";
          import { Keeper } from "@company/keeper";
          @Controller("desk") class Desk { @Get() @UseGuards(Keeper) all() { return []; } }
          @Module({ controllers: [Desk] }) class App {}
          NestFactory.create(App);
        `,
      }),
    ).toEqual([
      "GET /all/ open",
      "GET /desk unknown:bearer",
      "GET /kept unknown:bearer",
      "GET /mine unknown:bearer",
      "GET /notes/ unknown:bearer",
      "GET /papers/ unknown:bearer",
    ]);
  });

  it("Express: an alternative that a link decides, and rounds of a guard that call each other, leave it unknown", async () => {
    const files = {
      "app.js": `
        const express = require("express");
        const app = express();
        const either = (...all) => (req, res, done) => {
          const attempt = (index, last) => {
            const one = all[index];
            if (!one) return done(last);
            one(req, res, (error) => (error ? attempt(index + 1, error) : done()));
          };
          attempt(0);
        };
        const refused = Object.assign(new Error("no"), { status: 401 });
        const linked = (req, res, next) => next(isOurs(req.query.sig) ? undefined : refused);
        const holder = (req, res, next) => next(req.get("authorization") ? undefined : refused);
        app.get("/slips", either(linked, holder), (req, res) => res.json({}));
        app.use((req, res, next) => { req.who = req.get("authorization"); next(); });
        app.get("/feed", (req, res) => (isOurs(req.query.token) ? res.json({}) : res.sendStatus(401)));
        app.listen(3000);
      `,
    };
    expect(await accessOf(files)).toEqual(["GET /feed unknown:bearer", "GET /slips unknown:bearer"]);
  });

  it("Express: what calls itself over data alone leaves credentials known, and rounds of other functions don't", async () => {
    const files = {
      "app.js": `
        const express = require("express");
        const app = express();
        const plain = (value) => {
          if (typeof value !== "object") return value;
          const copy = {};
          for (const key in value) copy[key] = plain(value[key]);
          return copy;
        };
        const rules = [(req) => true, load(), (req) => req.get("x-key") === process.env.KEY];
        const all = (index, req) => (index === rules.length ? true : rules[index](req) && all(index + 1, req));
        app.use("/notes", (req, res, next) => { req.body = plain(req.body); next(); });
        app.use("/slips", (req, res, next) => (all(0, req) ? next() : res.sendStatus(404)));
        app.get("/notes", (req, res) => res.json([]));
        app.get("/slips", (req, res) => res.json([]));
        app.listen(3000);
      `,
    };
    expect(await accessOf(files)).toEqual(["GET /notes open", "GET /slips unknown:bearer"]);
  });

  it("Next.js: a library's guard of the whole site, and its calls that end a request, leave it unknown", async () => {
    const route = "export async function GET() { return Response.json([]); }";
    const guarded = {
      "app/api/notes/route.ts": route,
      "middleware.ts": `export { default } from "next-auth/middleware";`,
    };
    expect(await accessOf(guarded)).toEqual(["GET /api/notes unknown:bearer"]);
    const called = {
      "app/api/open/route.ts": route,
      "app/api/slips/route.ts": `
        import { auth } from "@clerk/nextjs/server";
        export async function GET() { await auth.protect(); return Response.json([]); }`,
    };
    expect(await accessOf(called)).toEqual(["GET /api/open open", "GET /api/slips unknown:bearer"]);
  });

  it("Hono: an application whose requests another one hands on", async () => {
    const files = {
      "app.ts": `
        import { Hono } from "hono";
        import { bearerAuth } from "hono/bearer-auth";
        const inner = new Hono().get("/slips", (c) => c.json({}));
        const app = new Hono();
        app.use("/desk/*", bearerAuth({ token: "x" }));
        app.mount("/desk", inner.fetch);
        export default app;`,
    };
    expect(await accessOf(files)).toEqual(["GET /slips unknown:bearer"]);
  });

  it.each([
    ["lodash", `app.use(require("lodash").get({ auth: { need } }, "auth.need"));`],
    ["a container", `const { container } = require("tsyringe"); app.use(container.resolve("need"));`],
    ["a weak map", `const kept = new WeakMap(); kept.set(app, need); app.use(kept.get(app));`],
    [
      "a model",
      `const { Schema, model } = require("mongoose"); const schema = new Schema({});
       schema.statics.need = need; app.use(model("Key", schema).need);`,
    ],
  ])("Express: a function that %s gives may be the program's guard", async (_, guard) => {
    const files = {
      "app.js": `
        const app = require("express")();
        const need = (req, res, next) => (req.headers.authorization ? next() : res.sendStatus(401));
        app.get("/before", (req, res) => res.json({}));
        ${guard}
        app.get("/after", (req, res) => res.json({}));`,
    };
    expect(await accessOf(files)).toEqual(["GET /after unknown:bearer", "GET /before open"]);
  });

  it.each([
    [
      "a callback",
      `const desk = app; require("key-store").load("main", (keys, meta) => { desk.use(need); });`,
    ],
    ["a module", `module.exports = app; for (const path of require("glob").sync("*.js")) require(path);`],
    ["a module that is imported", `module.exports = { app }; process.argv.forEach((path) => import(path));`],
  ])("Express: %s that isn't followed may close an application that it has", async (_, code) => {
    const files = {
      "app.js": `
        const app = require("express")();
        const need = (req, res, next) => (req.headers.authorization ? next() : res.sendStatus(401));
        ${code}
        app.get("/after", (req, res) => res.json({}));`,
      "need.js": `
        const app = require("./app");
        app.use((req, res, next) => (req.headers.authorization ? next() : res.sendStatus(401)));`,
    };
    expect(await accessOf(files)).toEqual(["GET /after unknown:bearer"]);
  });

  it("Express: what has no application leaves it open", async () => {
    const files = {
      "app.js": `
        const app = require("express")();
        require("key-store").load("main", (keys, meta) => { keys.add(meta); });
        for (const path of require("glob").sync("models/*.js")) require(path);
        app.get("/after", (req, res) => res.json({}));
        app.listen(3000);`,
    };
    expect(await accessOf(files)).toEqual(["GET /after open"]);
  });

  it("Koa: modules found by a pattern may be guards", async () => {
    const files = {
      "app.js": `
        const Router = require("@koa/router");
        const app = new (require("koa"))();
        const router = new Router();
        const all = require("glob").sync("*.js").map((path) => require(path));
        app.use(require("koa-compose")(all));
        router.get("/after", (ctx) => { ctx.body = {}; });
        app.use(router.routes());`,
    };
    expect(await accessOf(files)).toEqual(["GET /after unknown:bearer"]);
  });
});
