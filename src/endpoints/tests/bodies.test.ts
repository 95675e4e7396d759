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

describe("an application of NestJS", () => {
  it("checks by its own words, refuses ahead of its routes, and is made of modules that functions give", async () => {
    const { routes: found } = await scanOf({
      "main.ts": `import { Body, Controller, Inject, Module, Post, StandardSchemaValidationPipe, UnprocessableEntityException, UseGuards } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { z } from "zod";
export const CHECK = Symbol("check");
export const STORE = Symbol("store");
class Gate {
  constructor(@Inject(CHECK) private readonly check: unknown) {}
  canActivate(context) { this.check(context.switchToHttp().getRequest().headers.authorization); return true; }
}
@Controller("notes")
@UseGuards(Gate)
class Notes {
  constructor(@Inject(STORE) private readonly store: unknown) {}
  @Post()
  add(@Body({ schema: z.object({ title: z.string() }) }) input: { title: string }) { return this.store.add(input); }
}
@Module({})
class App {
  static over(check) {
    return { module: App, controllers: [Notes], providers: [
      { provide: STORE, useValue: { add: (note) => note } }, { provide: CHECK, useValue: check } ] };
  }
}
class Refusal extends Error { constructor(readonly status: number) { super(); } }
const app = await NestFactory.create(App.over((token) => { if (!token) throw new Refusal(401); }));
app.useBodyParser("json", { limit: 1000 });
app.use((error, request, response, next) => response.status(error.type === "entity.too.large" ? 413 : 400).end());
app.useGlobalPipes(new StandardSchemaValidationPipe({ exceptionFactory: () => new UnprocessableEntityException() }));`,
    });
    const [note] = found;
    expect(note?.auth.level).toBe("required");
    expect(Object.keys(note?.body?.schema.properties ?? {})).toEqual(["title"]);
    expect(note?.answers.map(({ status }) => status)).toEqual(expect.arrayContaining([201, 400, 413, 422]));
  });
});

describe("names that a generator of aliases spells", () => {
  it("are those of the function, on its own or in an AliasGenerator", async () => {
    const { routes: found } = await scanOf({
      "main.py": `from fastapi import FastAPI
from pydantic import AliasGenerator, BaseModel, ConfigDict
app = FastAPI()
def to_camel(name):
    head, *rest = name.split("_")
    return head + "".join(word.capitalize() for word in rest)
class Note(BaseModel):
    model_config = ConfigDict(alias_generator=AliasGenerator(alias=to_camel))
    due_date: str
@app.post("/notes")
def add(note: Note): return note
`,
    });
    expect(Object.keys(found[0]?.body?.schema.properties ?? {})).toEqual(["dueDate"]);
  });
});
