import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readSpec } from "../../../api/index.ts";
import { typescriptClient } from "./index.ts";

const json = (schema: object): object => ({ description: "ok", content: { "application/json": { schema } } });
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

const document = {
  openapi: "3.1.0",
  info: { title: "Zoo", version: "1.0.0" },
  paths: {
    "/animals": {
      get: {
        operationId: "listAnimals",
        tags: ["Animals"],
        responses: { 200: json({ type: "array", items: ref("Animal") }) },
      },
      post: {
        operationId: "createAnimal",
        tags: ["Animals"],
        parameters: [{ name: "order", in: "query", schema: { type: "string", enum: ["up", "down"] } }],
        requestBody: { content: { "application/json": { schema: ref("Animal") } } },
        responses: { 204: { description: "kept" } },
      },
    },
    "/animals/{id}": {
      get: {
        operationId: "getAnimal",
        tags: ["Animals"],
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        responses: { 200: json(ref("Animal")), default: json(ref("Problem")) },
      },
    },
  },
  components: {
    schemas: {
      Animal: {
        type: "object",
        required: ["state", "house"],
        properties: {
          state: { type: "string", enum: ["awake", "asleep"] },
          mood: { anyOf: [ref("Mood"), { type: "null" }] },
          house: ref("House"),
        },
      },
      Mood: { type: "string", enum: ["calm", "wild"] },
      House: {
        oneOf: [ref("Cage"), ref("Pool")],
        discriminator: { propertyName: "kind", mapping: { cage: "Cage", pool: "Pool" } },
      },
      Cage: {
        type: "object",
        required: ["kind", "bars"],
        properties: { kind: { type: "string" }, bars: { type: "integer" } },
      },
      Pool: {
        type: "object",
        required: ["kind", "depth"],
        properties: { kind: { type: "string" }, depth: { type: "number" } },
      },
      Problem: { type: "object", required: ["title"], properties: { title: { type: "string" } } },
    },
  },
};

/** Compiles only if types are as they are meant. */
const use = `import { createApi, createClient, getAnimal, ResponseError } from "./index.js";
import type { Unknown } from "./index.js";

export async function use(): Promise<string> {
  const api = createApi({ baseUrl: "http://x" });
  const animal = await api.animals.get("a");
  const state: "awake" | "asleep" | (string & {}) = animal.state;
  const bars: number = animal.house.kind === "cage" ? animal.house.bars : 0;
  if (animal.house.kind !== "cage" && animal.house.kind !== "pool") {
    const unlisted: Unknown<"kind"> = animal.house;
    const kind: string = unlisted.kind;
    const depth: unknown = unlisted["depth"];
    return [kind, depth].join();
  }
  await api.animals.create({ body: animal }); // what was answered can be sent
  // @ts-expect-error -- what only requests have is one of the listed values
  await api.animals.create({ body: animal, order: "sideways" });
  if (animal.state === "dreaming") return "a state that the document does not list";
  const first = (await api.animals.list())[0]?.state;
  const whole = await api.animals.get("a").result();
  const title: string = whole.kind === "default" ? whole.data.title : "";
  const result = await getAnimal(createClient({ baseUrl: "http://x" }), { id: "a" });
  const mood = result.ok ? result.data.mood : undefined;
  return [state, bars, first, title, mood, ResponseError.name].join();
}
`;

interface Pending extends Promise<unknown> {
  result(): Promise<{ readonly ok: boolean; readonly kind: string }>;
}
interface Module {
  createApi(options: object): { readonly animals: { list(): Pending; get(id: string): Pending } };
  ResponseError: new (answer: never) => Error;
}

describe("answers of a client", () => {
  const folder = mkdtempSync(join(tmpdir(), "antiphon-answers-"));
  const reply = { status: 200, body: {} as object };
  let server: Server;
  let url: string;
  let module: Module;

  beforeAll(async () => {
    const { spec } = await readSpec("zoo.json", () => Promise.resolve(JSON.stringify(document)));
    for (const { path, text } of [...typescriptClient(spec), { path: "src/use.ts", text: use }]) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    expect(spawnSync("tsc", ["-p", folder], { encoding: "utf8" }).stdout).toBe("");
    module = (await import(/* @vite-ignore */ pathToFileURL(join(folder, "dist/index.js")).href)) as Module;
    server = createServer((_, response) => {
      response
        .writeHead(reply.status, { "content-type": "application/json" })
        .end(JSON.stringify(reply.body));
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });

  const get = (status: number, body: object, options: object = {}): Pending => {
    Object.assign(reply, { status, body });
    return module.createApi({ baseUrl: url, retries: 0, ...options }).animals.get("a");
  };

  it.each([
    ["a listed value", { state: "awake", house: { kind: "pool", depth: 2 } }],
    ["a value that is not listed", { state: "dreaming", house: { kind: "pool", depth: 2 } }],
    ["one inside alternatives", { state: "awake", mood: "moody", house: { kind: "pool", depth: 2 } }],
    ["an alternative that is not listed", { state: "awake", house: { kind: "tree", height: 9 } }],
    ["a member that is not listed", { state: "awake", house: { kind: "cage", bars: 1 }, age: 4 }],
  ])("are given with %s", async (_, body) => {
    expect(await get(200, body)).toEqual(body);
  });

  it.each([
    ["a value that is not listed", { state: "dreaming", house: { kind: "pool", depth: 2 } }],
    ["an alternative that is not listed", { state: "awake", house: { kind: "tree" } }],
  ])("are refused with %s where strict", async (_, body) => {
    await expect(get(200, body, { strict: true })).rejects.toThrow("is not as described");
  });

  it("are refused with a value of another type", async () => {
    await expect(get(200, { state: 5, house: { kind: "pool", depth: 2 } })).rejects.toThrow(
      "is not as described",
    );
  });

  it("raise what is no success, and give it as a result", async () => {
    const error = await get(404, { title: "none" }).catch((one: unknown) => one);
    expect(error).toBeInstanceOf(module.ResponseError);
    expect(error).toMatchObject({ status: 404, data: { title: "none" } });
    expect(await get(404, { title: "none" }).result()).toMatchObject({ ok: false, kind: "default" });
    expect(await get(201, { title: "x" }).result()).toMatchObject({ ok: false, kind: "default" });
  });
});
