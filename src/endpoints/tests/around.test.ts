import { describe, expect, it } from "vitest";
import { definitionOf } from "../definition.ts";
import { routesOf, scanOf } from "./app.suite.ts";

describe("what lies around endpoints", () => {
  it("Express: routers that are nothing but middleware, for what comes after them", async () => {
    const files = {
      "app.ts": `
        import express from "express";
        const app = express();
        const guard = express.Router().use((req, res, next) => {
          if (!req.headers.authorization) return res.status(401).end();
          next();
        });
        app.get("/open", (req, res) => res.send("before it"));
        app.use("/mine", guard);
        app.get("/mine/notes", (req, res) => res.send("below it"));
        app.get("/theirs", (req, res) => res.send("beside it"));
        app.get("/one", guard, (req, res) => res.send("in its route"));
        app.use(guard);
        app.get("/last", (req, res) => res.send("after it"));`,
    };
    expect(await routesOf(files)).toEqual([
      "GET /last required:bearer 200,401",
      "GET /mine/notes required:bearer 200,401",
      "GET /one required:bearer 200,401",
      "GET /open open 200",
      "GET /theirs open 200",
    ]);
  });

  it("Express: what comes after work that takes long, where only the places of calls tell them apart", async () => {
    const depth = 11;
    const writers = Array.from(
      { length: depth },
      (_, index) =>
        `const write${index} = (node) => [1, 2, 3].length && "" + ${
          index + 1 < depth
            ? `write${index + 1}({ node }) + write${index + 1}({ of: node }) + write${index + 1}({ in: node })`
            : "node"
        };`,
    );
    const files = {
      "app.ts": `
        import express from "express";
        ${writers.join("\n")}
        const app = express();
        app.post("/pages", (req, res) => {
          const text = write0({ body: req.body });
          if (text.includes("<script")) return res.status(422).end();
          res.status(201).end();
        });`,
    };
    expect(await routesOf(files)).toEqual(["POST /pages open 201,422"]);
  });

  it("Express: responses by classes that keep what their constructors are given", async () => {
    const files = {
      "app.ts": `
        import express, { type Response } from "express";
        enum Status { MADE = 201, GONE = 410 }
        abstract class Reply {
          constructor(protected status: Status, protected message = "none") {}
          send(res: Response) { return res.status(this.status).json({ message: this.message }); }
        }
        class Made extends Reply { constructor() { super(Status.MADE); } }
        class Gone extends Reply { constructor(private why: string) { super(Status.GONE, why); } send(res: Response) { return super.send(res); } }
        const app = express();
        app.post("/made", (req, res) => new Made().send(res));
        app.get("/gone", (req, res) => new Gone("old").send(res));`,
    };
    expect(await routesOf(files)).toEqual(["GET /gone open 410", "POST /made open 201"]);
  });

  it("Flask: decorators of a class, the program's own too, and the page where people sign in", async () => {
    const files = {
      "app.py": `
from functools import wraps
from flask import Flask, jsonify, request
from flask.views import MethodView
from flask_login import LoginManager, login_required
app = Flask(__name__)
login_manager = LoginManager(app)
login_manager.login_view = "auth.login"

def token_needed(view):
    @wraps(view)
    def inner(*args, **kwargs):
        if "Authorization" not in request.headers:
            return jsonify(error="none"), 401
        return view(*args, **kwargs)
    return inner

class Item(MethodView):
    decorators = [token_needed]
    def get(self, item_id):
        return jsonify({"id": item_id})
    def delete(self, item_id):
        return "", 204

app.add_url_rule("/items/<int:item_id>", view_func=Item.as_view("item"), methods=["GET", "DELETE"])

@app.route("/me")
@login_required
def me():
    return "me"
`,
    };
    expect(await routesOf(files)).toEqual([
      "DELETE /items/{item_id} required:bearer 204,401",
      "GET /items/{item_id} required:bearer 200,401",
      "GET /me required:cookie:session 200,302",
    ]);
  });

  it("Flask: words of authors, converters of paths, and the port that it takes", async () => {
    const { routes } = await scanOf({
      "app.py": `
from flask import Flask
app = Flask(__name__)

@app.get("/items/<int:item_id>/<name>")
def show(item_id: int, name) -> str:
    """Shows one item,
    with its history. More of it.
    """
    return "item"

@app.get("/plain")
def plain():
    return """Not said."""

@app.get("/marked")
def marked():
    """See <b>there</b>."""
    return "marked"
`,
    });
    const { operations, info } = definitionOf(routes, { title: "API", version: "1.0.0" });
    expect(operations.map(({ summary }) => summary)).toEqual([
      "Shows one item, with its history",
      "Plain",
      "Marked",
    ]);
    expect(operations[0]?.parameters.map(({ schema }) => schema.type)).toEqual(["integer", "string"]);
    expect(info.server).toBe("http://localhost:5000");
  });

  it("comments right above a handler are its summary", async () => {
    const { routes } = await scanOf({
      "app.js": `
        const express = require("express");
        const app = express();
        /** Lists the notes. All of them.
         * @param req what asks */
        const list = (req, res) => res.json([]);
        /** Not of it. */
        const other = 1;
        function add(req, res) { res.sendStatus(201); }
        app.get("/notes", list);
        app.post("/notes", add);`,
    });
    const { operations } = definitionOf(routes, { title: "API", version: "1.0.0" });
    expect(operations.map(({ summary }) => summary)).toEqual(["Lists the notes", "Add"]);
  });

  it("HEAD and OPTIONS are described where the program answers them itself", async () => {
    const { routes } = await scanOf({
      "app.js": `
        const express = require("express");
        const cors = require("cors");
        const app = express();
        app.head("/files/:id", (req, res) => res.status(204).end());
        app.options("/files/:id", (req, res) => res.set("allow", "HEAD").end());
        app.options("/other", cors());`,
    });
    const { operations } = definitionOf(routes, { title: "API", version: "1.0.0" });
    expect(operations.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "head /files/{id}",
      "options /files/{id}",
    ]);
  });
});
