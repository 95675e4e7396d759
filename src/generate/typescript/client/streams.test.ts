import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readSpec } from "../../../api/index.ts";
import { typescriptClient } from "./index.ts";

const media = (content: object): object => ({ description: "ok", content });
const row = { type: "object", required: ["n"], properties: { n: { type: "integer" } } };
const point = { type: "object", required: ["x"], properties: { x: { type: "number" } } };

const document = {
  openapi: "3.1.0",
  info: { title: "Files", version: "1.0.0" },
  components: { securitySchemes: { token: { type: "apiKey", in: "query", name: "token" } } },
  paths: {
    "/file": {
      get: {
        operationId: "getFile",
        tags: ["Files"],
        responses: {
          200: media({ "application/octet-stream": { schema: { type: "string", format: "binary" } } }),
        },
      },
    },
    "/photos": {
      post: {
        operationId: "addPhoto",
        tags: ["Files"],
        security: [{ token: [] }],
        parameters: [
          { name: "tags", in: "query", explode: false, schema: { type: "array", items: { type: "string" } } },
        ],
        requestBody: {
          required: true,
          content: {
            "multipart/mixed": {
              schema: { type: "object", properties: { photo: { type: "string", format: "binary" } } },
              encoding: { photo: { contentType: "image/*, image/png" } },
            },
          },
        },
        responses: { 204: { description: "done" } },
      },
    },
    "/rows": {
      get: {
        operationId: "rows",
        tags: ["Files"],
        responses: { 200: media({ "application/x-ndjson": { schema: row } }) },
      },
      post: {
        operationId: "addRows",
        tags: ["Files"],
        requestBody: { required: true, content: { "application/x-ndjson": { schema: row } } },
        responses: { 204: { description: "done" } },
      },
    },
    "/reports/{id}": {
      get: {
        operationId: "getReport",
        tags: ["Reports"],
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        responses: {
          200: media({ "application/json": { schema: point }, "text/csv": { schema: { type: "string" } } }),
        },
      },
      put: {
        operationId: "putReport",
        tags: ["Reports"],
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        requestBody: {
          required: true,
          content: { "application/json": { schema: point }, "text/csv": {}, "image/*": {} },
        },
        responses: { 204: { description: "done" } },
      },
    },
  },
};

/** Compiles only if types are as they are meant. */
const use = `import { createApi, createClient, getReport, putReport } from "./index.js";

export async function use(baseUrl: string): Promise<unknown> {
  const api = createApi({ baseUrl, auth: { token: "x y" } });
  const x: number = (await api.reports.get("a", undefined, { accept: "application/json" })).x;
  const csv: string = await api.reports.get("a", {}, { accept: "text/csv" });
  const result = await getReport(createClient({ baseUrl }), { id: "a" }, { accept: "text/csv" });
  const text: string = result.ok ? result.data : "";
  await api.reports.put("a", { body: { x: 1 } }, { idempotencyKey: "once" });
  await api.reports.put("a", { body: "a,b", contentType: "text/csv" });
  await putReport(createClient({ baseUrl }), { id: "a", body: new Blob(["png"]), contentType: "image/png" });
  // @ts-expect-error -- the body of this media type is a text
  const wrong: Parameters<typeof putReport>[1] = { id: "a", body: { x: 1 }, contentType: "text/csv" };
  const rows: number[] = [];
  for await (const { n } of await api.files.rows()) rows.push(n);
  await api.files.addRows({ body: [{ n: 1 }, { n: 2 }] });
  await api.files.addPhoto({ tags: ["a", "b"], body: { photo: new File(["png"], "a.png") } });
  const file = await api.files.get();
  const pieces: string[] = [];
  for (const reader = file.body?.getReader(); reader; ) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(new TextDecoder().decode(value));
  }
  return { x, csv, text, rows, pieces, type: file.headers.get("content-type"), wrong: wrong.id };
}
`;

describe("media types and streams of a client", () => {
  const folder = mkdtempSync(join(tmpdir(), "client-"));
  const seen: string[] = [];
  let server: Server;
  let failures = 1;

  const record = async (request: IncomingMessage): Promise<void> => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    body = /filename=[^]*png(?=\r\n)/.exec(body)?.[0].replaceAll(/\r\n/g, "|") ?? body;
    const { accept, "content-type": sent, "idempotency-key": key } = request.headers;
    const type = sent?.replace(/; boundary.*/, "");
    seen.push(
      [request.method, request.url, accept === "*/*" ? undefined : accept, type, key, body]
        .filter(Boolean)
        .join(" "),
    );
  };

  beforeAll(async () => {
    const { spec } = await readSpec("spec.json", () => Promise.resolve(JSON.stringify(document)));
    for (const file of [...typescriptClient(spec), { path: "src/use.ts", text: use }]) {
      const path = join(folder, file.path);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, file.text);
    }
    const { stdout } = spawnSync("tsc", ["-p", folder], { encoding: "utf8" });
    expect(stdout).toBe("");
    server = createServer((request, response) => {
      void record(request).then(() => {
        const { pathname } = new URL(request.url ?? "", "http://x");
        const isCsv = request.headers.accept === "text/csv";
        if (request.method === "PUT" && request.headers["idempotency-key"] && failures-- > 0)
          response.writeHead(500).end();
        else if (request.method !== "GET") response.writeHead(204).end();
        else if (pathname.endsWith("/file")) {
          response.setHeader("content-type", "application/octet-stream");
          response.write("one");
          setTimeout(() => response.end("two"), 20);
        } else if (pathname.endsWith("/rows")) {
          response.setHeader("content-type", "application/x-ndjson");
          response.write('{"n":1}\n{"n"');
          setTimeout(() => response.end(":2}"), 20);
        } else {
          response.setHeader("content-type", isCsv ? "text/csv" : "application/json");
          response.end(isCsv ? "a,b" : '{"x":1.5}');
        }
      });
    });
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });

  it("go with what was chosen, as they come, to an address that may have a query", async () => {
    const { port } = server.address() as AddressInfo;
    const client = (await import(pathToFileURL(join(folder, "dist/use.js")).href)) as {
      use(baseUrl: string): Promise<unknown>;
    };
    const result = await client.use(`http://127.0.0.1:${port}/v1?key=k`);
    expect(result).toEqual({
      x: 1.5,
      csv: "a,b",
      text: "a,b",
      rows: [1, 2],
      pieces: ["one", "two"],
      type: "application/octet-stream",
      wrong: "a",
    });
    expect(seen).toEqual([
      "GET /v1/reports/a?key=k application/json",
      "GET /v1/reports/a?key=k text/csv",
      "GET /v1/reports/a?key=k text/csv",
      'PUT /v1/reports/a?key=k application/json once {"x":1}',
      'PUT /v1/reports/a?key=k application/json once {"x":1}',
      "PUT /v1/reports/a?key=k text/csv a,b",
      "PUT /v1/reports/a?key=k image/png png",
      "GET /v1/rows?key=k application/x-ndjson",
      'POST /v1/rows?key=k application/x-ndjson {"n":1}\n{"n":2}\n',
      'POST /v1/photos?key=k&tags=a,b&token=x%20y multipart/mixed filename="a.png"|Content-Type: image/png||png',
      "GET /v1/file?key=k application/octet-stream",
    ]);
  });
});
