import { objectIn } from "../../lib/index.ts";
import { prettierFiles } from "../project/style.ts";
import type { Checker, Message } from "./contract.ts";
import { jsonOf, objectOf, objectsOf, placedUnlessSilent } from "./output.ts";

const script = /\.[mc]?[jt]sx?$/;
const python = /\.pyi?$/;
const all = (files: readonly string[]): readonly string[] => (files.length ? files : ["."]);

/** Parses a formatter's list of the files that it would change. */
function unformatted(stream: "stdout" | "stderr", form: RegExp): Checker["parse"] {
  return (run) =>
    placedUnlessSilent(run, run[stream], form)?.map((message) => ({
      ...message,
      line: 0,
      code: "format",
      text: "isn't formatted",
    }));
}

const eslintDisable = (codes: readonly string[]): string => `/* eslint-disable ${codes.join(", ")} */`;

/** The supported compilers, type checkers and linters, by the name shown in reports. */
export const checkers: Readonly<Record<string, Checker>> = {
  tsc: {
    kind: "types",
    files: /\.[mc]?tsx?$/,
    marks: ["tsconfig.json"],
    npm: "typescript",
    command: () => ["tsc", "--noEmit", "--pretty", "false", "--listFiles", "-p", "."],
    parse: (run) =>
      placedUnlessSilent(
        run,
        run.stdout,
        /^(?<file>[^\s(][^(\n]*)\((?<line>\d+),(?<column>\d+)\): error (?<code>TS\d+): (?<text>[^\n]*)/gm,
      ),
    read: ({ stdout }) => stdout.match(/^\/[^\n]*\.[mc]?[jt]sx?$/gm) ?? [],
  },
  "go vet": {
    kind: "compilers",
    files: /\.go$/,
    marks: ["go.mod"],
    // a change breaks packages that use the changed one, too
    command: () => ["go", "vet", "./..."],
    parse: (run) =>
      placedUnlessSilent(
        run,
        run.stderr,
        /^(?:vet: )?(?<file>\S+\.go):(?<line>\d+)(?::(?<column>\d+))?: (?<text>.+)$/gm,
      ),
  },
  "cargo check": {
    kind: "compilers",
    files: /\.rs$/,
    marks: ["Cargo.toml"],
    command: () => ["cargo", "check", "--offline", "--all-targets", "--quiet", "--message-format=json"],
    parse: ({ stdout, exitCode, stopped }) => {
      const messages = stdout.split("\n").flatMap(cargoMessage);
      return stopped || (exitCode !== 0 && messages.length === 0) ? undefined : messages;
    },
  },
  mypy: {
    kind: "compilers",
    files: python,
    climbs: true,
    marks: [
      ["mypy.ini", /\[mypy/],
      [".mypy.ini", /\[mypy/],
      ["setup.cfg", /^\[mypy/m],
      ["pyproject.toml", /^\[tool\.mypy\b/m],
    ],
    command: (paths) => [
      "python3",
      "-m",
      "mypy",
      "--no-pretty",
      "--cache-dir=/dev/null",
      "--show-column-numbers",
      "--",
      ...all(paths),
    ],
    parse: (run) =>
      placedUnlessSilent(
        run,
        run.stdout,
        /^(?<file>.+?\.pyi?):(?<line>\d+)(?::(?<column>\d+))?: error: (?<text>.+?)(?: {2}\[(?<code>[\w-]+)\])?$/gm,
      ),
  },
  pyright: {
    kind: "compilers",
    files: python,
    marks: ["pyrightconfig.json", ["pyproject.toml", /^\[tool\.pyright\b/m]],
    command: (paths) => ["pyright", ...paths],
    parse: (run) =>
      placedUnlessSilent(
        run,
        run.stdout,
        /^[ \t]+(?<file>\S.*?\.pyi?):(?<line>\d+):(?<column>\d+) - error: (?<text>.+?)(?: \((?<code>report\w+)\))?$/gm,
      ),
  },
  "mvn test-compile": {
    kind: "compilers",
    files: /\.java$/,
    marks: ["pom.xml"],
    command: () => ["mvn", "-B", "-o", "-q", "test-compile"],
    parse: (run) =>
      placedUnlessSilent(
        run,
        run.stdout,
        /^\[ERROR\] (?<file>\S+\.java):\[(?<line>\d+),(?<column>\d+)\] (?<text>.+)$/gm,
      ),
  },
  "gradle testClasses": {
    kind: "compilers",
    files: /\.(?:java|kt)$/,
    marks: ["build.gradle", "build.gradle.kts"],
    command: () => ["gradle", "--offline", "--no-daemon", "-q", "testClasses"],
    parse: (run) =>
      placedUnlessSilent(
        run,
        run.stderr,
        /^(?:e: (?:file:\/\/)?)?(?<file>\S+\.(?:java|kt)):(?<line>\d+)(?::\d+)?:? (?:error: )?(?<text>.+)$/gm,
      ),
  },
  eslint: {
    kind: "lint",
    files: script,
    climbs: true,
    marks: [
      ...["js", "mjs", "cjs", "ts", "mts", "cts"].map((end) => `eslint.config.${end}`),
      ...["", ".json", ".js", ".cjs", ".yml", ".yaml"].map((end) => `.eslintrc${end}`),
      ["package.json", /"eslint(?:Config)?"\s*:/],
    ],
    npm: "eslint",
    command: (files) => ["eslint", "--format", "json", "--no-error-on-unmatched-pattern", ...all(files)],
    correct: (files) => ["eslint", "--fix", ...all(files)],
    except: eslintDisable,
    parse: (run) => {
      const files = jsonOf(run);
      if (!Array.isArray(files)) return undefined;
      return objectsOf(files).flatMap((file) =>
        objectsOf(file["messages"]).map((entry) =>
          linted(
            { file: file["filePath"], line: entry["line"], code: entry["ruleId"], text: entry["message"] },
            entry["severity"] === 2,
          ),
        ),
      );
    },
  },
  oxlint: {
    kind: "lint",
    files: script,
    climbs: true,
    marks: [".oxlintrc.json", ["package.json", /"oxlint"\s*:/]],
    npm: "oxlint",
    command: (files) => ["oxlint", "--format", "json", ...all(files)],
    correct: (files) => ["oxlint", "--fix", ...all(files)],
    parse: (run) => {
      const result = jsonOf(run);
      if (result === undefined) return undefined;
      return objectsOf(objectOf(result)["diagnostics"]).map((entry) => {
        const { line } = objectOf(objectsOf(entry["labels"])[0]?.["span"]);
        const place = { file: entry["filename"], line, code: entry["code"], text: entry["message"] };
        return linted(place, entry["severity"] === "error");
      });
    },
  },
  ruff: {
    kind: "lint",
    files: python,
    climbs: true,
    marks: ["ruff.toml", ".ruff.toml", ["pyproject.toml", /^\[tool\.ruff\b|["']ruff\b/m]],
    command: (files) => ["ruff", "check", "--no-cache", "--output-format", "json", ...all(files)],
    correct: (files) => ["ruff", "check", "--no-cache", "--fix", ...all(files)],
    parse: (run) => {
      const entries = jsonOf(run);
      if (!Array.isArray(entries)) return undefined;
      return objectsOf(entries).map((entry) => {
        const { row } = objectOf(entry["location"]);
        return linted(
          { file: entry["filename"], line: row, code: entry["code"], text: entry["message"] },
          true,
        );
      });
    },
  },
  biome: {
    kind: "lint",
    files: /\.(?:[mc]?[jt]sx?|jsonc?|css)$/,
    climbs: true,
    marks: ["biome.json", "biome.jsonc"],
    npm: "@biomejs/biome",
    command: (files) => ["biome", "check", "--reporter=github", "--max-diagnostics=none", ...all(files)],
    correct: (files) => ["biome", "check", "--write", ...all(files)],
    parse: (run) =>
      placedUnlessSilent(
        run,
        `${run.stdout}\n${run.stderr}`,
        /^::error title=(?<code>[^,\n]+),file=(?<file>[^,\n]+)(?:,line=(?<line>\d+))?[^:\n]*::(?<text>.*)$/gm,
      ),
  },
  standard: {
    kind: "lint",
    files: /\.[mc]?jsx?$/,
    climbs: true,
    marks: [["package.json", /"standard"\s*:/]],
    npm: "standard",
    command: (files) => ["standard", "--verbose", ...files],
    correct: (files) => ["standard", "--fix", ...files],
    except: eslintDisable,
    parse: (run) =>
      placedUnlessSilent(
        run,
        run.stdout,
        /^[ \t]*(?<file>\S[^\n]*?):(?<line>\d+):(?<column>\d+): (?<text>[^\n]*?)(?: \((?<code>[\w/-]+)\))?$/gm,
      ),
  },
  flake8: {
    kind: "lint",
    files: python,
    marks: [".flake8", ["setup.cfg", /^\[flake8\]/m], ["tox.ini", /^\[flake8\]/m]],
    command: (files) => ["flake8", "--format=default", ...all(files)],
    except: (codes) => `# flake8: noqa: ${codes.join(", ")}`,
    parse: (run) =>
      placedUnlessSilent(
        run,
        run.stdout,
        /^(?<file>[^\n:]+):(?<line>\d+):(?<column>\d+): (?<code>\w+) (?<text>.*)$/gm,
      ),
  },
  prettier: {
    kind: "format",
    files: /\.(?:[mc]?[jt]sx?|jsonc?|json5|md|ya?ml|html|css)$/,
    climbs: true,
    marks: [...prettierFiles, ["package.json", /"prettier"\s*:\s*(?:\{|"[@a-z])/i]],
    npm: "prettier",
    command: (files) => ["prettier", "--list-different", "--no-error-on-unmatched-pattern", ...all(files)],
    correct: (files) => ["prettier", "--write", "--log-level=warn", ...all(files)],
    parse: unformatted("stdout", /^(?<file>\S.*)$/gm),
  },
  "ruff format": {
    kind: "format",
    files: python,
    climbs: true,
    marks: [
      "ruff.toml",
      ".ruff.toml",
      ["pyproject.toml", /(?<!\[tool\.black[\s\S]*)^\[tool\.ruff\b(?![\s\S]*\[tool\.black)/m],
    ],
    command: (files) => ["ruff", "format", "--no-cache", "--check", ...all(files)],
    correct: (files) => ["ruff", "format", "--no-cache", ...all(files)],
    parse: unformatted("stdout", /^Would reformat: (?<file>.+)$/gm),
  },
  black: {
    kind: "format",
    files: python,
    climbs: true,
    marks: [["pyproject.toml", /^\[tool\.black\b/m]],
    command: (files) => ["black", "--check", ...all(files)],
    correct: (files) => ["black", "--quiet", ...all(files)],
    parse: unformatted("stderr", /^would reformat (?<file>.+)$/gm),
  },
};

const linted = (
  { file, line, code, text }: Readonly<Record<"file" | "line" | "code" | "text", unknown>>,
  isError: boolean,
): Message => ({
  file: String(file),
  line: Number(line ?? 0),
  code: String(code ?? "parse"),
  text: String(text),
  ...(!isError && { isWarning: true }),
});

function cargoMessage(line: string): readonly Message[] {
  if (!line.startsWith("{")) return [];
  const message = objectOf(objectIn(line)?.["message"]);
  const span = objectsOf(message["spans"]).find((entry) => entry["is_primary"] === true);
  if (message["level"] !== "error" || !span) return [];
  const place = { file: span["file_name"], line: span["line_start"], text: message["message"] };
  return [linted({ ...place, code: objectOf(message["code"])["code"] ?? "error" }, true)];
}
