import { describe, expect, it } from "vitest";
import { readSpec, describeWarnings } from "./index.ts";

const text = { type: "string" };
const texts = { type: "array", items: text };
const object = { type: "object", properties: { a: text } };

async function warningsOf(document: object): Promise<{ readonly refused: string; readonly noted: string }> {
  const read = (): Promise<string> => Promise.resolve(JSON.stringify(document, null, 1));
  const { warnings } = await readSpec("a.json", read);
  const sentences = async (broken: boolean): Promise<string> =>
    (
      await describeWarnings(
        warnings.filter((warning) => Boolean(warning.broken) === broken),
        read,
      )
    ).join("\n");
  return { refused: await sentences(true), noted: await sentences(false) };
}

const responses = { 204: { description: "done" } };
const documentOf = (version: object, operation: object): object => ({
  ...version,
  info: { title: "A", version: "1" },
  paths: { "/a/{p}": { post: { responses, ...operation } } },
});

const parameter = (place: string, how: object, schema: object = texts): object =>
  documentOf(
    { openapi: "3.1.0" },
    { parameters: [{ name: "p", in: place, required: true, schema, ...how }] },
  );
const member = (how: object, schema: object): object =>
  documentOf(
    { openapi: "3.1.0" },
    {
      requestBody: {
        content: {
          "application/x-www-form-urlencoded": {
            schema: { type: "object", properties: { m: schema } },
            encoding: { m: how },
          },
        },
      },
    },
  );

describe("combinations that OpenAPI does not define", () => {
  it.each([
    ["path", { style: "form" }, texts, "simple, label, or matrix"],
    ["path", { style: "deepObject" }, object, "simple, label, or matrix"],
    ["query", { style: "matrix" }, texts, "form, spaceDelimited, pipeDelimited, or deepObject"],
    ["query", { style: "tabDelimited" }, texts, "form, "],
    ["query", { style: "csv" }, texts, "form, "],
    ["query", { style: 3 }, texts, "form, "],
    ["header", { style: "form" }, texts, "write simple ("],
    ["cookie", { style: "simple" }, texts, "write form or cookie ("],
    ["query", { style: "deepObject", explode: false }, object, "write explode: true"],
    ["query", { style: "pipeDelimited", explode: true }, texts, "write explode: false"],
    ["query", { style: "spaceDelimited" }, text, "write form"],
    ["query", { style: "spaceDelimited" }, { anyOf: [text, { type: "null" }] }, "write form"],
  ])("%s %j of %j is broken, with its place and the fix", async (place, how, schema, fix) => {
    const { refused } = await warningsOf(parameter(place, how, schema));
    expect(refused).toMatch(
      /^a\.json:\d+:\d+#\/paths\/~1a~1\{p\}\/post\/parameters\/0\/(style|explode): has /,
    );
    expect(refused).toContain(fix);
  });

  it.each([
    [{ style: "simple" }, texts],
    [{ style: "deepObject", explode: false }, object],
    [{ style: "pipeDelimited" }, text],
  ])("the member of a form %j of %j is broken too", async (how, schema) => {
    expect((await warningsOf(member(how, schema))).refused).toMatch(
      /^a\.json:\d+:\d+#.*\/encoding\/m\/(style|explode): has /,
    );
  });

  it.each([
    ["path", { style: "matrix", explode: true }, object],
    ["path", { style: "label" }, text],
    ["header", { style: "simple", explode: true }, texts],
    ["cookie", { style: "form", explode: false }, texts],
    ["query", { style: "deepObject" }, object],
    ["query", { style: "deepObject", explode: true }, { oneOf: [object, text] }],
    ["query", { style: "pipeDelimited" }, {}],
    ["query", { style: "spaceDelimited" }, { type: ["array", "null"], items: text }],
    ["query", { style: "spaceDelimited" }, { type: "list" }],
    ["query", { style: "spaceDelimited" }, { anyOf: [text, { $ref: "#/components/schemas/Lost" }] }],
  ])("%s %j of %j is defined, or may be", async (place, how, schema) => {
    const { refused, noted } = await warningsOf(parameter(place, how, schema));
    expect(`${refused}${noted}`).not.toContain("has the style");
  });

  it("notes once that deepObject writes lists", async () => {
    const how = { style: "deepObject", explode: true, schema: texts };
    const { refused, noted } = await warningsOf(
      documentOf(
        { openapi: "3.0.0" },
        {
          parameters: ["a", "b"].map((name) => ({ name, in: "query", ...how })),
        },
      ),
    );
    expect(refused).toBe("");
    expect(noted.match(/deepObject/g)).toHaveLength(1);
    expect(noted).toContain("parameters/0/style");
  });
});

describe("formats of lists that Swagger 2.0 does not define", () => {
  const swagger = (list: object): object => ({
    ...documentOf({ swagger: "2.0" }, { parameters: [{ in: "body", name: "b", schema: {} }, list] }),
  });

  it.each([
    ["path", { collectionFormat: "multi" }, "csv, ssv, tsv, or pipes"],
    ["header", { collectionFormat: "multi" }, "csv, ssv, tsv, or pipes"],
    ["query", { collectionFormat: "semicolons" }, "csv, ssv, tsv, pipes, or multi"],
    ["query", { items: { ...texts, collectionFormat: "multi" } }, "a list inside a list"],
  ])("%s %j is broken, with its place and the fix", async (place, how, fix) => {
    const { refused } = await warningsOf(swagger({ name: "p", in: place, required: true, ...texts, ...how }));
    expect(refused).toMatch(/^a\.json:\d+:\d+#\/paths\/~1a~1\{p\}\/post\/parameters\/1: has /);
    expect(refused).toContain(fix);
  });

  it.each([
    ["query", { collectionFormat: "multi" }],
    ["formData", { collectionFormat: "multi" }],
    ["path", { collectionFormat: "tsv" }],
    ["path", { type: "string", collectionFormat: "multi" }],
  ])("%s %j is defined", async (place, how) => {
    const { refused } = await warningsOf(swagger({ name: "p", in: place, required: true, ...texts, ...how }));
    expect(refused).toBe("");
  });
});
