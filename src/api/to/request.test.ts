import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import type { ApiDefinition, Operation } from "../definition.ts";
import { request } from "./request.ts";

const operation = (parts: Partial<Operation>): Operation => ({
  operationId: "one",
  method: "post",
  path: "/notes/{id}",
  summary: "One",
  tags: [],
  parameters: [],
  security: [],
  responses: {},
  ...parts,
});

const api: ApiDefinition = {
  info: { title: "Notes", version: "1.0.0" },
  resources: [],
  operations: [],
  schemas: {},
  securitySchemes: {
    bearer: { type: "http", scheme: "bearer" },
    basic: { type: "http", scheme: "basic" },
    key: { type: "apiKey", in: "header", name: "x-key" },
    mark: { type: "apiKey", in: "query", name: "key" },
    cookie: { type: "apiKey", in: "cookie", name: "sid" },
    hostile: { type: "apiKey", in: "header", name: '"; echo `id` $(id) "' },
  },
};

const commandOf = (parts: Partial<Operation>): string =>
  request(operation({ method: "get", path: "/notes", ...parts }), api).replaceAll(" \\\n ", "");

describe("the shell line that asks an operation", () => {
  it.each([
    ["bearer", 'curl "http://localhost:3000/notes" -H "authorization: Bearer $TOKEN"'],
    ["basic", 'curl "http://localhost:3000/notes" -u "$LOGIN:$PASSWORD"'],
    ["key", 'curl "http://localhost:3000/notes" -H "x-key: $KEY"'],
    ["mark", 'curl "http://localhost:3000/notes?key=$KEY"'],
    ["cookie", 'curl "http://localhost:3000/notes" -b "sid=$COOKIE"'],
  ])("carries credentials: %s", (scheme, line) => {
    expect(commandOf({ security: [scheme] })).toBe(line);
    expect(commandOf({ security: [scheme], anonymous: true })).toBe('curl "http://localhost:3000/notes"');
  });

  it("sends forms as forms, and files as files", () => {
    const schema = {
      type: "object",
      properties: { name: { type: "string" }, age: { type: "integer" } },
      required: ["name"],
    } as const;
    const form = (type: string): string =>
      commandOf({ requestBody: { required: true, content: { [type]: schema } } });
    expect(form("application/x-www-form-urlencoded")).toContain("--data-urlencode 'name=text'");
    expect(form("application/x-www-form-urlencoded")).not.toContain("age");
    expect(form("multipart/form-data")).toContain("-F 'name=text'");
    expect(form("application/json")).toContain(`-d '{"name":"text","age":1}'`);
    const file = { type: "object", properties: { photo: { type: "string", format: "binary" } } } as const;
    expect(
      commandOf({ requestBody: { required: true, content: { "multipart/form-data": file } } }),
    ).toContain("-F 'photo=@file'");
  });

  it("hands names to the shell that it only prints", () => {
    const line = commandOf({ security: ["hostile"], path: "/`id`/$(id)" }).replace("curl", "printf '%s\\n'");
    expect(execFileSync("sh", ["-c", line], { encoding: "utf8", env: {} })).toBe(
      'http://localhost:3000/`id`/$(id)\n-H\n"; echo `id` $(id) ": \n',
    );
  });
});
