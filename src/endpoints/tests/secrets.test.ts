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
