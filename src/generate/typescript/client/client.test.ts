import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseSync } from "oxc-parser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readSpec, type Spec } from "../../../api/index.ts";
import { everywhere, hostile } from "../../hostile.suite.ts";
import { typescriptClient } from "./index.ts";
import { Scope } from "../../specification/specification-names.ts";
import { packageName } from "./project.ts";

const read = async (document: object): Promise<Spec> =>
  (await readSpec("spec.json", () => Promise.resolve(JSON.stringify(document)))).spec;

const pet = {
  type: "object",
  required: ["id", "name", "kind"],
  properties: {
    id: { type: "integer", readOnly: true },
    name: { type: "string", minLength: 1 },
    kind: { type: "string", enum: ["cat", "dog"] },
    tags: { type: "array", items: { type: "string" } },
    parent: { $ref: "#/components/schemas/Pet" },
    secret: { type: "string", writeOnly: true },
  },
};
const problem = { type: "object", required: ["title"], properties: { title: { type: "string" } } };
const json = (schema: object) => ({ content: { "application/json": { schema } } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const document = {
  openapi: "3.1.0",
  info: { title: "Pets & more", version: "2.1.0" },
  security: [{ token: [] }],
  paths: {
    "/pets": {
      get: {
        operationId: "list-pets",
        parameters: [
          { name: "page", in: "query", schema: { type: "integer" } },
          { name: "limit", in: "query", schema: { type: "integer" } },
          { name: "kind[]", in: "query", schema: { type: "array", items: { type: "string" } } },
          {
            name: "filter",
            in: "query",
            style: "deepObject",
            explode: true,
            schema: { type: "object", properties: { name: { type: "string" } } },
          },
          { name: "X-Trace", in: "header", schema: { type: "string" } },
          { name: "toString", in: "query", schema: { type: "string", enum: ["short"] } },
        ],
        responses: { 200: { description: "ok", ...json({ type: "array", items: ref("Pet") }) } },
      },
      post: {
        operationId: "createPet",
        requestBody: { required: true, ...json(ref("Pet")) },
        responses: {
          201: { description: "made", ...json(ref("Pet")) },
          "4XX": { description: "no", ...json(ref("Problem")) },
        },
      },
    },
    "/pets/{id}": {
      get: {
        operationId: "getPet",
        deprecated: true,
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        responses: {
          200: { description: "ok", ...json(ref("Pet")) },
          default: { description: "else", ...json(ref("Problem")) },
        },
      },
    },
    "/pets/{id}/toys/{size}": {
      delete: {
        operationId: "removeToy",
        parameters: [
          { name: "id", in: "path", required: true, schema: { type: "string" } },
          { name: "id", in: "query", schema: { type: "string" } },
          { name: "size", in: "path", required: true, style: "label", schema: { type: "string" } },
          { name: "size", in: "header", schema: { type: "string" } },
        ],
        responses: { 204: { description: "gone" } },
      },
    },
    "/pets/{id}/photo": {
      put: {
        operationId: "putPhoto",
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        requestBody: {
          content: {
            "multipart/form-data": {
              schema: {
                type: "object",
                required: ["file"],
                properties: { file: { type: "string", format: "binary" }, note: { type: "string" } },
              },
            },
          },
        },
        responses: { 204: { description: "done" } },
      },
    },
    "/events": {
      get: {
        operationId: "events",
        responses: {
          200: { description: "ok", content: { "text/event-stream": { itemSchema: ref("Problem") } } },
        },
      },
    },
  },
  components: {
    schemas: { Pet: pet, Problem: problem },
    securitySchemes: { token: { type: "http", scheme: "bearer" } },
  },
};

const write = (folder: string, spec: Spec): void => {
  for (const file of typescriptClient(spec)) {
    mkdirSync(dirname(join(folder, file.path)), { recursive: true });
    writeFileSync(join(folder, file.path), file.text);
  }
};

describe("the README of a client", () => {
  const readmeOf = async (more: object): Promise<string> => {
    const files = typescriptClient(await read({ ...document, ...more }));
    return files.find(({ path }) => path === "README.md")?.text ?? "";
  };

  it("opens with a call that imports what it uses, from the package's own name", async () => {
    const text = await readmeOf({ servers: [{ url: "https://pets.example.com/v2" }] });
    const code = /```ts\n([\s\S]*?)\n```/.exec(text)?.[1] ?? "";
    expect(code).toContain('import { createApi, ResponseError } from "pets-more-client";');
    expect(code).toContain('createApi({ auth: { token: "…" } })');
    expect(await readmeOf({})).toContain('createApi({ baseUrl: "https://api.example.com", auth');
  });

  it("shows a value of an alternative where others extend a schema, by its discriminator's value", async () => {
    const animal = { type: "object", required: ["kind"], properties: { kind: { type: "string" } } };
    const schema = { $ref: "#/components/schemas/Animal" };
    const cat = { allOf: [schema, { properties: { lives: { type: "integer" } } }] };
    const text = await readmeOf({
      paths: {
        "/animals": {
          post: {
            operationId: "addAnimal",
            requestBody: { required: true, content: { "application/json": { schema } } },
            responses: { 204: { description: "ok" } },
          },
        },
      },
      components: {
        schemas: { Animal: { ...animal, discriminator: { propertyName: "kind" } }, Cat: cat },
      },
    });
    expect(text).toContain('{ body: { kind: "Animal" } }');
  });

  it("says how to publish, as the report does that it does", async () => {
    expect(await readmeOf({})).toContain("npm publish");
  });
});

describe("a client, compiled under the strictest flags", () => {
  const folder = mkdtempSync(join(tmpdir(), "antiphon-client-"));
  const seen: {
    method: string | undefined;
    url: string | undefined;
    headers: NodeJS.Dict<string | string[]>;
    body: string;
  }[] = [];
  let failures = 0;
  let server: Server;
  // The module is generated by this test; the compiler checked its types.
  let api: Record<string, (...args: readonly unknown[]) => never>;
  let client: unknown;

  beforeAll(async () => {
    write(folder, await read(document));
    execFileSync("tsc", ["-p", folder], { stdio: "pipe" });
    server = createServer((request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => (body += chunk.toString("latin1")));
      request.on("end", () => {
        seen.push({ method: request.method, url: request.url, headers: request.headers, body });
        const answer = (status: number, value: unknown, type = "application/json"): void => {
          response.writeHead(status, { "content-type": type, "retry-after": "0" });
          response.end(typeof value === "string" ? value : JSON.stringify(value));
        };
        const path = (request.url ?? "").split("?")[0];
        if (path === "/pets" && request.method === "GET")
          answer(200, (request.url ?? "").includes("page=3") ? [] : [{ id: 1, name: "Ada", kind: "cat" }]);
        else if (path === "/pets")
          answer(
            /bad|odd/.test(body) ? 422 : 201,
            body.includes("bad")
              ? { title: "No" }
              : body.includes("odd")
                ? { title: 7 }
                : { ...(JSON.parse(body) as object), id: 7 },
          );
        else if (path === "/pets/flaky")
          answer(failures++ < 2 ? 503 : 200, { id: 1, name: "Flo", kind: "dog" });
        else if (path === "/pets/wrong") answer(200, { id: 1, name: "", kind: "cow" });
        else if (path === "/pets/none") answer(404, { title: "Not found" });
        else if (path === "/events")
          answer(
            200,
            'data: {"title":"a"}\r\n\r\nevent: x\ndata: {"title":\ndata: "b"}\n\ndata: [DONE]\n\ndata: {"title":"cut off"}\n',
            "text/event-stream",
          );
        else {
          response.writeHead(204);
          response.end();
        }
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    api = (await import(pathToFileURL(join(folder, "dist/index.js")).href)) as typeof api;
    const { port } = server.address() as AddressInfo;
    client = api["createClient"]?.({ baseUrl: `http://127.0.0.1:${port}/`, auth: { token: () => "abc" } });
  });

  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });

  const call = (name: string, input?: object, options?: object): Promise<Record<string, unknown>> => {
    const operation = api[name];
    if (!operation) throw new Error(`no ${name}`);
    return operation(client, input, options);
  };

  it("sends parameters in their styles, and the credential", async () => {
    const result = await call("listPets", {
      page: 1,
      kind: ["a b", "c"],
      filter: { name: "x&y" },
      xTrace: "t",
    });
    expect(result).toMatchObject({ kind: "200", ok: true, data: [{ name: "Ada" }] });
    expect(seen.at(-1)).toMatchObject({
      url: "/pets?page=1&kind%5B%5D=a%20b&kind%5B%5D=c&filter%5Bname%5D=x%26y",
      headers: { authorization: "Bearer abc", "x-trace": "t" },
    });
  });

  it("tells answers apart by status and range", async () => {
    expect(await call("createPet", { body: { name: "Bo", kind: "dog", secret: "s" } })).toMatchObject({
      kind: "201",
      status: 201,
      data: { id: 7 },
    });
    expect(await call("createPet", { body: { name: "bad", kind: "dog" } })).toMatchObject({
      kind: "4XX",
      ok: false,
      status: 422,
      data: { title: "No" },
    });
    expect(await call("getPet", { id: "none" })).toMatchObject({ kind: "default", status: 404 });
    expect(await call("createPet", { body: { name: "odd", kind: "dog" } })).toMatchObject({
      kind: "unexpected",
      status: 422,
      data: { title: 7 },
    });
  });

  it("repeats what failed for a while, and refuses what is not as described", async () => {
    expect(await call("getPet", { id: "flaky" })).toMatchObject({ kind: "200", data: { name: "Flo" } });
    expect(failures).toBe(3);
    await expect(call("getPet", { id: "wrong" })).rejects.toMatchObject({
      name: "InvalidResponseError",
      issues: [
        { path: "/name", message: "must have at least 1 characters" },
        { path: "/kind", message: 'must be "cat" or "dog"' },
      ],
    });
  });

  it("sends forms with files, reads events and pages", async () => {
    expect(await call("putPhoto", { id: "a/b", body: { file: new Blob(["xyz"]), note: "n" } })).toMatchObject(
      { kind: "204", data: undefined },
    );
    expect(seen.at(-1)?.url).toBe("/pets/a%2Fb/photo");
    expect(seen.at(-1)?.body).toContain("xyz");
    const found: unknown[] = [];
    for await (const event of (await call("events"))["data"] as AsyncIterable<unknown>) found.push(event);
    expect(found).toMatchObject([
      { event: "message", data: { title: "a" } },
      { event: "x", data: { title: "b" } },
    ]);
    let pages = 0;
    const all = api["listPetsPages"] as unknown as (
      ...args: readonly unknown[]
    ) => AsyncIterable<{ data: unknown[] }>;
    for await (const page of all(client, { limit: 1 })) pages += page.data.length;
    expect(pages).toBe(2);
  });

  const answering = (body: string, type: string, status = 200) => ({
    fetch: () =>
      Promise.resolve(new Response(body, { status, headers: type ? { "content-type": type } : {} })),
  });
  const ada = JSON.stringify({ id: 1, name: "Ada", kind: "cat" });

  it("gives nothing of another kind in place of what a success promises", async () => {
    const page = answering("<html>Log in</html>", "text/html");
    await expect(call("getPet", { id: "x" }, page)).rejects.toMatchObject({
      name: "InvalidResponseError",
      data: "<html>Log in</html>",
    });
    const empty = answering("", "application/json");
    await expect(call("getPet", { id: "x" }, empty)).rejects.toThrow("is not as described");
    await expect(call("events", {}, answering(ada, "application/json"))).rejects.toThrow(
      "is application/json, not text/event-stream",
    );
    const refused = answering("<html>404</html>", "text/html", 404);
    expect(await call("getPet", { id: "x" }, refused)).toMatchObject({
      kind: "unexpected",
      data: "<html>404</html>",
    });
  });

  it("reads JSON that comes under another name", async () => {
    for (const type of ["text/plain", "application/octet-stream", ""])
      expect(await call("getPet", { id: "x" }, answering(ada, type))).toMatchObject({
        kind: "200",
        data: { name: "Ada" },
      });
  });

  it("fills no path so that it becomes another", async () => {
    for (const id of ["..", "."])
      await expect(call("getPet", { id })).rejects.toThrow("would lead to another path");
    await expect(call("putPhoto", { id: "" })).rejects.toThrow("id is empty");
    await expect(call("getPet")).rejects.toThrow("id is missing");
    await call("getPet", { id: "../..", headers: {} });
    expect(seen.at(-1)?.url).toBe("/pets/..%2F..");
  });

  it("tells parameters of one name apart by their places", async () => {
    await call("removeToy", { id: "a", id2: "b", size: "c", size2: "d" });
    expect(seen.at(-1)).toMatchObject({ url: "/pets/a/toys/.c?id=b", headers: { size: "d" } });
  });

  it("asks once where a request can't be made", async () => {
    let tokenCount = 0;
    const auth = { token: () => Promise.reject(new Error(`no token ${++tokenCount}`)) };
    await expect(call("listPets", {}, { auth })).rejects.toThrow("no token 1");
    expect(tokenCount).toBe(1);
  });

  it("gives a stream of events as long as it takes once it has begun", async () => {
    const limit = 50;
    const slow = (_url: unknown, { signal }: RequestInit): Promise<Response> => {
      const body = new ReadableStream({
        async start(controller) {
          signal?.addEventListener("abort", () => controller.error(signal.reason));
          await new Promise((resolve) => setTimeout(resolve, 4 * limit));
          if (signal?.aborted) return;
          controller.enqueue(new TextEncoder().encode('data: {"title":"late"}\n\n'));
          controller.close();
        },
      });
      return Promise.resolve(new Response(body, { headers: { "content-type": "text/event-stream" } }));
    };
    const found: unknown[] = [];
    const { data } = await call("events", {}, { fetch: slow, timeout: limit });
    for await (const event of data as AsyncIterable<unknown>) found.push(event);
    expect(found).toMatchObject([{ data: { title: "late" } }]);
  });

  it("stops when told to", async () => {
    await expect(call("getPet", { id: "x" }, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
    const ending = new AbortController();
    let requestCount = 0;
    const busy = (): Promise<Response> => {
      requestCount += 1;
      setTimeout(() => ending.abort());
      return Promise.resolve(new Response("", { status: 503, headers: { "retry-after": "60" } }));
    };
    const waiting = call("getPet", { id: "x" }, { signal: ending.signal, fetch: busy });
    await expect(waiting).rejects.toThrow(/abort/i);
    expect(requestCount).toBe(1);
  });
});

/** Returns the kinds of syntax nodes and their nesting, without names and constants. */
function kinds(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(kinds).filter((item) => item !== undefined);
  if (typeof node !== "object" || node === null) return undefined;
  const inner = Object.values(node)
    .map(kinds)
    .filter((item) => item !== undefined);
  return "type" in node ? [node.type, inner] : inner;
}

const sources = async (text: string): Promise<readonly string[]> =>
  typescriptClient(await read(everywhere(text)))
    .filter(({ path }) => path.endsWith(".ts"))
    .map(({ path, text: code }) => {
      const { program, errors } = parseSync(path, code);
      expect(errors, path).toEqual([]);
      return JSON.stringify(kinds(program.body));
    });

const isPattern = (text: string): boolean => {
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
};

describe("hostile specifications", () => {
  it.each(hostile)("make the same statements whatever the text: %j", async (text) => {
    // A pattern that can't be compiled is dropped: the harmless text is a valid pattern only if this one is.
    const harmless = isPattern(text) ? "one, two!" : "one, two! (";
    expect(await sources(text)).toEqual(await sources(harmless));
  });

  it("make package.json and tsconfig.json of their own words alone", async () => {
    const keys = (text: string, spec: Spec): unknown =>
      Object.keys(JSON.parse(typescriptClient(spec).find(({ path }) => path === text)?.text ?? ""));
    const [bad, good] = [
      await read(everywhere('", "scripts": { "install": "sh" }, "')),
      await read(everywhere("a")),
    ];
    for (const file of ["package.json", "tsconfig.json"]) expect(keys(file, bad)).toEqual(keys(file, good));
  });

  it("keep what objects inherit apart from what they hold", async () => {
    const spec = await read({
      openapi: "3.1.0",
      components: {
        schemas: JSON.parse(
          '{ "__proto__": { "type": "object", "required": ["__proto__"], "properties": { "__proto__": { "type": "string" } } }, "constructor": { "type": "string" } }',
        ),
      },
    });
    const text = typescriptClient(spec)
      .map((file) => file.text)
      .join("\n");
    expect(text).toContain('object(v, (v) => must(own(v, "__proto__"), string))');
    expect(text).toContain("export type Constructor = string;");
  });

  it("import what their code needs, whatever looks like code in their descriptions", async () => {
    const spec = await read({
      openapi: "3.0.0",
      paths: {
        "/a": {
          get: {
            description: 'Filter by `call("a")`, 3 m.p.h., c.checkThis, r.list, p.Page.',
            requestBody: {
              content: {
                "text/r.list": {
                  schema: {
                    type: "object",
                    properties: { a: { type: "string", description: '" m.b, "c.check' } },
                  },
                },
              },
            },
            responses: { 204: { description: "none" } },
          },
        },
      },
    });
    const text = typescriptClient(spec).find(({ path }) => path.endsWith("operations.ts"))?.text;
    expect(text?.split("\n\n")[0]?.split("\n")).toEqual([
      'import type { Answer, Call, Unexpected } from "./runtime.js";',
      'import { operation, anyBody } from "./runtime.js";',
    ]);
  });

  it("have brackets where a type needs them, whatever brackets descriptions hold", async () => {
    const properties = { a: { type: "string", description: '(open { "quoted' } };
    const spec = await read({
      openapi: "3.0.0",
      components: {
        schemas: { List: { type: "array", items: { type: "object", nullable: true, properties } } },
      },
    });
    const text = typescriptClient(spec).find(({ path }) => path.endsWith("types.ts"))?.text ?? "";
    expect(text.replaceAll(/\/\*.*?\*\/ ?/gs, "")).toContain(
      "List = readonly ({ readonly a?: string; } | null)[];",
    );
  });

  it("number thousands of one name, each once", () => {
    const scope = new Scope(["same2"]);
    const names = Array.from({ length: 50_000 }, () =>
      scope.family("same", [(one) => one, (one) => `${one}Params`]),
    );
    expect(new Set(names).size).toBe(50_000);
    expect(names.slice(0, 3)).toEqual(["same", "same3", "same4"]);
  });

  it("tell operations apart whose long names begin alike", async () => {
    const long = "a".repeat(200);
    const one = { responses: { 204: { description: "none" } } };
    const spec = await read({
      openapi: "3.0.0",
      paths: Object.fromEntries(
        [1, 2, 3].map((n) => [`/a${n}`, { get: { ...one, operationId: `${long}${n}` } }]),
      ),
    });
    const text = typescriptClient(spec).find(({ path }) => path.endsWith("operations.ts"))?.text ?? "";
    expect(
      new Set(text.match(/export interface \w+Params|export type \w+Result/g)).size,
    ).toBeGreaterThanOrEqual(3);
  });

  it("go through no list whose items may be anything", async () => {
    const either = { anyOf: [{ type: "integer" }, { nullable: true }] };
    const spec = await read({
      openapi: "3.0.0",
      components: { schemas: { List: { type: "array", items: either } } },
    });
    const text = typescriptClient(spec).find(({ path }) => path.endsWith("validators.ts"))?.text;
    expect(text).toContain("checkList: Check<m.List> = (v) => array(v);");
  });

  it("of very many operations are in several modules, one for each first word of paths", async () => {
    const description = "What is said at length. ".repeat(1500);
    const one = { description, responses: { 204: { description: "none" } } };
    const paths = Array.from({ length: 60 }, (_, i) => [
      [`/users/${i}`, { get: { ...one, operationId: `user${i}` } }],
      [`/Users/{id}/a${i}`, { post: { ...one, operationId: `a${i}` } }],
    ]).flat();
    const spec = await read({
      openapi: "3.0.0",
      info: { title: "Long" },
      paths: Object.fromEntries(paths),
    });
    const parts = typescriptClient(spec).filter(({ path }) => path.startsWith("src/operations/"));
    const names = ["users", ...Array.from({ length: 9 }, (_, i) => `users${i + 2}`)];
    expect(parts.map(({ path }) => path)).toEqual(names.map((name) => `src/operations/${name}.ts`));
    const folder = mkdtempSync(join(tmpdir(), "antiphon-client-long-"));
    write(folder, spec);
    execFileSync("tsc", ["-p", folder], { stdio: "pipe" });
    const api = (await import(pathToFileURL(join(folder, "dist/operations.js")).href)) as object; // generated
    expect(Object.keys(api)).toHaveLength(120);
    rmSync(folder, { recursive: true });
  });

  it("import no rule for an alternative beside which all is allowed", async () => {
    const spec = await read({
      openapi: "3.0.0",
      components: {
        schemas: {
          Some: {
            type: "object",
            properties: { a: { anyOf: [{ type: "number" }, {}] }, number: { type: "string" } },
          },
          List: { type: "array", uniqueItems: true, items: { enum: [true, null] } },
        },
      },
    });
    const text = typescriptClient(spec).find(({ path }) => path.endsWith("validators.ts"))?.text;
    expect(text?.split("\n")[1]).toBe('import { list, object, string, unique, values } from "./rules.js";');
  });

  it("import no rule that another says all of", async () => {
    const spec = await read({
      openapi: "3.0.0",
      components: { schemas: { Short: { type: "string", maxLength: 3 } } },
    });
    const text = typescriptClient(spec).find(({ path }) => path.endsWith("validators.ts"))?.text;
    expect(text?.split("\n")[1]).toBe('import { text } from "./rules.js";');
    expect(text).toContain("checkShort: Check<m.Short> = (v) => text(v, 0, 3);");
  });

  it("gets a package name that npm takes", () => {
    expect(packageName("../../x")).toBe("x-client");
    expect(packageName("本")).toBe("api-client");
  });
});
