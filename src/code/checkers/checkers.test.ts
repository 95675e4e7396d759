import { expect, it } from "vitest";
import type { CommandRun } from "../../workspace/index.ts";
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

it.each(Object.keys(checkers))("reads a flood that %s prints in linear time", (name) => {
  const start = performance.now();
  for (const text of ["\n", " ", "::error title=x\n", "a.js:1:1: (", "x.ts(1,"]) {
    const flood = text.repeat(100_000);
    problemsOf(name, { stdout: flood, stderr: flood, exitCode: 1 });
  }
  expect(performance.now() - start).toBeLessThan(5000);
});
