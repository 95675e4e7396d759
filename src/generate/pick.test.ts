import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readSpec } from "../api/index.ts";
import { typescriptClient } from "./typescript/client/index.ts";
import { hashes, pick } from "./pick.ts";
import { rulesOf } from "./typescript/client/rules.ts";
import { features, runtimeOf, type Feature } from "./typescript/client/runtime.ts";

const rules = (
  "anything nothing string boolean number integer kinds maybe any one not values deep choice chars text like min max above below " +
  "step unique count array items list size must has own object members record rest date time dateTime email uuid uri url hostname ipv4 ipv6 base64"
).split(" ");

/** Features that a feature always comes with. */
const along: Partial<Record<Feature, readonly Feature[]>> = {
  others: ["credentials"],
  basic: ["credentials"],
  key: ["credentials"],
  path: ["tuples", "query"],
  tuples: ["query"],
  styled: ["tuples", "query"],
  compound: ["query", "tuples"],
  listed: ["query", "tuples"],
  deep: ["compound", "tuples", "query"],
  json: ["tuples", "query"],
  raw: ["query", "tuples"],
  bodies: ["body"],
  blobs: ["body", "bodies"],
  lineBodies: ["body", "bodies"],
  wild: ["body", "bodies"],
  forms: ["body", "bodies"],
  multipart: ["body", "bodies"],
  octets: ["cookie", "tuples", "query"],
  heads: ["multipart", "body", "bodies", "tuples", "query", "header"],
  styledForms: ["forms", "multipart", "body", "bodies", "compound", "tuples", "query"],
};

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
    expect(pick("a //? x\n  //- b //? !x", new Set())).toBe("  b");
    expect(pick("a  #: x\n#: y\nb\n#:\nc", new Set(["y"]), hashes)).toBe("b\nc");
  });

  it("compile under the strictest flags, each rule alone, and many sets of features", async () => {
    const document = { openapi: "3.1.0", info: { title: "Nothing" }, paths: {} };
    const { spec } = await readSpec("a.json", () => Promise.resolve(JSON.stringify(document)));
    for (const { path, text } of typescriptClient(spec)) write(path, text);
    for (const name of rules) {
      const text = rulesOf(new Set([name]), new Set());
      expect(text).toMatch(new RegExp(`^export (const|function) ${name}\\b`, "m"));
      write(`src/rule-${name}.ts`, text);
    }
    const sets = features.flatMap((feature, i) => [
      [feature],
      features.filter((other) => other !== feature && !along[other]?.includes(feature)),
      features.filter((_, j) => (i * j) % 7 < 3),
    ]);
    for (const [i, set] of [[], [...features], ...sets].entries())
      write(`src/runtime-${i}.ts`, runtimeOf(new Set(set.flatMap((item) => [item, ...(along[item] ?? [])]))));
    const { stdout } = spawnSync("tsc", ["-p", folder, "--noEmit"], { encoding: "utf8" });
    expect(stdout).toBe("");
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
    expect(files.get("src/rules.ts")).not.toMatch(/isUnique|new RegExp|required/);
    expect(files.get("src/runtime.ts")).not.toMatch(
      /pagesBy|authorise|TextDecoderStream|FormData|encodeURI\(/,
    );
  });
});
