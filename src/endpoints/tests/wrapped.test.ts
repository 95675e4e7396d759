import { describe, expect, it } from "vitest";
import { routesOf } from "./app.suite.ts";

describe("what libraries are given, and what they say of it", () => {
  it("Hono: what sets a library up below a path passes requests on, and its guard asks who is there", async () => {
    const files = {
      "app.ts": `
        import { initAuthConfig, verifyAuth } from "@hono/auth-js";
        import { Hono } from "hono";
        const app = new Hono().basePath("/api");
        app.use("*", initAuthConfig(() => ({ providers: [] })));
        const users = new Hono()
          .get("/", verifyAuth(), (c) => c.json(c.get("authUser").token))
          .post("/", async (c) => c.json(await c.req.json()));
        app.route("/users", users);`,
    };
    expect(await routesOf(files)).toEqual([
      "GET /api/users required:cookie:session 200,401",
      "POST /api/users open 200",
    ]);
  });

  it("Hono: some, every and except of its guards, and a part by its base path that is mounted elsewhere", async () => {
    const files = {
      "app.ts": `
        import { Hono } from "hono";
        import { bearerAuth } from "hono/bearer-auth";
        import { jwt } from "hono/jwt";
        import { every, except, some } from "hono/combine";
        import { logger } from "hono/logger";
        const guard = bearerAuth({ token: "a" });
        const app = new Hono();
        app.use("/one/*", some(guard, jwt({ secret: "s" })));
        app.use("/all/*", every(logger(), guard));
        app.use("/api/*", except(["/api/open", "/api/files/*"], guard));
        app.get("/one/a", (c) => c.text("x"));
        app.get("/all/a", (c) => c.text("x"));
        app.get("/api/open", (c) => c.text("x"));
        app.get("/api/files/:id", (c) => c.text("x"));
        app.get("/api/closed", (c) => c.text("x"));
        const part = new Hono().basePath("/part").get("/a", (c) => c.text("x"));
        app.route("/in", part);`,
    };
    expect(await routesOf(files)).toEqual([
      "GET /all/a required:bearer 200,400,401",
      "GET /api/closed required:bearer 200,400,401",
      "GET /api/files/{id} open 200",
      "GET /api/open open 200",
      "GET /in/part/a open 200",
      "GET /one/a required:bearer 200,400,401",
    ]);
  });

  it("Hono: sessions and tokens that Stytch's middleware asks for", async () => {
    const files = {
      "app.ts": `
        import { Hono } from "hono";
        import { Consumer } from "@hono/stytch-auth";
        export default new Hono()
          .get("/todos", Consumer.authenticateSessionLocal(), (c) => c.json([]))
          .get("/mcp", Consumer.authenticateOAuth(), (c) => c.json([]))
          .get("/open", (c) => c.json([]));`,
    };
    expect(await routesOf(files)).toEqual([
      "GET /mcp required:bearer 200,401",
      "GET /open open 200",
      "GET /todos required:cookie:session 200,401",
    ]);
  });

  it("Koa: a user whom tagged SQL finds by a cookie, for all checks that look at that one", async () => {
    const files = {
      "app.js": `
        const Koa = require("koa");
        const Router = require("@koa/router");
        const app = new Koa();
        app.use(async (ctx, next) => {
          const id = ctx.cookies.get("session_id");
          if (!id) return next();
          const user = await pool.one(sql\`SELECT * FROM users WHERE session = \${id}\`);
          if (user) ctx.currUser = user;
          await next();
        });
        app.use((ctx, next) => {
          ctx.permit = (user, action) => ctx.assert(can(user, action), 403);
          return next();
        });
        const can = (user, action) => {
          switch (action) {
            case "read": return true;
            case "write": if (!user) return false; return user.role === "ADMIN";
            default: return false;
          }
        };
        const router = new Router();
        router.get("/notes", (ctx) => { ctx.permit(ctx.currUser, "read"); ctx.body = list(ctx.currUser); });
        router.post("/notes", (ctx) => { ctx.permit(ctx.currUser, "write"); ctx.status = 201; });
        router.get("/open", (ctx) => { ctx.body = "x"; });
        router.get("/never", (ctx) => { ctx.permit(ctx.currUser, "else"); ctx.body = "x"; });
        app.use(router.routes());`,
    };
    expect(await routesOf(files)).toEqual([
      "GET /never optional:cookie:session_id 403",
      "GET /notes optional:cookie:session_id 200",
      "GET /open open 200",
      "POST /notes required:cookie:session_id 201,403",
    ]);
  });

  it("Next.js: a body that is read as a text and taken apart, and names of files that nobody knows", async () => {
    const files = {
      "app/api/hook/route.ts": `
        import { createHmac } from "crypto";
        export async function POST(req: Request) {
          const raw = await req.text();
          const wanted = createHmac("sha256", process.env.SECRET).update(raw).digest("hex");
          if (req.headers.get("x-hub-signature") !== wanted) return Response.json({}, { status: 401 });
          const event = JSON.parse(raw) as { type: string; data: { id?: string } };
          if (event.type === "a") await save(event.data.id);
          return Response.json({});
        }`,
      "app/api/files/route.ts": `
        import path from "path";
        export async function POST(req: Request) {
          const { filename } = await req.json();
          const name = path.basename(filename ?? "");
          if (!name) return Response.json({}, { status: 400 });
          return Response.json({ name });
        }`,
    };
    expect(await routesOf(files)).toEqual([
      "POST /api/files open 200,400 {filename}",
      "POST /api/hook required:header:x-hub-signature 200,401 {type,data.id}",
    ]);
  });

  it("Flask: pages of rows and files that may not be there, a fresh sign-in, and somebody who is compared", async () => {
    const files = {
      "app.py": `
from flask import Flask, render_template, request, send_from_directory
from flask_login import LoginManager, current_user, fresh_login_required
from flask_sqlalchemy import SQLAlchemy

app = Flask(__name__)
db = SQLAlchemy(app)
login_manager = LoginManager(app)
login_manager.login_view = "login"

class Photo(db.Model):
    id = db.Column(db.Integer, primary_key=True)

@app.get("/photos")
def photos():
    return render_template("photos.html", photos=Photo.query.paginate(request.args.get("page", 1, type=int), 12))

@app.get("/latest")
def latest():
    return render_template("photos.html", photos=Photo.query.paginate(page=1, error_out=False))

@app.get("/files/<path:name>")
def file(name):
    return send_from_directory("files", name)

@app.get("/password")
@fresh_login_required
def password():
    return render_template("password.html")

@app.get("/users/<name>")
def user(name):
    found = find(name)
    if found == current_user and found.locked:
        warn()
    return render_template("user.html", user=found)
`,
    };
    expect(await routesOf(files)).toEqual([
      "GET /files/{name} open 200,404",
      "GET /latest open 200",
      "GET /password required:cookie:session 200,302",
      "GET /photos open 200,404 ?page",
      "GET /users/{name} optional:cookie:session 200",
    ]);
  });
});
