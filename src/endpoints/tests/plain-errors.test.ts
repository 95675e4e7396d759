import { expect, it } from "vitest";
import { routesOf } from "./app.suite.ts";

it("an error of the language has the status that the program gives it, and nothing else", async () => {
  const files = {
    "app.js": `
      const express = require("express");
      const Promise = require("bluebird");
      const app = express();
      app.get("/notes", (req, res, next) => {
        if (find()) return res.json({});
        const error = new Error("none");
        error.status = 404;
        next(error);
      });
      app.put("/notes", (req, res) => {
        if (!find()) throw Object.assign(Error("taken"), { statusCode: 409 });
        res.json({});
      });
      app.delete("/notes", (req, res, next) => {
        one().then((note) => (note ? res.sendStatus(204) : Promise.reject(Object.assign(new Error("gone"), { status: 410 })))).catch(next);
      });
      app.post("/notes", (req, res) => { if (!find()) throw new Error("none"); res.json({}); });
      app.use((error, req, res, next) => {
        if (error.code === 11000 || error.isBusy) return res.status(423).end();
        res.status(error.status || error.statusCode || 500).json({});
      });`,
  };
  expect(await routesOf(files)).toEqual([
    "DELETE /notes open 204,410",
    "GET /notes open 200,404",
    "POST /notes open 200",
    "PUT /notes open 200,409",
  ]);
});
