import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ajvDraft04 from "ajv-draft-04";
import ajvFormats from "ajv-formats";
import { type Arbitrary, array, assert, constantFrom, integer, property, record, string } from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { project } from "../session.suite.ts";
import { type Shown, severities, toSarif } from "../../review/index.ts";

/** A public domain Go module whose source contains the schema published by OASIS (errata 01), verbatim. */
const carrier = "github.com/owenrumney/go-sarif/v3@v3.3.1";
const identity = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

function officialSchema(): Readonly<Record<string, unknown>> {
  const folder = mkdtempSync(join(tmpdir(), "antiphon-sarif-"));
  try {
    const wording = execFileSync("go", ["mod", "download", "-json", carrier], {
      cwd: folder,
      encoding: "utf8",
    });
    const { Dir } = JSON.parse(wording) as { Dir: string }; // the output format documented by `go help mod download`
    const source = readFileSync(join(Dir, "pkg/report/v210/sarif/schema.go"), "utf8");
    const [, text = ""] = /const schema = `([^`]*)`/.exec(source) ?? [];
    return JSON.parse(text) as Readonly<Record<string, unknown>>; // compiled by ajv, which validates it
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe("a SARIF log against the official schema", () => {
  let complaints: (log: unknown) => readonly unknown[];
  beforeAll(() => {
    const schema = officialSchema();
    expect(schema["id"]).toBe(identity);
    const ajv = new ajvDraft04.default({ allErrors: true, strict: false });
    ajvFormats.default(ajv);
    const check = ajv.compile(schema);
    complaints = (log) => (check(log) ? [] : (check.errors ?? []));
  }, 120_000);

  it("is valid for a review of many kinds of findings, and for one without any", async () => {
    const at = project({
      "package.json": '{ "name": "shop", "dependencies": {} }\n',
      "src/cart.ts": "export const total = (list: number[]) => list.length;\n",
      "src/a b#ü.ts": "export const one = 1;\n",
    });
    at.write("src/note.md", "Fine.\n");
    await at.run("/review --sarif");
    const empty = JSON.parse(at.read("review.sarif"));
    expect(empty.runs[0].results).toEqual([]);
    expect(complaints(empty)).toEqual([]);
    at.write("package.json", '{ "name": "shop", "dependencies": { "left": "*" } }\n');
    at.write("src/cart.ts", "debugger;\nexport const sum = (x: string) => eval(x); // TODO\n");
    at.write("src/a b#ü.ts", `export const key = "${["AKIA", "QWERTYUIOPASDF", "GH"].join("")}";\n`);
    await at.run("/review --sarif");
    const log = JSON.parse(at.read("review.sarif"));
    expect(log.runs[0].results.length).toBeGreaterThan(4);
    expect(complaints(log)).toEqual([]);
  });

  it("is valid whatever the findings say", () => {
    const findings: Arbitrary<readonly Shown[]> = array(
      record({
        file: string({ minLength: 1, unit: "grapheme" }),
        line: integer({ min: 1, max: 1_000_000 }),
        severity: constantFrom(...severities),
        reason: string({ unit: "binary" }),
        suggestion: string({ unit: "binary" }),
        rule: string(),
        check: string(),
        quote: string({ unit: "binary" }),
      }),
      { maxLength: 6 },
    );
    assert(
      property(findings, (all) => {
        expect(complaints(JSON.parse(toSarif(all)))).toEqual([]);
      }),
      { seed: 7, numRuns: 300 },
    );
  });

  it("is told from what is no log", () => {
    const log = JSON.parse(toSarif([]));
    for (const broken of [
      { ...log, version: "2.0.0" },
      { ...log, runs: [{}] },
      { ...log, runs: [{ ...log.runs[0], results: [{ message: {} }] }] },
      { ...log, extra: true },
    ])
      expect(complaints(broken)).not.toEqual([]);
  });
});
