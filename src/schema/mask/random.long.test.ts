import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SchemaError, compile, constrain, sampler, vocabulary } from "../index.ts";
import { schemas, values } from "./random.suite.ts";

const folder = join(process.env["ANTIPHON_DATA"] ?? "/nowhere", "schemas");
const none = vocabulary([]);

/** Pseudo-random numbers from 0 to below 1, the same in every run. */
function randoms(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

interface Row {
  readonly name: string;
  readonly schema: unknown;
  readonly tests: readonly { readonly valid: boolean; readonly data: unknown }[];
}

/** `ANTIPHON_SCHEMAS=all` for the large files, too. */
const all = process.env["ANTIPHON_SCHEMAS"] === "all";
const small = /trivial|Glaive|Handwritten|MCP|Synthesized/;

describe("the mask at length", () => {
  it("agrees with the validator on many random schemas", () => {
    fc.assert(
      fc.property(schemas, fc.array(values, { minLength: 10, maxLength: 10 }), (schema, instances) => {
        try {
          const constraint = constrain(schema);
          const validator = compile(schema, { formats: "assert" });
          for (const instance of instances) {
            const position = constraint.begin(none);
            const passed = position.advance(JSON.stringify(instance)) && position.complete;
            if (passed !== validator.fits(instance))
              throw new Error(`${JSON.stringify(instance)} passes: ${passed}`);
          }
        } catch (error) {
          if (!(error instanceof SchemaError)) throw error;
        }
      }),
      { seed: 12, numRuns: 10_000 },
    );
  });

  const files = existsSync(folder)
    ? readdirSync(folder).filter((name) => name.endsWith(".jsonl") && (all || small.test(name)))
    : [];
  it.skipIf(files.length === 0).each(files)(
    "%s: no false accept, no lost instance, samples that fit",
    (file) => {
      const wrong: string[] = [];
      for (const line of readFileSync(join(folder, file), "utf8").trim().split("\n")) {
        const { name, schema, tests } = JSON.parse(line) as Row;
        try {
          const constraint = constrain(schema);
          const validator = compile(schema, { formats: "assert" });
          for (const [i, { data }] of tests.entries()) {
            const position = constraint.begin(none);
            const passed = position.advance(JSON.stringify(data)) && position.complete;
            if (passed !== validator.fits(data)) wrong.push(`${name} ${i} passes: ${passed}`);
          }
          const next = sampler(schema, { about: 100 });
          const random = randoms(1);
          for (let i = 0; i < 3; i++) {
            const value = next(random);
            if (!validator.fits(value)) wrong.push(`${name} wrote ${JSON.stringify(value).slice(0, 200)}`);
          }
        } catch (error) {
          if (!(error instanceof SchemaError) && !String(error).includes("finds no end"))
            wrong.push(`${name} ${String(error)}`);
        }
      }
      expect(wrong).toEqual([]);
    },
  );
});
