import { describe, expect, it } from "vitest";
import { scanOf } from "./app.suite.ts";

const witnessed = async (files: Readonly<Record<string, string>>): Promise<readonly string[]> => {
  const { registrations, routes } = await scanOf(files);
  const missed = registrations.missed.map(({ file, line, what }) => `${file}:${line} ${what}`);
  return [`${registrations.total} registered, ${routes.length} found`, ...missed];
};

describe("registrations by their form", () => {
  it("are counted beside what is followed, and those that lead to no endpoint are named", async () => {
    expect(
      await witnessed({
        "app.js": `
          const express = require("express");
          const app = express();
          app.get("/one", (req, res) => res.json({}));
          app.get("env");
          unknownPlugin.setup = (router) => {
            router.post("/two", (req, res) => res.json({}));
          };
        `,
        "client.js": `
          import axios from "axios";
          axios.get("/three", { params: {} });
        `,
      }),
    ).toEqual(["2 registered, 1 found", "app.js:7 POST /two"]);
  });

  it("Django: views of packages that are not followed are named with their place", async () => {
    expect(
      await witnessed({
        "urls.py": `
from company.views import Filtered
from django.urls import include, path
from rest_framework.routers import DefaultRouter
from views import Notes, one

router = DefaultRouter()
router.register("notes", Notes)
urlpatterns = [path("one/", one), path("all/", Filtered.as_view()), path("", include(router.urls))]
`,
        "views.py": `
from django.http import JsonResponse
from rest_framework.viewsets import ReadOnlyModelViewSet

class Notes(ReadOnlyModelViewSet):
    pass

def one(request):
    return JsonResponse({})
`,
      }),
    ).toEqual(["3 registered, 3 found", "urls.py:9 /all/, which company.views.Filtered.as_view() serves,"]);
  });

  it("Next.js: files whose handler a package makes are named with it", async () => {
    expect(
      await witnessed({
        "pages/api/posts.js": `
          import nc from "next-connect";
          const handler = nc();
          handler.get((req, res) => res.json([]));
          export default handler;
        `,
      }),
    ).toEqual(["1 registered, 0 found", "pages/api/posts.js:1 /api/posts, which next-connect() serves,"]);
  });

  it("controllers, decorators, tables and files of routes", async () => {
    expect(
      await witnessed({
        "nest.ts": `
          import { Controller, Get, Module } from "@nestjs/common";
          import { NestFactory } from "@nestjs/core";
          @Controller("a") class A { @Get(":id") one() { return 1; } }
          @Controller("b") class B { @Get() all() { return []; } }
          @Module({ controllers: [A] }) class App {}
          NestFactory.create(App);
        `,
        "main.py": `
from fastapi import APIRouter, FastAPI
app = FastAPI()
lost = APIRouter()

@app.get("/here")
def here():
    return {}

@lost.get("/nowhere")
def nowhere():
    return {}
`,
        "app/api/notes/route.ts": "export async function GET() { return Response.json([]); }",
        "server.ts": `
          import Fastify from "fastify";
          const server = Fastify();
          server.route({ method: "GET", url: "/table", handler: async () => ({}) });
        `,
      }),
    ).toEqual(["6 registered, 4 found", "nest.ts:5 Get", "main.py:10 get /nowhere"]);
  });
});

describe("routers and views of packages", () => {
  const shop = `
from catalogue.routers import make_router
from fastapi import FastAPI

app = FastAPI()
app.include_router(make_router(), prefix="/goods")

@app.get("/own")
def own():
    return {}
`;

  it("are named with the package where its source isn't there", async () => {
    expect(await witnessed({ "main.py": shop })).toEqual([
      "2 registered, 1 found",
      "main.py:6 /goods, which catalogue.routers.make_router() serves,",
    ]);
    expect(
      await witnessed({
        "urls.py": `
from django.contrib import admin
from django.urls import include, path

urlpatterns = [path("admin/", admin.site.urls), path("shop/", include("catalogue.urls"))]
`,
        "app.js": `
          const express = require("express");
          const parcels = require("@company/parcels");
          const app = express();
          app.use("/parcels", parcels.createRouter());
          app.use("/api", parcels.limit());
          app.get("/own", (req, res) => res.json({}));
        `,
        "flask_app.py": `
from catalogue.flask import pages
from flask import Flask

app = Flask(__name__)
app.register_blueprint(pages, url_prefix="/pages")
`,
      }),
    ).toEqual([
      "5 registered, 1 found",
      "app.js:5 /parcels, which @company/parcels.createRouter() serves,",
      "flask_app.py:6 /pages, which catalogue.flask.pages serves,",
      "urls.py:5 /admin/, which django.contrib.admin.site.urls serves,",
      "urls.py:5 /shop/, which catalogue.urls serves,",
    ]);
  });

  it("are read where the package is installed", async () => {
    const site = ".venv/lib/python3.12/site-packages/catalogue";
    const { registrations, routes } = await scanOf({
      "main.py": shop,
      ".venv/pyvenv.cfg": "home = /usr/bin\nversion = 3.12.1\n",
      [`${site}/__init__.py`]: "",
      [`${site}/routers.py`]: `
from fastapi import APIRouter
from .guards import keeper
from fastapi import Depends

def make_router():
    router = APIRouter()

    @router.get("/{number}", dependencies=[Depends(keeper)])
    def one(number: int):
        return {}

    return router
`,
      [`${site}/guards.py`]: `
from fastapi import HTTPException, Request

def keeper(request: Request):
    if not request.headers.get("authorization"):
        raise HTTPException(401)
`,
    });
    expect(routes.map(({ path, auth }) => `${path} ${auth.level}`).sort()).toEqual([
      "/goods/{number} required",
      "/own none",
    ]);
    expect(registrations.missed).toEqual([]);
  });

  it("Django: views that extend a package's, and routers that add addresses of their own", async () => {
    const { routes } = await scanOf({
      "urls.py": `
from django.http import JsonResponse
from django.urls import include, path
from rest_framework.routers import SimpleRouter

def seen(request):
    return JsonResponse({})

class Wider(SimpleRouter):
    def __init__(self):
        super().__init__()
        self.others = []

    @property
    def urls(self):
        return super().urls + self.others

router = Wider()
router.others.append(path("seen/", seen))
urlpatterns = [path("api/", include(router.urls))]
`,
    });
    expect(routes.map(({ path }) => path)).toEqual(["/api/seen/"]);
  });
});

describe("a raise as the server starts", () => {
  it("costs its statement alone, and its file is named", async () => {
    const { raised, routes } = await scanOf({
      "app.py": `
from flask import Blueprint, Flask

class Store:
    def open(self, app):
        raise NotImplementedError

api = Blueprint("api", __name__)

@api.get("/things")
def things():
    return []

def create_app():
    app = Flask(__name__)
    Store().open(app)
    app.register_blueprint(api)
    return app
`,
      "app.js": `
        const express = require("express");
        const app = express();
        const need = () => { throw new Error("set it up"); };
        const limit = need();
        need();
        app.get("/still", (req, res) => res.json({ limit }));
      `,
    });
    expect(routes.map(({ path }) => path)).toEqual(["/still", "/things"]);
    expect(raised).toEqual(["app.js", "app.py"]);
  });
});

describe("success that following doesn't show", () => {
  it("is what the route declares, else what the framework answers where the handler may return", async () => {
    const { routes } = await scanOf({
      "app.ts": `
        import Fastify from "fastify";
        const app = Fastify();
        app.post("/start", { schema: { response: { 202: { type: "object" } } } }, async () => { never(); });
        app.get("/gone", async () => { throw app.httpErrors.gone(); });
        function never() { throw new Error("not yet"); }
      `,
      "main.py": `
from fastapi import FastAPI, HTTPException
app = FastAPI()

def look(name):
    raise HTTPException(404)

@app.get("/looked", status_code=206)
def looked(name: str):
    return look(name)

@app.get("/never")
def never():
    raise HTTPException(410)
`,
    });
    const successes = routes.map(({ path, answers }) => [
      path,
      answers.flatMap(({ status }) => (status < 400 ? status : [])).join(),
    ]);
    expect(Object.fromEntries(successes)).toEqual({
      "/start": "202",
      "/gone": "",
      "/looked": "206",
      "/never": "",
    });
  });
});

describe("statuses that authors describe", () => {
  it("count where the code shows no error of its own", async () => {
    const { routes } = await scanOf({
      "nest.ts": `
        import { Controller, Delete, Get, Module, NotFoundException } from "@nestjs/common";
        import { ApiNotFoundResponse, ApiResponse } from "@nestjs/swagger";
        import { NestFactory } from "@nestjs/core";
        import { store } from "@company/store";
        @Controller("parts") class Parts {
          @Get(":id") @ApiResponse({ status: 410 }) @ApiNotFoundResponse() one() { return store.one(); }
          @Delete(":id") @ApiResponse({ status: 410 }) gone() { if (store.has()) throw new NotFoundException(); }
        }
        @Module({ controllers: [Parts] }) class App {}
        NestFactory.create(App);
      `,
      "main.py": `
from company.store import store
from fastapi import FastAPI
app = FastAPI()

@app.get("/papers", responses={404: {"description": "none"}})
def papers():
    return store.all()
`,
    });
    const all = routes.map(
      ({ method, path, answers }) => `${method} ${path} ${answers.map(({ status }) => status).join()}`,
    );
    expect(all.sort()).toEqual([
      "delete /parts/{id} 200,404",
      "get /papers 200,404",
      "get /parts/{id} 200,404,410",
    ]);
  });
});
