import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { project } from "../doc/project.suite.ts";

const spec = JSON.stringify({
  openapi: "3.0.0",
  info: { title: "Pets", version: "1.0.0" },
  paths: { "/pets": { get: { responses: { 200: { description: "All" } } } } },
});

it.each([
  ["/api-gen Pet --client", "/api-gen Pet"],
  ["/api-gen 'a shop with pets and owners' --client", "/api-gen a shop with pets and owners"],
  ["/api-gen pets.json --client --docs-only", "/api-gen pets.json --client"],
  ["/api-gen server --client --docs-only", "/api-gen server --docs-only"],
  ["/api-gen pets.json --docs-only", "/api-gen pets.json"],
])("%s ends with 2 and %s, and writes nothing", (given, corrected) => {
  const { folder, run } = project({ "pets.json": spec, "server/index.js": "" });
  const { code, output } = run(given);
  expect(output.split("\n").map((line) => line.trim())).toContain(corrected);
  expect(code).toBe(2);
  for (const path of ["clients", "docs", "src"]) expect(existsSync(join(folder, path))).toBe(false);
});
