import { describe, expect, it } from "vitest";
import { routesOf } from "./app.suite.ts";

describe("what libraries bring", () => {
  it("Django REST: views of knox and dj-rest-auth one by one", async () => {
    const files = {
      "manage.py": `import os\nos.environ.setdefault("DJANGO_SETTINGS_MODULE", "site.settings")\n`,
      "site/settings.py": `
ROOT_URLCONF = "site.urls"
REST_FRAMEWORK = {"DEFAULT_AUTHENTICATION_CLASSES": ("knox.auth.TokenAuthentication",)}
`,
      "site/urls.py": `
from django.urls import include, path
from dj_rest_auth.views import LoginView, UserDetailsView
from knox import views as knox_views
urlpatterns = [
    path("login/", LoginView.as_view()),
    path("me/", UserDetailsView.as_view()),
    path("logout/", knox_views.LogoutView.as_view(), name="knox_logout"),
    path("all/", include("knox.urls")),
]
`,
    };
    expect(await routesOf(files)).toEqual([
      "GET /me/ required:bearer 200,401",
      "PATCH /me/ required:bearer 200,400,401 {username,first_name,last_name}",
      "POST /all/login/ required:bearer 200,401",
      "POST /all/logout/ required:bearer 204,401",
      "POST /all/logoutall/ required:bearer 204,401",
      "POST /login/ open 200,400 {username,email,password}",
      "POST /logout/ required:bearer 204,401",
      "PUT /me/ required:bearer 200,400,401 {username,first_name,last_name}",
    ]);
  });

  it("Koa: koa-parameter, and routers that are found by a pattern with a callback", async () => {
    const files = {
      "src/app.ts": `
        import Koa from "koa";
        import Router from "koa-router";
        import glob from "glob";
        import path from "path";
        import parameter from "koa-parameter";
        const filesIn = (cwd, pattern) => new Promise((resolve, reject) => {
          glob(pattern, { cwd, absolute: true }, (error, found) => (error ? reject(error) : resolve(found)));
        });
        const app = new Koa();
        app.use(parameter(app));
        const router = new Router({ prefix: "/api" });
        const names = await filesIn(path.join(__dirname, "modules"), "**/*.routes!(*.map)");
        const modules = await Promise.all(names.map(async (name) => import(name)));
        modules.map((module) => module.default).forEach((install) => install(router));
        app.use(router.routes());`,
      "src/modules/note/note.routes.ts": `
        export default function install(router) {
          router.post("/notes", async (ctx) => {
            ctx.verifyParams({ text: { type: "string", required: true }, pages: "int?" });
            ctx.body = await store(ctx.request.body);
          });
          router.get("/notes", async (ctx) => {
            ctx.verifyParams({ page: { type: "int", required: false } });
            ctx.body = [];
          });
        }`,
    };
    expect(await routesOf(files)).toEqual([
      "GET /api/notes open 200,422 ?page",
      "POST /api/notes open 200,422 {text,pages}",
    ]);
  });

  it("Express: an upload that a handler calls by itself", async () => {
    const files = {
      "app.js": `
        import express from "express";
        import multer from "multer";
        const app = express();
        const upload = multer({ dest: "files" }).single("picture");
        app.post("/pictures", (req, res) => {
          upload(req, res, (error) => {
            if (error) return res.status(400).send({});
            res.send({ path: req.file.path });
          });
        });`,
    };
    expect(await routesOf(files)).toEqual(["POST /pictures open 200,400 {picture}"]);
  });

  it("FastAPI: one router by several names", async () => {
    const files = {
      "main.py": `
from fastapi import APIRouter, FastAPI
app = FastAPI()
notes_router = r = APIRouter()

class Held:
    pass

held = Held()
held.one = held.other = APIRouter(prefix="/held")

@r.get("/notes")
def notes():
    return []

@held.other.get("/notes")
def held_notes():
    return []

app.include_router(notes_router, prefix="/v1")
app.include_router(held.one)
`,
    };
    expect(await routesOf(files)).toEqual(["GET /held/notes open 200", "GET /v1/notes open 200"]);
  });
});
