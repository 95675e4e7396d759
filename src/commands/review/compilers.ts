import { isObject } from "../../lib/index.ts";
import type { CommandRun, Files } from "../../workspace/index.ts";

/** What a compiler said of a place. The file is relative to where it ran, or absolute. */
export interface Message {
  readonly file: string;
  readonly line: number;
  readonly code: string;
  readonly text: string;
}

/** A compiler or type checker that a project may have, and how it is asked. */
export interface Compiler {
  readonly files: RegExp;
  /** It runs in the nearest folder that holds one of these. */
  readonly manifests: readonly string[];
  /** Left out where the manifest alone says that it is used. */
  isUsed?(files: Files, folder: string): Promise<boolean>;
  /** @param paths changed files, relative to the folder. */
  command(paths: readonly string[]): readonly [string, ...string[]];
  parse(run: CommandRun): readonly Message[];
}

const read = async (files: Files, folder: string, name: string): Promise<string> =>
  (await files.tryRead(folder ? `${folder}/${name}` : name).catch(() => null)) ?? "";

const settings: Readonly<Record<string, RegExp>> = {
  "mypy.ini": /\[mypy/,
  ".mypy.ini": /\[mypy/,
  "setup.cfg": /^\[mypy/m,
  "pyproject.toml": /^\[tool\.mypy\b/m,
};

const python = ["pyproject.toml", "setup.cfg", "setup.py", "mypy.ini", ".mypy.ini", "pyrightconfig.json"];

/** TypeScript's has a check of its own, as its settings name the files. */
export const compilers: Readonly<Record<string, Compiler>> = {
  "go vet": {
    files: /\.go$/,
    manifests: ["go.mod"],
    command: (paths) => ["go", "vet", ...new Set(paths.map((path) => `./${path.replace(/\/?[^/]*$/, "")}`))],
    parse: ({ stderr }) => placed(stderr, /^(?:vet: )?(\S+\.go):(\d+)(?::\d+)?: (.+)$/gm),
  },
  "cargo check": {
    files: /\.rs$/,
    manifests: ["Cargo.toml"],
    command: () => ["cargo", "check", "--offline", "--all-targets", "--quiet", "--message-format=json"],
    parse: ({ stdout }) => stdout.split("\n").flatMap(cargoMessage),
  },
  mypy: {
    files: /\.pyi?$/,
    manifests: python,
    async isUsed(files, folder) {
      for (const [name, form] of Object.entries(settings))
        if (form.test(await read(files, folder, name))) return true;
      return false;
    },
    command: (paths) => ["python3", "-m", "mypy", "--no-pretty", "--cache-dir=/dev/null", "--", ...paths],
    parse: ({ stdout }) =>
      placed(stdout, /^(.+?\.pyi?):(\d+)(?::\d+)?: error: (.+?)(?: {2}\[([\w-]+)\])?$/gm),
  },
  pyright: {
    files: /\.pyi?$/,
    manifests: python,
    isUsed: async (files, folder) =>
      (await read(files, folder, "pyrightconfig.json")) !== "" ||
      /^\[tool\.pyright\b/m.test(await read(files, folder, "pyproject.toml")),
    command: (paths) => ["pyright", ...paths],
    parse: ({ stdout }) =>
      placed(stdout, /^\s+(\S.*?\.pyi?):(\d+):\d+ - error: (.+?)(?: \((report\w+)\))?$/gm),
  },
  "mvn test-compile": {
    files: /\.java$/,
    manifests: ["pom.xml"],
    command: () => ["mvn", "-B", "-o", "-q", "test-compile"],
    parse: ({ stdout }) => placed(stdout, /^\[ERROR\] (\S+\.java):\[(\d+),\d+\] (.+)$/gm),
  },
  "gradle testClasses": {
    files: /\.(?:java|kt)$/,
    manifests: ["build.gradle", "build.gradle.kts"],
    command: () => ["gradle", "--offline", "--no-daemon", "-q", "testClasses"],
    parse: ({ stderr }) =>
      placed(stderr, /^(?:e: (?:file:\/\/)?)?(\S+\.(?:java|kt)):(\d+)(?::\d+)?:? (?:error: )?(.+)$/gm),
  },
};

const placed = (output: string, form: RegExp): readonly Message[] =>
  [...output.matchAll(form)].map(([, file = "", line, text = "", code = "error"]) => ({
    file,
    line: Number(line),
    code,
    text,
  }));

function cargoMessage(line: string): readonly Message[] {
  if (!line.startsWith("{")) return [];
  try {
    const entry: unknown = JSON.parse(line);
    const message = isObject(entry) && isObject(entry["message"]) ? entry["message"] : {};
    const spans = Array.isArray(message["spans"]) ? message["spans"].filter(isObject) : [];
    const span = spans.find((one) => one["is_primary"] === true);
    if (message["level"] !== "error" || !span) return [];
    const code = isObject(message["code"]) ? String(message["code"]["code"]) : "error";
    return [
      {
        file: String(span["file_name"]),
        line: Number(span["line_start"]),
        code,
        text: String(message["message"]),
      },
    ];
  } catch {
    return [];
  }
}
