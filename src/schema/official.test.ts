import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compile, type Registry } from "./index.ts";

const suite = join(process.env["ANTIPHON_DATA"] ?? "/nowhere", "json-schema-test-suite");

interface Group {
  readonly description: string;
  readonly schema: unknown;
  readonly tests: readonly {
    readonly description: string;
    readonly data: unknown;
    readonly valid: boolean;
  }[];
}

const parsed = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"));

function remotes(): Registry {
  const folder = join(suite, "remotes");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".json"),
  );
  return Object.fromEntries(
    files.map((name) => [`http://localhost:1234/${name.replaceAll("\\", "/")}`, parsed(join(folder, name))]),
  );
}

describe.skipIf(!existsSync(suite))("the official test suite", () => {
  const registry = existsSync(suite) ? remotes() : {};
  const drafts = { "draft2020-12": undefined, draft7: "http://json-schema.org/draft-07/schema#" };
  for (const [draft, $schema] of Object.entries(drafts)) {
    const folder = join(suite, "tests", draft);
    const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".json")) : [];
    it.each(files)(`${draft} %s`, (file) => {
      const wrong: string[] = [];
      for (const { description, schema, tests } of parsed(join(folder, file)) as readonly Group[]) {
        const declared = typeof schema === "object" && $schema ? { $schema, ...schema } : schema;
        for (const test of tests) {
          try {
            const problems = compile(declared, { registry }).check(test.data);
            if ((problems.length === 0) !== test.valid) wrong.push(`${description}: ${test.description}`);
          } catch (error) {
            wrong.push(`${description}: ${String(error)}`);
          }
        }
      }
      expect(wrong).toEqual([]);
    });
  }
});
