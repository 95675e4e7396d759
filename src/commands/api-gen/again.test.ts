import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { project } from "../doc/project.suite.ts";

const spec = (version: string, paths: readonly string[]): string =>
  JSON.stringify({
    openapi: "3.0.0",
    info: { title: "Pets", version },
    paths: Object.fromEntries(
      paths.map((path) => [path, { get: { responses: { 204: { description: "Done" } } } }]),
    ),
  });

it("a client that is made again says what breaks its callers, and which version that calls for", () => {
  const { folder, run } = project({ "pets.json": spec("1.2.0", ["/pets", "/owners"]) });
  const first = run("/api-gen pets.json --client --yes");
  expect(first.code).toBe(0);
  expect(first.output).not.toContain("What changed for callers");
  writeFileSync(join(folder, "pets.json"), spec("1.3.0", ["/pets", "/shops"]));
  const { code, output } = run("/api-gen pets.json --client --yes");
  expect(code).toBe(0);
  expect(output).toContain("breaks: GET /owners");
  expect(output).toContain("GET /shops (getShops) is new");
  expect(output).toContain("2.0.0");
  expect(readFileSync(join(folder, "clients/typescript/package.json"), "utf8")).toContain(
    '"version": "1.3.0"',
  );
});
