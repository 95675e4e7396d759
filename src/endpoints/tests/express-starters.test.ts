import { describe, expect, it } from "vitest";
import { routesOf } from "./app.suite.ts";

describe("Express as starters write it", () => {
  it("a guard that asks Passport itself, and a reason beside nobody", async () => {
    const files = {
      "app.js": `
        const express = require("express");
        const passport = require("passport");
        const told = (req, resolve, reject) => async (err, user, info) => {
          if (err || info || !user) return reject(Object.assign(new Error("no"), { status: 401 }));
          req.user = user;
          resolve();
        };
        const auth = () => async (req, res, next) =>
          new Promise((resolve, reject) => {
            passport.authenticate("jwt", { session: false }, told(req, resolve, reject))(req, res, next);
          }).then(() => next()).catch((err) => next(err));
        const app = express();
        app.get("/notes", auth(), (req, res) => res.send([]));`,
    };
    expect(await routesOf(files)).toEqual(["GET /notes required:bearer 200,401"]);
  });

  it("a guard of two reasons, of which the second is known", async () => {
    const files = {
      "app.js": `
        const express = require("express");
        const { isBusy } = require("elsewhere");
        const app = express();
        app.get("/notes", (req, res) => {
          const busy = isBusy();
          const user = req.user;
          if (busy || !user) return res.status(401).end();
          res.json(user);
        });`,
    };
    expect(await routesOf(files)).toEqual(["GET /notes required:bearer 200,401"]);
  });

  it("a body that goes through text and back, and what a program picks itself", async () => {
    const files = {
      "app.js": `
        const express = require("express");
        const Joi = require("joi");
        const { filter } = require("xss-filters");
        const clean = (data = "") => {
          let isObject = false;
          if (typeof data === "object") { data = JSON.stringify(data); isObject = true; }
          data = filter(data).trim();
          if (isObject) data = JSON.parse(data);
          return data;
        };
        const pick = (from, keys) => keys.reduce((all, key) => {
          if (from && Object.hasOwnProperty.call(from, key)) all[key] = from[key];
          return all;
        }, {});
        const validate = (schema) => (req, res, next) => {
          const valid = pick(schema, ["query", "body"]);
          const { value, error } = Joi.compile(valid).validate(pick(req, Object.keys(valid)));
          if (error) return res.status(400).end();
          Object.assign(req, value);
          next();
        };
        const app = express();
        app.use((req, res, next) => { if (req.body) req.body = clean(req.body); next(); });
        app.post("/notes", validate({ body: Joi.object({ title: Joi.string(), text: Joi.string() }) }), (req, res) => {
          const { title } = req.body;
          res.status(201).json({ title });
        });`,
    };
    expect(await routesOf(files)).toEqual(["POST /notes open 201,400 {title,text}"]);
  });

  it("a method that is bound, and fields of a form", async () => {
    const files = {
      "app.js": `
        const express = require("express");
        const passport = require("passport");
        const { Strategy } = require("passport-local");
        passport.use(new Strategy({ usernameField: "email" }, () => {}));
        const signIn = passport.authenticate.bind(passport);
        const app = express();
        app.use(require("express-formidable")());
        app.post("/session", signIn("local", { failureRedirect: "/" }), (req, res) => res.redirect("/"));
        app.post("/notes", (req, res) => { save(req.fields.title); res.end(); });`,
    };
    expect(await routesOf(files)).toEqual([
      "POST /notes open 200 {title}",
      "POST /session open 302 {email,password}",
    ]);
  });

  it("routes that are registered once a database is there", async () => {
    const files = {
      "app.js": `
        const express = require("express");
        const { MongoClient } = require("mongodb");
        const app = express();
        MongoClient.connect("mongodb://here", (err, db) => {
          if (err) process.exit(1);
          app.get("/notes", (req, res) => res.json(db.collection("notes").find()));
          app.listen(80);
        });`,
    };
    expect(await routesOf(files)).toEqual(["GET /notes open 200"]);
  });

  it("a query of what was sent and of who looks at it finds something for those whom nobody knows", async () => {
    const files = {
      "app.js": `
        const express = require("express");
        const { expressjwt } = require("express-jwt");
        const { Pool } = require("pg");
        const pool = new Pool();
        const looking = expressjwt({ secret: "a", algorithms: ["HS256"], credentialsRequired: false });
        const app = express();
        const one = async (slug, reader) => {
          const { rows } = await pool.query("SELECT * FROM note LEFT JOIN mark ON mark.reader = $2 WHERE slug = $1", [slug, reader]);
          return { tags: rows[0].tags.map((tag) => tag.name) };
        };
        const mine = async (reader) => {
          const { rows } = await pool.query("SELECT * FROM note WHERE owner = $1", [reader]);
          return rows[0].title;
        };
        app.get("/notes/:slug", looking, async (req, res) => res.json(await one(req.params.slug, req.auth?.id)));
        app.get("/mine", looking, async (req, res) => res.json(await mine(req.auth.id)));`,
    };
    expect(await routesOf(files)).toEqual([
      "GET /mine required:bearer 200",
      "GET /notes/{slug} optional:bearer 200",
    ]);
  });
});
