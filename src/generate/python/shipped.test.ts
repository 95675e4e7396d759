import { globSync } from "node:fs";
import { PositionEncoding, Workspace } from "@astral-sh/ruff-wasm-nodejs";
import { describe, expect, it } from "vitest";
import { delimiters, problemMessages, problemTitles, tokenLifetime } from "../../api/index.ts";
import { shipped } from "../shipped.ts";
import { formats } from "../specification/formats.ts";
import { lineTypes } from "../specification/model.ts";
import { lineLength } from "./format.ts";
import { shippedFile } from "./shipped.ts";

const paths = globSync("**/shipped/**/*.py", { cwd: import.meta.dirname }).toSorted();
const textOf = (path: string): string => shipped(`python/${path}`);
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
    const text = textOf(path);
    expect(ruff.format(text)).toBe(text);
    expect(ruff.check(text)).toEqual([]);
  });

  it("keep of what is marked that which a project has", () => {
    const { path, text } = shippedFile("auth.py", { accounts: false, guest: true });
    expect(path).toBe("src/auth.py");
    expect(text).toContain("        raise RuntimeError(wanted)\n    return");
    expect(text).not.toMatch(/#:|sys|TOKEN_LIFETIME/);
    expect(shippedFile("store.py", {}, "mongodb/store.py").path).toBe("src/store.py");
  });

  it("say what documents promise", () => {
    for (const [status, title] of Object.entries(problemTitles))
      expect(textOf("shipped/problem.py")).toContain(`${status}: ${JSON.stringify(title)}`);
    for (const keyword of ["state", "ancestor"])
      expect(textOf("shipped/rules.py")).toContain(JSON.stringify(problemMessages[keyword]?.({})));
    expect(textOf("shipped/validation.py")).toContain(JSON.stringify(problemMessages["storable"]?.({})));
    expect(textOf("shipped/auth.py")).toContain(`TOKEN_LIFETIME = ${tokenLifetime}\n`);
    for (const [name, called] of Object.entries(formats))
      expect(textOf("shipped/http/rules.py")).toMatch(
        new RegExp(`"${name}": \\([^"]*(?:"[TtZ ]"[^"]*|r"[^"]*"[^"]*)*"${called}"`),
      );
    const client = textOf("client/shipped/runtime.py");
    for (const text of [textOf("shipped/http/parameters.py"), client])
      for (const [style, sign] of Object.entries(delimiters))
        expect(text).toContain(`${JSON.stringify(style)}: ${JSON.stringify(sign)}`);
    expect(client).toContain(lineTypes.source.replaceAll("\\/", "/"));
  });
});
