import { basename, matchesGlob, posix } from "node:path";
import { parser } from "@lezer/python";
import { parse } from "smol-toml";
import { isObject } from "../../../lib/index.ts";
import type { Files } from "../../../workspace/index.ts";
import type { GeneratedFile } from "../../contracts.ts";
import { settingsAbove } from "./host.ts";

type Settings = Readonly<Record<string, unknown>>;

/** Rules that need the project around a file, or its place in it: they can't be judged by its text. */
const needsProject = /^(?:I\d|INP|EXE)/;

const tableIn = (value: unknown, name: string): Settings => {
  const inner = isObject(value) ? value[name] : undefined;
  return isObject(inner) ? inner : {};
};

/** A package of the project, by its folder. */
interface Package {
  readonly files: Pick<Files, "tryRead">;
  readonly folder: string;
}

/** The settings of ruff for a package, its own or those of the whole; undefined where none are there or can be read. */
async function ruffSettings({ files, folder }: Package): Promise<Settings | undefined> {
  for (const place of settingsAbove(folder, [".ruff.toml", "ruff.toml", "pyproject.toml"])) {
    const text = await files.tryRead(place);
    if (text === null) continue;
    const project = posix.join(posix.dirname(place), "pyproject.toml");
    try {
      const settings = parse(text);
      const own = place === project ? tableIn(settings["tool"], "ruff") : settings;
      if (!Object.keys(own).length) continue;
      const asked = tableIn(parse((await files.tryRead(project)) ?? ""), "project")["requires-python"];
      const minor = /^[^<!]*?\b3\.(\d+)/.exec(String(asked))?.[1];
      return { ...(minor === undefined ? {} : { "target-version": `py3${minor}` }), ...own };
    } catch {
      return undefined; // no TOML, which ruff refuses too
    }
  }
  return undefined;
}

/** Rules that the project leaves out for a file. */
function ignoredIn(settings: Settings, path: string): readonly string[] {
  const lint = tableIn(settings, "lint");
  const lists = [settings, lint].flatMap((item) =>
    ["per-file-ignores", "extend-per-file-ignores"].map((name) => tableIn(item, name)),
  );
  // a star of ruff's crosses folders
  const matches = (name: string, glob: string): boolean =>
    matchesGlob(name, glob) || matchesGlob(name, glob.replace(/(?<=^|\/)\*(?=[^*/]*$)/, "**/*"));
  return lists
    .flatMap((list) => Object.entries(list))
    .filter(([glob]) => [path, basename(path)].some((name) => matches(name, glob)))
    .flatMap(([, codes]) => (Array.isArray(codes) ? codes.map(String) : []));
}

/** The row on which a comment about a row may stand: the last one of a string that goes on there. */
function rowOfComment(text: string, row: number): number {
  const end = text.split("\n").slice(0, row).join("\n").length;
  const tree = parser.parse(text);
  let last = end;
  for (let node: typeof tree.topNode | null = tree.resolveInner(end, -1); node; node = node.parent)
    if (node.name.endsWith("String") && node.to > end) last = node.to;
  return text.slice(0, last).split("\n").length;
}

/** Says to ruff, at each place of a text that breaks a rule, that it may. */
function withExceptions(text: string, broken: ReadonlyMap<number, ReadonlySet<string>>): string {
  const lines = text.split("\n");
  for (const [row, codes] of broken) lines[row - 1] += `  # noqa: ${[...codes].toSorted().join(", ")}`;
  return lines.join("\n");
}

/** What a formatter or a linter says about one file. */
type Format = (file: GeneratedFile) => Promise<GeneratedFile>;
type Check = (file: GeneratedFile) => ReadonlyMap<number, ReadonlySet<string>>;

const exception = /  # noqa: [\w, ]+$/gm;

/** A file that says where it breaks a rule; a comment may move what stands around it, so this is done until it doesn't. */
async function excused(file: GeneratedFile, check: Check, format: Format): Promise<GeneratedFile> {
  let { text } = file;
  for (let pass = 0; pass < maxPasses; pass++) {
    const wording = withExceptions(text, check({ ...file, text }));
    const formatted = await format({ ...file, text: wording });
    if (formatted.text === wording) return formatted;
    text = formatted.text.replaceAll(exception, "");
  }
  return file;
}

const maxPasses = 5;

/** The linter of a project; undefined where it has none. */
async function linterOf(own: Package): Promise<Check | undefined> {
  const settings = await ruffSettings(own);
  if (!settings) return undefined;
  const { PositionEncoding, Workspace } = await import("@astral-sh/ruff-wasm-nodejs");
  const { extend: _, ...readable } = settings; // another file, which is out of its reach
  let workspace: InstanceType<typeof Workspace>;
  try {
    workspace = new Workspace({ "target-version": "py311", ...readable }, PositionEncoding.Utf16);
  } catch {
    return undefined; // settings of another version of ruff
  }
  return ({ path, text }) => {
    const ignored = ignoredIn(settings, path);
    const broken = new Map<number, Set<string>>();
    const diagnostics = workspace.check(text) as readonly Diagnostic[]; // its own type says any
    for (const { code, start_location: start } of diagnostics) {
      if (code === null || needsProject.test(code) || ignored.some((prefix) => code.startsWith(prefix)))
        continue;
      const row = rowOfComment(text, start.row);
      broken.set(row, (broken.get(row) ?? new Set()).add(code));
    }
    return broken;
  };
}

interface Diagnostic {
  readonly code: string | null;
  readonly start_location: { readonly row: number };
}

/**
 * Files as the linter of the project lets them pass: where they break one of its rules, they say so.
 * Without settings of ruff they stay as they are.
 */
export async function passLinter(
  own: Package,
  generated: readonly GeneratedFile[],
  format: Format,
): Promise<readonly GeneratedFile[]> {
  const check = await linterOf(own);
  if (!check) return generated;
  return Promise.all(
    generated.map((file) => (file.path.endsWith(".py") ? excused(file, check, format) : file)),
  );
}
