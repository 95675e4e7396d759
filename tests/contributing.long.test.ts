import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";

/** Checks CONTRIBUTING's promise: adding one of each kind takes a file and a line, and the suites find it. */
const root = resolve(import.meta.dirname, "..");
let copy = "";

const leaves = {
  tool: {
    file: "src/tools/count.ts",
    table: "src/tools/table.ts",
    after: "  read:",
    line: '  count: () => import("./count.ts"),',
  },
  command: {
    file: "src/commands/hello.ts",
    table: "src/commands/table.ts",
    after: "  help:",
    line: '  hello: () => import("./hello.ts"),',
  },
  model: {
    file: "src/models/twin/index.ts",
    table: "src/models/table.ts",
    after: "  replay:",
    line: '  twin: () => import("./twin/index.ts"),',
  },
  language: {
    file: "src/code/languages/shell.ts",
    table: "src/code/languages.ts",
    after: "  rust:",
    line: '  shell: leaf([".sh"], () => import("./languages/shell.ts")),',
  },
  framework: {
    file: "src/generate/typescript/frameworks/quick.ts",
    table: "src/generate/typescript/index.ts",
    after: "  hono:",
    line: '  quick: () => import("./frameworks/quick.ts"),',
  },
} as const;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "copy-"));
  for (const part of [
    "bin",
    "docs",
    "examples",
    "package.json",
    "runtime",
    "bench",
    "scripts",
    "src",
    "tests",
    "tsconfig.json",
    "vitest.config.ts",
    "web",
  ])
    cpSync(join(root, part), join(copy, part), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  for (const [name, { file, table, after, line }] of Object.entries(leaves)) {
    cpSync(join(root, "tests/fixtures/contributing", `${name}.ts`), join(copy, file), { recursive: true });
    const lines = readFileSync(join(copy, table), "utf8").split("\n");
    const place = lines.findIndex((text) => text.startsWith(after));
    expect(place, table).toBeGreaterThan(0);
    writeFileSync(join(copy, table), lines.toSpliced(place + 1, 0, line).join("\n"));
  }
  const samples = join(copy, "src/code/languages/languages.test.ts");
  const text = readFileSync(samples, "utf8");
  writeFileSync(
    samples,
    text.replace(
      "const sources = {",
      'const sources = {\n  shell: "# Says it.\\nsay() {\\n  echo hello\\n}\\n",',
    ),
  );
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

async function run(...[program = "", ...words]: readonly string[]): Promise<string> {
  const environment = { ...process.env, ANTIPHON_SUITE: "everyday", ANTIPHON_PROGRAM: "", NO_COLOR: "1" };
  const ran = promisify(execFile)(program, words, { cwd: copy, env: environment, maxBuffer: 64e6 });
  return ran.then(
    ({ stdout }) => stdout,
    (error: { readonly stdout: string; readonly stderr: string }) => `FAILED ${error.stdout}${error.stderr}`,
  );
}
const program = (...words: readonly string[]) =>
  run(process.execPath, "-C", "antiphon-source", "src/cli/main.ts", ...words);
const suite = (...words: readonly string[]) => run(join(root, "node_modules/.bin/vitest"), "run", ...words);

it("passes the types and the architecture", async () => {
  expect(await run(join(root, "node_modules/.bin/tsc"), "-p", ".", "--noEmit")).toBe("");
  expect(await run(process.execPath, "scripts/architecture.ts")).not.toContain("FAILED");
});

it("offers the tool, and runs it through the suites of tools", async () => {
  const source = `import { tools } from "./src/tools/index.ts";
    const offered = await tools({ workspace: {} }, ["look"]);
    console.log(offered.map(({ name }) => name).join());`;
  expect(await run(process.execPath, "-C", "antiphon-source", "--input-type=module", "-e", source)).toContain(
    "count",
  );
  expect(await suite("src/tools")).toMatch(/\d+ passed, 0 failed/);
});

it("runs the command, with help, data and completion, and its suites", async () => {
  expect(await program("hello", "Ada", "--json")).toContain('"greeting": "Hello, Ada."');
  expect(await program("--help")).toContain("Greet somebody");
  expect(await program("hello", "--help")).toContain("who is greeted");
  expect(await program("completion", "--line=antiphon hel")).toContain("hello");
  expect(
    await suite("src/commands/dispatch.test.ts", "src/commands/results.test.ts", "src/cli/run.test.ts"),
  ).toMatch(/\d+ passed, 0 failed/);
});

it("runs every conversation of the contract with the model", async () => {
  const output = await suite(
    "src/models/models.test.ts",
    "--reporter=verbose",
    "--reporter=./scripts/reporter.ts",
  );
  expect(output).toMatch(/\d+ passed, 0 failed/);
  expect(output).toContain("twin");
});

it("knows files of the language by their ending", async () => {
  const source = `import { languageOf } from "./src/code/index.ts";
    const language = await languageOf("a/run.sh");
    console.log(language.declarations("build() {\\n}\\n")[0].name);`;
  expect(await run(process.execPath, "-C", "antiphon-source", "--input-type=module", "-e", source)).toContain(
    "build",
  );
});

it("generates, with every database and test runner, for the framework", async () => {
  const output = await suite(
    "tests/generated/variants.test.ts",
    "--reporter=verbose",
    "--reporter=./scripts/reporter.ts",
  );
  expect(output).toMatch(/\d+ passed, 0 failed/);
  for (const database of ["postgres", "mongodb", "prisma", "sqlite"])
    expect(output).toMatch(new RegExp(`quick.*${database}`));
});
