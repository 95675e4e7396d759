import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { CommandRun } from "../../workspace/index.ts";
import type { TestResult, Way } from "../testing.ts";
import { runners } from "./table.ts";

const fixtures = join(import.meta.dirname, "../../../tests/fixtures/runners");

/** Recorded output of each runner for one passing, one failing and one skipped test, and a file that doesn't load. */
const recorded = {
  vitest: "vitest.json",
  jest: "jest.json",
  mocha: "mocha.json",
  pytest: "pytest.xml",
  unittest: "unittest.jsonl",
  ava: "ava.tap",
  tap: "tap.tap",
  tape: "tape.tap",
  "bun test": "bun.xml",
  "deno test": "deno.xml",
  "node:test": "node.xml",
  "go test": "go.jsonl",
  "cargo test": "cargo.txt",
  "mvn test": "mvn.xml",
  "gradle test": "gradle.xml",
  phpunit: "phpunit.xml",
  rspec: "rspec.json",
} as const;
type Recorded = keyof typeof recorded;

const parse = async (name: (typeof runners.names)[number], text: string): Promise<readonly TestResult[]> => {
  const run = { report: text, stdout: text, stderr: "", exitCode: 1 } as unknown as CommandRun; // a recording isn't evidence
  return (await runners.load(name)).parse(run, "/project");
};

const npm = { packageManager: "npm" };

describe.each(Object.keys(recorded) as readonly Recorded[])("%s", (name) => {
  const read = async () => parse(name, await readFile(join(fixtures, recorded[name]), "utf8"));

  it("reads passed, failed and skipped tests", async () => {
    const results = await read();
    const by = (status: string) => results.filter((result) => result.status === status);
    expect(by("passed").map((result) => result.name.split(" > ").at(-1))).toContainEqual(
      expect.stringMatching(/adds/i),
    );
    const skipped = by("skipped").map((result) => result.name.split(" > ").at(-1));
    expect(skipped).toEqual(name === "tape" ? [] : [expect.stringMatching(/later/i)]); // which says nothing of these
    const failed = by("failed").find((result) => /fails/i.test(result.name));
    expect(failed).toMatchObject({ message: expect.stringMatching(/3/) });
    if (name === "ava") return; // tells neither file nor line
    expect(failed).toMatchObject({ line: expect.any(Number) });
    expect(failed?.file).toMatch(/^[^/].*\.(?:mjs|js|py|go|rs|java|php|rb)$/);
  });

  it.skipIf(/^(?:mocha|tape|bun test|deno test|cargo test|mvn test|gradle test|phpunit|rspec)$/.test(name))(
    "makes a failure of a file that doesn't load",
    async () => {
      const broken = (await read()).filter((result) => /broken/.test(result.name + result.file));
      expect(broken).toMatchObject([{ status: "failed" }]);
    },
  );

  it("names the program's own way to measure coverage, with a file to read", async () => {
    const { coverage, command, program } = await runners.load(name);
    if (!coverage)
      return expect(["cargo test", "deno test", "mvn test", "gradle test", "phpunit", "rspec"]).toContain(
        name,
      );
    const measured = coverage.measured(
      command(["a.test.ts"], { command: program ?? [name], targets: [] }, npm),
      coverage.needs[0] ?? "",
    );
    expect(measured.join(" ")).toContain("{reports}");
  });

  it("says so when the runner left no report", async () => {
    await expect(parse(name, "command not found")).rejects.toMatchObject({ code: "tests-not-run" });
  });

  it("takes targets and single tests", async () => {
    const runner = await runners.load(name);
    const way: Way = { command: runner.program ?? [name], targets: [] };
    const one = runner.command(["sub/a.test.ts::sum > adds (1)"], way, npm).join(" ");
    expect(one).toMatch(name === "tap" || name === "tape" ? /sub\/a\.test\.ts$/ : /adds/); // these take only files
    expect(runner.command([], way, npm).join(" ")).not.toMatch(/undefined/);
  });
});

it("takes no place in Go's own library for the project's where a test panics", async () => {
  const line = (Output: string) => JSON.stringify({ Action: "output", Package: "m", Test: "TestA", Output });
  const text = [
    line("panic: none\n\ttesting.tRunner.func1.2()\n\t\t/usr/local/go/src/testing/testing.go:1974 +0x23\n"),
    line("m.TestA()\n\t/project/a_test.go:9 +0x1d\n"),
    JSON.stringify({ Action: "fail", Package: "m", Test: "TestA", Elapsed: 0 }),
  ].join("\n");
  expect(await parse("go test", text)).toMatchObject([
    { name: "TestA", file: "a_test.go", line: 9, message: expect.stringContaining("did not run") },
  ]);
});

it("reads names and lines exactly", async () => {
  const vitest = await parse("vitest", await readFile(join(fixtures, "vitest.json"), "utf8"));
  expect(vitest.map(({ name, file, line, status }) => [name, file, line, status])).toEqual([
    ["vitest/broken.test.mjs", "vitest/broken.test.mjs", undefined, "failed"],
    ["sum > adds", "vitest/sum.test.mjs", 3, "passed"],
    ["sum > fails & <tells>", "vitest/sum.test.mjs", 4, "failed"],
    ["sum > later", "vitest/sum.test.mjs", 5, "skipped"],
  ]);
  const pytest = await parse("pytest", await readFile(join(fixtures, "pytest.xml"), "utf8"));
  expect(pytest.map(({ name, file, line, status }) => [name, file, line, status])).toEqual([
    ["test_broken", "test_broken.py", 1, "failed"],
    ["test_adds", "test_sum.py", 2, "passed"],
    ["test_fails", "test_sum.py", 6, "failed"],
    ["test_later", "test_sum.py", 7, "skipped"],
    ["TestMore > test_each[1]", "test_sum.py", 10, "passed"],
    ["TestMore > test_each[2]", "test_sum.py", 12, "failed"],
  ]);
  const go = await parse("go test", await readFile(join(fixtures, "go.jsonl"), "utf8"));
  expect(go.map(({ name, file, line, status }) => [name, file, line, status])).toEqual([
    ["example.org/calc/broken", "broken/b_test.go", 3, "failed"],
    ["TestAdds", "calc", undefined, "passed"],
    ["TestFails > inner_case", "calc/calc_test.go", 5, "failed"],
    ["TestLater", "calc/calc_test.go", 7, "skipped"],
  ]);
  const tap = await parse("tap", await readFile(join(fixtures, "tap.tap"), "utf8"));
  expect(tap.map(({ name, file, line, status }) => [name, file, line, status])).toEqual([
    ["nodetap/broken.test.js", "nodetap/broken.test.js", undefined, "failed"],
    ["adds", "nodetap/sum.test.js", undefined, "passed"],
    ["fails & <tells>", "nodetap/sum.test.js", 3, "failed"],
    ["later", "nodetap/sum.test.js", undefined, "skipped"],
  ]);
  const deno = await parse("deno test", await readFile(join(fixtures, "deno.xml"), "utf8"));
  expect(deno.map(({ name, file, line, status }) => [name, file, line, status])).toEqual([
    ["adds", "deno/sum.test.js", 1, "passed"],
    ["fails & <tells>", "deno/sum.test.js", 2, "failed"],
    ["later", "deno/sum.test.js", 3, "skipped"],
  ]);
});

it("calls a package of Go by its own name where one that it imports can't be found", async () => {
  const own = { Package: "example.org/calc" };
  const other = { ImportPath: "example.net/rand" };
  const events = [
    { ...other, Action: "build-output", Output: "calc_test.go:7:2: no such module\n" },
    { ...other, Action: "build-fail" },
    { ...own, Action: "output", Output: "FAIL [setup failed]\n" },
    { ...own, Action: "fail", FailedBuild: "example.net/rand" },
  ];
  expect(await parse("go test", events.map((event) => JSON.stringify(event)).join("\n"))).toMatchObject([
    { name: "example.org/calc", file: "calc_test.go", line: 7, status: "failed" },
  ]);
});

const recording = (name: string): Promise<string> => readFile(join(fixtures, name), "utf8");

it("reads names, errors and lines of builds of Java, of PHPUnit and RSpec exactly", async () => {
  const resultsOf = async (name: "mvn test" | "gradle test" | "phpunit" | "rspec") =>
    (await parse(name, await recording(recorded[name]))).map((result) => [
      result.name,
      result.file,
      result.line,
      result.status,
    ]);
  const java = "src/test/java/calc/CalcTest.java";
  expect(await resultsOf("mvn test")).toEqual([
    ["CalcTest > adds", java, undefined, "passed"],
    ["CalcTest > fails", java, 17, "failed"],
    ["CalcTest > later", java, undefined, "skipped"],
    ["CalcTest > throwsAnError", java, 22, "failed"],
    ["CalcTest > Halves > halves", java, undefined, "passed"],
  ]);
  expect(await resultsOf("gradle test")).toEqual([
    ["CalcTest > adds", java, undefined, "passed"],
    ["CalcTest > fails", java, 16, "failed"],
    ["CalcTest > later", java, undefined, "skipped"],
    ["CalcTest > throwsAnError", java, 21, "failed"],
  ]);
  expect(await resultsOf("phpunit")).toEqual([
    ["CalcTest > testAdds", "tests/CalcTest.php", 6, "passed"],
    ["CalcTest > testFails", "tests/CalcTest.php", 13, "failed"],
    ["CalcTest > testRaisesAnError", "tests/CalcTest.php", 18, "failed"],
    ["CalcTest > testLater", "tests/CalcTest.php", 21, "skipped"],
    ['CalcTest > testHalves with data set "four"', "tests/CalcTest.php", 27, "passed"],
    ['CalcTest > testHalves with data set "nine"', "tests/CalcTest.php", 29, "failed"],
  ]);
  expect(await resultsOf("rspec")).toEqual([
    ["sum > adds", "spec/calc_spec.rb", 4, "passed"],
    ["sum > fails & <tells>", "spec/calc_spec.rb", 9, "failed"],
    ["sum > raises an error", "spec/calc_spec.rb", 13, "failed"],
    ["sum > later", "spec/calc_spec.rb", 16, "skipped"],
    ["sum of halves > halves", "spec/calc_spec.rb", 21, "passed"],
  ]);
});

it.each([
  ["mvn test", "mvn-broken.txt", "src/test/java/calc/BadTest.java", 1],
  ["gradle test", "gradle-broken.txt", "src/test/java/calc/BadTest.java", 1],
  ["phpunit", "phpunit-broken.txt", "tests/BrokenTest.php", 2],
  ["rspec", "rspec-broken.json", "spec/broken_spec.rb", 1],
] as const)(
  "%s: what doesn't compile or load is a failure with its place",
  async (name, file, place, line) => {
    const text = await recording(file);
    const isReport = file.endsWith(".json");
    const run = {
      report: isReport ? text : undefined,
      stdout: text,
      stderr: "",
      exitCode: 1,
    } as unknown as CommandRun; // a recording isn't evidence
    const results = (await runners.load(name)).parse(run, "/project");
    expect(results).toMatchObject([
      { file: place, line, status: "failed", message: expect.stringMatching(/\w/) },
    ]);
  },
);

it("names the project's own file where a package reports what didn't load", async () => {
  const stderr = `/project/node_modules/args/args.js:9
      else throw error

Error: Cannot find module '../built'
Require stack:
- /project/spec/built.spec.js
- /project/node_modules/mocha/lib/mocha.js`;
  const run = { report: "", stdout: "", stderr, exitCode: 1 } as unknown as CommandRun; // the part that is read
  expect((await runners.load("mocha")).parse(run, "/project")).toEqual([
    {
      name: "spec/built.spec.js",
      file: "spec/built.spec.js",
      status: "failed",
      message: "Error: Cannot find module '../built'",
    },
  ]);
  const foreign = { ...run, stderr: stderr.replace(/^- .*spec.js\n/m, `${"/".repeat(300_000)}\n`) };
  const { parse } = await runners.load("mocha");
  expect(() => parse(foreign, "/project")).toThrow(/mocha/);
});

it.each([
  ["mvn test", ""],
  ["gradle test", ""],
  ["phpunit", "phpunit-none.xml"],
  ["rspec", "rspec-none.json"],
] as const)("%s: no test found is no result", async (name, file) => {
  const report = file && (await recording(file));
  const run = { report, stdout: "", stderr: "", exitCode: 0 } as unknown as CommandRun; // a recording isn't evidence
  expect((await runners.load(name)).parse(run, "/project")).toEqual([]);
});

describe("runs that end without a test", async () => {
  const ends = JSON.parse(await recording("ends.json")) as Readonly<Record<string, CommandRun>>; // as they were recorded
  const read = async (key: string) => {
    const name = runners.names.find((name) => key.startsWith(`${name} `)) ?? "vitest";
    return (await runners.load(name)).parse(ends[key] as CommandRun, "/project");
  };
  const keys = Object.keys(ends);

  it.each(keys.filter((key) => key.endsWith(" none")))("%s was found: no result", async (key) => {
    expect(await read(key)).toEqual([]);
  });

  it.each(keys.filter((key) => key.endsWith(" broken")))("%s: one failure with its file", async (key) => {
    const file = /^(?:cargo|go)/.test(key)
      ? /^(?:src\/lib\.rs|a_test\.go)$/
      : /^(?:test\/broken\.test\.js|broken\.test\.mjs|test_broken\.py)$/;
    expect(await read(key)).toMatchObject([
      { status: "failed", file: expect.stringMatching(file), message: expect.stringMatching(/\w/) },
    ]);
  });
});

it("picks classes and methods for builds of Java", async () => {
  const words = async (name: "mvn test" | "gradle test", target: string) =>
    (await runners.load(name)).command([target], { command: [name], targets: [] }, npm).join(" ");
  const file = "src/test/java/calc/CalcTest.java";
  expect(await words("mvn test", `${file}::CalcTest > Halves > halves`)).toContain(
    "-Dtest=CalcTest$Halves#halves ",
  );
  expect(await words("mvn test", file)).toContain("-Dtest=CalcTest* ");
  expect(await words("gradle test", `${file}::CalcTest > adds`)).toContain("--tests *CalcTest.adds*");
  expect(await words("gradle test", "::adds")).toContain("--tests *.adds*");
});

it("removes colours that pytest wrote into its report, and keeps other words", async () => {
  const text = "#x1B[1m#x1B[31mE   assert 1 == 2#x1B[0m and #x1B, #x2B[";
  const xml = `<testsuite><testcase name="f" file="t.py"><failure message="no">${text}</failure></testcase></testsuite>`;
  expect((await parse("pytest", xml))[0]?.message).toBe("no\nE   assert 1 == 2 and #x1B, #x2B[");
});

it("reads a hundred thousand subtests of Go in time that grows with their number", async () => {
  const parts = Array.from(
    { length: 100_000 },
    (_, i) => `{"Action":"pass","Package":"m/p","Test":"Fuzz/seed#${i}"}`,
  );
  const text = [
    ...parts,
    '{"Action":"pass","Package":"m/p","Test":"Fuzz"}',
    '{"Action":"pass","Package":"m/p","Test":"FuzzOther"}',
  ];
  const results = await parse("go test", text.join("\n"));
  expect(results).toHaveLength(100_001);
  expect(results.at(-1)?.name).toBe("FuzzOther");
});
