import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { project } from "../doc/project.suite.ts";

const spec = JSON.stringify({
  openapi: "3.0.0",
  info: { title: "Pets", version: "1.0.0" },
  paths: { "/pets": { get: { responses: { 200: { description: "All" } } } } },
});

it.each([
  ["/api-gen Pet --client", "/api-gen Pet"],
  ["/api-gen 'a shop with pets and owners' --client", "/api-gen a shop with pets and owners"],
  ["/api-gen pets.json --client --docs-only", "/api-gen pets.json --client"],
  ["/api-gen server --client --docs-only", "/api-gen server --docs-only"],
  ["/api-gen pets.json --docs-only", "/api-gen pets.json"],
  ["/api-gen pets.json --client python", "/api-gen pets.json --client=python"],
])("%s ends with 2 and %s, and writes nothing", (words, corrected) => {
  const { folder, run } = project({ "pets.json": spec, "server/index.js": "" });
  const { code, output } = run(words);
  expect(output.split("\n").map((line) => line.trim())).toContain(corrected);
  expect(code).toBe(2);
  for (const path of ["clients", "docs", "src"]) expect(existsSync(join(folder, path))).toBe(false);
});

it("an empty file is no specification: no client is written", () => {
  const { folder, run } = project({ "pets.yaml": "\n" });
  const { code, output } = run("/api-gen pets.yaml --client");
  expect(output).toContain("pets.yaml is empty.");
  expect(code).toBe(1);
  expect(existsSync(join(folder, "clients"))).toBe(false);
});

const withReference = (ref: string): string =>
  JSON.stringify({
    openapi: "3.0.0",
    info: { title: "Pets", version: "1.0.0" },
    paths: {
      "/pets": {
        get: {
          responses: {
            200: { description: "All", content: { "application/json": { schema: { $ref: ref } } } },
          },
        },
      },
    },
    components: { schemas: { Pet: { type: "object" } } },
  });

const withParameter = (how: object): string =>
  JSON.stringify({
    openapi: "3.0.0",
    info: { title: "Pets", version: "1.0.0" },
    paths: {
      "/pets/{id}": {
        get: {
          parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" }, ...how }],
          responses: { 204: { description: "Done" } },
        },
      },
    },
  });

it.each([
  [
    "a style that is not defined in its place",
    "pets.json",
    withParameter({ style: "form" }),
    /pets\.json:1:\d+#.*"form".*write simple, label, or matrix/,
  ],
  [
    "a reference to nothing",
    "pets.json",
    withReference("#/components/schemas/Pat"),
    /pets\.json:1:\d+#.*Pat/,
  ],
  [
    "invalid YAML",
    "pets.yaml",
    "openapi: 3.0.3\ninfo:\n\ttitle: x\npaths:\n  /a:\n    get: {}\n",
    /pets\.yaml:3:1.*a tab/,
  ],
  [
    "no endpoint",
    "pets.yaml",
    "openapi: 3.0.3\ninfo: { title: x, version: '1' }\npaths: {}\n",
    /no endpoint/,
  ],
  ["another kind of document", "pets.yaml", "asyncapi: 2.6.0\nchannels: {}\n", /AsyncAPI/],
  ["another kind in one line", "pets.json", '{"asyncapi":"2.6.0","channels":{}}', /AsyncAPI/],
  [
    "a collection",
    "pets.json",
    '{"info":{"schema":"https://schema.getpostman.com/json/collection/v2.1.0/c.json"}}',
    /Postman/,
  ],
  ["a GraphQL schema", "pets.graphql", "type Query {\n  pets: [Pet]\n}\n", /GraphQL/],
  ["a file of another kind", "pets.proto", 'syntax = "proto3";\nservice Pets {}\n', /Protocol Buffers/],
])("%s ends a client's generation with 1, its place, and nothing written", (_, path, text, message) => {
  const { folder, run } = project({ [path]: text });
  const { code, output } = run(`/api-gen ${path} --client`);
  expect(output).toMatch(message);
  expect(code).toBe(1);
  expect(existsSync(join(folder, "clients"))).toBe(false);
});

it("generates without broken parts where that is asked for", () => {
  const { folder, run } = project({ "pets.json": withReference("#/components/schemas/Pat") });
  const { code, output } = run("/api-gen pets.json --client --lenient");
  expect(output).toContain("refers to");
  expect(code).toBe(0);
  expect(existsSync(join(folder, "clients/typescript/src/client.ts"))).toBe(true);
});

it("reads a style that is not defined in its place as the usual one where that is asked for", () => {
  const { run } = project({ "pets.json": withParameter({ style: "form" }) });
  const { code, output } = run("/api-gen pets.json --client --lenient");
  expect(output).toContain("reads it as simple");
  expect(code).toBe(0);
});

it.each([
  ["hono", false],
  ["express", true],
])("the report of --auth on %s lists accounts where they are served: %s", (framework, isServed) => {
  const { run } = project({});
  const { code, output } = run(`/api-gen User --auth --framework=${framework} --yes`);
  expect(code).toBe(0);
  for (const text of ["/api/auth/login", "Who may do what", "rules are in src/authorization"])
    expect(output.includes(text)).toBe(isServed);
  expect(output.includes("whoever has a token may call everything")).toBe(!isServed);
});
