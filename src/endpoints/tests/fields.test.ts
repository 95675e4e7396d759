import { describe, expect, it } from "vitest";
import { routesOf } from "./app.suite.ts";

describe("fields of bodies and queries", () => {
  it("mongoose: a model that another module asks for by its name, and what a virtual takes", async () => {
    const files = {
      "app.js": `
        const express = require("express");
        const mongoose = require("mongoose");
        const User = mongoose.model("User");
        const app = express();
        app.post("/users", async (req, res) => { const user = new User(req.body); await user.save(); res.json(user); });
        app.put("/users/:id", async (req, res) => res.json(await User.findByIdAndUpdate(req.params.id, req.body)));
        require("./user");`,
      "user.js": `
        const { Schema, ...mongoose } = require("mongoose");
        const schema = new (require("mongoose").Schema)({ name: String, hash: String });
        schema.virtual("password").set(function (text) { this.hash = text; }).get(function () { return ""; });
        schema.virtual("initials").get(function () { return ""; });
        module.exports = require("mongoose").model("User", schema);`,
    };
    const fields = (await routesOf(files)).map((item) => item.replace(/ open [\d,]*/, ""));
    expect(fields).toEqual(["POST /users {name,hash,password}", "PUT /users/{id} {name,hash,password}"]);
  });

  it("express-validator: chains that a function runs, alternatives, and values from wherever they are", async () => {
    const files = {
      "app.ts": `
        import express from "express";
        import { body, check, oneOf, query, sanitizeQuery, validationResult } from "express-validator";
        interface Note { id: string; name: string; size: number; createdAt: Date }
        const app = express();
        const validate = (validations: any[]) => async (req, res, next) => {
          await Promise.all(validations.map((validation: any) => validation.run(req)));
          if (validationResult(req).isEmpty()) return next();
          res.status(422).json({});
        };
        const paged = [query("page").isInt().optional(), query("size").isInt()];
        app.get("/notes", validate([sanitizeQuery("tag").trim(), ...paged]), (req, res) => res.json(find(req.query)));
        app.post("/notes", oneOf([check("email").exists(), check("phone").exists()]), validate([body("name").isString()]), (req, res) => res.json({}));
        app.patch("/notes/:id", validate([check("id").isInt(), check("name").isString()]), (req, res) => {
          const edits: Note = req.body;
          change(req.params.id, edits);
          res.sendStatus(204);
        });`,
    };
    expect(await routesOf(files)).toEqual([
      "GET /notes open 200,422 ?tag,page,size",
      "PATCH /notes/{id} open 204,422 {name}",
      "POST /notes open 200,422 {email,phone,name}",
    ]);
  });

  it("a second check of what was let through adds no fields", async () => {
    const files = {
      "app.ts": `
        import { Hono } from "hono";
        import { zValidator } from "@hono/zod-validator";
        import { z } from "zod";
        const whole = z.object({ id: z.number(), owner: z.string(), title: z.string() });
        const app = new Hono().post("/notes", zValidator("json", whole.pick({ title: true })), async (c) => {
          const note = c.req.valid("json");
          return c.json(await save(whole.parse({ ...note, owner: "me" })), 201);
        });
        export default app;`,
    };
    expect(await routesOf(files)).toEqual(["POST /notes open 201,400 {title}"]);
  });
});
