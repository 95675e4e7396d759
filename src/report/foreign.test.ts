import { expect, it } from "vitest";
import type { CommandRun } from "../workspace/index.ts";
import { byHand, shortened } from "./foreign.ts";

it.each([
  ["node_modules/.bin", ["eslint", "--format", "json", "."], "npx eslint ."],
  ["node_modules/.bin", ["env", "A=1", "vitest", "--run", "--passWithNoTests"], "A=1 npx vitest --run"],
  [".venv/bin", ["python3", "-m", "pytest", "-q"], ".venv/bin/python3 -m pytest -q"],
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
