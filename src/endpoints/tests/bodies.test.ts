import { describe, expect, it } from "vitest";
import { scanOf } from "./app.suite.ts";

const app = (handlers: string): Readonly<Record<string, string>> => ({
  "app.js": `const express = require("express");
const app = express();
const hasBody = ({ headers }) => headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
app.use((req, res, next) => {
  if (hasBody(req) && !/json/.test(req.headers["content-type"])) return res.status(415).end();
  next();
});
app.use(express.json({ limit: "100kb" }));
app.use((req, res, next) => {
  if (!hasBody(req)) req.body = undefined;
  next();
});
app.get("/notes", (req, res) => res.json([]));
app.post("/notes", (req, res) => res.status(201).json({ title: req.body.title }));
app.post("/notes/:id/close", (req, res) => res.json({}));
${handlers}`,
});

const routes = async (handlers: string): Promise<readonly string[]> =>
  (await scanOf(app(handlers))).routes.map(({ method, path, headers, body, answers }) =>
    [
      method,
      path,
      headers.map(({ name }) => name).join(),
      Object.keys(body?.schema.properties ?? {}).join(),
      answers.map(({ status }) => status).join(),
    ].join(" "),
  );

describe("bodies of requests", () => {
  it("are looked at by middleware, though one branch drops them, and headers around them are no parameters", async () => {
    expect(await routes("")).toEqual([
      "get /notes   200",
      "post /notes  title 201,415",
      "post /notes/{id}/close   200",
    ]);
  });

  it("are refused by a parser as the program answers that", async () => {
    const handler = `app.use((error, req, res, next) => {
  if (error.type === "entity.too.large") return res.status(413).end();
  if (error instanceof SyntaxError) return res.status(400).end();
  next(error);
});`;
    expect((await routes(handler))[1]).toBe("post /notes  title 201,400,413,415");
    expect((await routes(handler))[2]).toBe("post /notes/{id}/close   200");
  });

  it("are refused in the framework's own way where the program passes any status on", async () => {
    const handler = "app.use((error, req, res, next) => res.status(error.status || 500).json({}));";
    expect((await routes(handler))[1]).toBe("post /notes  title 201,415");
  });
});

describe("errors of a database that a function explains", () => {
  it("are those that the call names", async () => {
    const { routes: found } = await scanOf({
      "app.js": `const express = require("express");
const { db } = require("./db");
const app = express();
class Refusal extends Error { constructor(status) { super(); this.status = status; } }
function explain(error, { unique = {} }) {
  const fields = unique[error.constraint];
  if (fields) throw new Refusal(409);
  throw error;
}
app.delete("/notes", async (req, res) => { await db.drop().catch((error) => explain(error, {})); res.status(204).end(); });
app.post("/notes", async (req, res) => {
  await db.add().catch((error) => explain(error, { unique: { notes_name: ["name"] } }));
  res.status(201).end();
});
app.use((error, req, res, next) => res.status(error.status ?? 500).end());`,
    });
    expect(found.map(({ method, answers }) => [method, answers.map(({ status }) => status)])).toEqual([
      ["delete", [204]],
      ["post", [201, 409]],
    ]);
  });
});
