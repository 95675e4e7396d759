import { describe, expect, it } from "vitest";
import { routesOf, scanOf } from "./app.suite.ts";

describe("what a scan can't tell", () => {
  it("names endpoints whose path only running tells, in every framework", async () => {
    const { routes, unclear } = await scanOf({
      "express.js": `const app = require("express")();
app.get(process.env.PLACE, (req, res) => res.send());
app.get("/known", (req, res) => res.send());`,
      "koa.js": `const Router = require("@koa/router");
const koa = new (require("koa"))();
const router = new Router();
router.get(process.env.PLACE, (ctx) => {});
koa.use(router.routes());`,
      "hono.ts": `import { Hono } from "hono";
new Hono().on("GET", settings.path, (c) => c.text(""));`,
      "fastify.js": `const app = require("fastify")();
app.route({ method: "GET", url: process.env.PLACE, handler: () => 1 });`,
      "fast.py": `from fastapi import FastAPI
import settings
app = FastAPI()

@app.get(settings.place)
def one():
    return 1
`,
      "flasky.py": `from flask import Flask
import settings
app = Flask(__name__)

@app.route(settings.place)
def one():
    return 1
`,
    });
    expect(routes.map(({ path }) => path)).toEqual(["/known"]);
    expect(unclear.map(({ file, line }) => `${file}:${line}`).sort()).toEqual([
      "express.js:2",
      "fast.py:5",
      "fastify.js:2",
      "flasky.py:5",
      "hono.ts:2",
      "koa.js:4",
    ]);
  });

  it("names prefixes that only running tells, and lists what is below them without", async () => {
    const { routes, unclear } = await scanOf({
      "express.js": `const app = require("express")();
const rooms = require("express").Router();
rooms.get("/rooms", (req, res) => res.send());
app.use(process.env.PLACE, rooms);`,
      "fastify.js": `const app = require("fastify")();
app.register(async (inner) => { inner.get("/desks", () => 1); }, { prefix: process.env.PLACE });`,
      "fast.py": `from fastapi import APIRouter, FastAPI
import settings
app = FastAPI()
router = APIRouter()
@router.get("/chairs")
def one():
    return 1
app.include_router(router, prefix=settings.place)
`,
      "flasky.py": `from flask import Blueprint, Flask
import settings
app = Flask(__name__)
lamps = Blueprint("lamps", __name__)
@lamps.route("/lamps")
def one():
    return 1
app.register_blueprint(lamps, url_prefix=settings.place)
`,
    });
    expect(routes.map(({ path }) => path).sort()).toEqual(["/chairs", "/desks", "/lamps", "/rooms"]);
    expect(unclear.map(({ file, line }) => `${file}:${line}`).sort()).toEqual([
      "express.js:4",
      "fast.py:8",
      "fastify.js:2",
      "flasky.py:8",
    ]);
  });

  it("ends after so many steps in all, and says where it did", async () => {
    const handler = 'app.get("/x", (req, res) => { for (const a of [1, 2, 3]) res.json(a); });\n';
    const files = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [
        `r${index}.js`,
        `const app = require("express")();\n${handler.repeat(20).replaceAll("/x", `/x${index}`)}`,
      ]),
    );
    const { routes, left } = await scanOf(files, "", 300);
    expect(routes).toHaveLength(30); // what registers them is followed all the same
    expect(left.length).toBeGreaterThan(10);
    expect(new Set(left.map(({ why }) => why))).toEqual(
      new Set(["the whole project does too much to be followed: name a folder of it"]),
    );
    expect((await scanOf(files)).routes).toHaveLength(30);
  });
});

describe("classes that extend a library's applications and routers", () => {
  it("have methods of their own, which call the library's, and say what those are made with", async () => {
    expect(
      await routesOf({
        "app.py": `
from flask import Flask
from flask_restful import Api, Resource
import rq
import settings

def scoped(rule):
    if settings.MULTI:
        return "/<org>{}".format(rule)
    return rule

class Scoped(Api):
    def add_scoped(self, resource, *urls, **kwargs):
        return self.add_resource(resource, *[scoped(url) for url in urls], **kwargs)
    def add_resource(self, resource, *urls, **kwargs):
        return super().add_resource(resource, *urls, **kwargs)

api = Scoped()

class Things(Resource):
    def get(self):
        return {}

api.add_scoped(Things, "/things")
app = Flask(__name__)
app.before_request(lambda: rq.connections.push_connection())
api.init_app(app)
`,
        "fast.py": `
from fastapi import APIRouter, Depends, FastAPI
from fastapi.security import HTTPBearer

class Signed(APIRouter):
    def __init__(self, prefix=""):
        super().__init__(prefix="/signed" + prefix, dependencies=[Depends(HTTPBearer())])

router = Signed(prefix="/a")

@router.get("/b")
def b():
    return {}

app = FastAPI()
app.include_router(router)
`,
      }),
    ).toEqual([
      "GET /signed/a/b required:bearer 200,403",
      "GET /things open 200",
      "GET /{org}/things open 200",
    ]);
  });
});

describe("guards that call what they guard in each branch", () => {
  it("are followed, however many stand around each other", async () => {
    expect(
      await routesOf({
        "app.py": `
from functools import wraps
from flask import Flask, abort
import settings
app = Flask(__name__)

def guard(view):
    @wraps(view)
    def inner(*args, **kwargs):
        if settings.one():
            return view(*args, **kwargs)
        if settings.two():
            return view(*args, **kwargs)
        if settings.three():
            abort(403)
        return view(*args, **kwargs)
    return inner

@app.route("/deep")
${"@guard\n".repeat(12)}def deep():
    if settings.four():
        abort(404)
    return {"a": 1}
`,
      }),
    ).toEqual(["GET /deep unknown:bearer 200,403,404"]);
  });
});

describe("folders that are called as those of tests are", () => {
  it("belong to the program where it imports them, or where they serve by their place", async () => {
    const files = {
      "src/app.js": `const app = require("express")();
app.use("/fixtures", require("./fixtures/routes"));`,
      "src/fixtures/routes.js": `const router = require("express").Router();
router.get("/next", require("../spec/next"));
module.exports = router;`,
      "src/spec/next.js": "module.exports = (req, res) => res.json({});",
      "tests/helper.js": `const app = require("express")();
app.get("/only-in-tests", (req, res) => res.json({}));`,
      "app/api/tests/route.ts": "export async function GET() { return Response.json([]); }",
      "e2e/app/api/other/route.ts": "export async function GET() { return Response.json([]); }",
    };
    expect(await routesOf(files)).toEqual(["GET /api/tests open 200", "GET /fixtures/next open 200"]);
  });
});

it("reads data that the program imports", async () => {
  const files = {
    "server/app.ts": `import express from "express";
import config from "../plugin.json";
const other = require("./other.json");
const app = express();
app.get("/" + config.id, (req, res) => res.json({}));
app.get(\`/\${other.names[0]}.callback\`, (req, res) => res.json({}));`,
    "plugin.json": '{ "id": "azure" }',
    "server/other.json": '{ "names": ["oidc"] }',
  };
  expect(await routesOf(files)).toEqual(["GET /azure open 200", "GET /oidc.callback open 200"]);
});

describe("a folder of a project", () => {
  it("has its own endpoints, also where another folder has one of that name", async () => {
    const app = 'const app = require("express")();\napp.get("/health", (req, res) => res.json({}));';
    const { routes } = await scanOf({ "a/app.js": app, "b/app.js": app }, "b");
    expect(routes.map(({ file, path }) => `${file} ${path}`)).toEqual(["b/app.js /health"]);
  });
});

describe("classes of the program", () => {
  it("follows applications and routers that extend a library's, by any names", async () => {
    expect(
      await routesOf({
        "shop/__init__.py": `
from flask import Flask
from shop import extensions, views

def create():
    app = Flask('x')
    views.register(extensions.make(app))
    return app
`,
        "shop/extensions.py": `
from flask_smorest import Api as Base, Blueprint as Print

class Blueprint(Print):
    pass

class Api(Base):
    def __init__(self, app=None):
        super().__init__(app)

def make(app):
    return Api(app)
`,
        "shop/views/__init__.py": `
from . import teams
ALL = (teams,)

def register(api):
    for one in ALL:
        api.register_blueprint(one.blp)
`,
        "shop/views/teams.py": `
import marshmallow as ma
from flask.views import MethodView
from shop.extensions import Blueprint

blp = Blueprint('Teams', __name__, url_prefix='/teams')

class TeamSchema(ma.Schema):
    id = ma.fields.Int()
    name = ma.fields.Str(required=True)
    class Meta:
        exclude = ('id',)

class Query(ma.Schema):
    member = ma.fields.UUID()

@blp.route('/')
class Teams(MethodView):
    @blp.etag
    @blp.arguments(Query, location='query')
    @blp.response(200)
    @blp.paginate(Pages)
    def get(self, args):
        return []

    @blp.arguments(TeamSchema)
    @blp.response(TeamSchema, code=201)
    def post(self, new):
        return new
`,
      }),
    ).toEqual(["GET /teams/ open 200,422 ?member", "POST /teams/ open 201,422 {name}"]);
  });

  it("runs a view's own dispatch() around the framework's, in the order of its classes", async () => {
    expect(
      await routesOf({
        "urls.py": `
from django.urls import path
from views import Profile
urlpatterns = [path('profile/', Profile.as_view())]
`,
        "views.py": `
from rest_framework.views import APIView
from rest_framework.response import Response

class LoginRequired:
    def dispatch(self, request, *args, **kwargs):
        if not request.user.is_authenticated:
            return Response({}, status=401)
        return super().dispatch(request, *args, **kwargs)

class Profile(LoginRequired, APIView):
    def get(self, request):
        return Response({})
`,
      }),
    ).toEqual(["GET /profile/ required:cookie:sessionid 200,401"]);
  });
});

describe("programs that go too deep", () => {
  const app =
    'import express from "express";\nconst app = express();\napp.get("/here", (req, res) => res.json({}));\n';

  it("lose what lies behind hundreds of modules that import each other in a row, and say so", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 1500 }, (_, index) => [
        `m${index}.js`,
        `${index === 0 ? app : ""}import next from "./m${index + 1}.js";\nimport { Router } from "express";\nconst r = Router();\nr.use("/d", next);\nexport default r;\n`,
      ]),
    );
    const { routes, left } = await scanOf(files);
    expect(routes.map(({ path }) => path)).toEqual(["/here"]);
    expect(left).toContainEqual({ file: "m0.js", why: "it does too much to be followed" });
  });

  it("leave a file alone that is nested too deeply", async () => {
    const { routes, left } = await scanOf({
      "app.js": app,
      "deep.js": `import express from "express";\nexpress()${'\n.get("/x", (q, s) => s.json({}))'.repeat(6000)};\n`,
    });
    expect(routes.map(({ path }) => path)).toEqual(["/here"]);
    expect(left).toEqual([{ file: "deep.js", why: "it is nested too deeply" }]);
  });

  it("goes on after a call that does too much as a server starts, and says so", async () => {
    const { routes, left } = await scanOf({
      "server.js": `
        const express = require("express");
        const many = [${"1, ".repeat(300)}];
        const logs = () => { for (const a of many) for (const b of many) for (const c of many) note(a, b, c); };
        const start = async () => {
          const app = express();
          await logs();
          app.get("/late", (req, res) => res.json({}));
        };
        start();`,
    });
    expect(routes.map(({ path }) => path)).toEqual(["/late"]);
    expect(left).toEqual([{ file: "server.js", why: "it does too much to be followed" }]);
  });

  it("passes over what was made small, whatever it is called", async () => {
    const small = `module.exports=function(e){${'e.get("/small",function(t,n){n.send("small")});'.repeat(60)}};`;
    const { routes } = await scanOf({
      "app.js": `const app = require("express")(); require("./vendor/kit")(app); app.get("/own", (q, s) => s.json({}));`,
      "vendor/kit.js": small,
    });
    expect(routes.map(({ path }) => path)).toEqual(["/own"]);
  });

  it.each([
    ["patterns with many choices", `/^\\/${"a?".repeat(60)}b$/`],
    ["patterns with several repetitions", "/\\w*\\w*\\w*!/"],
  ])("takes no time for %s", async (_name, pattern) => {
    const path = `/${"a".repeat(400)}`;
    const { routes } = await scanOf({
      "app.js": `const app = require("express")(); app.use((q, s, next) => (${pattern}.test(q.path) ? next() : s.end()));
        app.get(${pattern}, (q, s) => s.end()); app.get("${path}", (q, s) => s.end());`,
    });
    expect(routes.map((route) => route.path)).toContain(path);
  });

  it("takes no time for empty lines", async () => {
    const { routes } = await scanOf({ "app.py": "import os\n", "empty.py": "\n".repeat(200_000) });
    expect(routes).toEqual([]);
  });
});
