import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { install, remove, run, write } from "./harness.ts";
import { talking } from "./specification.suite.ts";
import { folder, serverOf, specOf } from "./specification.ts";

const files = readdirSync(folder).filter((name) => /\.(ya?ml|json)$/.test(name));

for (const file of files) talking(file);

/** What is hardest on compilers; the others are made of the same parts. */
const hard = files.filter((file) => /^(collisions|deep|media|notes|odd|pets|unions)/.test(file));

/** It needs every package that any of the others needs. */
const fullest = "shop.yaml";

describe("generated servers are clean and pass their own tests", () => {
  let manifest = "";
  const roots: string[] = [];

  beforeAll(async () => {
    const { files: made } = await serverOf(await specOf(fullest));
    manifest = made.find(({ path }) => path === "package.json")?.text ?? "";
  });
  afterAll(() => roots.forEach(remove));

  const prepared = async (file: string): Promise<string> => {
    const root = write((await serverOf(await specOf(file))).files);
    roots.push(root);
    await install(root, manifest);
    return root;
  };

  it.each(hard)(
    "%s compiles and has no lint",
    async (file) => {
      const root = await prepared(file);
      expect(await run(["npx", "tsc", "--noEmit"], root)).toMatchObject({ code: 0, output: "" });
      const lint = await run(["npx", "oxlint", "--deny-warnings"], root);
      expect(lint.code, lint.output).toBe(0);
    },
    240_000,
  );

  it.each([fullest, "nested.yaml", "security.yaml", "styles.yaml"])(
    "%s passes its tests",
    async (file) => {
      const tests = await run(["npx", "vitest", "run"], await prepared(file));
      expect(tests.code, tests.output).toBe(0);
    },
    240_000,
  );
});
