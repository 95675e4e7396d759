import { remembered } from "../../lib/index.ts";
/** The sources of a project by path, and its settings of module resolution. */
export interface Sources {
  readonly texts: ReadonlyMap<string, string>;
  /** Folder of installed Python packages that are read as well, with a trailing slash. */
  readonly installed?: string;
  /** `@app/*` → `src/*`, from `tsconfig.json`, `package.json` and workspaces; longest first. */
  readonly aliases: readonly {
    readonly prefix: string;
    readonly exact: boolean;
    readonly to: string;
    readonly under: string;
  }[];
}

const endings = [
  "",
  ".ts",
  ".tsx",
  ".mts",
  ".cts",
  ".js",
  ".jsx",
  ".mjs",
  ".cjs",
  "/index.ts",
  "/index.tsx",
  "/index.js",
  "/index.mjs",
  "/index.cjs",
];

/** Normalizes `.` and `..` in a path; `undefined` if it leaves the project. */
export function normal(path: string): string | undefined {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join("/");
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));

/** Paths by their lower-case form, for imports written on a case-insensitive file system. */
const inSmall = remembered(
  (texts: Sources["texts"]) => new Map([...texts.keys()].map((path) => [path.toLowerCase(), path])),
);

function file(base: string, { texts }: Sources, isLoose = false): string | undefined {
  const path = normal(base);
  if (path === undefined) return undefined;
  const plain = path.replace(/\.[mc]?jsx?$/, "");
  for (const start of plain === path ? [path] : [path, plain])
    for (const ending of endings) {
      const found = isLoose ? inSmall(texts).get((start + ending).toLowerCase()) : start + ending;
      if (found !== undefined && texts.has(found)) return found;
    }
  return undefined;
}

/** Resolves a JavaScript import to a file; `undefined` outside the project. */
export const resolveJavaScript = (request: string, from: string, sources: Sources): string | undefined =>
  resolve(request, from, { sources, isLoose: false }) ?? resolve(request, from, { sources, isLoose: true });

/** @param isLoose Ignores case. A bare name that needs no alias prefix then still refers to a package. */
function resolve(
  request: string,
  from: string,
  { sources, isLoose }: { readonly sources: Sources; readonly isLoose: boolean },
): string | undefined {
  if (/^\.{1,2}(?:\/|$)/.test(request)) return file(`${folderOf(from)}/${request}`, sources, isLoose);
  if (request.startsWith("/")) return file(request.slice(1), sources, isLoose);
  for (const { prefix, exact, to, under } of sources.aliases) {
    if ((under && !from.startsWith(under)) || (isLoose && !prefix)) continue;
    if (exact ? request !== prefix : !request.startsWith(prefix)) continue;
    const found = file(to + (exact ? "" : request.slice(prefix.length)), sources, isLoose);
    if (found !== undefined) return found;
  }
  return undefined;
}

const module = (base: string, { texts }: Sources): string | undefined =>
  [`${base}.py`, `${base}/__init__.py`].find((path) => texts.has(path));

/** Candidate paths of a Python import, without extensions, nearest first; leading dots are relative as in Python. */
function* placesOf(request: string, from: string, installed?: string): Generator<string> {
  const dots = /^\.*/.exec(request)?.[0].length ?? 0;
  const rest = request.slice(dots).replaceAll(".", "/");
  if (dots > 0) {
    let folder = folderOf(from);
    for (let up = 1; up < dots; up++) folder = folderOf(folder);
    yield folder && rest ? `${folder}/${rest}` : folder || rest;
    return;
  }
  for (let folder = folderOf(from); ; folder = folderOf(folder)) {
    for (const inside of ["", "src/", "app/"]) yield (folder ? `${folder}/` : "") + inside + rest;
    if (!folder) break;
  }
  if (installed !== undefined) yield installed + rest;
}

/** Names of standard modules and libraries that programs also like to use for modules of their own. */
const libraries =
  /^(?:abc|asyncio|calendar|code|collections|contextlib|copy|csv|dataclasses|datetime|email|enum|functools|hashlib|http|inspect|io|json|logging|math|os|platform|queue|random|re|secrets|select|signal|string|struct|sys|time|token|types|typing|uuid|warnings|alembic|beanie|celery|django|fastapi|flask\w*|httpx|jinja2|jose|jwt|marshmallow|passlib|pydantic|redis|requests|rest_framework|sqlalchemy|sqlmodel|starlette|tortoise|werkzeug)$/;

/** Whether an absolute import means such a library: modules inside a package are imported by the package's name. */
function isLibrary(request: string, place: string, { texts }: Sources): boolean {
  const [top = ""] = request.split(".");
  const base = place.slice(0, Math.max(0, place.length - request.length - 1));
  return libraries.test(top) && base !== "" && texts.has(`${base}/__init__.py`);
}

/** Resolves a Python import to a file. */
export function resolvePython(request: string, from: string, sources: Sources): string | undefined {
  for (const place of placesOf(request, from, sources.installed)) {
    const found = module(place, sources);
    if (found !== undefined && !isLibrary(request, place, sources)) return found;
  }
  return undefined;
}

/** Whether a Python import refers to a folder without `__init__.py`. */
export function isNamespace(request: string, from: string, folders: ReadonlySet<string>): boolean {
  for (const place of placesOf(request, from)) if (folders.has(place)) return true;
  return false;
}
