import { describe, expect, it } from "vitest";
import { routesOf, scanOf } from "./app.suite.ts";

describe("data that a program keeps in memory", () => {
  it("is changed by requests, so others may find it empty, full, or without what they look for", async () => {
    expect(
      await routesOf({
        "app.js": `
          const express = require("express");
          const app = express();
          const fixed = ["a"];
          let todos = [];
          let current;
          app.get("/todos", (req, res) => (todos.length ? res.json(todos) : res.status(404).end()));
          app.get("/todos/:id", (req, res) => {
            const todo = todos.find((one) => one.id === req.params.id);
            if (!todo) return res.status(404).end();
            res.json(todo);
          });
          app.get("/seeds/:id", (req, res) => {
            const seed = [{ id: 1 }].filter((one) => one.id === Number(req.params.id))[0];
            if (!seed) return res.status(404).end();
            res.json(seed);
          });
          app.get("/fixed", (req, res) => (fixed.length ? res.json(fixed) : res.status(404).end()));
          app.get("/current", (req, res) => (current ? res.json(current) : res.status(404).end()));
          app.post("/todos", (req, res) => {
            const { title } = req.body;
            todos.push({ title });
            current = { title };
            res.status(201).end();
          });
          app.delete("/todos/:id", (req, res) => {
            const before = todos.length;
            todos = todos.filter((one) => one.id !== req.params.id);
            res.sendStatus(todos.length === before ? 404 : 204);
          });`,
      }),
    ).toEqual([
      "DELETE /todos/{id} open 204,404",
      "GET /current open 200,404",
      "GET /fixed open 200",
      "GET /seeds/{id} open 200,404",
      "GET /todos open 200,404",
      "GET /todos/{id} open 200,404",
      "POST /todos open 201 {title}",
    ]);
  });

  it("is not looked at twice where that takes too long: what was found first stays", async () => {
    const routes = Array.from(
      { length: 30 },
      (_, index) =>
        `app.get("/r${index}", (req, res) => (todos.length ? res.json(todos) : res.status(404).end()));`,
    ).join("\n");
    const app = `const express = require("express");\nconst app = express();\nlet todos = [];\n${routes}
      app.post("/todos", (req, res) => { todos.push(req.body); res.status(201).end(); });`;
    const whole = await scanOf({ "app.js": app });
    expect(whole.routes.filter(({ answers }) => answers.length === 2)).toHaveLength(30);
    const short = await scanOf({ "app.js": app }, "", 250);
    expect(short.routes.filter(({ answers }) => answers.length === 1)).toHaveLength(31);
    expect(short.left).toEqual([]);
  });

  it("is gone through in Python too", async () => {
    expect(
      await routesOf({
        "app.py": `
from flask import Flask, abort, request
app = Flask(__name__)
todos = [{"id": 1}]
logs = []
@app.get("/todos/<int:tid>")
def one(tid):
    found = [todo for todo in todos if todo["id"] == tid]
    if not found:
        abort(404)
    return found[0]
@app.get("/logs/<int:lid>")
def log(lid):
    for entry in logs:
        if entry["id"] == lid:
            return entry
    return {}, 404
@app.post("/logs")
def add():
    if "text" not in request.json:
        abort(400)
    logs.append({"id": len(logs)})
    return {}, 201
`,
      }),
    ).toEqual([
      "GET /logs/{lid} open 200,404",
      "GET /todos/{tid} open 200,404",
      "POST /logs open 201,400 {text}",
    ]);
  });
});

describe("routes as tutorials and boilerplates write them", () => {
  it("Hono: an error that gives its own response", async () => {
    expect(
      await routesOf({
        "index.ts": `
          import { Hono } from "hono";
          import { HTTPException } from "hono/http-exception";
          const app = new Hono();
          app.get("/me", async (c, next) => {
            if (!c.req.header("Authorization")) throw new HTTPException(401, { message: "no" });
            await next();
          }, (c) => c.json({}));
          app.onError((error, c) =>
            error instanceof HTTPException ? error.getResponse() : c.json({}, 500));
          export default app;`,
      }),
    ).toEqual(["GET /me required:bearer 200,401"]);
  });

  it("Fastify: errors of @fastify/sensible, and a plugin beside a server that registers nothing", async () => {
    expect(
      await routesOf({
        "deploy/index.js": 'import Fastify from "fastify";\nFastify().listen({});',
        "app.js": `
          import AutoLoad from "@fastify/autoload";
          import { join } from "desm";
          export default async function (fastify, options) {
            fastify.register(AutoLoad, { dir: join(import.meta.url, "routes"), dirNameRoutePrefix: false });
            fastify.setErrorHandler((error, request, reply) => { reply.send(error); });
          }`,
        "routes/links.js": `
          export const autoPrefix = "/links";
          export default async function links(fastify) {
            const { httpErrors } = fastify;
            fastify.put("/", async (request, reply) => {
              const { statusCode } = await fastify.store.put(request.body.source);
              if (statusCode === 409) throw httpErrors.conflict("there");
              reply.code(201);
              return {};
            });
          }`,
      }),
    ).toEqual(["PUT /links open 201,409 {source}"]);
  });

  it("FastAPI: routers that are included when the application starts", async () => {
    const files = {
      "app/main.py": `
from contextlib import asynccontextmanager
from fastapi import FastAPI
from app.views import include, router, other
async def startup(app: FastAPI):
    await migrate()
    include(app)
@asynccontextmanager
async def lifespan(app: FastAPI):
    await startup(app)
    yield
def create_app() -> FastAPI:
    app = FastAPI(lifespan=lifespan)
    @app.on_event("startup")
    async def more():
        app.include_router(other)
    @app.on_event("shutdown")
    async def less():
        app.include_router(other, prefix="/late")
    return app
`,
      "app/__main__.py": "from app.main import create_app\napp = create_app()\n",
      "app/views.py": `
from fastapi import APIRouter
router = APIRouter(prefix="/notes")
other = APIRouter()
@router.get("/{key}")
def note(key: int):
    return {}
@other.get("/status")
def status():
    return {}
def include(app):
    app.include_router(router)
`,
    };
    expect(await routesOf(files)).toEqual(["GET /notes/{key} open 200,422", "GET /status open 200"]);
  });

  it("FastAPI: folders without __init__.py, lists of middleware, statuses that some ways set", async () => {
    const files = {
      "app/main.py": `
from contextlib import asynccontextmanager
from fastapi import Depends, FastAPI, HTTPException, Header, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.security import HTTPBasicCredentials
from starlette.middleware import Middleware
from starlette.middleware.base import BaseHTTPMiddleware
from app.auth import views
@asynccontextmanager
async def lifespan(app):
    yield
class Inside(BaseHTTPMiddleware):
    async def dispatch(self, request, call_next):
        if request.url.path.startswith("/inside") and request.headers.get("x-inside-token") != "x":
            return JSONResponse({}, status_code=403)
        return await call_next(request)
app = FastAPI(lifespan=lifespan, middleware=[Middleware(Inside)])
@app.exception_handler(RequestValidationError)
async def invalid(request, error):
    return JSONResponse({}, status_code=400)
async def token_header(x_token: str = Header(...)):
    if x_token != "secret":
        raise HTTPException(status_code=403)
class SignIn(HTTPBasicCredentials):
    pass
notes = {}
app.include_router(views.router, dependencies=[Depends(token_header)])
@app.get("/inside")
def inside():
    return {}
@app.put("/notes/{key}")
def put(key: int, response: Response):
    if key not in notes:
        response.status_code = 201
    return {}
@app.post("/login")
def login(given: SignIn):
    return {}
`,
      "app/auth/views.py": `
from fastapi import APIRouter
router = APIRouter()
@router.get("/me")
def me():
    return {}
`,
    };
    expect(await routesOf(files)).toEqual([
      "GET /inside required:header:x-inside-token 200,403",
      "GET /me required:header:x-token 200,403",
      "POST /login open 200,400 {username,password}",
      "PUT /notes/{key} open 200,201,400",
    ]);
    expect((await scanOf(files)).left).toEqual([]);
  });

  it("FastAPI: the user of a request", async () => {
    expect(
      await routesOf({
        "main.py": `
from fastapi import Depends, FastAPI, HTTPException, Request
app = FastAPI()
def signed_in(request: Request):
    if request.user.id is None:
        raise HTTPException(401)
@app.get("/mine", dependencies=[Depends(signed_in)])
def mine():
    return {}
`,
      }),
    ).toEqual(["GET /mine required:bearer 200,401"]);
  });

  it("Flask: arguments that a rule gives in place of its path, a namespace's own abort", async () => {
    expect(
      await routesOf({
        "app.py": `
from flask import Flask, request
from flask.views import MethodView
from flask_restx import Api, Namespace, Resource
app = Flask(__name__)
api = Api(app)
space = Namespace("cats")
api.add_namespace(space, path="/cats")
@space.route("/<cat>")
class Cat(Resource):
    def get(self, cat):
        found = find(cat)
        if not found:
            space.abort(404)
        return found
class Users(MethodView):
    def get(self, user_id):
        if user_id is None:
            return [request.args.get("page")]
        found = find(user_id)
        return found if found else ({}, 404)
view = Users.as_view("users")
app.add_url_rule("/users/", defaults={"user_id": None}, view_func=view, methods=["GET"])
app.add_url_rule("/users/<int:user_id>", view_func=view, methods=["GET"])
`,
      }),
    ).toEqual([
      "GET /cats/{cat} open 200,404",
      "GET /users/ open 200 ?page",
      "GET /users/{user_id} open 200,404",
    ]);
  });

  it("Django REST: names that come by a star", async () => {
    expect(
      await routesOf({
        "config/settings.py": 'ROOT_URLCONF = "config.urls"\nINSTALLED_APPS = ["rest_framework"]\n',
        "config/urls.py": `
from django.urls import path
from shop.views import *
urlpatterns = [path("products/", Products.as_view())]
`,
        "shop/models.py": `
from django.db.models import *
class Product(Model):
    name = CharField(max_length=9)
`,
        "shop/serializers.py": `
from rest_framework import serializers
from .models import *
from .views import *
class ProductSerializer(serializers.ModelSerializer):
    class Meta:
        model = Product
        fields = ["id", "name"]
`,
        "shop/views.py": `
from rest_framework.generics import *
from .serializers import *
class Products(CreateAPIView):
    queryset = Product.objects.all()
    serializer_class = ProductSerializer
    permission_classes = []
`,
      }),
    ).toEqual(["POST /products/ open 201,400 {name}"]);
  });

  it("NestJS: guards of libraries by their names, files by their interceptors, what a local strategy reads", async () => {
    expect(
      await routesOf({
        "local.ts": `
          import { Strategy } from "passport-local";
          import { PassportStrategy } from "@nestjs/passport";
          export class Local extends PassportStrategy(Strategy) {
            constructor() { super({ usernameField: "email" }); }
          }`,
        "app.ts": `
          import { Controller, Delete, Module, Post, UploadedFile, UseGuards, UseInterceptors } from "@nestjs/common";
          import { AuthGuard } from "@nestjs/passport";
          import { FileInterceptor } from "@nestjs/platform-express";
          import { ACGuard } from "nest-access-control";
          import { JwtAuthGuard } from "@company/auth";
          @Controller("users")
          class Users {
            @Post("login") @UseGuards(AuthGuard("local")) login() { return {}; }
            @Delete(":id") @UseGuards(JwtAuthGuard, ACGuard) remove() { return {}; }
            @Post("photo") @UseInterceptors(FileInterceptor("photo")) photo(@UploadedFile() file) { return {}; }
          }
          @Module({ controllers: [Users] })
          export class App {}`,
      }),
    ).toEqual([
      "DELETE /users/{id} required:bearer 200,401,403",
      "POST /users/login open 201,401 {email,password}",
      "POST /users/photo open 201 {photo}",
    ]);
  });
});
