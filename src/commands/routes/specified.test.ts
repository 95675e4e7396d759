import { expect, it } from "vitest";
import type { ApiDefinition } from "../../api/index.ts";
import { specified } from "./specified.ts";

it("knows a path again that the code registers as requests have it, escaped", async () => {
  const responses = { 200: { description: "ok" } };
  const paths = { "/名前/{id}": { get: { responses } }, "/a`b": { get: { responses } } };
  const document = { openapi: "3.0.3", info: { title: "Names", version: "1" }, paths };
  const operations = ["/%E5%90%8D%E5%89%8D/{id}", "/a%60b", "/a%2Fb"].map((path, i) => ({
    operationId: `get${i}`,
    method: "get",
    path,
    summary: "",
    security: [],
    tags: [],
    parameters: path.includes("{") ? [{ name: "id", in: "path", required: true, schema: {} }] : [],
    responses: { 200: { description: "ok" } },
  }));
  const info = { title: "Names", version: "1" };
  const code = { info, resources: [], operations, schemas: {}, securitySchemes: {} };
  const { gone, openapi } = await specified(code as unknown as ApiDefinition, JSON.stringify(document)); // only these are used
  expect(gone).toEqual([]);
  expect(Object.keys(openapi["paths"] ?? {})).toEqual(["/名前/{id}", "/a`b", "/a%2Fb"]);
});
