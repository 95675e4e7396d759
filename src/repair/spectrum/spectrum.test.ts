import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { systemClock } from "../../lib/index.ts";
import { openWorkspace } from "../../workspace/index.ts";
import { spectrumOf } from "./spectrum.ts";

it("watches what fails among thousands of tests, believes no count that is none, and leaves nothing", async () => {
  const base = mkdtempSync(join(tmpdir(), "antiphon-spectrum-"));
  try {
    const folder = mkdtempSync(join(base, "p-"));
    writeFileSync(join(folder, "package.json"), '{ "scripts": { "test": "node --test" } }');
    writeFileSync(join(folder, "area.js"), "exports.area = (a, b) => a + b;\n");
    const head = 'const test = require("node:test");\nconst assert = require("node:assert");\n';
    const forged = '{"failed":1e999,"passed":-5,"lines":{"area.js":{"-5":[0,9],"1":[-1,null]}}}';
    const forging = `const { out } = JSON.parse(process.env.ANTIPHON_SPECTRUM);\nrequire("fs").appendFileSync(out, \`${forged}\\n\`);\n`;
    const body = 'test("area of a square", () => assert.equal(require("./area.js").area(3, 3), 9));\n';
    writeFileSync(join(folder, "area.test.js"), head + forging + body);
    const workspace = await openWorkspace(folder, {
      state: join(base, "state"),
      clock: systemClock,
      shell: { environment: { PATH: process.env["PATH"], HOME: base }, sandbox: "none" },
    });
    if (!workspace.shell) throw new Error("no shell");
    const names = Array.from(
      { length: 4000 },
      (_, i) => `area of a rectangle of height ${i} and another width`,
    );
    const failing = { source: "tests", file: "area.test.js", line: 3, code: "failure", message: "" } as const;
    const problems = ["area of a square", ...names].map((name) => ({
      ...failing,
      test: `area.test.js ${name}`,
      testFile: "area.test.js",
    }));
    const asking = { workspace: { ...workspace, shell: workspace.shell }, seconds: 60 };
    const spectrum = await spectrumOf(problems, { ...asking, signal: new AbortController().signal });
    expect(spectrum).toMatchObject({ passed: 0, failed: 1 });
    expect([...(spectrum?.lines.get("area.js") ?? [])]).toEqual([[1, [0, 1]]]);
    expect(readdirSync(folder).toSorted()).toEqual(["area.js", "area.test.js", "package.json"]);
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
});
