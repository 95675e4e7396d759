import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readSpec } from "../../../api/index.ts";
import { typescriptClient } from "./index.ts";
import { pick } from "./pick.ts";
import { rulesOf } from "./rules.ts";
import { runtimeOf, type Feature } from "./runtime.ts";

const rules = (
  "anything nothing string boolean number integer kinds all any one not values choice chars range count items members size " +
  "text list bounded object rule"
).split(" ");
const features: readonly Feature[] = ["credentials", "events", "pagesByNumber", "pagesByCursor"];

describe("the pieces of a client's runtime", () => {
  const folder = mkdtempSync(join(tmpdir(), "antiphon-pick-"));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  afterAll(() => rmSync(folder, { recursive: true }));

  it("are those that are asked for, and what is for all", () => {
    const source = "a\n//# x y\nb\n//# z\nc\n//#\nd //? z\ne";
    expect(pick(source, new Set(["y"]))).toBe("a\nb\ne");
    expect(pick(source, new Set(["z"]))).toBe("a\nc\nd\ne");
  });

  it("compile under the strictest flags, each rule alone and each set of features", async () => {
    const document = { openapi: "3.1.0", info: { title: "Nothing" }, paths: {} };
    const { spec } = await readSpec("a.json", () => Promise.resolve(JSON.stringify(document)));
    for (const { path, text } of typescriptClient(spec)) write(path, text);
    for (const name of rules) {
      const text = rulesOf(new Set([name]));
      expect(text).toMatch(new RegExp(`^export (const|function) ${name}\\b`, "m"));
      write(`src/rule-${name}.ts`, text);
    }
    for (let set = 0; set < 2 ** features.length; set++)
      write(`src/runtime-${set}.ts`, runtimeOf(new Set(features.filter((_, i) => set & (1 << i)))));
    execFileSync("tsc", ["-p", folder, "--noEmit"], { stdio: "pipe" });
  });

  it("leave a small client without what it does not use", async () => {
    const response = { description: "ok", content: { "application/json": { schema: { type: "string" } } } };
    const document = {
      openapi: "3.1.0",
      info: { title: "Small" },
      paths: { "/a": { get: { responses: { 200: response } } } },
    };
    const { spec } = await readSpec("a.json", () => Promise.resolve(JSON.stringify(document)));
    const files = new Map(typescriptClient(spec).map(({ path, text }) => [path, text]));
    expect(files.get("src/rules.ts")).not.toMatch(/isUnique|RegExp|required/);
    expect(files.get("src/runtime.ts")).not.toMatch(/pagesBy|authorise|TextDecoderStream/);
  });
});
