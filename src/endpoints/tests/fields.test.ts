import { describe, expect, it } from "vitest";
import { routesOf } from "./app.suite.ts";

describe("fields of bodies and queries", () => {
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
