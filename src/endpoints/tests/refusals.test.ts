import { describe, expect, it } from "vitest";
import { accessOf, routesOf } from "./app.suite.ts";

describe("who may not", () => {
  it("Django: is told so who is signed in, or everybody where the program asks for that", async () => {
    const files = {
      "urls.py": `
from django.contrib.auth.decorators import login_required, permission_required, user_passes_test
from django.contrib.auth.mixins import LoginRequiredMixin, PermissionRequiredMixin, UserPassesTestMixin
from django.shortcuts import render
from django.urls import path
from django.views.generic import TemplateView

class Shelf(PermissionRequiredMixin, TemplateView):
    permission_required = "books.view"

class Own(UserPassesTestMixin, TemplateView):
    raise_exception = True

class Told(LoginRequiredMixin, TemplateView):
    raise_exception = True

@login_required
@permission_required("books.lend", raise_exception=True)
def lend(request):
    return render(request, "lend.html")

@permission_required("books.lend")
def lent(request):
    return render(request, "lent.html")

@user_passes_test(lambda user: user.is_staff)
def staff(request):
    return render(request, "staff.html")

urlpatterns = [
    path("shelf/", Shelf.as_view()),
    path("own/", Own.as_view()),
    path("told/", Told.as_view()),
    path("lend/", lend),
    path("lent/", lent),
    path("staff/", staff),
]
`,
    };
    expect(await routesOf(files)).toEqual([
      "GET /lend/ required:cookie:sessionid 200,302,403",
      "GET /lent/ required:cookie:sessionid 200,302",
      "GET /own/ required:cookie:sessionid 200,403",
      "GET /shelf/ required:cookie:sessionid 200,302,403",
      "GET /staff/ required:cookie:sessionid 200,302",
      "GET /told/ required:cookie:sessionid 200,403",
    ]);
  });

  it("Django: is refused by decorators that wrap a view where it is registered", async () => {
    const files = {
      "views.py": `
from django.http import JsonResponse
from django.views import View
def a(request):
    return JsonResponse({})
class V(View):
    def get(self, request):
        return JsonResponse({})
`,
      "urls.py": `
from django.contrib.auth.decorators import login_required, permission_required, user_passes_test
from django.urls import path
from django.views.decorators.cache import cache_page, never_cache
from django.views.decorators.http import require_POST
from . import views
urlpatterns = [
    path("open", cache_page(60)(views.a)),
    path("passes", user_passes_test(lambda user: user.is_staff)(views.a)),
    path("post", require_POST(login_required(views.a))),
    path("view", never_cache(permission_required("x.y", raise_exception=True)(views.V.as_view()))),
]
`,
    };
    expect(await accessOf(files)).toEqual([
      "GET /open open",
      "GET /passes required:cookie:sessionid",
      "GET /view required:cookie:sessionid",
      "POST /post required:cookie:sessionid",
    ]);
  });

  it("lacks a secret of the query, by whatever status and in whichever hook", async () => {
    const flask = `
from flask import Flask, abort, request
app = Flask(__name__)
@app.url_value_preprocessor
def keyed(endpoint, values):
    if endpoint == "closed" and request.args.get("token") != app.config["TOKEN"]: abort(404)
@app.get("/closed")
def closed(): return "x"
@app.get("/open")
def free(): return "x"
`;
    expect(await accessOf({ "app.py": flask })).toEqual(["GET /closed unknown:bearer", "GET /open open"]);
    const hono = `
import { Hono } from "hono";
const app = new Hono();
app.get("/closed", (c) => ((c.req.query("key") ?? "none") === process.env.KEY ? c.json({}) : c.notFound()));
app.get("/open", (c) => (c.req.query("q") === "" ? c.notFound() : c.json({})));
export default app;
`;
    expect(await accessOf({ "src/app.ts": hono })).toEqual(["GET /closed unknown:bearer", "GET /open open"]);
  });

  it("Flask: is sent to where people sign in, and others to where they see what was done", async () => {
    const files = {
      "app.py": `
import functools
from flask import Flask, abort, g, redirect, session, url_for
app = Flask(__name__)

@app.before_request
def load():
    key = session.get("user_id")
    g.user = None if key is None else find(key)

def people_only(view):
    @functools.wraps(view)
    def inner(**kwargs):
        if g.user is None:
            return redirect(url_for("login"))
        return view(**kwargs)
    return inner

@app.route("/notes/<int:id>/remove", methods=["POST"])
@people_only
def remove(id):
    forget(id)
    return redirect(url_for("notes"))

@app.route("/notes/<int:id>/forget")
@people_only
def forgotten(id):
    if not forget(id):
        abort(404)
    return redirect(url_for("notes"))

@app.route("/leave", methods=["POST"])
def leave():
    if g.user is None:
        return redirect(url_for("home"))
    session.clear()
    return redirect(url_for("bye"))

@app.route("/start")
def start():
    if g.user is None:
        return redirect(url_for("login"))
    return redirect(url_for("notes"))
`,
    };
    expect(await routesOf(files)).toEqual([
      "GET /notes/{id}/forget required:cookie:session 302,404",
      "GET /start optional:cookie:session 302",
      "POST /leave optional:cookie:session 302",
      "POST /notes/{id}/remove required:cookie:session 302",
    ]);
  });

  it("Express: is redirected to sign in", async () => {
    const files = {
      "app.js": `
const express = require("express");
const session = require("express-session");
const app = express();
app.use(session({ secret: "s" }));
const people = (req, res, next) => (req.session.user ? next() : res.redirect("/login"));
app.post("/notes", people, (req, res) => {
  keep(req.body.text);
  res.redirect("/notes");
});
app.listen(3000);
`,
    };
    expect(await routesOf(files)).toEqual(["POST /notes required:cookie:session 302 {text}"]);
  });

  it("Hono: is redirected to sign in", async () => {
    const files = {
      "app.ts": `
import { Hono } from "hono";
import { getCookie } from "hono/cookie";
const app = new Hono();
app.post("/notes", async (c) => {
  if (!getCookie(c, "session")) return c.redirect("/sign-in");
  keep((await c.req.parseBody()).text);
  return c.redirect("/notes", 303);
});
export default app;
`,
    };
    expect(await routesOf(files)).toEqual(["POST /notes required:cookie:session 302,303 {text}"]);
  });
});

describe("files that programs start with", () => {
  it("are followed where all they do is to call what they import", async () => {
    const files = {
      "src/main.ts": `
import { Rest } from "./rest";
import { AppModule } from "./module";
Rest.make(AppModule);
`,
      "src/rest.ts": `
import { NestFactory } from "@nestjs/core";
class Helpers {
  canActivate(context) {
    const response = context.switchToHttp().getResponse();
    response.accepted = (data) => response.status(202).json({ data });
    return true;
  }
}
export class Rest {
  static async make(module) {
    const app = await NestFactory.create(module);
    app.useGlobalGuards(new Helpers());
    await app.listen(3000);
  }
}
`,
      "src/module.ts": `
import { Controller, Get, Module, Res } from "@nestjs/common";
@Controller("tasks")
class Tasks {
  @Get()
  all(@Res() res) {
    return res.accepted([]);
  }
}
@Module({ controllers: [Tasks] })
export class AppModule {}
`,
    };
    expect(await routesOf(files)).toEqual(["GET /tasks open 202"]);
  });
});
