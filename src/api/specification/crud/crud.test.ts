import { describe, expect, it } from "vitest";
import type { SpecSchema } from "../../spec.ts";
import { readSpec } from "../../from/openapi/index.ts";
import { fits } from "./fits.ts";
import { bindings } from "./index.ts";

const json = (schema: object): object => ({ description: "", content: { "application/json": { schema } } });
const object = (properties: object, required: readonly string[] = []): object => ({
  type: "object",
  properties,
  required,
});
const text: SpecSchema = { type: "string" };
const body = (schema: object): object => ({ required: true, content: { "application/json": { schema } } });

/** What storage does for each operation, and why it does nothing for the others. */
async function read(paths: object): Promise<Readonly<Record<string, string>>> {
  const document = { openapi: "3.1.0", info: { title: "x", version: "1" }, paths };
  const { spec } = await readSpec("x.json", () => Promise.resolve(JSON.stringify(document)));
  const { bound, why } = bindings(spec);
  const entries = spec.operations.map(({ operationId, method, path }) => [
    `${method} ${path}`,
    bound.get(operationId)?.stored.does ?? why.get(operationId) ?? "",
  ]);
  return Object.fromEntries(entries) as Readonly<Record<string, string>>; // of pairs
}

const item = { parameters: [{ name: "id", in: "path", required: true, schema: text }] };
const thing = object({ id: text, name: text }, ["id", "name"]);

describe("bindings", () => {
  it("finds records under envelopes, paths with a slash at their end, and makes them by PUT where nothing else does", async () => {
    const found = await read({
      "/a/": {
        post: {
          requestBody: body(object({ data: object({ name: text }, ["name"]) }, ["data"])),
          responses: { 201: json(object({ data: thing })) },
        },
      },
      "/a/{id}": {
        ...item,
        get: { responses: { 200: json(object({ ok: { type: "boolean" }, data: thing }, ["ok", "data"])) } },
      },
      "/b/{id}": {
        ...item,
        put: { requestBody: body(object({ name: text }, ["name"])), responses: { 200: json(thing) } },
        get: { responses: { 200: json(thing) } },
      },
    });
    expect(found).toEqual({
      "post /a/": "create",
      "get /a/{id}": "get",
      "put /b/{id}": "put",
      "get /b/{id}": "get",
    });
  });

  it("knows members by another spelling, and ids by the pattern that they are made by", async () => {
    const sid = { type: ["string", "null"], pattern: "^TH[0-9a-f]{32}$", minLength: 34, maxLength: 34 };
    const shown = object({ sid, friendly_name: { type: ["string", "null"] } });
    const form = (schema: object): object => ({
      content: { "application/x-www-form-urlencoded": { schema } },
    });
    const one = [{ name: "Sid", in: "path", required: true, schema: { ...sid, type: "string" } }];
    const paths = {
      "/Things.json": {
        post: {
          requestBody: form(object({ FriendlyName: text }, ["FriendlyName"])),
          responses: { 201: json(shown) },
        },
        get: { responses: { 200: json(object({ things: { type: "array", items: shown } })) } },
      },
      "/Things/{Sid}.json": {
        parameters: one,
        get: { responses: { 200: json(shown) } },
        post: { requestBody: form(object({ FriendlyName: text })), responses: { 200: json(shown) } },
        delete: { responses: { 204: { description: "" } } },
      },
    };
    expect(await read(paths)).toEqual({
      "post /Things.json": "create",
      "get /Things.json": "list",
      "get /Things/{Sid}.json": "get",
      "post /Things/{Sid}.json": "patch",
      "delete /Things/{Sid}.json": "remove",
    });
    const document = { openapi: "3.1.0", info: { title: "x", version: "1" }, paths };
    const { spec } = await readSpec("x.json", () => Promise.resolve(JSON.stringify(document)));
    const { collections, bound } = bindings(spec);
    expect(collections[0]?.id?.hex).toEqual({ prefix: "TH", digits: 32 });
    const bodies = [...bound.values()].flatMap(({ stored }) => ("body" in stored ? [stored.body] : []));
    expect(bodies.map((body) => body?.renamed)).toContainEqual({ FriendlyName: "friendly_name" });
  });

  it.each<readonly [string, SpecSchema, SpecSchema, object | undefined]>([
    [
      "letters of one kind",
      { type: "string", pattern: "[a-z0-9]+", minLength: 26, maxLength: 26 },
      text,
      { prefix: "", digits: 26 },
    ],
    ["nothing but a length", { type: "string", maxLength: 20 }, text, { prefix: "", digits: 20 }],
    [
      "a UUID",
      { type: "string", pattern: "^[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}$|^arn:x$" },
      text,
      undefined,
    ],
    [
      "letters with hyphens",
      { type: "string", pattern: "^[-.\\w]+$", maxLength: 40 },
      { type: "string", pattern: "([-.\\w]+)|(arn:.+)" },
      undefined,
    ],
    [
      "a number of 32 bits",
      { type: "integer", format: "int32" },
      { type: "integer", format: "int32" },
      undefined,
    ],
  ])("makes ids that are %s", async (_, id, inPath, hex) => {
    const shown = object({ id: { allOf: [id, { description: "What names it." }] }, name: text }, ["id"]);
    const paths = {
      "/a": {
        post: { requestBody: body(object({ name: text })), responses: { 201: json({ type: "object" }) } },
      },
      "/a/{id}": {
        parameters: [{ name: "id", in: "path", required: true, schema: inPath }],
        get: { responses: { 200: json(shown) } },
      },
    };
    expect(await read(paths)).toEqual({ "post /a": "create", "get /a/{id}": "get" });
    const document = { openapi: "3.1.0", info: { title: "x", version: "1" }, paths };
    const { spec } = await readSpec("x.json", () => Promise.resolve(JSON.stringify(document)));
    expect(bindings(spec).collections[0]?.id?.hex).toEqual(hex);
  });

  it.each<readonly [SpecSchema, SpecSchema]>([
    [{ type: "string", pattern: "^[g-z]+$" }, text],
    [{ type: "string", pattern: "^[a-z0-9]{8}$" }, text],
    [{ type: "string", pattern: "^a|[a-z0-9](b{32})$" }, text],
    [
      { type: "string", pattern: "[a-z0-9]+", minLength: 26, maxLength: 26 },
      { type: "string", maxLength: 20 },
    ],
  ])("makes no ids of other rules: %j in a path of %j", async (id, inPath) => {
    const found = await read({
      "/a": {
        post: {
          requestBody: body(object({ name: text })),
          responses: { 201: json(object({ id, name: text })) },
        },
      },
      "/a/{id}": {
        parameters: [{ name: "id", in: "path", required: true, schema: inPath }],
        get: { responses: { 200: json(object({ id, name: text })) } },
      },
    });
    expect(found["post /a"]).toMatch(/^its id has rules that none can be made by$/);
  });

  it("knows records whose members stand under attributes, as bodies have them and as answers do", async () => {
    const record = object(
      {
        id: text,
        type: text,
        attributes: object({ name: text, createdAt: { type: "string", format: "date-time" } }, ["createdAt"]),
      },
      ["id", "attributes"],
    );
    const one = { responses: { 200: json(object({ data: record })) } };
    const paths = (sent: object): object => ({
      "/a": {
        post: { requestBody: body(sent), ...one },
        get: { responses: { 200: json(object({ data: { type: "array", items: record } })) } },
      },
      "/a/{id}": { ...item, get: one, patch: { requestBody: body(sent), ...one } },
    });
    const attributes = object({ name: text });
    for (const sent of [
      object({ data: object({ type: text, attributes }, ["attributes"]) }, ["data"]),
      object({ name: text }),
    ])
      expect(await read(paths(sent))).toEqual({
        "post /a": "create",
        "get /a": "list",
        "get /a/{id}": "get",
        "patch /a/{id}": "patch",
      });
    const clash = object({ data: object({ type: text, attributes: object({ type: text }) }) });
    expect((await read(paths(clash)))["post /a"]).not.toBe("create");
  });

  it("stores no more of an object than what is named, where answers say what else it holds", async () => {
    const sent = object({ name: text, size: object({ wide: { type: "integer" } }) }, ["name"]);
    const size = object({ wide: { type: "integer" }, area: { type: "integer" } });
    const shown = object({ id: text, name: text, size, sizes: { type: "array", items: size } });
    const paths = {
      "/a": { post: { requestBody: body(sent), responses: { 201: json(shown) } } },
      "/a/{id}": { ...item, get: { responses: { 200: json({ type: "array", items: shown }) } } },
    };
    const document = { openapi: "3.1.0", info: { title: "x", version: "1" }, paths };
    const { spec } = await readSpec("x.json", () => Promise.resolve(JSON.stringify(document)));
    const stored = [...bindings(spec).bound.values()].map((one) => one.stored);
    expect(stored.map(({ does }) => does)).toEqual(["create", "get"]);
    expect(stored.flatMap((one) => ("body" in one ? one.body?.known : []))).toEqual([
      { path: ["size"], names: ["wide"] },
    ]);
    expect(stored[1]?.answer.frame).toMatchObject({ is: "one", item: { is: "record" } });
  });

  it("answers what was sent where an answer may be any object, and the one of several that a record is", async () => {
    const created = { requestBody: body(object({ name: text }, ["name"])), responses: { 201: json({}) } };
    const several = (...schemas: readonly object[]): object => json({ oneOf: schemas });
    const list = { type: "array", items: thing };
    const page = object({ items: list, next: text }, ["items"]);
    const found = await read({
      "/a": { post: created, get: { responses: { 200: json({}) } } },
      "/a/{id}": { ...item, get: { responses: { 200: json({ type: "object" }) } } },
      "/b": { post: created, get: { responses: { 200: several(list, page) } } },
      "/b/{id}": { ...item, get: { responses: { 200: several({ type: "string" }, thing) } } },
      "/c": { post: created, get: { responses: { 200: json(object({ count: { type: "integer" } })) } } },
      "/c/{id}": { ...item, get: { responses: { 200: several(object({ code: text }), thing) } } },
    });
    expect(found).toEqual({
      "post /a": "create",
      "get /a": "list",
      "get /a/{id}": "get",
      "post /b": "create",
      "get /b": "list",
      "get /b/{id}": "get",
      "post /c": "records can't be both added and read",
      "get /c": "its answer is no list",
      "get /c/{id}": "its answer has nothing of its records",
    });
  });

  it("leaves to their owner what it could only pretend", async () => {
    const create = {
      post: { requestBody: body(object({ name: text }, ["name"])), responses: { 201: json(thing) } },
    };
    const found = await read({
      "/a": {
        ...create,
        get: {
          responses: {
            200: json(object({ hits: { type: "array", items: object({ score: { type: "number" } }) } })),
          },
        },
      },
      "/a/{id}": {
        ...item,
        get: { responses: { 200: json(object({ id: text, name: { type: "integer" } })) } },
        put: {
          requestBody: body(object({ name: text })),
          responses: { 200: json(object({ id: text, price: { type: "number" } }, ["price"])) },
        },
      },
      "/search": { post: create.post, get: { responses: { 204: { description: "" } } } },
      "/c": create,
      "/c/{id}": {
        ...item,
        get: { responses: { 200: json(thing) } },
        delete: {
          parameters: [{ name: "why", in: "query", required: true, schema: text }],
          responses: { 204: { description: "" } },
        },
      },
    });
    expect(found).toEqual({
      "get /a": "its list has nothing of its records",
      "post /a": "records can't be both added and read",
      "get /a/{id}": '"name" is answered otherwise than it is sent',
      "put /a/{id}": 'its answer has "price", which no request carries',
      "post /search": "records can't be both added and read",
      "get /search": "its answer has no body",
      "post /c": "create",
      "get /c/{id}": "get",
      "delete /c/{id}": 'it needs the parameter "why", which storage has no use for',
    });
  });
});

describe("fits", () => {
  const spec = {
    info: { title: "", version: "" },
    servers: [],
    operations: [],
    schemas: {},
    securitySchemes: {},
  };
  const cases: readonly (readonly [boolean, SpecSchema, SpecSchema])[] = [
    [true, { type: "integer" }, { type: "number" }],
    [false, { type: "number" }, { type: "integer" }],
    [true, { type: "string", enum: ["a"] }, { type: "string", enum: ["a", "b"] }],
    [false, { type: "string" }, { type: "string", enum: ["a"] }],
    [true, { type: "string" }, { type: ["string", "null"] }],
    [false, { type: ["string", "null"] }, { type: "string" }],
    [
      true,
      { type: "string", enum: ["a"] },
      { anyOf: [{ type: "string", enum: ["a", "b"] }, { type: "null" }] },
    ],
    [false, { type: "string", enum: ["a", "c"] }, { anyOf: [{ enum: ["a", "b"] }, { type: "null" }] }],
    [false, { type: "string" }, { type: "string", format: "email" }],
    [true, { type: "string", maxLength: 3 }, { type: "string", maxLength: 4 }],
    [true, { type: "array", items: { type: "integer" } }, { type: "array", items: { type: "number" } }],
    [true, { type: "string" }, { anyOf: [{ type: "integer" }, { type: "string" }] }],
    [
      false,
      { type: "object", properties: { a: { type: "string" } } },
      { type: "object", properties: { a: { type: "string" }, b: { type: "string" } } },
    ],
    [
      true,
      { type: "object", properties: { a: { type: "string" } }, additionalProperties: { not: {} } },
      { type: "object", properties: { a: { type: "string" }, b: { type: "string" } } },
    ],
    [
      false,
      { type: "object", properties: { a: { type: "string" } } },
      { type: "object", properties: { a: { type: "string" } }, required: ["a"] },
    ],
  ];
  it.each<readonly [boolean, SpecSchema, SpecSchema]>([
    [true, { type: "object" }, { type: "object" }],
    [true, { type: "object", properties: { a: { type: "string" } } }, { type: ["object", "null"] }],
    [
      true,
      { type: "object", additionalProperties: { type: "integer" } },
      { type: "object", additionalProperties: { type: "number" } },
    ],
    [
      false,
      { type: "object", additionalProperties: { type: "number" } },
      { type: "object", additionalProperties: { type: "integer" } },
    ],
    [false, { type: "object" }, { type: "object", properties: { a: { type: "string" } } }],
  ])("of objects, %s: %j in %j", (expected, sent, answered) => {
    expect(fits(spec, [sent, answered])).toBe(expected);
  });

  it.each(cases)("%s: %j in %j", (expected, sent, answered) => {
    expect(fits(spec, [sent, answered])).toBe(expected);
  });
});
