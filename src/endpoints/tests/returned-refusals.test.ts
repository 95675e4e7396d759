import { describe, expect, it } from "vitest";
import { accessOf } from "./app.suite.ts";

const unclear = `
        if not exempt(request):
            if request.headers.get("x-desk-token") != os.environ["DESK"]:`;

const settings = { "manage.py": "", "desk/__init__.py": "" };

const gates: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "FastAPI: middleware": {
    "main.py": `
import os
from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse
from elsewhere import exempt
app = FastAPI()
@app.middleware("http")
async def wall(request: Request, call_next):
    if True:${unclear}
                return JSONResponse({}, status_code=403)
    return await call_next(request)
@app.get("/notes")
def notes():
    return []
`,
  },
  "Flask: a hook": {
    "main.py": `
import os
from flask import Flask, request
from elsewhere import exempt
app = Flask(__name__)
@app.before_request
def wall():
    if True:${unclear}
                return {"error": "no"}, 401
@app.get("/notes")
def notes():
    return {}
`,
  },
  "Flask: a decorator": {
    "main.py": `
import os
from functools import wraps
from flask import Flask, request
from elsewhere import exempt
app = Flask(__name__)
def wall(fn):
    @wraps(fn)
    def inner():${unclear}
                return {"error": "no"}, 401
        return fn()
    return inner
@app.get("/notes")
@wall
def notes():
    return {}
`,
  },
  "Django: middleware": {
    ...settings,
    "desk/settings.py": `ROOT_URLCONF = "desk.urls"\nMIDDLEWARE = ["desk.wall.Wall"]\n`,
    "desk/wall.py": `
import os
from django.http import JsonResponse
from elsewhere import exempt
class Wall:
    def __init__(self, get_response):
        self.get_response = get_response
    def __call__(self, request):${unclear}
                return JsonResponse({}, status=403)
        return self.get_response(request)
`,
    "desk/urls.py": `
from django.http import JsonResponse
from django.urls import path
def notes(request):
    return JsonResponse({})
urlpatterns = [path("notes", notes)]
`,
  },
  "Django REST framework: a permission": {
    ...settings,
    "desk/settings.py": `ROOT_URLCONF = "desk.urls"\n`,
    "desk/urls.py": `
from django.conf import settings
from django.urls import path
from elsewhere import exempt
from rest_framework.permissions import BasePermission
from rest_framework.response import Response
from rest_framework.views import APIView
class HasKey(BasePermission):
    def has_permission(self, request, view):
        return exempt(request) or request.META.get("HTTP_X_DESK_KEY") in settings.DESK_KEYS
class Notes(APIView):
    authentication_classes = []
    permission_classes = [HasKey]
    def get(self, request):
        return Response([])
urlpatterns = [path("notes", Notes.as_view())]
`,
  },
  "Next.js: middleware": {
    "package.json": `{ "dependencies": { "next": "15" } }`,
    "middleware.ts": `
import { NextResponse } from "next/server";
import { exempt } from "elsewhere";
export function middleware(request) {
  if (!exempt(request) && request.headers.get("x-desk-token") !== process.env.DESK)
    return NextResponse.json({}, { status: 403 });
  return NextResponse.next();
}
`,
    "app/notes/route.ts": `export async function GET() { return Response.json([]); }`,
  },
  "NestJS: a guard": {
    "package.json": `{ "dependencies": { "@nestjs/core": "11" } }`,
    "main.ts": `
import { NestFactory } from "@nestjs/core";
import { Controller, Get, Module, UseGuards } from "@nestjs/common";
import { exempt } from "elsewhere";
class Wall {
  canActivate(context) {
    const request = context.switchToHttp().getRequest();
    return exempt(request) || request.headers["x-desk-token"] === process.env.DESK;
  }
}
@UseGuards(Wall)
@Controller("notes")
class Notes { @Get() all() { return []; } }
@Module({ controllers: [Notes] })
class App {}
NestFactory.create(App).then((app) => app.listen(3000));
`,
  },
};

describe("a refusal that a gate returns, where what else lets a request pass is not known", () => {
  it.each(Object.entries(gates))("%s", async (_name, files) => {
    const [line = ""] = await accessOf(files);
    expect(line).toMatch(/^GET \/notes unknown:header:x-desk-(?:token|key)/);
  });

  it.each(Object.entries(gates))(
    "%s, by something that no name shows to be credentials",
    async (_name, files) => {
      const odd = Object.entries(files).map(([path, text]) => [
        path,
        text.replace("x-desk-token", "x-desk").replace("HTTP_X_DESK_KEY", "HTTP_X_DESK"),
      ]);
      const [line = ""] = await accessOf(Object.fromEntries(odd));
      expect(line).toMatch(/^GET \/notes unknown:bearer/);
    },
  );

  it("Django: a view's own dispatch()", async () => {
    const files = {
      ...settings,
      "desk/settings.py": `ROOT_URLCONF = "desk.urls"\n`,
      "desk/urls.py": `
import os
from django.http import HttpResponseForbidden, JsonResponse
from django.urls import path
from django.views import View
class Wall:
    def dispatch(self, request, *args, **kwargs):
        if request.META.get("HTTP_X_DESK") != os.environ["DESK"]:
            return HttpResponseForbidden()
        return super().dispatch(request, *args, **kwargs)
class Notes(Wall, View):
    def get(self, request):
        return JsonResponse({})
class Entries(View):
    def post(self, request):
        if request.POST["word"] != "open":
            return JsonResponse({}, status=401)
        return JsonResponse({})
urlpatterns = [path("notes", Notes.as_view()), path("entries", Entries.as_view())]
`,
    };
    expect(await accessOf(files)).toEqual(["GET /notes required:header:x-desk", "POST /entries open"]);
  });

  it("FastAPI: decorators and types of libraries that ask who is there", async () => {
    const files = {
      "main.py": `
from fastapi import FastAPI
from company_desk import CurrentUser, require_user, traced
app = FastAPI()
@app.get("/decorated")
@require_user
def decorated():
    return {}
@app.get("/typed")
def typed(user: CurrentUser):
    return {}
@app.get("/traced")
@traced
def open_to_all():
    return {}
`,
    };
    expect(await accessOf(files)).toEqual([
      "GET /decorated unknown:bearer",
      "GET /traced unknown:bearer",
      "GET /typed unknown:bearer",
    ]);
  });

  it("is no refusal of a handler that people sign in by, whatever catches its errors", async () => {
    const files = {
      "app.js": `
        import Koa from "koa";
        import Router from "@koa/router";
        const app = new Koa();
        app.use(async (ctx, next) => {
          try { await next(); } catch (error) { ctx.status = error.status || 500; }
        });
        app.use(async (ctx, next) => {
          if (ctx.path !== "/enter" && ctx.get("x-desk") !== process.env.DESK) ctx.throw(401);
          await next();
        });
        const router = new Router();
        router.get("/notes", (ctx) => { ctx.body = []; });
        router.post("/enter", (ctx) => {
          if (ctx.request.body.word !== "open") ctx.throw(401);
          ctx.body = {};
        });
        app.use(router.routes());`,
    };
    expect(await accessOf(files)).toEqual(["GET /notes required:header:x-desk", "POST /enter open"]);
  });

  it("Django and Flask: headers by their names in WSGI", async () => {
    const view = (read: string, status = 401): Readonly<Record<string, string>> => ({
      "main.py": `
from flask import Flask, request
app = Flask(__name__)
@app.get("/notes")
def notes():
    if not request.environ${read}:
        return {}, ${status}
    return {}
`,
    });
    expect(await accessOf(view(`.get("HTTP_AUTHORIZATION")`))).toEqual(["GET /notes required:bearer"]);
    expect(await accessOf(view(`.get("HTTP_USER_AGENT")`, 400))).toEqual(["GET /notes open"]);
  });
});
