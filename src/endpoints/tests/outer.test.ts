import { describe, expect, it } from "vitest";
import { routesOf } from "./app.suite.ts";

describe("what stands around all endpoints", () => {
  it("FastAPI: takes no error that is answered within, and refuses for them all", async () => {
    expect(
      await routesOf({
        "app.py": `
from typing import Annotated
from fastapi import APIRouter, Depends, FastAPI, HTTPException, Request
from fastapi.responses import JSONResponse
from starlette.middleware.base import BaseHTTPMiddleware
from pydantic import BaseModel
import plugins, settings

class Change(BaseModel):
    name: str

class Last(BaseHTTPMiddleware):
    async def dispatch(self, request, call_next):
        try:
            response = await call_next(request)
        except Exception:
            response = JSONResponse({}, status_code=500)
        return response

refused = HTTPException(status_code=401)

def current_user(request: Request):
    name = plugins.get(settings.NAME).current(request)
    if not name:
        raise refused
    return name

router = APIRouter()

@router.get("/items/{id}")
def one(id: int):
    if not find(id):
        raise HTTPException(404)
    return {}

accounts = APIRouter()

@accounts.put("/me")
def me(change: Change, user: Annotated[str, Depends(current_user)]):
    return {}

def checked(code: str):
    if not known(code):
        raise refused
    return code

@accounts.post("/redeem")
def redeem(code: Annotated[str, Depends(checked)]):
    return {}

app = FastAPI()
app.add_middleware(Last)
app.include_router(router, dependencies=[Depends(current_user)])
app.include_router(accounts)
`,
      }),
    ).toEqual([
      "GET /items/{id} required:bearer 200,401,404,422",
      "POST /redeem open 200,401,422 ?code",
      "PUT /me required:bearer 200,401,422 {name}",
    ]);
  });

  it("Express: answers other paths by patterns, which are tried on the path of each", async () => {
    expect(
      await routesOf({
        "app.js": `
const app = require("express")();
app.use((req, res, next) => {
  const path = req.originalUrl.replace(/\\/$/, "");
  if (path.startsWith("/api/") && !/\\.(?:css|js)$/.test(path)) next();
  else res.send("page");
});
app.use((req, res, next) => {
  if (!req.headers.authorization) return res.sendStatus(401);
  next();
});
app.get("/api/items/", (req, res) => res.json([]));
app.get("/api/items/:id", (req, res) => res.json({}));
`,
      }),
    ).toEqual(["GET /api/items required:bearer 200,401", "GET /api/items/{id} required:bearer 200,401"]);
  });

  it("tells who is asked by what values are: text in place of a token, one class or another", async () => {
    expect(
      await routesOf({
        "app.js": `
const app = require("express")();
const tokenOf = (req) => {
  const token = req.headers.authorization;
  if (!token) return "Sign in first.";
  return { token };
};
app.get("/me", (req, res) => {
  const token = tokenOf(req);
  if (typeof token === "string") return res.status(401).json({ message: token });
  res.json(token);
});
`,
        "app.py": `
from flask import Flask, request, jsonify
app = Flask(__name__)

class Refused:
    pass

def who():
    token = request.headers.get("X-Token")
    if not token:
        return Refused()
    return [token]

@app.get("/them")
def them():
    found = who()
    if isinstance(found, list):
        return jsonify(found)
    return jsonify({}), 403
`,
      }),
    ).toEqual(["GET /me required:bearer 200,401", "GET /them required:header:X-Token 200,403"]);
  });

  it("knows who is signed in by a session's get(), and by its id where that is the user's", async () => {
    expect(
      await routesOf({
        "app.py": `
from flask import Flask, redirect, session
app = Flask(__name__)

def authed():
    return bool(session.get("id", False))

@app.get("/mine")
def mine():
    if authed():
        return {}
    return redirect("/login")

@app.get("/theirs")
def theirs():
    if not session.get("user_id"):
        return {}, 401
    return {}
`,
      }),
    ).toEqual(["GET /mine required:cookie:session 200,302", "GET /theirs required:cookie:session 200,401"]);
  });

  it("tries a request without a session, which is sent to a sign-in page or refused by the view's endpoint", async () => {
    expect(
      await routesOf({
        "app.py": `
from flask import Flask, abort, g, redirect, request, session
from flask.views import MethodView, View
app = Flask(__name__)

@app.before_request
def look():
    g.rower = rowers.get(session.get("rower_id"))
    if request.endpoint in {"pier", "enter", "depth"} or g.rower:
        return None
    return abort(401) if request.endpoint == "boats" else redirect("/login")

@app.get("/login")
def enter(): return {}
@app.get("/pier")
def pier(): return {}
@app.get("/mine")
def mine(): return {}
@app.get("/tide")
def tide(): return redirect("/login")
class Boats(MethodView):
    def put(self): return {}
app.add_url_rule("/boats", view_func=Boats.as_view("boats"))
class Depth(View):
    methods = ["GET", "POST"]
    def dispatch_request(self): return {}
app.add_url_rule("/depth", view_func=Depth.as_view("depth"))
`,
      }),
    ).toEqual([
      "GET /depth open 200",
      "GET /login open 200",
      "GET /mine required:cookie:session 200,302",
      "GET /pier open 200",
      "GET /tide unknown:bearer 302",
      "POST /depth open 200",
      "PUT /boats required:cookie:session 200,401",
    ]);
  });

  it("asks a view for the session values and cookies that it names as it likes, and keeps what a request stores", async () => {
    expect(
      await routesOf({
        "app.py": `
from flask import Flask, abort, redirect, request, session
app = Flask(__name__)

@app.before_request
def count():
    session.setdefault("visits", 1)
    session.update(seen=True)
    session["tide"] = "high"

@app.get("/crew")
def crew(): return {} if "rower" in session else redirect("/login")
@app.get("/berth")
def berth():
    if not session.get("rower"): abort(403)
    return {}
@app.get("/home")
def home(): return redirect("/crew" if session.get("rower") else "/login")
@app.get("/tide")
def tide():
    if not (session["tide"] and session.get("visits") and session.get("seen")): abort(403)
    return {} if session.get("plan", "free") == "free" else redirect("/login")
@app.post("/letter")
def letter():
    if session.get("captcha") != request.form["captcha"]: abort(403)
    return {}
@app.post("/leave")
def leave():
    session.pop("rower", None)
    return redirect("/login")
`,
        "app.js": `
const app = require("express")();
app.get("/js/boat", (req, res) => { if (!req.cookies.rower) return res.redirect("/login"); res.json({}); });
app.use((req, res, next) => { req.session.touch(); req.session.prune(); req.session.tide = req.session.tide || "high"; next(); });
app.get("/js/crew", (req, res) => { if (!req.session.rower) return res.redirect("/login"); res.json({}); });
app.post("/js/leave", (req, res) => { req.session = null; res.redirect("/login"); });
app.get("/js/basket", (req, res) => { if (!req.session.basket) return res.redirect("/shop"); res.json({}); });
app.get("/js/tide", (req, res) => { if (!req.session.tide) return res.redirect("/login"); res.json({}); });
`,
      }),
    ).toEqual([
      "GET /berth required:cookie:session 200,403",
      "GET /crew required:cookie:session 200,302",
      "GET /home open 302",
      "GET /js/basket unknown:bearer 200,302",
      "GET /js/boat required:cookie:rower 200,302",
      "GET /js/crew required:cookie:session 200,302",
      "GET /js/tide open 200,302",
      "GET /tide open 200,302,403",
      "POST /js/leave open 302",
      "POST /leave open 302",
      "POST /letter open 200,403 {captcha}",
    ]);
  });

  it("Python: a session without a value raises KeyError, and FastAPI sends callers to a sign-in page", async () => {
    expect(
      await routesOf({
        "main.py": `
from fastapi import FastAPI, HTTPException, Request
from fastapi.responses import RedirectResponse
app = FastAPI()

@app.post("/crew")
def crew(request: Request):
    try:
        rower = request.session["rower"]
    except KeyError:
        raise HTTPException(401)
    return {}
@app.get("/berth")
def berth(request: Request):
    return {} if request.session.get("rower") else RedirectResponse("/login")
@app.get("/boat")
def boat(request: Request):
    if "rower" not in request.session: raise HTTPException(307, headers={"Location": "/login"})
    return {}
@app.get("/tide")
def tide(request: Request):
    request.session.setdefault("zone", "a")
    return {} if request.session["zone"] else RedirectResponse("/login")
`,
        "app.py": `
from flask import Flask, redirect, request, session
app = Flask(__name__)
@app.get("/mine")
def mine():
    try:
        user = session["user_id"]
    except KeyError:
        return redirect("/login")
    return {}
@app.get("/oar")
def oar():
    try:
        request.cookies["rower"]
    except KeyError:
        return redirect("/login")
    return {}
`,
      }),
    ).toEqual([
      "GET /berth required:cookie:session 200,307",
      "GET /boat required:cookie:session 200,307",
      "GET /mine required:cookie:session 200,302",
      "GET /oar required:cookie:rower 200,302",
      "GET /tide open 200,307",
      "POST /crew required:cookie:session 200,401",
    ]);
  });

  it("tells a registration that ends at a sign-in page from an action that needs a caller", async () => {
    expect(
      await routesOf({
        "app.py": `
from flask import Flask, redirect, request, session, url_for
app = Flask(__name__)
@app.post("/join")
def join():
    if session.get("user_id"): return redirect("/home")
    create(request.form["name"])
    return redirect("/login")
@app.post("/enter")
def enter():
    if session.get("tries", 0) > 3: return redirect("/login?locked")
    return redirect("/home" if request.form["word"] == word else "/login")
@app.post("/rename")
def rename():
    if not session.get("rower"): return redirect(url_for("crew.login"))
    change(request.form["name"])
    return redirect("/home")
`,
      }),
    ).toEqual([
      "POST /enter open 302 {word}",
      "POST /join unknown:cookie:session 302 {name}",
      "POST /rename required:cookie:session 302 {name}",
    ]);
  });

  it("leaves a redirect open or undecided that callers without credentials reach as well", async () => {
    expect(
      await routesOf({
        "app.js": `
const app = require("express")();
app.use("/maybe", (req, res, next) => {
  if (!req.headers.authorization && Math.random() > limit) return res.status(401).end();
  next();
});
app.get("/maybe/pier", (req, res) => res.redirect("/pier"));
app.use("/pub", (req, res, next) => { req.user = look(req.headers.authorization); next(); });
app.get("/pub/tide", (req, res) => (find(req.query.q) ? res.redirect("/pier") : res.status(403).end()));
`,
      }),
    ).toEqual(["GET /maybe/pier unknown:bearer 302,401", "GET /pub/tide unknown:bearer 302,403 ?q"]);
  });

  it("Hono: answers errors that extend its own by the status which they have been made with", async () => {
    expect(
      await routesOf({
        "app.ts": `
import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
const statuses = (code: string) => {
  switch (code) {
    case "UNAUTHORIZED": return 401;
    case "NOT_FOUND": return 404;
    default: return 500;
  }
};
class ApiError extends HTTPException {
  constructor({ code }: { code: string }) {
    super(statuses(code), { message: code });
  }
}
const api = new Hono();
api.use("/*", async (c, next) => {
  if (!c.req.header("x-shop-key")) throw new ApiError({ code: "UNAUTHORIZED" });
  await next();
});
api.get("/items/:id", async (c) => {
  const one = await find(c.req.param("id"));
  if (!one) throw new ApiError({ code: "NOT_FOUND" });
  return c.json(one);
});
const app = new Hono();
app.onError((err, c) => {
  if (err instanceof ApiError) return c.json({ a: 1 }, { status: err.status });
  return c.json({}, { status: 500 });
});
app.route("/v1", api);
`,
      }),
    ).toEqual(["GET /v1/items/{id} required:header:x-shop-key 200,401,404"]);
  });

  it("Koa: runs what comes next within something, and passes it on in each branch, however many do", async () => {
    const passing = "app.use(async (ctx, next) => { if (settings.a()) return next(); await next(); });\n";
    expect(
      await routesOf({
        "app.js": `
const Koa = require("koa");
const logger = require("koa-logger");
const Router = require("koa-router");
const { AsyncLocalStorage } = require("node:async_hooks");
const settings = require("settings");
const held = new AsyncLocalStorage();
const app = new Koa();
app.use(logger((line) => console.log(line)));
app.use((ctx, next) => held.run({ id: 1 }, next));
${passing.repeat(14)}
const router = new Router();
router.get("/me", (ctx) => {
  if (!ctx.get("Authorization")) ctx.throw(401);
  ctx.body = {};
});
app.use(router.routes());
`,
      }),
    ).toEqual(["GET /me required:bearer 200,401"]);
  });

  it("takes a token in the body or the query for another way to say who asks, where one function looks at them all", async () => {
    expect(
      await routesOf({
        "app.js": `
const Koa = require("koa");
const Router = require("koa-router");
const app = new Koa();
const router = new Router();
const tokenOf = (ctx) => {
  const header = ctx.request.get("authorization");
  if (header) return { token: header.slice(7), by: "header" };
  if (ctx.request.body && "token" in ctx.request.body) return { token: String(ctx.request.body.token), by: "body" };
  if (ctx.request.query?.token) return { token: String(ctx.request.query.token), by: "query" };
  return { token: undefined };
};
app.use(async (ctx, next) => {
  ctx.request.body ??= {};
  await next();
});
router.post("/me", (ctx) => {
  const { token, by } = tokenOf(ctx);
  if (!token || (by === "body" && !token.startsWith("ol_"))) ctx.throw(401);
  ctx.body = {};
});
router.post("/verify", (ctx) => {
  if (!ctx.request.body.token) ctx.throw(400);
  ctx.body = {};
});
app.use(router.routes());
`,
      }),
    ).toEqual(["POST /me required:bearer 200,401 ?token {token}", "POST /verify open 200,400 {token}"]);
  });

  it("knows that a token which is cut out of no header is missing", async () => {
    expect(
      await routesOf({
        "app.js": `
const app = require("express")();
const tokenOf = (header) => {
  const [token] = (header || "").split("Bearer ").filter((part) => part.length > 0);
  if (!token) throw new Error("sign in first");
  return token;
};
app.get("/js", (req, res) => {
  try {
    const found = find(tokenOf(req.headers.authorization));
    if (!found) return res.sendStatus(404);
    res.json(found);
  } catch {
    res.sendStatus(401);
  }
});
`,
      }),
    ).toEqual(["GET /js required:bearer 200,401,404"]);
    expect(
      await routesOf({
        "app.py": `
from flask import Flask, jsonify, request
app = Flask(__name__)

@app.get("/py")
def one():
    parts = request.headers.get("Authorization", "").split()
    if len(parts) != 2:
        return jsonify({}), 401
    return jsonify(find(parts[1]))
`,
      }),
    ).toEqual(["GET /py required:bearer 200,401"]);
  });

  it("goes on with the usual status after a guard that sets another where it refuses", async () => {
    expect(
      await routesOf({
        "app.js": `
const app = require("express")();
const sessionOf = (req, res) => {
  let { token } = req.body || {};
  if (!token) token = req.headers["x-app-token"];
  const session = find(token);
  if (!session) {
    res.status(401);
    res.send({ reason: "unknown" });
    return null;
  }
  return session;
};
app.use((req, res, next) => {
  const session = sessionOf(req, res);
  if (!session) return;
  res.locals = session;
  next();
});
app.post("/items", (req, res) => res.send({ of: res.locals.userId }));
`,
      }),
    ).toEqual(["POST /items required:header:x-app-token 200,401 {token}"]);
  });
});
