import { describe, expect, it } from "vitest";
import { routesOf } from "./app.suite.ts";

describe("routes as public applications write them", () => {
  it("Hono: middleware of a library called by hand, paths that a guard leaves out, cookies", async () => {
    const files = {
      "app.ts": `
        import { Hono } from "hono";
        import { cors } from "hono/cors";
        import { getCookie } from "hono/cookie";
        const app = new Hono();
        const among = (path, all) => all.some((one) => one.endsWith("*") ? path.startsWith(one.slice(0, -1)) : one === path);
        app.use((c, next) => { const inner = cors({ origin: c.env.ORIGINS }); return inner(c, next); });
        app.use(async (c, next) => {
          if (!["GET"].includes(c.req.method) && c.req.header("Content-Type") !== "application/json") return c.json({}, 415);
          return next();
        });
        const guard = (config) => { const open = config?.open || []; return async (c, next) => {
          if (among(c.req.path, open)) return next();
          if (!getCookie(c, c.env.LIVE ? "__Secure-session" : "session")) return c.json({}, 401);
          return next();
        }; };
        app.use("/*", guard({ open: ["/docs", "/public/*"] }));
        app.get("/docs", (c) => c.json({}));
        app.get("/public/:id", (c) => c.json({}));
        app.get("/notes/:id", (c) => c.json({}));
        app.post("/notes", (c) => c.json({}, 201));`,
    };
    expect(await routesOf(files)).toEqual([
      "GET /docs open 200",
      "GET /notes/{id} required:cookie:__Secure-session 200,401",
      "GET /public/{id} open 200",
      "POST /notes required:cookie:__Secure-session 201,401,415",
    ]);
  });

  it("Next.js: handlers that a library made, and the session of its wrapper", async () => {
    const files = {
      "auth.ts": `import NextAuth from "next-auth";
        export const { handlers: { GET, POST }, auth } = NextAuth({});`,
      "app/api/auth/[...nextauth]/route.ts": `export { GET, POST } from "../../../../auth"`,
      "app/api/user/route.ts": `import { auth } from "../../../auth";
        export const DELETE = auth(async (req) => {
          if (!req.auth) return new Response("no", { status: 401 });
          return new Response("gone", { status: 200 });
        });`,
    };
    expect(await routesOf(files)).toEqual([
      "DELETE /api/user required:cookie:session 200,401",
      "GET /api/auth/{nextauth} open 200",
      "POST /api/auth/{nextauth} open 200",
    ]);
  });

  it("Flask: a guard on what runs before each request", async () => {
    const files = {
      "app.py": `
from flask import Flask, Blueprint, jsonify
from flask_httpauth import HTTPBasicAuth
auth = HTTPBasicAuth()
api = Blueprint('api', __name__)

@api.before_request
@auth.login_required
def before():
    pass

@api.route('/widgets', methods=['POST'])
def create():
    return jsonify({}), 201

app = Flask(__name__)
app.register_blueprint(api, url_prefix='/api')
`,
    };
    expect(await routesOf(files)).toEqual(["POST /api/widgets required:basic 201,401"]);
  });

  it("Django: patterns to which a library adds some, given through a function of a class", async () => {
    const files = {
      "urls.py": `
from django.conf.urls.static import static
from django.urls import path
from rest_framework.views import APIView
from rest_framework.response import Response
from toolbar import Setup

class Note(APIView):
    def get(self, request, id):
        return Response({})

urlpatterns = [path("notes/<int:id>/", Note.as_view())] + static("/media/", document_root="x")
urlpatterns = Setup.do_urls(urlpatterns)
`,
      "toolbar.py": `
from django.urls import path, include
class Setup:
    @staticmethod
    def do_urls(urlpatterns):
        if not shown():
            return urlpatterns
        import debug_toolbar
        return urlpatterns + [path("__debug__/", include(debug_toolbar.urls))]
`,
    };
    expect(await routesOf(files)).toEqual(["GET /notes/{id}/ open 200"]);
  });
});
