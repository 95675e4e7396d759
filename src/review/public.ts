import { posix } from "node:path";
import { declarationsIn } from "../code/index.ts";
import { literal, objectIn } from "../lib/index.ts";
import { foldersOf, type Ground, showing } from "./contract.ts";

/** Not imported from outside: examples, pages, benchmarks, the project's own tools. */
const aside = new RegExp(foldersOf(`${showing}|scripts?|tools|misc|migrations`), "i");
const settings = /\.d\.[mc]?ts$|\.config\.[mc]?[jt]s$|(?:^|\/)(?:setup|noxfile|conftest)\.py$/;
export const isAside = (path: string): boolean => aside.test(path) || settings.test(path);

const word = (name: string): RegExp => new RegExp(String.raw`(?<![\w$])${literal(name)}(?![\w$])`);
const script = /\.[mc]?[jt]sx?$/;

export async function projectBefore(ground: Ground): Promise<ReadonlyMap<string, string>> {
  const all = new Map(await ground.project());
  for (const { path, before } of ground.changes)
    if (before === null) all.delete(path);
    else all.set(path, before);
  return all;
}

/** Whether users of the package can import a name of a file, through the package's entry points. */
export async function isPublic(
  name: string,
  path: string,
  project: ReadonlyMap<string, string>,
): Promise<boolean> {
  if (isAside(path)) return false;
  if (path.endsWith(".py")) return isModule(path, project);
  if (path.endsWith(".go"))
    return (
      !/(?:^|\/)(?:internal|cmd|vendor)\//.test(path) && !/^package main\b/m.test(project.get(path) ?? "")
    );
  if (path.endsWith(".java"))
    return (
      !/(?:^|\/)(?:internal|impl)\//.test(path) && // by convention
      /^\s*package\s/m.test(project.get(path) ?? "")
    );
  if (path.endsWith(".rs")) return isOpenInRust(name, path, project);
  if (!script.test(path)) return true;
  if (isBuilt(path, project)) return false;
  const entries = entriesFor(path, project);
  return entries === "any" || reachedBy(name, entries, project).has(path);
}

/** Whether a file is built from a source in the project, from which it gets its names. */
function isBuilt(path: string, project: ReadonlyMap<string, string>): boolean {
  const isSource = (file: string): boolean => /(?:^|\/)(?:src|source)\//.test(file);
  const stem = stemOf(path);
  return (
    !isSource(path) &&
    [...project.keys()].some((file) => script.test(file) && isSource(file) && stemOf(file) === stem)
  );
}

/** Whether a package's current entry points still provide a name of a file from elsewhere. */
export async function isReexported(
  name: string,
  path: string,
  project: ReadonlyMap<string, string>,
): Promise<boolean> {
  const entries = script.test(path) && name !== "default" ? entriesFor(path, project) : "any";
  if (entries === "any") return false;
  for (const file of reachedBy(name, entries, project))
    if (
      file !== path &&
      (await declarationsIn(file, project.get(file) ?? "")).some((one) => one.exported && one.name === name)
    )
      return true;
  return false;
}

/** The files from which entry points re-export a name. */
function reachedBy(
  name: string,
  entries: readonly string[],
  project: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  const [short = name] = name.split(".");
  const reached = new Set(entries);
  for (const file of reached)
    for (const { target, passes } of passedOn(file, project)) if (passes(short)) reached.add(target);
  return reached;
}

const manifests = ["pyproject.toml", "setup.cfg", "setup.py"];

/** Whether a module is importable: part of a package, or named by the manifest; without a manifest, all are. */
function isModule(path: string, project: ReadonlyMap<string, string>): boolean {
  if (/(?:^|\/)(?:_(?!_init__)|(?:internal|vendor|vendored)\/)/.test(path)) return false;
  const folder = posix.dirname(path);
  const stated = manifests.flatMap((file) => project.get(file) ?? []).join("\n");
  if (!stated || project.has(posix.join(folder, "__init__.py"))) return true;
  const modulePath = path.replace(/^(?:src|lib)\//, "").replace(/\.py$/, "");
  return modulePath
    .split("/")
    .some((part) => new RegExp(String.raw`(?<![\w.])${literal(part)}(?![\w-])`).test(stated));
}

/** Whether every module above is public, or the name is re-exported. */
function isOpenInRust(name: string, path: string, project: ReadonlyMap<string, string>): boolean {
  const crate = /^((?:.*?\/)?src)\/(.+)\.rs$/.exec(path);
  const [, root = "", inner = ""] = crate ?? [];
  if (!crate || !project.has(`${root}/lib.rs`)) return false;
  const modules = inner.split("/").filter((part) => !/^(?:lib|mod)$/.test(part));
  const isShown = modules.every((module, i) => {
    const above = modules.slice(0, i).join("/");
    const files = above ? [`${root}/${above}.rs`, `${root}/${above}/mod.rs`] : [`${root}/lib.rs`];
    const open = new RegExp(String.raw`^[ \t]*pub\s+mod\s+${literal(module)}\b`, "m");
    return files.some((file) => open.test(project.get(file) ?? ""));
  });
  if (isShown) return true;
  const [short = name] = name.split(".");
  const whole = `${modules.at(-1) ?? ""}::*`;
  return [...project].some(
    ([file, text]) =>
      file.startsWith(`${root}/`) &&
      [...text.matchAll(/^[ \t]*pub\s+use\s+([^;]{1,2000});/gm)].some(
        ([, used = ""]) => word(short).test(used) || used.replaceAll(/\s/g, "").includes(whole),
      ),
  );
}

/** The entry points of a package; `any` if none are declared. */
function entriesFor(path: string, project: ReadonlyMap<string, string>): readonly string[] | "any" {
  for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
    const manifest = objectIn(project.get(posix.join(folder, "package.json")));
    if (!manifest && folder === ".") return "any";
    if (!manifest) continue;
    const { main, module, types, typings, browser, bin, exports } = manifest;
    const named = textsIn([main, module, types, typings, browser, bin, exports]);
    const stems = (named.length ? named : ["index"]).map(
      (item) => new RegExp(`^${stemOf(item).split("*").map(literal).join(".*")}$`),
    );
    const base = folder === "." ? "" : `${folder}/`;
    const entries = [...project.keys()].filter((file) => {
      const stem = script.test(file) && file.startsWith(base) ? stemOf(file.slice(base.length)) : undefined;
      return stem !== undefined && stems.some((pattern) => pattern.test(stem));
    });
    return entries.length ? entries : "any"; // it is built from something else
  }
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** A built file keeps its source's name: `./dist/esm/cart/index.d.mts` is built from `src/cart.ts`. */
const stemOf = (path: string): string =>
  path
    .replace(/^\.\//, "")
    .replace(/^(?:(?:dist|distribution|build|out|lib|esm|cjs|es|umd|types|src|source)\/)+/, "")
    .replace(/(?:\.d)?\.[mc]?[jt]sx?$|\.(?:min|cjs|esm)\.js$/, "")
    .replace(/(?:^|\/)index$/, "");

interface Passed {
  readonly target: string;
  passes(name: string): boolean;
}

/** What a file re-exports: `export … from`, and in CommonJS everything it requires and names. */
function passedOn(file: string, project: ReadonlyMap<string, string>): readonly Passed[] {
  const text = project.get(file) ?? "";
  return importsOf(text).flatMap(({ request, line }): Passed[] => {
    const target = fileOf(file, request, project);
    if (target === undefined) return [];
    const isAll = /^\s*export\s*\*/.test(line);
    // An import is re-exported if an export names it, not if a function in this file uses it.
    const isUsed = line.startsWith("import");
    const passes = (name: string): boolean => {
      if (line.startsWith("export")) return isAll || word(name).test(line);
      return name === "default" || (isUsed ? isExported(name, text) : word(name).test(text));
    };
    return [{ target, passes }];
  });
}

const isExported = (name: string, text: string): boolean =>
  text
    .split(/\bexport\b/)
    .slice(1)
    .some((part) => word(name).test(/^[^;(){}]*(?:\{[^;(){}]*)?/.exec(part)?.[0] ?? ""));

/** The imports of project files, with the text before the path, which contains the names. */
const importsOf = (text: string): readonly { readonly request: string; readonly line: string }[] =>
  [
    ...text.matchAll(
      /((?:\b(?:import|export|const|let|var)\b[^;"'`]{0,2000}?)?\b(?:from|import|require)\s*\(?\s*)["'](\.[^"'\n]*)["']/g,
    ),
  ].map(([, line = "", request = ""]) => ({ request, line: line.trim() }));

function fileOf(file: string, request: string, project: ReadonlyMap<string, string>): string | undefined {
  const path = posix.join(posix.dirname(file), request);
  const bare = path.replace(/\.[mc]?jsx?$/, "");
  const ends = ["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs"];
  return [
    path,
    ...ends.map((end) => `${bare}.${end}`),
    ...ends.map((end) => `${path}.${end}`),
    ...ends.map((end) => posix.join(path, `index.${end}`)),
  ].find((item) => project.has(item));
}

const imported = /^[ \t]*from[ \t]+([\w.]+)[ \t]+import\b((?:[ \t]*\([^)]*)|[^\n]*)/gm;

/** Whether a module imports a name from the one at a path. */
const takesInPython = (name: string, path: string, [file, text]: readonly [string, string]): boolean =>
  file.endsWith(".py") &&
  [...text.matchAll(imported)].some(([, from = "", names = ""]) => {
    const [dots = ""] = /^\.*/.exec(from) ?? [];
    const inner = from.slice(dots.length).replaceAll(".", "/");
    const up = Array.from({ length: Math.max(0, dots.length - 1) }, () => "..");
    const place = dots ? posix.join(posix.dirname(file), ...up, inner) : inner;
    const module = path.replace(/(?:\/__init__)?\.py$/, "");
    return word(name).test(names) && (dots ? module === place : `/${module}`.endsWith(`/${place}`));
  });

/**
 * Returns a file that mentions a name and imports it from there.
 * @param except files to ignore
 */
export async function userOf(
  name: string,
  path: string,
  ground: Ground,
  except: ReadonlySet<string> = new Set(),
): Promise<string | undefined> {
  const short = name.split(".").at(-1) ?? name;
  const project = await ground.project();
  for (const [file, text] of project) {
    if (file === path || except.has(file) || !text.includes(short)) continue;
    if (path.endsWith(".py") ? takesInPython(short, path, [file, text]) : uses(file, text)) return file;
  }
  return undefined;

  function uses(file: string, text: string): boolean {
    return (
      script.test(file) &&
      script.test(path) &&
      importsOf(text).some(
        ({ request, line }) => takes(line, text) && fileOf(file, request, project) === path,
      )
    );
  }

  /** By its name, or as a member of the whole module. */
  function takes(line: string, text: string): boolean {
    const whole = /(?:\*\s*as\s+|^(?:import|const|let|var)\s+)([\w$]+)/.exec(line)?.[1];
    return word(short).test(line) || (whole !== undefined && text.includes(`${whole}.${short}`));
  }
}
