import { describe, expect, it } from "vitest";
import { accessOf } from "./app.suite.ts";

const flask = `
from flask import Flask, g, jsonify, request, session
app = Flask(__name__)
crew = {1: {"name": "ada"}}
doors = {"front", "back"}
@app.before_request
def who():
    g.sailor = crew.get(session.get("user_id"))
@app.before_request
def ashore():
    sailor = g.get("sailor")
    if sailor is not None and sailor.get("ashore"):
        return jsonify({}), 403
@app.get("/log")
def log():
    if g.sailor is None:
        return jsonify({}), 401
    return jsonify([])
@app.get("/tides")
def tides():
    return jsonify([])
@app.get("/hold")
def hold():
    if request.headers.get("X-Hold-Key") not in doors:
        return jsonify({}), 401
    return jsonify([])
`;

const express = (start: string, get: string): Record<string, string> => ({
  "app.js": `
    const express = require("express");
    const app = express();
    const crew = [{ id: "a1" }];
    const berths = new Map();
    const keys = (process.env.KEYS || "one").split(",");
    ${start}
    app.post("/enter", (req, res) => { crew.push({ id: made() }); res.json({}); });
    app.get("/log", ${get});
  `,
});
const answer = "(req, res) => res.json([])";

/** What a request without credentials can't find: whatever the table, list or text that is searched by them. */
const searches = {
  "a list searched by what a table holds for a token": express(
    `const need = (req, res, next) => {
       const token = req.headers.authorization;
       const id = token ? berths.get(token) : undefined;
       if (!crew.find((sailor) => sailor.id === id)) return res.sendStatus(401);
       next();
     };`,
    `need, ${answer}`,
  ),
  "the place of a key in a list of settings": express(
    `const need = (req, res, next) =>
       keys.indexOf(req.headers["x-hold-key"] || req.query.key) === -1 ? res.sendStatus(403) : next();`,
    `need, ${answer}`,
  ),
  "a key that a list of unknown length has to include": express(
    `const need = (req, res, next) => ([...made(), "one"].includes(req.get("x-hold-key")) ? next() : res.sendStatus(401));`,
    `need, ${answer}`,
  ),
  "a member of a table": express(
    `const need = (req, res, next) => ({ one: 1 }[req.get("x-hold-key")] ? next() : res.sendStatus(401));`,
    `need, ${answer}`,
  ),
  "a signature of the body": express(
    `const { timingSafeEqual } = require("crypto");
     const need = (req, res, next) => {
       const sent = req.get("x-tide-signature") ?? "";
       if (sent.length !== made().length || !timingSafeEqual(Buffer.from(sent), made())) throw Object.assign(new Error(), { status: 403 });
       next();
     };`,
    `need, ${answer}`,
  ),
  "a guard before a handler that reads a password": express(
    `const need = (req, res, next) => {
       if (!crew.some((sailor) => sailor.id === berths.get(req.headers.authorization))) return next(new Error("who?"));
       next();
     };
     app.use((err, req, res, next) => res.status(401).json({}));`,
    `need, (req, res) => (req.body.pin ? res.json([]) : res.sendStatus(400))`,
  ),
};

describe("a request without credentials", () => {
  it.each(Object.entries(searches))("isn't found by %s", async (_name, files) => {
    const [line] = await accessOf(files);
    expect(line).toMatch(/^GET \/log required/);
  });

  it("Flask: is nobody in a table of users, and no key in a set", async () => {
    expect(await accessOf({ "app.py": flask })).toEqual([
      "GET /hold required:cookie:session,header:X-Hold-Key",
      "GET /log required:cookie:session",
      "GET /tides open",
    ]);
  });

  it("passes by a guard of the program where `unless` lets it, and by methods of a prototype", async () => {
    const files = {
      "app.js": `
        const app = require("express")();
        const need = (req, res, next) => (req.headers.authorization ? next() : res.sendStatus(401));
        need.unless = require("express-unless").unless;
        function Tides(rows) { this.rows = rows; }
        Tides.prototype.list = function (req, res) { res.json(this.rows); };
        const tides = new Tides([]);
        app.use(need.unless({ path: ["/tides", { url: /^\\/log\\/\\d+$/, methods: ["GET"] }] }));
        app.get("/tides", tides.list);
        app.get("/log/:id", tides.list);
        app.put("/log/:id", tides.list);
        app.get("/hold", tides.list);
      `,
    };
    expect(await accessOf(files)).toEqual([
      "GET /hold required:bearer",
      "GET /log/{id} open",
      "GET /tides open",
      "PUT /log/{id} required:bearer",
    ]);
  });

  it.each([
    ["bound by a library", `const need = require("lodash").bind(check, null);`],
    ["inherited from another object", `const { need } = Object.create({ need: check });`],
    ["inherited by a literal", `const { need } = { __proto__: { need: check } };`],
    ["put on a module of Node", `const http = require("http"); http.need = check; const { need } = http;`],
    [
      "put on a library",
      `const cors = require("cors"); cors.need = check; const need = require("cors").need;`,
    ],
    ["put on the global object", `global.need = check; const need = globalThis.need ?? global.need;`],
    [
      "used where nothing replaces it",
      `const http = require("http"); http.other = answer; http.other = null;
       const need = (req, res, next) => (http.other ? next() : check(req, res, next));`,
    ],
    ["put on the process", `process.need = check; const need = process.need;`],
  ])("Express: is refused by a guard that is %s", async (_name, lines) => {
    const files = {
      "app.js": `
        const app = require("express")();
        const check = (req, res, next) => (req.headers.authorization ? next() : res.sendStatus(401));
        ${lines}
        app.use(need);
        app.get("/log", (req, res) => res.json([]));
      `,
    };
    expect(await accessOf(files)).toEqual(["GET /log required:bearer"]);
  });

  it("passes by a guard with exceptions below where it is mounted, which aren't followed", async () => {
    const files = {
      "app.js": `
        const app = require("express")();
        const need = (req, res, next) => (req.headers.authorization ? next() : res.sendStatus(401));
        need.unless = require("express-unless").unless;
        app.use("/sea", need.unless({ path: ["/sea/log"], useOriginalUrl: false }));
        app.get("/sea/log", (req, res) => res.json([]));
      `,
    };
    expect(await accessOf(files)).toEqual(["GET /sea/log unknown:bearer"]);
  });

  it("FastAPI: is refused by what the application puts in place of a dependency", async () => {
    const files = {
      "app.py": `
from fastapi import APIRouter, Depends, FastAPI
from fastapi.security import HTTPBearer
def who():
    return "anyone"
def known(token=Depends(HTTPBearer())):
    return token
router = APIRouter()
@router.get("/log")
def log(name=Depends(who)):
    return name
@router.get("/tides")
def tides():
    return []
app = FastAPI()
app.include_router(router)
app.dependency_overrides[who] = known
`,
    };
    expect(await accessOf(files)).toEqual(["GET /log required:bearer", "GET /tides open"]);
  });

  it.each([
    [
      "closures",
      "def make():\n    def need(token=Depends(HTTPBearer())):\n        return token\n    return need",
      "make()",
    ],
    [
      "methods",
      "class Guard:\n    def need(self, token=Depends(HTTPBearer())):\n        return token",
      "Guard().need",
    ],
  ])(
    "FastAPI: is refused by one of two %s where the application replaces the other",
    async (_name, code, made) => {
      const files = {
        "app.py": `
from fastapi import Depends, FastAPI
from fastapi.security import HTTPBearer
def anyone():
    return "anyone"
${code}
guest = ${made}
member = ${made}
app = FastAPI()
app.dependency_overrides[guest] = anyone
@app.get("/log")
def log(name=Depends(member)):
    return name
`,
      };
      expect(await accessOf(files)).toEqual(["GET /log required:bearer"]);
    },
  );

  it.each([
    "overrides[known] = anyone\noverrides.clear()",
    "overrides.setdefault(anyone, known)",
    "fill(overrides)",
  ])("FastAPI: may be refused where dependencies are replaced by %j", async (lines) => {
    const files = {
      "app.py": `
from fastapi import Depends, FastAPI
from fastapi.security import HTTPBearer
from elsewhere import fill
def anyone():
    return "anyone"
def known(token=Depends(HTTPBearer())):
    return token
app = FastAPI()
@app.get("/log")
def log(name=Depends(${lines.includes("clear") ? "known" : "anyone"})):
    return name
overrides = app.dependency_overrides
${lines}
`,
    };
    expect(await accessOf(files)).toEqual(["GET /log unknown:bearer"]);
  });

  it("Fastify: a hook that a plugin adds counts where it is used", async () => {
    const files = {
      "app.js": `
        const app = require("fastify")();
        app.register(require("@fastify/basic-auth"), { validate: async () => {} });
        app.get("/hold", { onRequest: app.basicAuth }, async () => []);
        app.get("/log", { onRequest: app.unheardOf }, async () => []);
        app.get("/tides", async () => []);
      `,
    };
    expect(await accessOf(files)).toEqual([
      "GET /hold required:basic",
      "GET /log unknown:bearer",
      "GET /tides open",
    ]);
  });
});
