import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readSpec } from "../../../api/index.ts";
import { typescriptClient } from "./index.ts";

const string = { type: "string" };
const integer = { type: "integer" };
const row = { type: "object", required: ["id"], properties: { id: integer } };
const rows = { type: "array", items: row };
const object = (properties: object): object => ({ type: "object", properties });

const operations = {
  byPage: [{ page: integer, limit: integer }, rows],
  byPageFromZero: [{ page: { type: "integer", default: 0 }, size: integer }, rows],
  byOffset: [{ offset: integer, limit: integer }, object({ rows })],
  byCursor: [{ cursor: string }, object({ rows, meta: object({ next_cursor: string }) })],
  byLast: [
    { starting_after: integer, limit: integer },
    object({ data: rows, has_more: { type: "boolean" } }),
  ],
  byUrl: [{ from: integer, q: string }, object({ rows, next: { type: ["string", "null"], format: "uri" } })],
  byLink: [{ per_page: integer, after: integer }, rows],
} as const;

const paths = Object.fromEntries(
  Object.entries(operations).map(([operationId, [query, schema]]) => {
    const parameters = Object.entries(query).map(([name, item]) => ({ name, in: "query", schema: item }));
    const headers = operationId === "byLink" ? { Link: { schema: string } } : {};
    const response = { description: "ok", headers, content: { "application/json": { schema } } };
    return [`/${operationId}`, { get: { operationId, parameters, responses: { 200: response } } }];
  }),
);

const ids = [1, 2, 3, 4, 5];
const part = (from: number): readonly { readonly id: number }[] =>
  ids.slice(from, from + 2).map((id) => ({ id }));

/** Five rows, two per page, in each common paging style. */
const servers: Readonly<
  Record<string, (query: URLSearchParams) => { readonly body: unknown; readonly link?: string }>
> = {
  byPage: (query) => ({ body: part((Number(query.get("page") ?? 1) - 1) * 2) }),
  byPageFromZero: (query) => ({ body: part(Number(query.get("page") ?? 0) * 2) }),
  byOffset: (query) => ({ body: { rows: part(Number(query.get("offset") ?? 0)) } }),
  byCursor(query) {
    const from = Number(query.get("cursor") ?? 0);
    return { body: { rows: part(from), meta: from + 2 < 5 ? { next_cursor: String(from + 2) } : {} } };
  },
  byLast(query) {
    const from = Number(query.get("starting_after") ?? 0);
    return { body: { data: part(from), has_more: from + 2 < 5 } };
  },
  byUrl(query) {
    const from = Number(query.get("from") ?? 0);
    // Another host's address: its parameters count, but nothing is sent there.
    const next = from + 2 < 5 ? `https://elsewhere.example/byUrl?from=${from + 2}&q=${query.get("q")}` : null;
    return { body: { rows: part(from), next } };
  },
  byLink(query) {
    const from = Number(query.get("after") ?? 0);
    return { body: part(from), ...(from + 2 < 5 ? { link: `</byLink?after=${from + 2}>; rel="next"` } : {}) };
  },
};

type Walk = ((client: unknown, params: object) => AsyncIterable<unknown>) & {
  readonly items: (client: unknown, params: object) => AsyncIterable<{ readonly id: number }>;
};

describe("pages of a client", () => {
  const folder = mkdtempSync(join(tmpdir(), "antiphon-pages-"));
  const requestedUrls: URL[] = [];
  let module: Readonly<Record<string, unknown>>;
  let client: unknown;

  const answer = (input: URL): Promise<Response> => {
    requestedUrls.push(input);
    const { body, link } = servers[input.pathname.slice(1)]?.(input.searchParams) ?? { body: null };
    const headers = { "content-type": "application/json", ...(link === undefined ? {} : { link }) };
    return Promise.resolve(new Response(JSON.stringify(body), { headers }));
  };

  beforeAll(async () => {
    const document = { openapi: "3.1.0", info: { title: "Rows", version: "1" }, paths };
    const { spec } = await readSpec("a.json", () => Promise.resolve(JSON.stringify(document)));
    for (const { path, text } of typescriptClient(spec)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    expect(spawnSync("tsc", ["-p", folder], { encoding: "utf8" }).stdout).toBe("");
    module = (await import(
      /* @vite-ignore */ pathToFileURL(join(folder, "dist/index.js")).href
    )) as typeof module;
    const create = module["createClient"] as (options: object) => unknown;
    client = create({ baseUrl: "http://rows.example", fetch: answer, retries: 0 });
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(Object.keys(operations))("are all given, and their items: %s", async (name) => {
    const walk = module[`${name}Pages`] as Walk;
    requestedUrls.length = 0;
    const found: number[] = [];
    for await (const { id } of walk.items(client, name === "byUrl" ? { q: "x" } : {})) found.push(id);
    expect(found).toEqual(ids);
    expect(new Set(requestedUrls.map(({ host }) => host))).toEqual(new Set(["rows.example"]));
    if (name === "byUrl")
      expect(requestedUrls.every(({ searchParams }) => searchParams.get("q") === "x")).toBe(true);
  });

  it("raise a failure where items are asked for", async () => {
    const create = module["createClient"] as (options: object) => unknown;
    const failing = create({
      baseUrl: "http://rows.example",
      fetch: () => Promise.resolve(new Response("{}", { status: 404 })),
      retries: 0,
    });
    const all = (module["byPagePages"] as Walk).items(failing, {})[Symbol.asyncIterator]();
    await expect(all.next()).rejects.toThrow("404");
  });
});
