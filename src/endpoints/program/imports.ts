import { isNamespace, resolveJavaScript, resolvePython, type Sources } from "./source.ts";

const javascript = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)["']([^"'\n]+)["']/g;
const python =
  /^[ \t]*(?:from[ \t]+(\.*[\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n]*)|import[ \t]+([\w., \t]+))/gm;

/** Imports that mark a browser page: it mounts no routes, even if it imports a server's types. */
const client = /\bfrom\s*["'](?:react|react-dom|vue|svelte|solid-js|preact|@angular\/core)(?:\/[\w/-]+)?["']/;

/** Code that mounts routers or starts a server from other files. Most files that import those do neither. */
const mounting =
  /\.(?:use|register|route|routes|mount|listen|basePath|callback|fire|fetch|handler?|createApp)\b|\b(?:start|init|boot|setup|serve|main|run|create(?:App|Server|Application))\w*\(|(?<!\b(?:this|axios|client|http))\.(?:get|post|put|patch|delete|all)\(\s*["'`]\/|\((?:app|server|fastify|router|api|koa|hono|instance)\b/i;

/** Name of a file that programs start with. It counts if it calls something: `Server.make(AppModule)`. */
const entry = /(?:^|\/)(?:main|index|server|app|bootstrap|start)\.[cm]?[jt]s$/;
const starting = /^(?:(?:void|await|new)\s+)?[\w.]+\(/m;
const isEntry = (path: string, text: string): boolean => entry.test(path) && starting.test(text);

const isPython = (path: string): boolean => path.endsWith(".py");
export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1);

/** The import specifiers of a file, as written. */
export function requests(path: string, text: string): readonly string[] {
  if (!isPython(path)) return [...text.matchAll(javascript)].map(([, request = ""]) => request);
  return [...text.matchAll(python)].flatMap(([, from, names = "", plain]) => {
    if (plain !== undefined) return plain.split(",").map((item) => item.trim().split(/\s/)[0] ?? "");
    const base = from ?? "";
    const below = names
      .replaceAll(/[()]/g, "")
      .split(",")
      .map((item) => item.trim().split(/\s/)[0] ?? "");
    return [base, ...below.map((name) => (base.endsWith(".") ? base + name : `${base}.${name}`))];
  });
}

/** Resolves a project's imports to files, with a cache. */
export class Imports {
  readonly #sources: Sources;
  readonly #found = new Map<string, Map<string, string | undefined>>();
  #folders: ReadonlySet<string> | undefined;
  readonly #importers = new Map<boolean, ReadonlyMap<string, readonly string[]>>();

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** Returns the file that an import refers to, or `undefined` outside the project. */
  of(request: string, from: string): string | undefined {
    const key = folderOf(from) + (isPython(from) ? "py" : "js");
    const inFolder = this.#found.get(key) ?? new Map<string, string | undefined>();
    this.#found.set(key, inFolder);
    const known = inFolder.get(request);
    if (known !== undefined || inFolder.has(request)) return known;
    const found = (isPython(from) ? resolvePython : resolveJavaScript)(request, from, this.#sources);
    inFolder.set(request, found);
    return found;
  }

  /** Whether a Python import refers to a folder of modules without `__init__.py`. */
  isNamespace(request: string, from: string): boolean {
    this.#folders ??= new Set(
      [...this.#sources.texts.keys()].filter(isPython).flatMap((path) => {
        const parts = path.split("/").slice(0, -1);
        return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
      }),
    );
    return isNamespace(request, from, this.#folders);
  }

  /** The given files, and those that import them directly or indirectly and may mount what they create. */
  withDependents(files: readonly string[]): readonly string[] {
    const importers = this.#graph(files.some(isPython));
    const found = new Set(files);
    for (const path of found) for (const importer of importers.get(path) ?? []) found.add(importer);
    const givenFiles = new Set(files);
    const mounts = (path: string): boolean => {
      const text = this.#sources.texts.get(path) ?? "";
      return isPython(path) || mounting.test(text) || isEntry(path, text);
    };
    return [...found].filter((path) => givenFiles.has(path) || mounts(path));
  }

  #graph(ofPython: boolean): ReadonlyMap<string, readonly string[]> {
    const known = this.#importers.get(ofPython);
    if (known) return known;
    const importers = new Map<string, string[]>();
    for (const [path, text] of this.#sources.texts) {
      if (isPython(path) !== ofPython || (!ofPython && client.test(text))) continue;
      for (const request of new Set(requests(path, text))) {
        const to = this.of(request, path);
        const list = to === undefined ? undefined : importers.get(to);
        if (list) list.push(path);
        else if (to !== undefined) importers.set(to, [path]);
      }
    }
    this.#importers.set(ofPython, importers);
    return importers;
  }
}
