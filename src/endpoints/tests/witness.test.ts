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
    ).toEqual(["3 registered, 3 found", 'urls.py:9 path("all/")']);
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
