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
