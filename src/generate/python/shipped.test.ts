import { spawnSync } from "node:child_process";
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

const counted = `import json, sys, types
for name in ("starlette", "starlette.datastructures", "src", "src.models", "src.models.schemas", "src.problem"):
    sys.modules[name] = types.ModuleType(name)
sys.modules["starlette.datastructures"].UploadFile = bytes
sys.modules["src.problem"].Issue = dict
sys.modules["src.problem"].Problem = ValueError
text, schemas, value = json.load(sys.stdin)
sys.modules["src.models.schemas"].SCHEMAS = schemas
exec(compile(text, "rules.py", "exec"))
calls = 0
errors = _Check.errors
def counting(*args):
    global calls
    calls += 1
    return errors(*args)
_Check.errors = counting
print(json.dumps([issues_in({"$ref": "Node"}, value), calls]))
`;

const isWithoutPython = spawnSync("python3", ["--version"]).status !== 0;

/** Runs a script that fails by the function of the module on its input, whose packages aren't installed here. */
const failing = `import ast, re, sqlite3, sys
from pathlib import Path
class Connection:
    def exec_driver_sql(self, *args, **options):
        raise DBAPIError()
class DBAPIError(Exception):
    orig = "no such table"
isNeeded = lambda node: getattr(node, "name", "") == "run_script" or isinstance(node, ast.Assign) and node.targets[0].id == "STATEMENT"
body = [node for node in ast.parse(sys.stdin.read()).body if isNeeded(node)]
exec(compile(ast.Module(body, []), "database.py", "exec"))
run_script(Connection(), "select 1 from tags;", "migrations/versions/0002_x.py")
`;

it.skipIf(isWithoutPython).each(["postgres", "sqlite"])(
  "a migration that fails on %s ends the program with one message",
  (database) => {
    const input = textOf(`shipped/${database}/database.py`);
    const { status, stderr } = spawnSync("python3", ["-c", failing], { input, encoding: "utf8" });
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(
        /^0002_x\.py fails, nothing was changed: no such table in the statement: select 1 from tags;?\n$/,
      ),
    ]);
  },
);

it.skipIf(isWithoutPython)(
  "checks a member by all schemas of its name, whose steps don't double at each level",
  () => {
    const node = { $ref: "Node" };
    const schemas = { Node: { type: "object", properties: { a: node }, patternProperties: { "^a": node } } };
    const value = (depth: number): unknown => (depth === 0 ? 1 : { a: value(depth - 1) });
    const input = JSON.stringify([textOf("shipped/http/rules.py"), schemas, value(18)]);
    const { stdout, stderr } = spawnSync("python3", ["-c", counted], { input, encoding: "utf8" });
    expect(stderr).toBe("");
    const [issues, calls] = JSON.parse(stdout) as readonly [unknown, number]; // what it prints
    const path = Array.from({ length: 18 }, () => "a").join(".");
    expect(issues).toEqual([{ path, message: "must be an object" }]);
    expect(calls).toBeLessThan(100);
  },
);
