import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { systemClock } from "../../lib/index.ts";
import { type CommandRun, openWorkspace, type RunOptions } from "../../workspace/index.ts";
import { type CheckerJob, checkersAtRoot, runChecker } from "./jobs.ts";
import { checkers } from "./table.ts";

const problemsOf = (name: string, output: Partial<Pick<CommandRun, "stdout" | "stderr" | "exitCode">>) =>
  checkers[name]
    ?.parse({ stdout: "", stderr: "", ...output } as CommandRun) // nothing else is read
    ?.map(({ file, line, code, text }) => [file, line, code, text]);

it("reads what compilers and type checkers print", () => {
  const go =
    "# example.org/x\nvet: ./a.go:4:9: undefined: totl\nb/b.go:7:2: fmt.Printf format %d has arg s of wrong type string\n";
  expect(problemsOf("go vet", { stderr: go })).toEqual([
    ["./a.go", 4, "error", "undefined: totl"],
    ["b/b.go", 7, "error", "fmt.Printf format %d has arg s of wrong type string"],
  ]);
  const cargo = {
    reason: "compiler-message",
    message: {
      level: "error",
      message: "mismatched types",
      code: { code: "E0308" },
      spans: [
        { file_name: "src/other.rs", line_start: 1, is_primary: false },
        { file_name: "src/lib.rs", line_start: 3, is_primary: true },
      ],
    },
  };
  expect(problemsOf("cargo check", { stdout: `${JSON.stringify(cargo)}\n{broken\n` })).toEqual([
    ["src/lib.rs", 3, "E0308", "mismatched types"],
  ]);
  const mypy =
    'cart.py:2: error: Incompatible return value type (got "str", expected "int")  [return-value]\ncart.py:3: note: see\n';
  expect(problemsOf("mypy", { stdout: mypy })).toEqual([
    ["cart.py", 2, "return-value", 'Incompatible return value type (got "str", expected "int")'],
  ]);
  const pyright = '/p/cart.py\n  /p/cart.py:2:12 - error: "x" is not defined (reportUndefinedVariable)\n';
  expect(problemsOf("pyright", { stdout: pyright })).toEqual([
    ["/p/cart.py", 2, "reportUndefinedVariable", '"x" is not defined'],
  ]);
  expect(
    problemsOf("mvn test-compile", {
      stdout: "[ERROR] /p/src/A.java:[5,12] cannot find symbol\n[ERROR] Help\n",
    }),
  ).toEqual([["/p/src/A.java", 5, "error", "cannot find symbol"]]);
  expect(
    problemsOf("gradle testClasses", { stderr: "/p/src/A.java:5: error: ';' expected\n  int x\n" }),
  ).toEqual([["/p/src/A.java", 5, "error", "';' expected"]]);
  const biome =
    "::error title=lint/style/useConst,file=src/a.ts,line=3,endLine=3,col=1,endCol=4::This let is not reassigned.\n::error title=format,file=b.ts::File content differs.\n";
  expect(problemsOf("biome", { stdout: biome })).toEqual([
    ["src/a.ts", 3, "lint/style/useConst", "This let is not reassigned."],
    ["b.ts", 0, "format", "File content differs."],
  ]);
  expect(
    problemsOf("standard", {
      stdout: "standard: Use JavaScript Standard Style\n  /p/a.js:1:2: Extra semicolon. (semi)\n",
    }),
  ).toEqual([["/p/a.js", 1, "semi", "Extra semicolon."]]);
  expect(problemsOf("prettier", { stdout: "src/a.ts\ndocs/b.md\n" })).toEqual([
    ["src/a.ts", 0, "format", "isn't formatted"],
    ["docs/b.md", 0, "format", "isn't formatted"],
  ]);
  expect(problemsOf("black", { stderr: "would reformat app/a.py\n\nOh no!\n" })).toEqual([
    ["app/a.py", 0, "format", "isn't formatted"],
  ]);
});

it.each(Object.keys(checkers))("reads a flood that %s prints", (name) => {
  for (const text of ["\n", " ", "::error title=x\n", "a.js:1:1: (", "x.ts(1,"]) {
    const flood = text.repeat(100_000);
    problemsOf(name, { stdout: flood, stderr: flood, exitCode: 1 }); // hangs if its time is quadratic
  }
});

/** Runs checkers of one command whose programs take so many minutes; returns the limits and what each gave. */
async function minutesOf(jobs: readonly (readonly [name: string, minutes: number])[]) {
  const limits: unknown[] = [];
  const answers: unknown[] = [];
  const { signal } = new AbortController();
  for (const [name, minutes] of jobs) {
    const shell = {
      run: async (
        command: readonly [string, ...string[]],
        { milliseconds: limit = Infinity }: RunOptions = {},
      ) => {
        limits.push(limit / 60_000);
        const milliseconds = Math.min(limit, minutes * 60_000);
        const stopped = milliseconds === limit ? { stopped: "time" } : {};
        return {
          command,
          milliseconds,
          stdout: "[]",
          stderr: "",
          exitCode: 0,
          ...stopped,
        } as unknown as CommandRun; // what is read
      },
    };
    const job = { name, checker: checkers[name], folder: "", paths: [] } as unknown as CheckerJob; // in the table
    const result = await runChecker(job, { root: "/shop", shell, signal });
    answers.push(typeof result === "string" ? result : result.run.stopped);
  }
  return { limits, answers };
}

it("stops a linter that hangs once for a command, and doesn't start it again", async () => {
  const { limits, answers } = await minutesOf([
    ["eslint", 60],
    ["eslint", 60],
    ["ruff", 1],
  ]);
  expect(limits).toEqual([2, 2]);
  expect(answers).toEqual([
    "time",
    "isn't started again: it was stopped before, as it took too long",
    undefined,
  ]);
});

it("lets all checkers of a command take ten minutes together", async () => {
  const { limits, answers } = await minutesOf([
    ["tsc", 7],
    ["mypy", 7],
    ["ruff", 1],
  ]);
  expect(limits).toEqual([10, 3]);
  expect(answers).toEqual([undefined, "time", "isn't started: the checks of a command share 10 minutes"]);
});

it("checks what the project's scripts name, if it is there", async () => {
  const base = mkdtempSync(join(tmpdir(), "antiphon-checkers-"));
  try {
    for (const folder of ["source", "spec", "made"]) mkdirSync(join(base, folder));
    const slow = `source/${"*a".repeat(12)}b`;
    const scripts = {
      style:
        "eslint source gone --ignore-pattern made --max-warnings 0 && prettier --config set.json -c spec",
      "style:fix": "eslint --fix source 'spec/**/*.js'",
      hostile: `eslint ${"x".repeat(3000)} 'gone/*' '${slow}'`,
    };
    const manifest = { scripts, eslintConfig: {}, prettier: { semi: true } };
    writeFileSync(join(base, "package.json"), JSON.stringify(manifest));
    for (const path of [`source/${"a".repeat(60)}.js`, "source/a.js", "made/a.js", "set.json"])
      writeFileSync(join(base, path), "");
    writeFileSync(join(base, "spec/a.js"), "");
    const { files } = await openWorkspace(base, { state: join(base, "state"), clock: systemClock });
    expect((await checkersAtRoot("lint", files)).map(({ name, paths }) => [name, paths])).toEqual([
      ["eslint", ["source", "spec/**/*.js", slow]],
    ]);
    expect((await checkersAtRoot("format", files)).map(({ paths }) => paths)).toEqual([["spec"]]);
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
});

it("leaves out an option that an earlier linter doesn't know", async () => {
  const commands: (readonly string[])[] = [];
  const shell = {
    run: async (command: readonly [string, ...string[]]) => {
      commands.push(command);
      const [isRefused] = [command.includes("--no-error-on-unmatched-pattern")];
      const stderr = "Invalid option '--error-on-unmatched-pattern' - perhaps you meant '--ignore-pattern'?";
      return (isRefused
        ? { command, milliseconds: 1, stdout: "", stderr, exitCode: 1 }
        : { command, milliseconds: 1, stdout: "[]", stderr: "", exitCode: 0 }) as unknown as CommandRun; // what is read
    },
  };
  const job = {
    name: "eslint",
    checker: checkers["eslint"],
    folder: "",
    paths: ["a.js"],
  } as unknown as CheckerJob; // in the table
  const result = await runChecker(job, { root: "/shop", shell, signal: new AbortController().signal });
  expect(result).toMatchObject({ messages: [] });
  expect(commands[1]).toEqual(["eslint", "--format", "json", "a.js"]);
});
