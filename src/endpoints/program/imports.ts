import { isNamespace, resolveJavaScript, resolvePython, type Sources } from "./source.ts";

const javascript = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)["']([^"'\n]+)["']/g;
const python =
  /^[ \t]*(?:from[ \t]+(\.*[\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n]*)|import[ \t]+([\w., \t]+))/gm;

/** Pages in the browser mount nothing, however much of a server's types they import. */
const client = /\bfrom\s*["'](?:react|react-dom|vue|svelte|solid-js|preact|@angular\/core)(?:\/[\w/-]+)?["']/;

/** What a file does that puts together a server which other files make; most that import these do nothing of it. */
const mounting =
  /\.(?:use|register|route|routes|mount|listen|basePath|callback|fire|fetch|handler?|createApp)\b|\b(?:start|init|boot|setup|serve|main|run|create(?:App|Server|Application))\w*\(|(?<!\b(?:this|axios|client|http))\.(?:get|post|put|patch|delete|all)\(\s*["'`]\/|\((?:app|server|fastify|router|api|koa|hono|instance)\b/i;

/** A file that programs start with, where it calls something that it imports: `Server.make(AppModule)`. */
const entry = /(?:^|\/)(?:main|index|server|app|bootstrap|start)\.[cm]?[jt]s$/;
const starting = /^(?:(?:void|await|new)\s+)?[\w.]+\(/m;
const isEntry = (path: string, text: string): boolean => entry.test(path) && starting.test(text);

const isPython = (path: string): boolean => path.endsWith(".py");
export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1);

/** What a file imports, as it stands there. */
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

/** Which files the imports of a project mean; each is looked for once. */
export class Imports {
  readonly #sources: Sources;
  readonly #found = new Map<string, Map<string, string | undefined>>();
  #folders: ReadonlySet<string> | undefined;
  readonly #importers = new Map<boolean, ReadonlyMap<string, readonly string[]>>();

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** The file that a request means in a file; undefined for what is no part of the project. */
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

  /** Whether a request of Python means a folder of modules without `__init__.py`. */
  isNamespace(request: string, from: string): boolean {
    this.#folders ??= new Set(
      [...this.#sources.texts.keys()].filter(isPython).flatMap((path) => {
        const parts = path.split("/").slice(0, -1);
        return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
      }),
    );
    return isNamespace(request, from, this.#folders);
  }

  /** The given files, and those that import any of them, in however many steps, and may mount what they make. */
  withDependents(files: readonly string[]): readonly string[] {
    const importers = this.#graph(files.some(isPython));
    const found = new Set(files);
    for (const path of found) for (const importer of importers.get(path) ?? []) found.add(importer);
    const given = new Set(files);
    const mounts = (path: string): boolean => {
      const text = this.#sources.texts.get(path) ?? "";
      return isPython(path) || mounting.test(text) || isEntry(path, text);
    };
    return [...found].filter((path) => given.has(path) || mounts(path));
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
