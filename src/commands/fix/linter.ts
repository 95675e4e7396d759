import { relative } from "node:path";
import { detectProject } from "../../code/index.ts";
import { isObject } from "../../lib/index.ts";
import type { CommandRun, Files } from "../../workspace/index.ts";
import type { Problem } from "./contract.ts";

export interface Used {
  readonly name: string;
  readonly files: RegExp;
  command(files: readonly string[]): readonly [string, ...string[]];
  /** The same, mending what it can mend without doubt. */
  mend(files: readonly string[]): readonly [string, ...string[]];
  parse(run: CommandRun, root: string): readonly Problem[];
}

const script = /\.[mc]?[jt]sx?$/;
const all = (files: readonly string[]): readonly string[] => (files.length ? files : ["."]);

const linters: readonly (Used & { readonly settings: readonly string[] })[] = [
  {
    name: "eslint",
    settings: [
      "eslint.config.js",
      "eslint.config.mjs",
      "eslint.config.ts",
      ".eslintrc.json",
      ".eslintrc.cjs",
      ".eslintrc.js",
      ".eslintrc",
    ],
    files: script,
    command: (files) => ["eslint", "--format", "json", ...all(files)],
    mend: (files) => ["eslint", "--fix", ...all(files)],
    parse: ({ stdout }, root) =>
      list(stdout).flatMap((file) =>
        (Array.isArray(file["messages"]) ? file["messages"] : []).filter(isObject).map((one) =>
          problem(root, {
            file: file["filePath"],
            line: one["line"],
            code: one["ruleId"],
            message: one["message"],
          }),
        ),
      ),
  },
  {
    name: "oxlint",
    settings: [".oxlintrc.json"],
    files: script,
    command: (files) => ["oxlint", "--format", "json", ...all(files)],
    mend: (files) => ["oxlint", "--fix", ...all(files)],
    parse: ({ stdout }, root) =>
      list(stdout, "diagnostics").map((one) => {
        const label: unknown = Array.isArray(one["labels"]) ? one["labels"][0] : undefined;
        const span = isObject(label) && isObject(label["span"]) ? label["span"] : {};
        return problem(root, {
          file: one["filename"],
          line: span["line"],
          code: one["code"],
          message: one["message"],
        });
      }),
  },
  {
    name: "ruff",
    settings: ["ruff.toml", ".ruff.toml"],
    files: /\.pyi?$/,
    command: (files) => ["ruff", "check", "--no-cache", "--output-format", "json", ...all(files)],
    mend: (files) => ["ruff", "check", "--no-cache", "--fix", ...all(files)],
    parse: ({ stdout }, root) =>
      list(stdout).map((one) =>
        problem(root, {
          file: one["filename"],
          line: isObject(one["location"]) ? one["location"]["row"] : 0,
          code: one["code"],
          message: one["message"],
        }),
      ),
  },
];

const problem = (
  root: string,
  said: Readonly<Record<"file" | "line" | "code" | "message", unknown>>,
): Problem => {
  const file = String(said.file);
  return {
    source: "lint",
    file: file.startsWith("/") ? relative(root, file) : file,
    line: Number(said.line ?? 0),
    code: String(said.code ?? "lint"),
    message: String(said.message),
  };
};

/** The project's linter: declared or with settings, and installed. */
export async function linterOf(files: Files): Promise<Used | undefined> {
  const { dependencies } = await detectProject(files);
  const there = (path: string): Promise<boolean> =>
    files.tryRead(path).then(
      (text) => text !== null,
      () => false,
    );
  for (const one of linters) {
    const settings = await Promise.all(one.settings.map(there));
    if (!settings.some(Boolean) && !Object.hasOwn(dependencies, one.name)) continue;
    if (one.name === "ruff" || (await there(`node_modules/${one.name}/package.json`))) return one;
  }
  return undefined;
}

function list(output: string, key?: string): readonly Readonly<Record<string, unknown>>[] {
  try {
    const json: unknown = JSON.parse(output);
    const found = key === undefined ? json : isObject(json) ? json[key] : [];
    return Array.isArray(found) ? found.filter(isObject) : [];
  } catch {
    return [];
  }
}
