import { describe, expect, it } from "vitest";
import { routesOf } from "./app.suite.ts";

describe("types of requests", () => {
  it("Express: say what a body and a query hold that are passed on as a whole", async () => {
    const files = {
      "app.ts": `
        import express, { Request, RequestHandler, Response } from "express";
        interface Note { title: string; rank?: number }
        interface NoteRequest extends Request { body: Note }
        const app = express();
        app.post("/a", async (req: Request<{}, {}, Note>, res: Response) => { res.json(await keep(req.body)); });
        app.post<{}, {}, Note>("/b", async (req, res) => { res.json(await keep(req.body)); });
        const c: RequestHandler<{}, any, Note, { page: string }> = async (req, res) => { res.json(await keep(req.body, req.query)); };
        app.post("/c", c);
        app.post("/d", async (req: NoteRequest, res: Response) => { res.json(await keep(req.body)); });
        app.post("/e", async (req, res) => { res.json(await keep(<Note>req.body)); });
        app.get("/f", async (req: Request<{ id: string }>, res: Response) => { res.json([]); });`,
    };
    expect(await routesOf(files)).toEqual([
      "GET /f open 200",
      "POST /a open 200 {title,rank}",
      "POST /b open 200 {title,rank}",
      "POST /c open 200 ?page {title,rank}",
      "POST /d open 200 {title,rank}",
      "POST /e open 200 {title,rank}",
    ]);
  });

  it("Fastify: say it by their generics, of a call or of a handler", async () => {
    const files = {
      "app.ts": `
        import Fastify, { FastifyReply, FastifyRequest, RouteHandlerMethod } from "fastify";
        interface Note { title: string; rank?: number }
        type Ask = FastifyRequest<{ Body: Note; Querystring: { dry?: boolean } }>;
        const app = Fastify();
        app.post<{ Body: Note }>("/a", async (req, reply) => reply.code(201).send(await keep(req.body)));
        app.get<{ Querystring: { page: number }; Params: { id: string } }>("/b/:id", async (req) => list(req.query));
        async function create(req: Ask, reply: FastifyReply) { reply.status(201).send(await keep(req.body, req.query)); }
        app.post("/c", create);`,
    };
    expect(await routesOf(files)).toEqual([
      "GET /b/{id} open 200 ?page",
      "POST /a open 201 {title,rank}",
      "POST /c open 201 ?dry {title,rank}",
    ]);
  });

  it("what is left of a body, and handed on, holds what its type says", async () => {
    const files = {
      "app.ts": `
        import express, { Request } from "express";
        interface Note { name: string; text: string; rank?: number }
        const app = express();
        app.post("/spread", async (req: Request<{}, {}, Note>, res) => {
          const { name, ...rest } = req.body;
          await db.notes.create({ data: { slug: slug(name), ...rest } });
          res.status(201).json({});
        });
        app.post("/whole", async (req, res) => {
          const note: Note = req.body;
          if (!note.name) return res.status(400).end();
          await db.notes.create(note);
          res.json({});
        });
        app.post("/one", async (req, res) => {
          const note: Note = req.body;
          console.log(note);
          res.json(await db.notes.create({ name: note.name }));
        });
        app.listen(3000);`,
    };
    expect(await routesOf(files)).toEqual([
      "POST /one open 200 {name}",
      "POST /spread open 201 {name,text,rank}",
      "POST /whole open 200,400 {name,text,rank}",
    ]);
    const nest = {
      "main.ts": `
        import { Body, Controller, Module, Post } from "@nestjs/common";
        import { NestFactory } from "@nestjs/core";
        interface Note { name: string; text: string }
        @Controller("notes") class Notes {
          @Post() add(@Body() { name, ...rest }: Note) { return this.notes.add(name, rest); }
        }
        @Module({ controllers: [Notes] }) class App {}
        NestFactory.create(App).then((app) => app.listen(3000));`,
    };
    expect(await routesOf(nest)).toEqual(["POST /notes open 201 {name,text}"]);
  });

  it("Fastify: schemas that the application keeps stand where routes name them", async () => {
    const files = {
      "app.ts": `
        import Fastify from "fastify";
        import { Type } from "@sinclair/typebox";
        const app = Fastify();
        app.addSchema({
          $id: "note",
          type: "object",
          required: ["title"],
          properties: { title: { type: "string" }, place: { type: "object", properties: { city: { type: "string" } } } },
        });
        app.addSchema(Type.Object({ rank: Type.Number() }, { $id: "ranked" }));
        app.register(async (notes) => {
          notes.post("/a", { schema: { body: { $ref: "note#" } } }, async () => ({}));
          notes.post("/b", { schema: { body: Type.Ref("ranked") } }, async () => ({}));
          notes.post("/c", { schema: { body: { $ref: "note#/properties/place" } } }, async () => ({}));
          notes.post("/d", { schema: { body: { type: "object", properties: { note: { $ref: "note" }, all: { type: "array", items: { $ref: "ranked#" } } } } } }, async () => ({}));
          notes.post("/e", { schema: { body: { $ref: "missing#" } } }, async (request) => request.body.text);
        });
        app.listen({ port: 3000 });`,
    };
    expect(await routesOf(files)).toEqual([
      "POST /a open 200,400 {title,place.city}",
      "POST /b open 200,400 {rank}",
      "POST /c open 200,400 {city}",
      "POST /d open 200,400 {note.title,note.place.city,all}",
      "POST /e open 200,400 {text}",
    ]);
  });
});
