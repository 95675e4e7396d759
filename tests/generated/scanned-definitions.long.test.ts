import { describe, expect, it } from "vitest";
import { documentedOf, expectSame, expectSpecified, serverOfFile } from "./scanned.suite.ts";

describe("the scan of a generated project gives its own document", () => {
  const variants = [
    ["express", "postgres"],
    ["express", "prisma"],
    ["express", "mongodb"],
    ["fastify", "postgres"],
    ["hono", "postgres"],
    ["nestjs", "postgres"],
    ["nestjs", "prisma"],
    ["fastapi", "postgres"],
    ["fastapi", "mongodb"],
  ] as const;
  describe.each(variants)("%s with %s", (framework, database) => {
    it.each([false, true])("with auth: %s", (auth) =>
      expectSame(["Post", "Tag", "Category"], { framework, database, auth }),
    );
  });
});

describe("what is documented of a server from a specification is its own document", () => {
  describe.each(["express", "nestjs", "fastapi"])("%s", (framework) => {
    it.each(["media.yaml", "security.yaml", "rpc.yaml", "collisions.yaml"])("%s", (file) =>
      expectSpecified(file, framework),
    );
  });

  it("says which endpoints its code has lost, and adds those that its code has gained", async () => {
    const { texts, own } = await serverOfFile("nested.yaml", "express");
    const index = texts["src/routes/index.ts"] ?? "";
    const [first = ""] = /^ {2}app\.get\(.*$/m.exec(index) ?? [];
    const path = (/"(.*?)"/.exec(first)?.[1] ?? "").replaceAll(/:(\w+)/g, "{$1}");
    const changed = index.replace(
      first,
      '  app.get("/later", (_request, response) => { response.sendStatus(204); });',
    );
    const { gone, openapi, api } = await documentedOf({ ...texts, "src/routes/index.ts": changed }, own);
    const { paths } = openapi as unknown as typeof own; // read as JSON
    expect(gone).toEqual([`GET ${path}`]);
    expect(paths[path]?.["get"]).toBeUndefined();
    expect(paths["/later"]?.["get"]?.responses).toHaveProperty("204");
    expect(api.operations.map((one) => `${one.method} ${one.path}`)).toContain("get /later");
  });
});
