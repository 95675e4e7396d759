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

it("a client that is made again holds values as it did, until something else is asked for", () => {
  const { run, read } = project({ "pets.json": spec("1.2.0", ["/pets"]) });
  const manifest = (): unknown => JSON.parse(read("clients/typescript/package.json"));
  const first = run("/api-gen pets.json --client --dates=date --int64=text --checks=none --yes");
  expect(first.code).toBe(0);
  expect(first.output).toContain("answers are not checked");
  expect(manifest()).toMatchObject({ antiphon: { dates: "date", int64: "string", checks: "none" } });
  expect(run("/api-gen pets.json --client --yes").code).toBe(0);
  expect(manifest()).toMatchObject({ antiphon: { dates: "date", int64: "string", checks: "none" } });
  expect(run("/api-gen pets.json --client --dates=text --int64=number --checks=all --yes").code).toBe(0);
  expect(manifest()).not.toHaveProperty("antiphon");
  const packaged = (): string => read("clients/python/pyproject.toml");
  expect(run("/api-gen pets.json --client=python --dates=text --yes").code).toBe(0);
  expect(run("/api-gen pets.json --client=python --yes").code).toBe(0);
  expect(packaged()).toContain('[tool.antiphon]\ndates = "text"');
  expect(run("/api-gen pets.json --client=python --dates=date --yes").code).toBe(0);
  expect(packaged()).not.toContain("antiphon]");
});

it("ways to hold values are refused where nothing has them, with what to write instead", () => {
  const { run } = project({ "pets.json": spec("1.2.0", ["/pets"]) });
  const python = run("/api-gen pets.json --client=python --dates=temporal --yes");
  expect(python.code).toBe(2);
  expect(python.output).toContain("--dates=temporal is for TypeScript");
  const server = run("/api-gen pets.json --int64=text --yes");
  expect(server.code).toBe(2);
  expect(server.output).toContain("/api-gen pets.json --client --int64");
});
