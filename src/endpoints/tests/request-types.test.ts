import { describe, expect, it } from "vitest";
import { routesOf } from "./app.suite.ts";

describe("types of requests", () => {
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
