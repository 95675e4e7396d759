import { globSync } from "node:fs";
import { join } from "node:path";
import { PositionEncoding, Workspace } from "@astral-sh/ruff-wasm-nodejs";
import { describe, expect, it } from "vitest";
import { delimiters, problemMessages, problemTitles } from "../../api/index.ts";
import { lineLength } from "./format.ts";
import { shippedFile } from "./shipped.ts";

const paths = globSync("**/*.py", { cwd: join(import.meta.dirname, "shipped") }).toSorted();
const ruff = new Workspace(
  {
    "line-length": lineLength,
    "target-version": "py311",
    lint: { select: ["E", "F", "W", "UP", "B", "C4", "SIM", "RET", "PIE", "ASYNC", "RUF"], ignore: ["E501"] },
  },
  PositionEncoding.Utf16,
);

describe("Python files that generated projects contain unchanged", () => {
  it.each(paths)("%s is formatted, and breaks no rule", (path) => {
    const { text } = shippedFile(path);
    expect(ruff.format(text)).toBe(text);
    expect(ruff.check(text)).toEqual([]);
  });

  it("say what documents promise", () => {
    const textOf = (path: string): string => shippedFile(path).text;
    for (const [status, title] of Object.entries(problemTitles))
      expect(textOf("problem.py")).toContain(`${status}: ${JSON.stringify(title)}`);
    for (const keyword of ["state", "ancestor"])
      expect(textOf("rules.py")).toContain(JSON.stringify(problemMessages[keyword]?.({})));
    expect(textOf("validation.py")).toContain(JSON.stringify(problemMessages["storable"]?.({})));
    for (const [style, sign] of Object.entries(delimiters))
      expect(textOf("http/parameters.py")).toContain(`${JSON.stringify(style)}: ${JSON.stringify(sign)}`);
  });
});
