import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readSpec } from "../../../api/index.ts";
import { typescriptClient } from "./index.ts";

const pet = { type: "object", required: ["name"], properties: { name: { type: "string" } } };
const get = (operationId: string, content: object): object => ({
  get: { operationId, responses: { 200: { description: "ok", content }, 404: { description: "none" } } },
});
const json = { "application/json": { schema: pet } };
const lines = { "application/x-ndjson": { schema: pet } };

const generate = async (folder: string, paths: object): Promise<void> => {
  const document = { openapi: "3.1.0", info: { title: "Pets", version: "1.0.0" }, paths };
  const { spec } = await readSpec("a.json", () => Promise.resolve(JSON.stringify(document)));
  for (const { path, text } of typescriptClient(spec, { checks: "none" })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
};

describe("a client without checks", () => {
  const folder = mkdtempSync(join(tmpdir(), "antiphon-unchecked-"));
  type Call = (client: unknown, params?: object, options?: object) => Promise<{ readonly data: unknown }>;
  let operations: Record<string, Call>;
  let answered: (body: string, type: string) => unknown;

  beforeAll(async () => {
    await generate(folder, {
      "/pet": get("getPet", json),
      "/lines": get("getLines", lines),
      "/events": get("getEvents", { "text/event-stream": { schema: pet } }),
      "/report": get("getReport", { ...json, "text/csv": { schema: { type: "string" } } }),
    });
    execFileSync("tsc", ["-p", folder], { stdio: "pipe" });
    // Modules written by this test; the compiler has checked them.
    const load = (path: string): Promise<unknown> =>
      import(/* @vite-ignore */ pathToFileURL(join(folder, "dist", path)).href);
    operations = (await load("operations.js")) as typeof operations;
    const { createClient } = (await load("index.js")) as { createClient: (options: object) => unknown };
    answered = (body, type) =>
      createClient({
        baseUrl: "http://pets.test",
        fetch: () => Promise.resolve(new Response(body, { headers: { "content-type": type } })),
      });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ["getPet", '{"name":1}', "application/json", { name: 1 }],
    ["getPet", "no JSON", "application/json", "no JSON"],
    ["getPet", "a,b", "text/csv", "a,b"],
    ["getPet", "", "application/json", undefined],
    ["getReport", "a,b", "text/csv", "a,b"],
  ])("%s takes %s as %s", async (name, body, type, data) => {
    expect(await operations[name]?.(answered(body, type))).toMatchObject({ kind: "200", ok: true, data });
  });

  it.each([
    ["getLines", '{"name":1}\n{"name":"a"}\n', "application/x-ndjson", [{ name: 1 }, { name: "a" }]],
    ["getEvents", 'data: {"name":1}\n\n', "text/event-stream", [{ event: "message", data: { name: 1 } }]],
  ])("%s streams what doesn't fit", async (name, body, type, items) => {
    const result = await operations[name]?.(answered(body, type));
    const stream = (result ?? { data: [] }).data as AsyncIterable<unknown>; // by its media type
    const read: unknown[] = [];
    for await (const item of stream) read.push(item);
    expect(read).toMatchObject(items);
  });

  it("has no check in its operations and its runtime, and keeps those that callers may use", () => {
    const text = (path: string): string => readFileSync(join(folder, path), "utf8");
    expect(text("src/operations.ts")).not.toContain("c.check");
    expect(text("src/runtime.ts")).not.toMatch(/validate|strict|InvalidResponseError/);
    expect(text("src/index.ts")).toContain('export { validate } from "./rules.js"');
    expect(text("README.md")).not.toContain("InvalidResponseError");
  });
});
