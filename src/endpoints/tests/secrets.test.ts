import { describe, expect, it } from "vitest";
import { accessOf } from "./app.suite.ts";

const express = (body: string): Readonly<Record<string, string>> => ({
  "package.json": '{ "type": "module", "dependencies": { "express": "5" } }',
  "app.js": `import express from "express";
import { createHmac, timingSafeEqual } from "node:crypto";
const app = express();
app.use(express.json());
const sign = (text) => createHmac("sha256", process.env.KEY).update(text).digest("hex");
${body}
app.listen(3000);`,
});

describe("a part of the request that is compared with a secret", () => {
  it.each([
    [
      'app.post("/door", (req, res) => (req.body.pin !== process.env.PIN ? res.status(403).end() : res.json({})));',
    ],
    [
      'app.put("/door", (req, res) => { if (process.env.PIN == req.body.pin) return res.json({}); res.status(409).end(); });',
    ],
    [
      'app.get("/files/:id/:mark", ({ params }, res) => { if (params.mark !== sign(params.id)) return res.status(410).end(); res.json({}); });',
    ],
    [
      'app.get("/files", ({ query }, res) => { if (!timingSafeEqual(Buffer.from(query.mark), Buffer.from(sign(query.of)))) return res.redirect("/gone"); res.json({}); });',
    ],
  ])("is a credential, wherever it is and whatever the refusal: %s", async (route) => {
    expect((await accessOf(express(route))).map((line) => line.split(" ")[2])).toEqual(["unknown:bearer"]);
  });

  it.each([
    "if (code !== process.env.KEY) throw new Error(); res.end();",
    "if (![process.env.A, process.env.B].includes(code)) throw new Error(); res.end();",
    "if (new Set([process.env.A]).has(code)) return res.end(); throw new Error();",
    "if (!code?.startsWith(process.env.A)) throw new Error(); res.end();",
    "switch (code) { case process.env.A: return res.end(); } throw new Error();",
    'if (Buffer.compare(Buffer.from(code ?? ""), Buffer.from(process.env.A)) !== 0) return next(new Error()); res.end();',
  ])("is one where an error without a status ends the request, however it is compared: %s", async (body) => {
    const route = `app.get("/door", ({ headers: { "x-code": code } }, res, next) => { ${body} });`;
    expect(await accessOf(express(route))).toEqual(["GET /door unknown:bearer"]);
  });

  it.each([
    "assert code == os.environ['CODE']",
    "if code not in [os.environ['CODE']]:\n        raise ValueError()",
  ])("is one where Python asserts or raises it: %s", async (check) => {
    const files = {
      "requirements.txt": "flask\n",
      "app.py": `import os
from flask import Flask, request
app = Flask(__name__)
@app.get("/door")
def door():
    code = request.args.get("code")
    ${check}
    return {}
`,
    };
    expect(await accessOf(files)).toEqual(["GET /door unknown:bearer"]);
  });

  it("is one in Python too", async () => {
    const files = {
      "requirements.txt": "flask\n",
      "app.py": `import hmac, os
from flask import Flask, abort, request
app = Flask(__name__)
@app.post("/door")
def door():
    if request.json["pin"] != os.environ["PIN"]:
        abort(409)
    return {}
@app.get("/files/<name>/<mark>")
def file(name, mark):
    if not hmac.compare_digest(mark, hmac.new(KEY, name.encode(), "sha256").hexdigest()):
        abort(404)
    return {}
`,
    };
    expect(await accessOf(files)).toEqual([
      "GET /files/{name}/{mark} unknown:bearer",
      "POST /door unknown:bearer",
    ]);
  });

  it.each(['os.environ.get("PIN")', 'os.getenv("PIN", "")', 'os.environ.get("PIN", "0000")'])(
    "is one however Python reads the setting: %s",
    async (secret) => {
      const files = {
        "requirements.txt": "flask\n",
        "app.py": `import os
from flask import Flask, abort, request
app = Flask(__name__)
PIN = ${secret}
@app.post("/door")
def door():
    if request.json["pin"] != PIN:
        abort(404)
    return {}
`,
      };
      expect(await accessOf(files)).toEqual(["POST /door unknown:bearer"]);
    },
  );

  it("is one among the arguments of FastAPI", async () => {
    const files = {
      "requirements.txt": "fastapi\n",
      "main.py": `import os
from fastapi import Body, FastAPI, HTTPException
from pydantic import BaseModel
app = FastAPI()
class Entry(BaseModel):
    pin: str
class Login(BaseModel):
    password: str
KEY = os.environ["KEY"]
def check(value):
    if value != KEY:
        raise HTTPException(409)
    return {}
@app.get("/query")
def query(mark: str):
    return check(mark)
@app.get("/path/{mark}")
def path(mark: str):
    return check(mark)
@app.post("/body")
def body(entry: Entry):
    return check(entry.pin)
@app.post("/field")
def field(pin: str = Body()):
    return check(pin)
@app.post("/login")
def login(data: Login):
    return check(data.password)
`,
    };
    expect(await accessOf(files)).toEqual([
      "GET /path/{mark} unknown:bearer",
      "GET /query unknown:bearer",
      "POST /body unknown:bearer",
      "POST /field unknown:bearer",
      "POST /login open",
    ]);
  });

  it("is none if it is a password to sign in with, if nobody is refused, or if nothing secret is compared", async () => {
    const files = express(`
app.post("/enter", (req, res) => (req.body.password === process.env.WORD ? res.json({}) : res.status(401).end()));
app.get("/news", (req, res) => res.json({ isDraft: req.query.preview === process.env.PREVIEW }));
app.get("/items/:id", (req, res) => (req.params.id === "none" ? res.status(404).end() : res.json({})));`);
    expect(await accessOf(files)).toEqual(["GET /items/{id} open", "GET /news open", "POST /enter open"]);
  });
});

describe('next("route")', () => {
  it("leaves the route, which is then not open to those whom a guard in it sends on", async () => {
    const files = express(`
const staff = (req, res, next) => (req.get("x-staff") === process.env.STAFF ? next() : next("route"));
app.get("/reports", staff, (req, res) => res.json([]));
app.get("/reports", (req, res) => res.status(403).end());
const member = (req, res, next) => (req.headers.authorization ? next() : next("route"));
app.get("/mine", member, (req, res) => res.json([]));
app.get("/pages/:name", ({ params }, res, next) => (params.name === "old" ? next("route") : next()), (req, res) => res.json({}));
app.use((req, res, next) => next("route"));
app.get("/all", (req, res) => res.json([]));`);
    expect(await accessOf(files)).toEqual([
      "GET /all open",
      "GET /mine required:bearer",
      "GET /pages/{name} open",
      "GET /reports unknown:bearer",
    ]);
  });
});

it('next("route") refuses whoever lacks a secret in the body', async () => {
  const files = express(`
const knows = (req, res, next) => (req.body.code === process.env.CODE ? next() : next("route"));
app.post("/doors", knows, (req, res) => res.json({}));
app.post("/gates", [knows], (req, res) => res.json({}));`);
  expect(await accessOf(files)).toEqual(["POST /doors unknown:bearer", "POST /gates unknown:bearer"]);
});

describe('next("route") before another route for the same path', () => {
  it("leads to that one, so that the first doesn't need credentials for sure", async () => {
    const files = express(`
const member = (req, res, next) => (req.headers.authorization ? next() : next("route"));
app.get("/prices", member, (req, res) => res.json({ price: 9 }));
app.get("/prices", (req, res) => res.json({ price: 10 }));
app.route("/items/:id").get(member, (req, res) => res.json({ all: true })).get((req, res) => res.json({}));
const router = express.Router();
router.get("/news/:id", member, (req, res) => res.json([]));
router.get("/news/:name", (req, res) => res.json([]));
app.use("/of", router);
app.get("/mine", member, (req, res) => res.json([]));
app.post("/mine", (req, res) => res.json([]));`);
    const required = (await accessOf(files)).filter((line) => line.includes(" required:"));
    expect(required).toEqual(["GET /mine required:bearer"]);
  });
});

describe("a guard in front of a handler", () => {
  const guarded = (rest: string): Readonly<Record<string, string>> =>
    express(`
class Refused extends Error { constructor(status) { super("refused"); this.status = status; } }
app.use(async (req, res, next) => {
  const [kind, token] = (req.header("authorization") ?? "").split(" ");
  req.person = kind === "Bearer" && token ? { id: await idOf(token) } : null;
  next();
});
${rest}
app.use((error, req, res, next) => res.status(error instanceof Refused ? error.status : 500).end());`);

  it("refuses whom it lets pass only with credentials, also where it reads what others found, and the body may be ill-formed", async () => {
    const files = guarded(`
const known = (req, res, next) => next(req.person ? undefined : new Refused(401));
app.get("/orders", known, (req, res) => res.json([]));
app.post("/orders", known, (req, res) => res.status(201).json({ of: req.body.of }));`);
    expect(await accessOf(files)).toEqual(["GET /orders required:bearer", "POST /orders required:bearer"]);
  });

  it("of a whole router is no use of an endpoint; a record of whom it found is", async () => {
    const files = guarded(`
const router = express.Router();
const isOpen = (req) => req.path === "/prices";
app.use("/api", (req, res, next) => (req.cookies.session || isOpen(req) ? next() : res.status(401).end()));
router.get("/prices", (req, res) => res.json([]));
router.get("/orders", (req, res) => res.json([]));
app.use("/api", router);
app.post("/quotes", (req, res) => res.json({ price: req.person ? 9 : 10 }));`);
    expect(await accessOf(files)).toEqual([
      "GET /api/orders required:bearer,cookie:session",
      "GET /api/prices open",
      "POST /quotes optional:bearer",
    ]);
  });

  it("that checks a signature doesn't make it optional, however it takes it apart", async () => {
    const files = guarded(`
app.post("/hooks", express.text(), async (req, res) => {
  const parts = Object.fromEntries((req.header("x-shop-signature") ?? "").split(",").map((part) => part.split("=")));
  if (parts.v1 !== (await digestOf(req.body))) return res.status(400).end();
  res.json({});
});`);
    expect(await accessOf(files)).toEqual(["POST /hooks unknown:bearer,header:x-shop-signature"]);
  });
});
