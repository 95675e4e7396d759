import { parseSync } from "oxc-parser";
import { describe, expect, it } from "vitest";
import { definitionFromYaml, readSpec, specToOpenApi, toOpenApi, type Spec } from "../../../api/index.ts";
import { choose } from "../../choose.ts";
import { generateServer } from "../../generate.ts";
import { everywhere } from "../../hostile-server.suite.ts";
import { serverModel } from "../../specification/server/model.ts";
import { mountsOf } from "./frameworks/mounts.ts";
import { expressPath, tiersOf } from "../../specification/server/order.ts";

const read = async (document: object): Promise<Spec> =>
  (await readSpec("spec.json", () => Promise.resolve(JSON.stringify(document)))).spec;

const serverOf = (spec: Spec, framework = "express", database = "postgres") =>
  generateServer(spec, choose({ framework, database, testFramework: "vitest" }), {
    name: "server",
    previous: undefined,
    project: undefined,
    auth: false,
  });

it.each(["express", "fastapi"])("is generated with a pause for each operation: %s", async (framework) => {
  const count = 30;
  const answer = { responses: { 200: { description: "it" } } };
  const paths = Object.fromEntries(Array.from({ length: count }, (_, i) => [`/a${i}`, { get: answer }]));
  const spec = await read({ openapi: "3.1.0", info: { title: "A", version: "1" }, paths });
  const target = choose({ framework, database: "postgres", testFramework: undefined });
  let pauses = 0;
  const pause = async (): Promise<void> => {
    if (++pauses > count / 2) throw new Error("interrupted");
  };
  const options = { name: "server", previous: undefined, project: undefined, auth: false, pause };
  await expect(generateServer(spec, target, options)).rejects.toThrow("interrupted");
  expect(pauses).toBeLessThan(count);
});

/** Returns the kinds of syntax nodes and their nesting, without names and strings. */
function skeleton(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(skeleton);
  if (typeof node !== "object" || node === null) return null;
  const entries = Object.entries(node).filter(
    ([key, value]) => key === "type" || (typeof value === "object" && value !== null),
  );
  return Object.fromEntries(
    entries.map(([key, value]) => [
      key,
      key === "type" ? value : key === "value" && "raw" in node ? null : skeleton(value),
    ]),
  );
}

const hostile = [
  "*/ globalThis.hacked = 1; /* ${globalThis.hacked = 1} ` \" ' \\ \u2028 </script>",
  "\"; process.exit(1); //\n\nprocess.exit(1);\r\n'",
  "`);process.exit(1);(`",
  "] }; export default process.exit(1); const x = { a: [",
  "\0 \ud800 hacked",
];

describe("a server from a hostile specification", () => {
  it.each([
    ...hostile.map((text) => [text, "express", "postgres"]),
    [hostile[0] ?? "", "nestjs", "mongodb"],
    [hostile[0] ?? "", "hono", "postgres"],
    [hostile[0] ?? "", "fastify", "postgres"],
    [hostile[0] ?? "", "express", "prisma"],
  ])("is made of the same statements as that of a friendly one: %s, %s on %s", async (text, ...target) => {
    const [bad, good] = await Promise.all(
      [text, "one, two!"].map(async (item) => serverOf(await read(everywhere(item)), ...target)),
    );
    const typescript = (files: readonly { readonly path: string; readonly text: string }[]) =>
      files.filter(({ path }) => path.endsWith(".ts"));
    const kinds = (files: readonly { readonly path: string; readonly text: string }[]) =>
      typescript(files).map(({ path, text: source }) => {
        const { program, errors } = parseSync(path, source);
        expect(errors, `${path}\n${source}`).toEqual([]);
        return skeleton(program);
      });
    const group = /^(src\/(routes|controllers|modules)|tests|docs\/api)\//;
    const named = (files: typeof bad): readonly string[] =>
      (files?.files ?? [])
        .map(({ path }) => path.replace(group, "$1/"))
        .filter((path) => /^[\w./@-]+$/.test(path));
    expect(named(bad).length).toBe(named(good).length);
    expect(kinds(bad?.files ?? [])).toEqual(kinds(good?.files ?? []));
    for (const { path, text: source } of bad?.files ?? []) if (path.endsWith(".json")) JSON.parse(source);
  });

  it("checks no pattern that one request could stop it by, and says so", async () => {
    const schema = { type: "string", pattern: "^(a+)+$" };
    const { files, lost } = await serverOf(
      await read({
        openapi: "3.1.0",
        info: { title: "x", version: "1" },
        paths: {
          "/x": {
            get: {
              parameters: [{ name: "p", in: "query", schema }],
              responses: { 204: { description: "" } },
            },
          },
        },
      }),
    );
    expect(lost.join()).toContain("(a+)+");
    expect(files.filter(({ path }) => path.endsWith(".ts")).some(({ text }) => text.includes("(a+)+"))).toBe(
      false,
    );
  });
});

it("leaves out what a list has no use for, and refuses it where something is written", async () => {
  const item = { type: "object", properties: { id: { type: "string" }, name: { type: "string" } } };
  const answer = (schema: object): object => ({
    description: "",
    content: { "application/json": { schema } },
  });
  const query = (name: string): object => ({ name, in: "query", schema: { type: "string" } });
  const { ignored, refused, stored } = await serverOf(
    await read({
      openapi: "3.1.0",
      info: { title: "x", version: "1" },
      paths: {
        "/pets": {
          get: {
            operationId: "listPets",
            parameters: [query("name"), query("near")],
            responses: { 200: answer({ type: "array", items: item }) },
          },
          post: {
            operationId: "addPet",
            parameters: [query("dry")],
            requestBody: { content: { "application/json": { schema: item } } },
            responses: { 201: answer(item) },
          },
        },
      },
    }),
  );
  expect(stored).toContain("listPets");
  expect(ignored).toEqual([{ operationId: "listPets", names: ["near"] }]);
  expect(refused).toEqual([{ operationId: "addPet", names: ["dry"] }]);
});

it("has no hole among its modules where no operation can have a route", async () => {
  const paths = { "/#Target=Do": { post: { responses: { 200: { description: "" } } } } };
  const { files } = await serverOf(
    await read({ openapi: "3.1.0", info: { title: "x", version: "1" }, paths }),
    "nestjs",
  );
  const app = files.find(({ path }) => path === "src/app.ts")?.text;
  expect(app).toContain("imports: [OutsideModule.over(outside), DocumentationModule],");
});

it("mounts nothing where there are no operations", async () => {
  const { files } = await serverOf(
    await read({ openapi: "3.1.0", info: { title: "x", version: "1" }, paths: {} }),
  );
  const index = files.find(({ path }) => path === "src/routes/index.ts")?.text;
  expect(index).toContain("mount(_app: Express, _outside: Outside): void {}");
  expect(index).not.toContain("handle");
});

it("reads forms whose members double at each level no further than anybody sends", async () => {
  const level = (n: number): object => {
    const next = { $ref: `#/components/schemas/S${n + 1}` };
    return {
      type: "object",
      properties: Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`p${i}`, next])),
    };
  };
  const schemas = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`S${n}`, level(n)]));
  const content = { "multipart/form-data": { schema: { $ref: "#/components/schemas/S0" } } };
  const paths = { "/a": { post: { requestBody: { content }, responses: { 204: { description: "" } } } } };
  const { files } = await serverOf(
    await read({ openapi: "3.1.0", info: { title: "x", version: "1" }, paths, components: { schemas } }),
  );
  const routes = files.find(({ path }) => path === "src/routes/a.ts")?.text ?? "";
  expect(routes.length).toBeGreaterThan(1000);
  expect(routes.length).toBeLessThan(1_000_000);
});

describe("tiersOf", () => {
  const tiersFor = async (paths: Readonly<Record<string, string>>) => {
    const operation = (tag: string) => ({ get: { tags: [tag], responses: { 204: { description: "" } } } });
    const spec = await read({
      openapi: "3.1.0",
      info: { title: "x", version: "1" },
      paths: Object.fromEntries(Object.entries(paths).map(([path, tag]) => [path, operation(tag)])),
    });
    const tiers = tiersOf(serverModel(spec, ["get"]).groups);
    return tiers.map(({ group, level, operations }) => [
      group.file,
      level,
      ...operations.map(({ operation: { path } }) => path),
    ]);
  };

  it("keeps groups whole where their order does", async () => {
    expect(await tiersFor({ "/a/{id}": "a", "/a/me": "a", "/b": "b" })).toEqual([
      ["a", 0, "/a/me", "/a/{id}"],
      ["b", 0, "/b"],
    ]);
  });

  it("tries what another group writes out before what is open", async () => {
    expect(
      await tiersFor({ "/a/{id}": "a", "/a/{id}/x": "a", "/a/me": "b", "/a/{id}/y": "b", "/{z}/me": "c" }),
    ).toEqual([
      ["a", 0, "/a/{id}/x"],
      ["b", 0, "/a/me", "/a/{id}/y"],
      ["a", 1, "/a/{id}"],
      ["c", 2, "/{z}/me"],
    ]);
  });
});

describe("expressPath", () => {
  it.each([
    ["/pets/{petId}", "/pets/:petId"],
    ["/a/{x}.json", "/a/:x.json"],
    ["/{a}-{b}", "/:a-:b"],
    ["/{a}{b}", "/:a"],
    ["/{a}b", '/:"a"b'],
    ["/{odd name}/*(x)?", String.raw`/:p1/\*\(x\)\?`],
  ])("%s", (path, expected) => expect(expressPath(path)).toBe(expected));
});

describe("mountsOf", () => {
  const operation = { responses: { 204: { description: "" } } };
  const mountsFor = async (paths: Readonly<Record<string, readonly string[]>>) => {
    const members = Object.entries(paths).map(([path, methods]) => [
      path,
      Object.fromEntries(methods.map((method) => [method, operation])),
    ]);
    const info = { title: "x", version: "1" };
    const spec = await read({ openapi: "3.1.0", info, paths: Object.fromEntries(members) });
    return mountsOf(serverModel(spec, ["get", "head", "put"])).map(({ path, methods, serve }) => [
      path,
      methods.join(" "),
      serve.split("handle(").length - 1,
    ]);
  };

  it("joins what a router can't tell apart, and what is got and asked for", async () => {
    expect(
      await mountsFor({
        "/a/{id}": ["get", "put"],
        "/a/{id}.json": ["get"],
        "/a/me": ["head", "get"],
        "/a/{x y}/{id}/{id}": ["get"],
      }),
    ).toEqual([
      ["/a/me", "HEAD GET", 2],
      ["/a/:part2", "GET HEAD", 2],
      ["/a/:id", "PUT", 1],
      ["/a/:part2/:id/:part4", "GET HEAD", 1],
    ]);
  });
});

describe("what is served", () => {
  it("is OpenAPI 3.0.0 with the errors that the server adds, and says what 3.0 can't", async () => {
    const { document, lost, stored, yours } = await serverOf(await read(everywhere("plain words")));
    expect(document["openapi"]).toBe("3.0.0");
    const paths = document["paths"] as Record<string, Record<string, { responses: object }>>; // of the document just made
    expect(Object.keys(paths["/things"]?.["post"]?.responses ?? {})).toEqual([
      "201",
      "400",
      "401",
      "409",
      "413",
      "415",
    ]);
    expect(stored).toEqual(["plain words", "all", "add"]);
    expect(yours).toEqual([]);
    expect(lost).toEqual([]);
  });

  it("is told at the paths that it is asked at, with the server's own before them", async () => {
    const paths = {
      "/rooms": { get: { operationId: "listRooms", responses: { 204: { description: "none" } } } },
    };
    const servers = [{ url: "https://rooms.example.com/api/v2" }];
    const { served, files } = await serverOf(
      await read({ openapi: "3.0.3", info: { title: "Rooms" }, servers, paths }),
    );
    expect(served.map(({ path }) => path)).toEqual(["/api/v2/rooms"]);
    for (const path of ["README.md", "docs/api/rooms.md"])
      expect(files.find((file) => file.path === path)?.text).toMatch(
        /^\| GET +\| `\/api\/v2\/rooms` +\| listRooms /m,
      );
  });

  it("stores what our own documents describe, and says the same of it again", async () => {
    const api = definitionFromYaml(
      "resources:\n  Ship:\n    fields:\n      name: string required 1..40\n      note: string\n      kind: enum(tug, ferry) = tug\n",
      "ships.yaml",
    );
    const spec = await read(toOpenApi(api));
    expect(await read(specToOpenApi(spec).document)).toEqual(spec);
    const { stored, yours } = await serverOf(spec);
    expect({ stored, yours }).toEqual({
      stored: api.operations.map(({ operationId }) => operationId),
      yours: [],
    });
  });
});

it("checks what requests hold, and keeps no check that none needs", async () => {
  const schemas = {
    Sent: { type: "object", properties: { part: { $ref: "#/components/schemas/Part" } } },
    Part: { type: "object", additionalProperties: false, patternProperties: { "^x-": { type: "string" } } },
    Answered: { type: "object", required: ["id"] },
  };
  const named = (name: string): object => ({
    content: { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } },
  });
  const post = {
    requestBody: named("Sent"),
    responses: { 200: { description: "done", ...named("Answered") } },
  };
  const spec = await read({
    openapi: "3.1.0",
    info: { title: "x", version: "1" },
    paths: { "/a": { post } },
    components: { schemas },
  });
  const text = (await serverOf(spec)).files.find(({ path }) => path === "src/models/checks.ts")?.text ?? "";
  expect([...text.matchAll(/check(\w+): /g)].map(([, name]) => name)).toEqual(["Sent", "Part"]);
  expect(text).toContain("unknown");
});
