import { expect, it } from "vitest";
import { readSpec } from "../../api/index.ts";
import { modelOf } from "./model.ts";
import { nameOperations } from "./named.ts";
import { pagingOf } from "./paging.ts";

const string = { type: "string" };
const integer = { type: "integer" };
const rows = { type: "array", items: { type: "object", properties: { id: string } } };
const object = (properties: object): object => ({ type: "object", properties });

async function stepOf(
  query: Readonly<Record<string, object>>,
  schema: object,
  headers: object = {},
): Promise<object | undefined> {
  const response = { description: "ok", headers, content: { "application/json": { schema } } };
  const parameters = Object.entries(query).map(([name, item]) => ({ name, in: "query", schema: item }));
  const document = {
    openapi: "3.1.0",
    info: { title: "Rows", version: "1" },
    paths: { "/rows": { get: { operationId: "listRows", parameters, responses: { 200: response } } } },
  };
  const { spec } = await readSpec("a.json", () => Promise.resolve(JSON.stringify(document)));
  const model = modelOf(spec);
  const [named] = nameOperations(model);
  const found = named && pagingOf(named, model);
  if (!found) return undefined;
  const { item: _item, status: _status, ...rest } = found;
  return "parameter" in rest ? { ...rest, parameter: rest.parameter.name } : rest;
}

const link = { Link: { schema: string } };

it.each([
  [
    "a page and a list",
    { page: integer, per_page: integer },
    rows,
    {},
    { by: "page", parameter: "page", items: [] },
  ],
  [
    "an offset",
    { offset: integer, limit: integer },
    object({ results: rows }),
    {},
    { by: "offset", parameter: "offset", items: ["results"] },
  ],
  [
    "a start with a size",
    { startAt: integer, maxResults: integer },
    object({ values: rows }),
    {},
    { by: "offset", parameter: "startAt" },
  ],
  [
    "a cursor of the same name",
    { cursor: string },
    object({ cursor: string, rows }),
    {},
    { by: "cursor", next: ["cursor"], items: ["rows"] },
  ],
  [
    "a cursor inside",
    { cursor: string },
    object({ data: rows, meta: object({ next_cursor: string }) }),
    {},
    { by: "cursor", next: ["meta", "next_cursor"] },
  ],
  [
    "a token",
    { next_page_token: string },
    object({ next_page_token: string, users: rows }),
    {},
    { by: "cursor", next: ["next_page_token"], items: ["users"] },
  ],
  [
    "continue in metadata",
    { continue: string, limit: integer },
    object({ items: rows, metadata: object({ continue: string }) }),
    {},
    { by: "cursor", next: ["metadata", "continue"] },
  ],
  [
    "after the last item",
    { starting_after: string, limit: integer },
    object({ data: rows, has_more: { type: "boolean" } }),
    {},
    { by: "last", id: "id", more: ["has_more"] },
  ],
  [
    "an address",
    { filter: string },
    object({ items: rows, next: { type: ["string", "null"], format: "uri" } }),
    {},
    { by: "url", next: ["next"] },
  ],
  ["a Link header", { per_page: integer }, rows, link, { by: "url", next: undefined }],
  [
    "the only required list of several",
    { cursor: string, limit: integer },
    {
      ...object({ members: { type: "array", items: {} }, notes: { type: "array", items: {} } }),
      required: ["members"],
    },
    {},
    { by: "cursor", items: ["members"] },
  ],
  [
    "an offset that is a text",
    { offset: string, limit: integer },
    object({ data: rows }),
    {},
    { by: "cursor", next: undefined },
  ],
])("finds how an operation pages by %s", async (_, query, schema, headers, step) => {
  expect(await stepOf(query, schema, headers)).toMatchObject(step);
});

it.each([
  ["one record", { page: integer }, object({ id: string })],
  ["times from and to", { from: integer, to: integer }, rows],
  ["a size alone", { limit: integer }, rows],
])("finds no pages in %s", async (_, query, schema) => {
  expect(await stepOf(query, schema)).toBeUndefined();
});
