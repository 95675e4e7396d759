import { describe, expect, it } from "vitest";
import { routesOf } from "./app.suite.ts";

it("Python turns only what stands before `or`: no note and no token is refused", async () => {
  const files = {
    "main.py": `
from fastapi import Depends, FastAPI, HTTPException, Request

app = FastAPI()

async def token_of(request: Request):
    given = request.headers.get("Authorization")
    if not given or kind_of(given) != "token":
        return None
    return rest_of(given)

async def who(token = Depends(token_of)):
    if token is None:
        raise HTTPException(status_code=401)
    return token

@app.get("/notes")
async def notes(user = Depends(who)):
    return user

@app.delete("/notes")
async def clear(request: Request):
    given = request.headers.get("Authorization")
    if is_open() and not given or is_late():
        raise HTTPException(status_code=409)
    return {}
`,
  };
  expect(await routesOf(files)).toEqual([
    "DELETE /notes optional:bearer 200,409",
    "GET /notes required:bearer 200,401",
  ]);
});

it("FastAPI: a scheme that a class of the project makes of the library's header", async () => {
  const files = {
    "main.py": `
from typing import Annotated
from fastapi import Depends, FastAPI, HTTPException, Request
from fastapi.security import APIKeyHeader

class Key(APIKeyHeader):
    def __init__(self, strict: bool, **options):
        super().__init__(**options)
        self.strict = strict

    async def __call__(self, request: Request):
        key = request.headers.get(self.model.name)
        if not key and self.strict:
            raise HTTPException(status_code=403)
        return key or ""

Must = Annotated[str, Depends(Key(strict=True, name="Authorization"))]
May = Annotated[str, Depends(Key(strict=False, name="Authorization"))]
app = FastAPI()

@app.get("/mine")
async def mine(key: Must):
    return own(key)

@app.get("/all")
async def everything(key: May):
    return own(key) if key else []
`,
  };
  expect(await routesOf(files)).toEqual([
    "GET /all optional:bearer 200",
    "GET /mine required:bearer 200,403",
  ]);
});

describe("what a request gathers", () => {
  it("may be nothing: lists and objects that only branches and rounds add to (JavaScript)", async () => {
    expect(
      await routesOf({
        "app.js": `
import express from "express";
const app = express();
app.use(express.json());
const needed = ["a", "b"];
const checked = ({ password }) => {
  const details = [];
  if (password.length < 6) details.push("it is short");
  return details;
};
app.post("/list", (req, res) => {
  const errors = checked(req.body);
  if (errors.length > 0) return res.status(400).json({ errors });
  res.json({});
});
app.post("/keys", (req, res) => {
  const errors = {};
  if (!req.body.name) errors.name = "none";
  if (Object.keys(errors).length > 0) return res.status(400).json(errors);
  res.json({});
});
app.post("/rounds", (req, res) => {
  const missing = [];
  for (const name of needed) {
    if (req.body[name]) continue;
    missing.push(name);
  }
  if (missing.length) return res.status(422).json({});
  res.json({});
});
app.post("/count", (req, res) => {
  let count = 0;
  for (const one of req.body.names) count++;
  if (!count) return res.status(404).json({});
  res.json(count);
});
app.post("/sure", (req, res) => {
  if (!req.body.name) return res.status(400).json({});
  const all = [];
  all.push("one");
  if (all.length === 0) return res.status(404).json({});
  res.json(all);
});
`,
      }),
    ).toEqual([
      "POST /count open 200,404 {names}",
      "POST /keys open 200,400 {name}",
      "POST /list open 200,400 {password}",
      "POST /rounds open 200,422 {a,b}",
      "POST /sure open 200,400 {name}",
    ]);
  });

  it("may be nothing: lists and dictionaries (Python)", async () => {
    expect(
      await routesOf({
        "app.py": `
from flask import Flask, request, jsonify
app = Flask(__name__)
@app.post("/list")
def by_list():
    errors = []
    if not request.json.get("name"):
        errors.append("none")
    if errors:
        return jsonify(errors), 400
    return jsonify({})
@app.post("/dict")
def by_dict():
    errors = {}
    if not request.json.get("name"):
        errors["name"] = "none"
    if errors:
        return jsonify(errors), 400
    return jsonify({})
@app.get("/found")
def found():
    found = []
    for row in rows():
        found.append(row)
    if not found:
        return jsonify(found), 404
    return jsonify({})
`,
      }),
    ).toEqual([
      "GET /found open 200,404",
      "POST /dict open 200,400 {name}",
      "POST /list open 200,400 {name}",
    ]);
  });
});
