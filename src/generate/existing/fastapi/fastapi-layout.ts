import { UserError } from "../../../lib/index.ts";
import { namesOf } from "../../../api/index.ts";
import type { GeneratedFile } from "../../contracts.ts";
import { paths } from "../../python/python-names.ts";
import { fill } from "../layout.ts";
import { clash } from "../shared.ts";
import { below, folderOf } from "../folders.ts";
import { importFrom } from "./modules.ts";
import { pastMigrations, type Setting } from "./parts.ts";

/** Target path of each generated path, including project modules that generated code imports. */
export type Places = ReadonlyMap<string, string>;

const packages = ["model", "routes", "controller"] as const;

/** Returns the target path of everything that may be generated. */
export function placesOf(
  { api, guard, store, options, layout }: Setting,
  generated: readonly GeneratedFile[],
): Places {
  const places = new Map<string, string>();
  const place = (path: string): string => {
    const folder = path.startsWith("tests/") ? layout.testSupport : layout.support;
    return `${folder}/${path.replace(/^(?:src|tests)\//, "")}`;
  };
  for (const { path } of generated) places.set(path, place(path));
  for (const name of pastMigrations(options.previous?.paths ?? []))
    places.set(`src/migrations/m${name}.py`, place(`src/migrations/m${name}.py`));
  for (const resource of api.resources) {
    const plainPaths = paths(resource);
    for (const role of packages) places.set(plainPaths[role], `${fill(layout.roles[role], resource)}.py`);
    places.set(plainPaths.test, `${fill(layout.roles.test, resource)}.py`);
    places.set(plainPaths.docs, `${fill(layout.roles.docs, resource)}.md`);
  }
  places.set("docs/openapi.json", "docs/api/openapi.json");
  if (guard) places.set("src/host_guard.py", guard.path);
  if (store) {
    places.set("src/host_engine.py", store.path);
    places.set("src/host_database.py", store.path);
  }
  return places;
}

/** Returns the folder and those above it, the outermost first. */
const foldersTo = (folder: string): readonly string[] =>
  folder === "" ? [] : [...foldersTo(folderOf(folder)), folder];

/** Returns the `__init__.py` files for new folders that are ours, or beside or in folders that have one. */
export function packageFiles({ api, host, layout }: Setting): readonly GeneratedFile[] {
  const there = new Set(host.modules.map(({ path }) => path));
  const folders = api.resources.flatMap((resource) =>
    packages.flatMap((role) => foldersTo(folderOf(fill(layout.roles[role], resource)))),
  );
  const isNew = (folder: string): boolean => ![...there].some((path) => path.startsWith(`${folder}/`));
  const packaged = new Set([...there].filter((path) => path.endsWith("/__init__.py")).map(folderOf));
  const besides = new Set([...packaged].map(folderOf));
  for (const folder of folders.filter(isNew))
    if (
      folder.startsWith(`${layout.support}/`) ||
      besides.has(folderOf(folder)) ||
      packaged.has(folderOf(folder))
    )
      packaged.add(folder);
  return [...new Set(folders)]
    .filter((folder) => isNew(folder) && packaged.has(folder))
    .map((folder) => ({ path: below(folder, "__init__.py"), text: "" }));
}

const generatedImports = /(?:^from (?:src|tests)(?:\.\w+)* import .+\n)+/m;

/** Sorts absolute imports before relative ones, the most distant first, as linters expect. */
function ordered(lines: readonly string[]): string {
  const module = (line: string): string => line.split(" ")[1] ?? "";
  const dots = (line: string): number => /^\.*/.exec(module(line))?.[0].length ?? 0;
  const sorted = lines.toSorted(
    (a, b) => dots(b) - dots(a) || (module(a).toLowerCase() < module(b).toLowerCase() ? -1 : 1),
  );
  const groups = [sorted.filter((line) => dots(line) === 0), sorted.filter((line) => dots(line) > 0)];
  return groups
    .filter(({ length }) => length > 0)
    .map((group) => group.map((line) => `${line}\n`).join(""))
    .join("\n");
}

/** Moves a generated module to its target and rewrites its imports of project modules. */
function moved({ path, text }: GeneratedFile, target: string, { host, places }: Move): string {
  return text.replace(generatedImports, (lines) =>
    ordered(
      lines
        .trim()
        .split("\n")
        .map((line) => {
          const [, name = "", names = ""] = /^from (\S+) import (.+)$/.exec(line) ?? [];
          const plain = name.replaceAll(".", "/");
          const place = places.get(`${plain}.py`) ?? places.get(`${plain}/__init__.py`);
          if (place === undefined) throw new Error(`${path} imports ${name}, which has no place.`);
          const from = name.startsWith("tests")
            ? name.replace(/^tests/, "")
            : importFrom(host, target, place);
          return `from ${from} import ${names}`;
        }),
    ),
  );
}

interface Move extends Pick<Setting, "host"> {
  readonly places: Places;
}

/** Moves generated files to their places in a project. */
export const relocate = (files: readonly GeneratedFile[], move: Move): readonly GeneratedFile[] =>
  files.map((file) => {
    const place = move.places.get(file.path);
    if (place === undefined) throw new Error(`${file.path} has no place.`);
    return { path: place, text: file.path.endsWith(".py") ? moved(file, place, move) : file.text };
  });

/** Throws if a project file already exists where a resource's files go, or already serves its path. */
export function refuseClashes({ host, api, layout }: Setting): void {
  for (const resource of api.resources) {
    const files = new Set(packages.map((role) => `${fill(layout.roles[role], resource)}.py`));
    const route = new RegExp(`["']/api/${namesOf(resource).plural.kebab}["'/]`);
    for (const { path, text } of host.modules) {
      if (files.has(path)) throw clash(path, resource);
      if (!path.includes("test") && route.test(text))
        throw new UserError(
          "resource_exists",
          `${path} has a route at /api/${namesOf(resource).plural.kebab} already.`,
          "Choose another name for the resource, or remove that route.",
        );
    }
  }
}
