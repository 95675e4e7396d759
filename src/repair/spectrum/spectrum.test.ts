import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { systemClock } from "../../lib/index.ts";
import { openWorkspace } from "../../workspace/index.ts";
import { type Spectrum, spectrumOf } from "./spectrum.ts";

interface Watched {
  readonly spectrum: Spectrum | undefined;
  /** The names of the files that are there afterwards. */
  readonly left: readonly string[];
}

/** Watches the failing tests of a file in a new project. */
async function watched(
  files: Readonly<Record<string, string>>,
  testFile: string,
  { names, seconds = 60 }: { readonly names: readonly string[]; readonly seconds?: number },
): Promise<Watched> {
  const base = mkdtempSync(join(tmpdir(), "antiphon-spectrum-"));
  try {
    const folder = mkdtempSync(join(base, "p-"));
    for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
    const workspace = await openWorkspace(folder, {
      state: join(base, "state"),
      clock: systemClock,
      shell: { environment: { PATH: process.env["PATH"], HOME: base }, sandbox: "none" },
    });
    if (!workspace.shell) throw new Error("no shell");
    const failing = { source: "tests", file: testFile, line: 3, code: "failure", message: "" } as const;
    const problems = names.map((name) => ({ ...failing, test: `${testFile} ${name}`, testFile }));
    const spectrum = await spectrumOf(problems, {
      workspace: { ...workspace, shell: workspace.shell },
      seconds,
      signal: new AbortController().signal,
    });
    return { spectrum, left: readdirSync(folder).toSorted() };
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

const nodeProject = {
  "package.json": '{ "scripts": { "test": "node --test" } }',
  "area.js": "exports.area = (a, b) => a + b;\n",
};
const head = 'const test = require("node:test");\nconst assert = require("node:assert");\n';
const square = 'test("area of a square", () => assert.equal(require("./area.js").area(3, 3), 9));\n';

it("watches what fails among thousands of tests, believes no count that is none, and leaves nothing", async () => {
  const forged = '{"failed":1e999,"passed":-5,"lines":{"area.js":{"-5":[0,9],"1":[-1,null]}}}';
  const forging = `const { out } = JSON.parse(process.env.ANTIPHON_SPECTRUM);\nrequire("fs").appendFileSync(out, \`${forged}\\n\`);\n`;
  const files = { ...nodeProject, "area.test.js": head + forging + square };
  const others = Array.from(
    { length: 4000 },
    (_, i) => `area of a rectangle of height ${i} and another width`,
  );
  const { spectrum, left } = await watched(files, "area.test.js", { names: ["area of a square", ...others] });
  expect(spectrum).toMatchObject({ passed: 0, failed: 1 });
  expect([...(spectrum?.lines.get("area.js") ?? [])]).toEqual([[1, [0, 1]]]);
  expect(left).toEqual(["area.js", "area.test.js", "package.json"]);
});

it("watches tests that a program of the project compiles while they load", async () => {
  const compiler = `const { _extensions } = require("node:module");
const load = _extensions[".js"];
_extensions[".js"] = (module, name) => {
  const compile = module._compile;
  module._compile = (text, name) => compile.call(module, text.replaceAll("PLUS", "+"), name);
  load(module, name);
};
`;
  const files = {
    "package.json": '{ "scripts": { "test": "node --require ./compiler.js --test" } }',
    "compiler.js": compiler,
    "area.js": "exports.area = (a, b) => a PLUS b;\n",
    "area.test.js": `${head}const more = 1 PLUS 1;\n${square}`,
  };
  const { spectrum } = await watched(files, "area.test.js", { names: ["area of a square"] });
  expect([...(spectrum?.lines.get("area.js") ?? [])]).toEqual([[1, [0, 1]]]);
});

const python = `import time, unittest
from area import area


class Tests(unittest.TestCase):
    def test_square(self):
        self.assertEqual(area(3, 3), 9)

    def test_wait(self):
        time.sleep(60)
`;

it.each([
  [
    "area.test.js",
    "area of a square",
    {
      ...nodeProject,
      "area.test.js": `${head}${square}test("waits", () => new Promise((end) => setTimeout(end, 60_000)));\n`,
    },
  ],
  [
    "test_area.py",
    "Tests > test_square",
    { "area.py": "def area(a, b):\n    return a + b\n", "test_area.py": python },
  ],
])(
  "reports what %s ran until a test outlasts the time",
  async (file, name, files) => {
    const { spectrum } = await watched(files, file, { names: [name], seconds: 12 });
    expect(spectrum).toMatchObject({ passed: 0, failed: 1 });
    expect(spectrum?.lines.size).toBe(1);
  },
  60_000,
);
