import { describe, expect, it } from "vitest";
import { readSpec } from "../../../api/index.ts";
import { modelOf } from "../../specification/model.ts";
import { typesModule } from "./types.ts";

const object = (properties: object): object => ({ type: "object", properties });
const long = object(
  Object.fromEntries(["city", "street", "house", "country"].map((name) => [name, { type: "string" }])),
);

async function typesOf(schemas: object): Promise<string> {
  const document = { openapi: "3.1.0", info: { title: "Shapes" }, paths: {}, components: { schemas } };
  const { spec } = await readSpec("a.json", () => Promise.resolve(JSON.stringify(document)));
  return typesModule(modelOf(spec));
}

const address = `{
  readonly city?: string;
  readonly street?: string;
  readonly house?: string;
  readonly country?: string;
}`;

describe("objects without a name", () => {
  it("have one, after where they were met first, if they are long and stand there again", async () => {
    const text = await typesOf({
      Person: object({ home: long }),
      Shop: object({ at: long, more: object({}) }),
    });
    expect(text).toContain("export interface Person {\n  readonly home?: PersonHome;\n}");
    expect(text).toContain("export interface Shop {\n  readonly at?: PersonHome;\n");
    expect(text).toContain(`export type PersonHome = ${address};`);
  });

  it("are counted where they are written: what stands in another one stands there once", async () => {
    const inner = object({ deep: long });
    const text = await typesOf({ One: object({ a: inner }), Two: object({ b: inner }) });
    expect(text).toContain("export type OneA = {\n  readonly deep?: { readonly city?: string;");
    expect(text.match(/readonly city/g)).toHaveLength(1);
  });

  it("keep to names that are free", async () => {
    const text = await typesOf({ One: object({ a: long, b: long }), OneA: object({}) });
    expect(text).toContain("readonly a?: OneA2;\n  readonly b?: OneA2;");
  });

  it("stand where they are if they are short or stand there alone", async () => {
    const short = object({ a: { type: "string" } });
    const text = await typesOf({ One: object({ a: short, b: short }), Two: object({ c: long }) });
    expect(text).not.toContain("export type");
    expect(text).toContain("readonly a?: { readonly a?: string; };");
  });
});
