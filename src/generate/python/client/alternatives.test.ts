import { expect, it } from "vitest";
import { readSpec } from "../../../api/index.ts";
import { pythonClient } from "./index.ts";

it("imports what alternatives that stand in an operation alone are told apart by", async () => {
  const member = (kind: string): object => ({
    type: "object",
    required: ["kind"],
    properties: { kind: { type: "string", enum: [kind] } },
  });
  const choice = {
    oneOf: ["Cat", "Dog"].map((name) => ({ $ref: `#/components/schemas/${name}` })),
    discriminator: {
      propertyName: "kind",
      mapping: { cat: "#/components/schemas/Cat", dog: "#/components/schemas/Dog" },
    },
  };
  const document = {
    openapi: "3.1.0",
    info: { title: "Pets", version: "1" },
    paths: {
      "/pet": {
        get: {
          responses: { 200: { description: "", content: { "application/json": { schema: choice } } } },
        },
      },
    },
    components: { schemas: { Cat: member("cat"), Dog: member("dog") } },
  };
  const { spec } = await readSpec("a.json", () => Promise.resolve(JSON.stringify(document)));
  const files = new Map(pythonClient(spec).map(({ path, text }) => [path.replace(/^.*\//, ""), text]));
  const client = files.get("client.py") ?? "";
  expect(client).toContain("Discriminator(tagged_by(");
  expect(client).toMatch(/^from pydantic import Discriminator, Tag, TypeAdapter$/m);
  expect(client).toMatch(/^from \.models import .*\btagged_by\b/m);
  expect(files.get("models.py")).toContain("def tagged_by(");
});
