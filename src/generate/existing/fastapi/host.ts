import { mostFrequent } from "../../../lib/index.ts";
import { settingsFor, type Project } from "../../../code/index.ts";
import type { Files } from "../../../workspace/index.ts";
import type { Baseline } from "../../baseline.ts";
import { below, folderOf, sourcesIn } from "../folders.ts";
import { importedBy, isTest, statementsOf, type Source, type Statement } from "./syntax.ts";

/** A project file parsed as Python. */
export interface Module extends Source {
  readonly statements: readonly Statement[];
}

/** What generated code needs to know about an existing FastAPI application. */
export interface Host {
  readonly project: Project;
  /** The project's own modules, without generated ones. */
  readonly modules: readonly Module[];
  /** The folder that absolute imports start from; empty for the project root. */
  readonly root: string;
  /** Whether modules of the application import each other as `.name`. */
  readonly relative: boolean;
  /** The module that creates the application, if found. */
  readonly app: Module | undefined;
  /** Maximum line width of the project's formatter. */
  readonly width: number;
  readonly quotes: "single" | "double";
  /** Spaces per indentation level. */
  readonly indent: number;
}

const elsewhere =
  /(?:^|\/)(?:\.?venv|env|site-packages|node_modules|build|dist|__pycache__|\.antiphon|\.tox|\.nox)\//;

/** Returns the project's own modules, without those generated into it. */
async function modulesOf(files: Files, previous: Baseline | undefined): Promise<readonly Module[]> {
  const generated = new Set(previous?.paths ?? []);
  const sources = await sourcesIn(files, "**/*.py", (path) => !generated.has(path) && !elsewhere.test(path));
  return sources.map((source) => ({ ...source, statements: statementsOf(source) }));
}

const ancestors = (folder: string): readonly string[] =>
  folder === "" ? [""] : [folder, ...ancestors(folderOf(folder))];

/** Returns everything that the statements, including nested ones, import. */
export const imports = (statements: readonly Statement[]): readonly ReturnType<typeof importedBy>[number][] =>
  statements.flatMap((statement) => [...importedBy(statement), ...imports(statement.inner)]);

const rootModule = (module: string): string => module.split(".")[0] ?? "";

/** Returns the folder from which most absolute imports of the project's own modules resolve. */
function votedRoot(modules: readonly Module[]): string | undefined {
  const folders = new Set(modules.flatMap(({ path }) => ancestors(folderOf(path))));
  const paths = new Set(modules.map(({ path }) => path));
  const leads = (root: string, name: string): boolean =>
    paths.has(below(root, `${name}.py`)) || folders.has(below(root, name));
  return mostFrequent(
    modules.flatMap(({ path, statements }) =>
      imports(statements)
        .filter(({ module }) => !module.startsWith("."))
        .flatMap(({ module }) => {
          const root = ancestors(folderOf(path)).findLast((candidate) =>
            leads(candidate, rootModule(module)),
          );
          return root ?? [];
        }),
    ),
  );
}

/** Returns the folder above the package that contains a module. */
function packageRoot(modules: readonly Module[], path: string): string {
  const paths = new Set(modules.map((module) => module.path));
  let folder = folderOf(path);
  while (folder !== "" && paths.has(`${folder}/__init__.py`)) folder = folderOf(folder);
  return folder;
}

const started = /\b((?:\w+\.)*\w+):\w*(?:app|api|create\w*)\b/;

/** Returns the folder the server is started from, according to files that start it: `uvicorn shop.main:app`. */
async function startedRoot(files: Files, path: string): Promise<string | undefined> {
  for (const place of [
    "Dockerfile",
    "Procfile",
    "docker-compose.yml",
    "compose.yaml",
    "Makefile",
    "README.md",
  ]) {
    const module = started.exec((await files.tryRead(place)) ?? "")?.[1];
    const inner = module === undefined ? undefined : `${module.replaceAll(".", "/")}.py`;
    if (inner !== undefined && (path === inner || path.endsWith(`/${inner}`)))
      return path.slice(0, -inner.length).replace(/\/$/, "");
  }
  return undefined;
}

const makesApp = /=\s*(?:fastapi\.)?FastAPI\(/;

/**
 * Returns the module that creates the application; of several, the nearest to the root, and there the one named like
 * it.
 */
function appOf(modules: readonly Module[]): Module | undefined {
  const makers = modules.filter(({ path, text }) => !isTest(path) && makesApp.test(text));
  const rank = ({ path }: Module): number =>
    path.split("/").length * 10 - (/(?:^|\/)(?:main|app|server|application|asgi)\.py$/.test(path) ? 5 : 0);
  return makers.toSorted((a, b) => rank(a) - rank(b))[0];
}

/** Returns the line width of the project's formatter or linter, or the common default if it sets none. */
async function widthOf(files: Files, folder: string): Promise<number> {
  const names = ["ruff.toml", ".ruff.toml", "pyproject.toml", "setup.cfg", ".flake8", "tox.ini"];
  for await (const { text } of settingsFor(files, folder, names)) {
    const width = Number(/^\s*(?:line[-_]length|max[-_]line[-_]length)\s*=\s*(\d{2,3})\b/m.exec(text)?.[1]);
    if (width >= 40) return width;
  }
  return 88;
}

/** Reads everything that generated code depends on from the application. */
export async function readHost(
  files: Files,
  project: Project,
  previous: Baseline | undefined,
): Promise<Host> {
  const modules = await modulesOf(files, previous);
  const app = appOf(modules);
  const application = modules.filter(({ path }) => !isTest(path));
  const names = application.flatMap(({ statements }) => imports(statements)).map(({ module }) => module);
  const root =
    votedRoot(modules) ??
    (app && ((await startedRoot(files, app.path)) ?? packageRoot(modules, app.path))) ??
    "";
  const tops = new Set(
    modules.map(({ path }) =>
      rootModule(
        path
          .slice(root ? root.length + 1 : 0)
          .replace("/", ".")
          .replace(/\.py$/, ""),
      ),
    ),
  );
  const count = (fits: (module: string) => boolean): number => names.filter(fits).length;
  const { quotes, indent } = project.style;
  return {
    project,
    modules,
    root,
    relative: count((name) => name.startsWith(".")) > count((name) => tops.has(rootModule(name))),
    app,
    width: await widthOf(files, project.folder),
    quotes,
    indent: typeof indent === "number" ? indent : 4,
  };
}
