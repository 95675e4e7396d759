import { posix } from "node:path";
import { isObject, objectIn } from "../../lib/index.ts";
import type { Tree } from "./tree.ts";

/** A module that a package's users can import: its name, and its source. */
export interface Entrance {
  /** Empty for the package itself. */
  readonly name: string;
  readonly path: string;
}

/** Returns the modules that users of a package can import, from its manifest; none if it isn't a library. */
export async function entrancesOf(tree: Pick<Tree, "paths" | "text">): Promise<readonly Entrance[]> {
  const manifest = await tree.text("package.json");
  return manifest === undefined ? ofPython(tree) : ofNode(manifest, tree);
}

async function ofNode(json: string, { paths }: Pick<Tree, "paths">): Promise<readonly Entrance[]> {
  const manifest = objectIn(json);
  if (!manifest) return [];
  const named = new Map<string, string[]>();
  const put = (name: string, file: unknown): void => {
    if (typeof file === "string") named.set(name, [...(named.get(name) ?? []), file]);
    else if (isObject(file)) for (const item of Object.values(file)) put(name, item);
  };
  const { exports } = manifest;
  if (isObject(exports) && Object.keys(exports).some((key) => key.startsWith(".")))
    for (const [key, value] of Object.entries(exports)) put(key === "." ? "" : key.slice(2), value);
  else put("", exports);
  if (named.size === 0) for (const key of ["types", "module", "main"]) put("", manifest[key]);
  if (named.size === 0 && manifest["private"] === true) return [];
  if (named.size === 0) named.set("", ["index.js"]);
  return [...named].flatMap(([name, files]) => {
    if (name.includes("*") || name === "package.json") return [];
    const there = files.flatMap((file) => sourcesOf(file)).filter((file) => paths.has(file));
    const path = there.find((file) => /\.[cm]?tsx?$/.test(file)) ?? declaredBy(files, paths) ?? there[0];
    return path === undefined ? [] : [{ name, path }];
  });
}

/** Returns the declaration file of a script if the repository has it; it is more precise than the script. */
const declaredBy = (files: readonly string[], paths: ReadonlySet<string>): string | undefined =>
  files
    .map((file) => posix.normalize(file))
    .flatMap((file) => [
      file,
      file.replace(/\.([cm]?)jsx?$/, ".d.$1ts"),
      file.replace(/\.[cm]?jsx?$/, ".d.ts"),
    ])
    .find((file) => /\.d\.[cm]?ts$/.test(file) && paths.has(file));

const folders = ["src", "source", "lib", "."];
/** File extensions of Node package sources, most likely first. */
export const endings = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"];

/** Returns the possible sources of a published file, most likely first. */
export function sourcesOf(file: string): readonly string[] {
  const path = posix.normalize(file);
  const bare = path.replace(/(?:\.d)?\.[cm]?[jt]sx?$/, "");
  const parts = bare.split("/");
  const built = /^(?:dist|lib|build|out|output|cjs|esm|es|distribution|types|typings|module)$/;
  const inner = parts.filter((part, place) => place === parts.length - 1 || !built.test(part)).join("/");
  const within = inner.replace(/^(?:src|source)\//, "");
  return [
    ...folders.flatMap((folder) => endings.map((ending) => posix.join(folder, `${within}${ending}`))),
    ...(path.endsWith(".d.ts") ? [] : [path]),
    ...endings.map((ending) => `${bare}${ending}`),
    ...folders.flatMap((folder) => endings.map((ending) => posix.join(folder, `${within}/index${ending}`))),
  ];
}

async function ofPython(tree: Pick<Tree, "paths" | "text">): Promise<readonly Entrance[]> {
  const toml = (await tree.text("pyproject.toml")) ?? "";
  const setup = `${(await tree.text("setup.cfg")) ?? ""}\n${(await tree.text("setup.py")) ?? ""}`;
  const name =
    /^name\s*=\s*["']([\w.-]+)["']/m.exec(toml)?.[1] ?? /^\s*name\s*=\s*["']?([\w.-]+)/m.exec(setup)?.[1];
  if (name === undefined) return [];
  const module = name.replaceAll(/[-.]/g, "_").toLowerCase();
  const found =
    [
      `src/${module}/__init__.py`,
      `${module}/__init__.py`,
      `src/${module}.py`,
      `${module}.py`,
      `lib/${module}/__init__.py`,
    ].find((path) => tree.paths.has(path)) ?? onlyPackage(tree.paths);
  return found === undefined ? [] : [{ name: "", path: found }];
}

/** Returns the package of a project with another name: the only one at the root, or in `src`. */
function onlyPackage(paths: ReadonlySet<string>): string | undefined {
  const all = [...paths].filter((path) =>
    /^(?:src\/)?(?!(?:tests?|docs?|examples?|benchmarks?|scripts|tools)\/)\w+\/__init__\.py$/.test(path),
  );
  return all.length === 1 ? all[0] : undefined;
}
