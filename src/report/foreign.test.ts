import { expect, it } from "vitest";
import type { CommandRun } from "../workspace/index.ts";
import { byHand, shortened } from "./foreign.ts";

it.each([
  ["node_modules/.bin", ["eslint", "--format", "json", "."], "npx eslint ."],
  ["node_modules/.bin", ["env", "A=1", "vitest", "--run", "--passWithNoTests"], "A=1 npx vitest --run"],
  [".venv/bin", ["python3", "-m", "pytest", "-q"], ".venv/bin/python3 -m pytest -q"],
  [".venv/bin", ["ruff", "check", "--output-format", "json", "."], ".venv/bin/ruff check ."],
  [undefined, ["go", "test", "-json", "./..."], "go test ./..."],
])("writes a line that runs in a shell that has no program of %s", (programFolder, command, line) => {
  const run = {
    command,
    folder: ".",
    ...(programFolder && { projectPath: programFolder }),
  } as unknown as CommandRun; // the part that is used
  expect(byHand(run)).toBe(line);
});

it("shows what a program printed without its colours", () => {
  expect(shortened("\u001b[31mError: no file\u001b[39m")).toBe("Error: no file");
});

it("drops a message before a stack that begins with it, and no other line", () => {
  expect(shortened("1 is\n2\n\nTypeError [E_X]: 1 is\n2\n    at f (/p/a.js:1:2)")).toBe(
    "TypeError [E_X]: 1 is\n2\n    at f (/p/a.js:1:2)",
  );
  const two = "a.go:1:\n  Error: Not equal\n  expected: 1\na.go:1:\n  Error: Not equal\n  expected: 2\n)\n)";
  expect(shortened(two)).toBe(two);
  const same = "a_test.go:5: got 1\na_test.go:5: got 1\nFAIL";
  expect(shortened(same)).toBe(same);
});
