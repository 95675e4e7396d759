import type { Files } from "../workspace/index.ts";
import { requests } from "./program/imports.ts";
import type { Sources } from "./program/source.ts";

type Reading = Pick<Files, "tryRead">;

const environments = [".venv", "venv", "env"];
const mostFiles = 300;
const largest = 300_000;

/** The folder of a project's installed Python packages, with a trailing slash. */
async function sitePackages(files: Reading): Promise<string | undefined> {
  for (const folder of environments) {
    const about = await files.tryRead(`${folder}/pyvenv.cfg`).catch(() => null);
    const version = /^version(?:_info)?\s*=\s*(\d+\.\d+)/m.exec(about ?? "")?.[1];
    if (version !== undefined) return `${folder}/lib/python${version}/site-packages/`;
  }
  return undefined;
}

/** The package that a dotted Python name belongs to. */
const packageOf = (name: string): string => /^\w+/.exec(name)?.[0] ?? "";

const including = /\binclude\(\s*["']([\w.]+)["']/g;

/** The names that a Python file imports from a package: modules, and names in them. */
const namedIn = (path: string, text: string): readonly string[] => [
  ...requests(path, text),
  ...[...text.matchAll(including)].map(([, module = ""]) => module),
];

/** The path of a module, from a name that a file in a folder of packages uses. */
function moduleOf(name: string, from: string): string {
  const dots = /^\.*/.exec(name)?.[0].length ?? 0;
  const rest = name.slice(dots).replaceAll(".", "/");
  if (!dots) return rest;
  const above = from.split("/").slice(0, -dots).join("/");
  return [above, rest].filter(Boolean).join("/");
}

/**
 * Reads the sources of installed packages whose routers and views a program registers: the modules that the program
 * names, and what those import from their own package.
 */
export async function installedSources(
  files: Reading,
  names: readonly string[],
  { texts }: Sources,
): Promise<{ readonly root: string; readonly texts: ReadonlyMap<string, string> }> {
  const found = new Map<string, string>();
  const packages = new Set(names.map(packageOf).filter((name) => name && name !== "django"));
  const root = packages.size ? await sitePackages(files) : undefined;
  if (root === undefined) return { root: "", texts: found };
  const isWanted = (module: string): boolean => packages.has(module.split("/")[0] ?? "");
  const tried = new Set<string>();
  const read = async (module: string): Promise<readonly string[]> => {
    for (const path of [`${module}.py`, `${module}/__init__.py`]) {
      const text = await files.tryRead(root + path).catch(() => null);
      if (text === null || text.length > largest) continue;
      found.set(root + path, text);
      return namedIn(path, text).map((name) => moduleOf(name, path));
    }
    return [];
  };
  const all = [...texts].filter(([path]) => path.endsWith(".py"));
  let open = [
    ...names.map((name) => moduleOf(name.replace(/\(.*$/, ""), "")),
    ...all.flatMap(([path, text]) =>
      namedIn(path, text)
        .filter((name) => !name.startsWith("."))
        .map((name) => moduleOf(name, path)),
    ),
  ];
  while (open.length && found.size < mostFiles) {
    const next: string[] = [];
    for (const module of open.flatMap(withParents).filter(isWanted)) {
      if (tried.has(module) || found.size >= mostFiles) continue;
      tried.add(module);
      next.push(...(await read(module)));
    }
    open = next;
  }
  return { root, texts: found };
}

/** A module and the packages that contain it. */
const withParents = (module: string): readonly string[] => {
  const parts = module.split("/");
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
};
