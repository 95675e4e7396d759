/** Structurally hostile documents: the files generated from each can be written, parsed and started. */
import { PositionEncoding, Workspace } from "@astral-sh/ruff-wasm-nodejs";
import { parseSync } from "oxc-parser";
import { describe, expect, it } from "vitest";
import { readSpec } from "../api/index.ts";
import { choose } from "./choose.ts";
import type { ServerOfSpec } from "./contracts.ts";
import { generateServer } from "./generate.ts";

const ruff = new Workspace({ "line-length": 110, "target-version": "py311" }, PositionEncoding.Utf16);

const ok = (schema: object = { type: "object", properties: { a: { type: "string" } } }): object => ({
  description: "ok",
  content: { "application/json": { schema } },
});
const get = (more: object = {}): object => ({ get: { responses: { 200: ok() }, ...more } });
const document = (paths: object, more: object = {}): object => ({
  openapi: "3.0.3",
  info: { title: "x", version: "1" },
  paths,
  ...more,
});
const body = (schema: object): object => ({ required: true, content: { "application/json": { schema } } });
const stored = (schema: object): object => ({
  "/things": {
    post: { requestBody: body(schema), responses: { 201: ok(schema) } },
    get: { responses: { 200: ok({ type: "array", items: schema }) } },
  },
  "/things/{id}": {
    parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
    get: { responses: { 200: ok(schema) } },
  },
});
const record = (properties: object): object => ({
  type: "object",
  properties: { id: { type: "string" }, ...properties },
});
const each = <T>(list: readonly T[], of: (one: T, i: number) => readonly [string, object]): object =>
  Object.fromEntries(list.map((item, i) => of(item, i)));
const circle = (kind: string): object => ({ Loop: { $ref: `#/components/${kind}/Loop` } });

const ids = ["getPet", "getpet", "GETPET", "get_pet", "get-pet", "Get.Pet", "getPet2", "getPet_2"];
const tags = ["index", "con", "NUL", "aux.", "com1", "..", "/", "a/b", "a\\b", "ß", "ss", "K", "k", "\u212a"];
const names = ["__proto__", "constructor", "toString", "then", "", " ", "0", "-1", "$ref", "a\r\nb", "a\0b"];
const member = { type: "object", properties: { a: { type: "string" } } };
const named = JSON.stringify(Object.fromEntries(names.slice(1).map((name) => [name, member])));
/** Members with each such name, with `__proto__` as in JSON. */
const prototypes = (): object =>
  JSON.parse(named.replace("{", `{"__proto__":${JSON.stringify(member)},`)) as object; // created above

/** Names that every JavaScript object inherits, used in a document. */
const inherited = ["constructor", "toString", "valueOf", "hasOwnProperty"];

const documents: Readonly<Record<string, object>> = {
  "formats, types, schemes and needed members by the names of what every object holds": document(
    {
      ...stored(
        record(
          each(inherited, (name) => [
            name,
            { type: "object", required: [name], properties: { [name]: { type: "string", format: name } } },
          ]),
        ),
      ),
      ...each(inherited, (name) => [
        `/${name}`,
        get({
          operationId: name,
          security: [{ [name]: [] }],
          parameters: [{ name, in: "query", required: true, schema: { type: name, format: name } }],
        }),
      ]),
    },
    { components: { securitySchemes: { toString: { type: "valueOf" } } } },
  ),
  "a record that needs a constructor": document(
    stored({ type: "object", required: ["constructor"], properties: { constructor: { type: "string" } } }),
  ),
  "operations whose ids differ by case": document(
    each(ids, (operationId, i) => [`/p${i}`, get({ operationId, tags: [i % 2 ? "Pets" : "pets"] })]),
  ),
  "tags that are no names of files": document(each(tags, (tag, i) => [`/p${i}`, get({ tags: [tag] })])),
  "paths that clash": document(
    each(
      [
        "/a/{x}",
        "/a/{y}",
        "/a/{x}/b",
        "/a/{y}/c",
        "/a/b",
        "/A",
        "/a",
        "/a/",
        "/a//b",
        "/a/../b",
        "/a/{x}{y}",
      ],
      (path) => [path, get()],
    ),
  ),
  "paths that are encoded": document(
    each(
      ["/%2e%2e/%2fetc", "/a%00b", "/a%0d%0ab", "/%", "/%zz", "/:a/(b)*+?", "/a\nb", "/é/{id}"],
      (path) => [path, get()],
    ),
  ),
  "headers and media types of several lines": document({
    "/a": get({
      parameters: ["X-A\r\nX-B: 1", "X B", "", "content-length", "Host", "__proto__"].map((name) => ({
        name,
        in: "header",
        schema: { type: "string" },
      })),
      responses: {
        200: {
          description: "ok",
          headers: { "X-A\r\nX-B: 1": { required: true, schema: {} }, "Set-Cookie": { schema: {} } },
          content: { "application/json\r\nX-B: 1": { schema: {} }, "text/html\n": {} },
        },
        "200\r\n": ok(),
      },
    }),
  }),
  "schemes that are named like settings": document(
    { "/a": get({ security: [{ "a=b\nEVIL=1": [], PATH: [] }] }) },
    {
      components: {
        securitySchemes: {
          "a=b\nEVIL=1": { type: "apiKey", in: "header", name: "X\r\nB: c" },
          PATH: { type: "http", scheme: "basic" },
        },
      },
    },
  ),
  "values of every kind in enums and defaults": document({
    ...stored(
      record({
        kind: { enum: [{ a: "*/" }, ["`"], "'", 1.5, false, null], default: {} },
        many: { enum: Array.from({ length: 2000 }, (_, i) => (i % 2 ? i : String(i))) },
        when: { type: "string", format: "date-time", default: "never" },
        count: { type: "integer", enum: ["1"], default: 1.5 },
      }),
    ),
    "/b/{p}": get({
      parameters: [
        { name: "p", in: "path", required: true, schema: { enum: [null, 1, { a: 1 }], default: [] } },
      ],
    }),
  }),
  "names of prototypes": document(
    {
      "/x": {
        post: {
          requestBody: body({ type: "object", properties: prototypes(), required: names }),
          responses: { 200: { description: "", headers: prototypes(), content: {} } },
        },
      },
    },
    { components: { schemas: prototypes(), responses: prototypes(), securitySchemes: prototypes() } },
  ),
  "circles of everything": document(
    {
      "/a": { $ref: "#/paths/~1b" },
      "/b": { $ref: "#/paths/~1a" },
      "/c": {
        get: {
          parameters: [{ $ref: "#/components/parameters/Loop" }],
          requestBody: { $ref: "#/components/requestBodies/Loop" },
          responses: {
            200: { $ref: "#/components/responses/Loop" },
            201: ok({ $ref: "#/components/schemas/Loop" }),
          },
        },
      },
    },
    {
      components: each(["parameters", "requestBodies", "responses", "schemas", "headers"], (kind) => [
        kind,
        circle(kind),
      ]),
    },
  ),
  "pointers to nowhere": document(
    each(
      [
        "#/info/title/0",
        "#/components/__proto__/x",
        "#",
        "##",
        "#/%zz",
        `#${"/a".repeat(50_000)}`,
        "urn:x",
        "https://[",
      ],
      ($ref, i) => [`/p${i}`, { get: { responses: { 200: ok({ $ref }) } } }],
    ),
  ),
  "long texts": document(
    stored(
      record({ text: { type: "string", description: "é".repeat(300_000), default: "x".repeat(100_000) } }),
    ),
  ),
  "long names": document({
    [`/${"a".repeat(50_000)}`]: get({ operationId: "o".repeat(100_000), tags: ["t".repeat(100_000)] }),
  }),
  "thousands of members": document(
    stored(record(each(Array.from({ length: 1200 }), (_, i) => [`m${i}`, { type: "integer" }]))),
  ),
};

const safe = (path: string): boolean =>
  /^[\w.@/-]{1,150}$/.test(path) &&
  path.split("/").every((part) => !/^\.{0,2}$|^(con|prn|aux|nul|com\d|lpt\d)(\.|$)|\.$/i.test(part));

async function serverOf(source: object, framework: string): Promise<ServerOfSpec> {
  const { spec } = await readSpec("spec.json", () => Promise.resolve(JSON.stringify(source)));
  const target = choose({ framework, database: "postgres", testFramework: undefined });
  const options = { name: "server", previous: undefined, project: undefined, auth: false };
  return generateServer(spec, target, options);
}

describe.each(["express", "fastify", "hono", "fastapi"])("on %s", (framework) => {
  it.each(Object.entries(documents))("%s", async (_name, source) => {
    const { files } = await serverOf(source, framework);
    const paths = files.map(({ path }) => path);
    expect(paths.filter((path) => !safe(path))).toEqual([]);
    expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length);
    for (const { path, text } of files) {
      expect(text.length, path).toBeLessThan(12_000_000);
      expect(text.includes("[native code]"), path).toBe(false);
      if (path.endsWith(".ts")) expect(parseSync(path, text).errors, path).toEqual([]);
      if (path.endsWith(".py")) expect(() => ruff.format(text), path).not.toThrow();
      if (path.endsWith(".json")) JSON.parse(text);
      if (path === ".env.example") expect(text).not.toMatch(/^EVIL/m);
    }
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

it.each([
  ["/v1/../../admin", "/admin"],
  ["https://x/%2e%2e/y/", "/y"],
  ["/a b/%zz", ""],
  ["https://x/\r\nX: 1", ""],
  ["//evil.example/x", ""],
  ["javascript:alert(1)", ""],
])("is served below what clients make of %j", async (url, base) => {
  const { document: served } = await serverOf(document({ "/a": get() }, { servers: [{ url }] }), "express");
  const [server] = served["servers"] as readonly { readonly url: string }[]; // our document has one
  expect(server?.url.replace(/\/$/, "")).toBe(base);
});
