import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { violations } from "../scripts/architecture.ts";
import { longNested } from "../scripts/nested.ts";
import { longPatterns, surprises } from "../scripts/patterns.ts";
import { picture } from "../scripts/picture.ts";
import { rooms } from "../scripts/rooms.ts";
import { attacks, drills } from "../scripts/suites.ts";

const file = (path: string, text: string) => ({ path, text });

describe("the architecture test fails on a planted", () => {
  it.each([
    ["wrong arrow", [file("loop/x.ts", `import "../server/index.ts";`)], "loop may not import server"],
    [
      "wrong lazy arrow",
      [file("api/x.ts", `await import("../commands/index.ts");`)],
      "api may not import commands",
    ],
    ["side entrance", [file("models/x.ts", `export * from "../messages/types.ts";`)], "not by its door"],
    ["vague name", [file("loop/names.ts", "export {};")], "name it by what it holds"],
    ["unknown room", [file("attic/x.ts", "export {};")], "attic is no room"],
    ["reading of process", [file("loop/x.ts", "export const k = process.env;")], "reads process"],
    [
      "cycle",
      [file("lib/a.ts", `import "./b.ts";`), file("lib/b.ts", `import type {} from "./a.ts";`)],
      "cycle: lib/a.ts → lib/b.ts → lib/a.ts",
    ],
  ])("%s", (_name, sources, message) => {
    expect(violations(sources).join("\n")).toContain(message);
  });

  it("and passes what is right", () => {
    expect(
      violations([
        file("loop/x.ts", `import "../messages/index.ts"; import "../lib/index.ts"; // process.env`),
      ]),
    ).toEqual([]);
  });
});

it("docs/architecture.md has the picture of the rooms as they are, and a sentence for each", () => {
  const text = readFileSync(new URL("../docs/architecture.md", import.meta.url), "utf8");
  expect(text).toContain(picture());
  for (const room of Object.keys(rooms)) expect(text).toMatch(new RegExp(`^\\| \`${room}\` +\\|`, "m"));
});

describe("long patterns", () => {
  const long = `/${"a|".repeat(70)}b/`;

  it("are found by their lines, short ones and divisions are none", () => {
    expect(longPatterns("x.ts", `const a = 1 / 2;\nconst b = /short/;\nconst c = ${long};`)).toEqual([3]);
  });

  it("may become fewer, never more", () => {
    const found = new Map([["a.ts", [3, 9]]]);
    expect(surprises(found, { "a.ts": 2 })).toEqual([]);
    expect(surprises(found, { "a.ts": 1 })).toEqual([expect.stringContaining("lines 3, 9")]);
    expect(surprises(found, { "a.ts": 3 })).toEqual([expect.stringContaining("fewer")]);
    expect(surprises(new Map(), { "gone.ts": 1 })).toEqual([expect.stringContaining("fewer")]);
  });
});

it("attacks and drills name tests that there are", () => {
  const patterns = [attacks, drills].flatMap((suite) => Object.values(suite).flat());
  expect(patterns.filter((pattern) => globSync(pattern).length === 0)).toEqual([]);
});

it("a nested function of more than forty lines is found, and no method", () => {
  const body = "  a();\n".repeat(41);
  expect(longNested("x.ts", `const f = () => {\n  const g = () => {\n${body}  };\n};\n`)).toEqual([2]);
  expect(longNested("x.ts", `class A {\n  m() {\n${body}  }\n}\n`)).toEqual([]);
  expect(longNested("x.ts", `const f = () => {\n  const g = () => 1;\n${body}};\n`)).toEqual([]);
});
