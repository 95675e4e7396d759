import { basename } from "node:path";
import { parser } from "@lezer/python";
import { parse } from "smol-toml";
import { settingsFor } from "../../../code/index.ts";
import { isObject, UserError } from "../../../lib/index.ts";
import { type Files, matcher } from "../../../workspace/index.ts";
import type { GeneratedFile } from "../../contracts.ts";

type Settings = Readonly<Record<string, unknown>>;

/** Rules that depend on other files or on the file's location, so its text alone can't be checked. */
const needsProject = /^(?:I\d|INP|EXE)/;

const tableIn = (value: unknown, name: string): Settings => {
  const inner = isObject(value) ? value[name] : undefined;
  return isObject(inner) ? inner : {};
};

/** A package of the project, given by its folder. */
interface Package {
  readonly files: Pick<Files, "tryRead" | "above">;
  readonly folder: string;
}

/** Returns ruff's settings for a package (its own or those above it), or `undefined` if missing or unreadable. */
async function ruffSettings({ files, folder }: Package): Promise<Settings | undefined> {
  for await (const { path, text } of settingsFor(files, folder, [
    ".ruff.toml",
    "ruff.toml",
    "pyproject.toml",
  ])) {
    const settings = tomlIn(text);
    const ruffTable = path.endsWith("pyproject.toml") ? tableIn(settings?.["tool"], "ruff") : settings;
    if (!ruffTable) return undefined; // invalid, which ruff rejects too
    if (!Object.keys(ruffTable).length) continue;
    const minor = await minorOf({ files, folder });
    return { ...(minor === undefined ? {} : { "target-version": `py3${minor}` }), ...ruffTable };
  }
  return undefined;
}

/** Returns the minor version of the oldest Python 3 that the package runs on, if its manifest says so. */
async function minorOf({ files, folder }: Package): Promise<string | undefined> {
  for await (const { text } of settingsFor(files, folder, ["pyproject.toml"])) {
    const range = tableIn(tomlIn(text), "project")["requires-python"];
    if (range !== undefined) return /^[^<!]*?\b3\.(\d+)/.exec(String(range))?.[1];
  }
  return undefined;
}

function tomlIn(text: string): Settings | undefined {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

/** What is no pattern below the folder matches nothing in it. */
function isMatch(glob: string, path: string): boolean {
  try {
    return matcher(glob)(path);
  } catch (error) {
    if (error instanceof UserError) return false;
    throw error;
  }
}

/** Returns the rules that the project ignores for a file. */
function ignoredIn(settings: Settings, path: string): readonly string[] {
  const lint = tableIn(settings, "lint");
  const lists = [settings, lint].flatMap((item) =>
    ["per-file-ignores", "extend-per-file-ignores"].map((name) => tableIn(item, name)),
  );
  // ruff's `*` also matches slashes
  const matches = (name: string, glob: string): boolean =>
    [glob, glob.replace(/(?<=^|\/)\*(?=[^*/]*$)/, "**/*")].some((form) => isMatch(form, name));
  return lists
    .flatMap((list) => Object.entries(list))
    .filter(([glob]) => [path, basename(path)].some((name) => matches(name, glob)))
    .flatMap(([, codes]) => (Array.isArray(codes) ? codes.map(String) : []));
}

/** Returns the row where a comment about `row` can go: the last row of a string that continues there. */
function rowOfComment(text: string, row: number): number {
  const end = text.split("\n").slice(0, row).join("\n").length;
  const tree = parser.parse(text);
  let last = end;
  for (let node: typeof tree.topNode | null = tree.resolveInner(end, -1); node; node = node.parent)
    if (node.name.endsWith("String") && node.to > end) last = node.to;
  return text.slice(0, last).split("\n").length;
}

/** Adds a `noqa` comment to each row that breaks a rule. */
function withExceptions(text: string, broken: ReadonlyMap<number, ReadonlySet<string>>): string {
  const lines = text.split("\n");
  for (const [row, codes] of broken) lines[row - 1] += `  # noqa: ${[...codes].toSorted().join(", ")}`;
  return lines.join("\n");
}

type Format = (file: GeneratedFile) => Promise<GeneratedFile>;
type Check = (file: GeneratedFile) => ReadonlyMap<number, ReadonlySet<string>>;

const exception = /  # noqa: [\w, ]+$/gm;

/** Adds `noqa` comments until formatting no longer moves them. */
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

/** Returns the project's linter, or `undefined` if it has none. */
async function linterOf(ownPackage: Package): Promise<Check | undefined> {
  const settings = await ruffSettings(ownPackage);
  if (!settings) return undefined;
  const { PositionEncoding, Workspace } = await import("@astral-sh/ruff-wasm-nodejs");
  const { extend: _, ...readable } = settings; // an `extend` file can't be read from here
  let workspace: InstanceType<typeof Workspace>;
  try {
    workspace = new Workspace({ "target-version": "py311", ...readable }, PositionEncoding.Utf16);
  } catch {
    return undefined; // settings of another ruff version
  }
  return ({ path, text }) => {
    const ignored = ignoredIn(settings, path);
    const broken = new Map<number, Set<string>>();
    const diagnostics = workspace.check(text) as readonly Diagnostic[]; // typed as `any`
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
 * Returns the files with `noqa` comments where they break the project's lint rules. Without ruff settings the files are
 * unchanged.
 */
export async function passLinter(
  ownPackage: Package,
  generated: readonly GeneratedFile[],
  format: Format,
): Promise<readonly GeneratedFile[]> {
  const check = await linterOf(ownPackage);
  if (!check) return generated;
  return Promise.all(
    generated.map((file) => (file.path.endsWith(".py") ? excused(file, check, format) : file)),
  );
}
