import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SchemaError, compile } from "./index.ts";

const folder = join(process.env["ANTIPHON_DATA"] ?? "/nowhere", "schemas");

interface Row {
  readonly name: string;
  readonly schema: unknown;
  readonly tests: readonly { readonly valid: boolean; readonly data: unknown }[];
}

const rows = (file: string): readonly Row[] =>
  readFileSync(join(folder, file), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Row);

describe.skipIf(!existsSync(folder))("schemas from public projects", () => {
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".jsonl")) : [];
  it.each(files)("%s: every label agrees, but for schemas that are refused", (file) => {
    const wrong: string[] = [];
    const refused: string[] = [];
    for (const { name, schema, tests } of rows(file)) {
      try {
        const validator = compile(schema, { formats: "assert" });
        for (const [i, { valid, data }] of tests.entries())
          if ((validator.check(data).length === 0) !== valid) wrong.push(`${name} ${i}`);
      } catch (error) {
        if (!(error instanceof SchemaError)) throw error;
        refused.push(`${name} ${error.message}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(refused.filter((line) => !/\$async|is not one schema|the pattern/.test(line))).toEqual([]);
  });
});
