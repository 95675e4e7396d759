import { describe, expect, it } from "vitest";
import { routesOf } from "./app.suite.ts";

describe("modules that a program goes through", () => {
  it("Express: a folder's files by their names without the ending, and all that a module hands out", async () => {
    const files = {
      "server.js": `
        const express = require("express");
        const app = express();
        app.use(require("./routes"));`,
      "routes/index.js": `
        const router = require("express").Router();
        const bare = (file) => file.split(".").slice(0, -1).join(".").toString();
        require("fs").readdirSync(__dirname).filter((file) =>
          bare(file) !== "index" ? router.use(\`/\${bare(file)}\`, require(\`./\${bare(file)}\`)) : "");
        module.exports = router;`,
      "routes/notes.js": `
        const router = require("express").Router();
        router.get("/last", (req, res) => res.json({}));
        module.exports = router;`,
      "other.mjs": `
        import express from "express";
        import * as all from "./all.mjs";
        const app = express();
        for (const router of Object.values(all)) app.use("/all", router);`,
      "all.mjs": `
        import express from "express";
        export const tags = express.Router();
        tags.get("/tags", (req, res) => res.json([]));`,
    };
    expect(await routesOf(files)).toEqual(["GET /all/tags open 200", "GET /notes/last open 200"]);
  });

  it("Flask: blueprints of a module, under what is taken where a setting is missing", async () => {
    const files = {
      "server.py": `
import os
import routes
from flask import Blueprint, Flask
app = Flask(__name__)
for one in vars(routes).values():
    if isinstance(one, Blueprint):
        app.register_blueprint(one, url_prefix=os.getenv("API_ROOT", "/v1"))
`,
      "routes/__init__.py": `
from .notes import NOTES
`,
      "routes/notes.py": `
from functools import wraps
from flask import Blueprint
from flask_restful import Api, Resource, reqparse
from flask_restful.reqparse import Argument

def takes(*wanted):
    def around(fn):
        @wraps(fn)
        def inner(*args, **kwargs):
            parser = reqparse.RequestParser()
            for one in wanted:
                parser.add_argument(one)
            kwargs.update(parser.parse_args())
            return fn(*args, **kwargs)
        return inner
    return around

class Note(Resource):
    @staticmethod
    @takes(Argument("text", location="json", required=True))
    def post(name, text):
        return {}, 201

NOTES = Blueprint("notes", __name__)
Api(NOTES).add_resource(Note, "/notes/<string:name>")
`,
    };
    expect(await routesOf(files)).toEqual(["POST /v1/notes/{name} open 201"]);
  });
});

it("Hono: a hook of an application knows what zod finds wrong", async () => {
  const files = {
    "app.ts": `
      import { OpenAPIHono, createRoute, z } from "@hono/zod-openapi";
      const app = new OpenAPIHono({
        defaultHook: (result, c) => {
          if (result.error instanceof z.ZodError) return c.json({}, 400);
          if (!result.success) return c.json({}, 422);
        },
      });
      const body = { content: { "application/json": { schema: z.object({ text: z.string() }) } } };
      app.openapi(createRoute({ method: "post", path: "/notes", request: { body }, responses: {} }), (c) => c.json({}, 201));`,
  };
  expect(await routesOf(files)).toEqual(["POST /notes open 201,400 {text}"]);
});

describe("what a server is started with", () => {
  it("is given, whatever checks it; headers that may be any break no schema", async () => {
    const files = {
      "server.ts": `
        import Fastify from "fastify";
        const names = ["PORT", "SECRET"];
        const check = () => {
          const missing = names.filter((name) => !process.env[name]);
          if (missing.length === 0) return;
          throw new Error("missing " + missing.join());
        };
        check();
        const app = Fastify();
        const headers = { type: "object", properties: { "x-name": { type: "string" } } };
        app.get("/a", { schema: { headers } }, async () => ({}));
        app.get("/b", { schema: { headers: { ...headers, required: ["x-name"] } } }, async () => ({}));`,
    };
    expect(await routesOf(files)).toEqual(["GET /a open 200", "GET /b open 200,400"]);
  });
});
