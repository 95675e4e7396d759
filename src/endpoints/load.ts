import { UserError, isObject, parseJson } from "../lib/index.ts";
import type { Files } from "../workspace/index.ts";
import { folderOf, Imports, requests } from "./program/imports.ts";
import { normal, type Sources } from "./program/source.ts";

/**
 * Folders that never hold a part of a program, and files whose names mark them as tests, type declarations or minified.
 */
const never =
  /(?:^|\/)(?:__tests__|__mocks__|node_modules|dist|site-packages|\.[^/]+)\/|[._-](?:test|spec|e2e-spec|stories)\.[a-z]+$|(?:^|\/)(?:test_[^/]*|[^/]*_test|conftest)\.py$|\.d\.[mc]?ts$|\.min\.js$/i;

/** Folders of tests, builds and the like. A program may also have one of these names as its subject. */
const mostly = /(?:^|\/)(?:tests?|bench|benchmarks?|spec|e2e|cypress|fixtures|build|coverage|migrations)\//i;

/** Next.js files that are served because of their location. */
const served = /(?:^|\/)(?:app\/(?:.*\/)?route|pages\/api\/.*)\.[jt]sx?$/;

/** Template folders of application generators: the files in them are copied, not served from there. */
const templates = /(?:^|\/)templates?\//i;

const isNever = (path: string): boolean => never.test(path);

const longText = /"[^"\n]{200,}"|'[^'\n]{200,}'|`[^`]{200,}`/g;

/** Whether a JavaScript file is minified: its lines are very long on average, not counting long string literals. */
function isMinified(path: string, text: string): boolean {
  if (path.endsWith(".py") || text.length < 2000) return false;
  const lines = text.split("\n").filter((line) => line.trim() !== "").length;
  return text.length / lines > 200 && text.replaceAll(longText, "").length / lines > 200;
}

/** Whether a file is skipped until something imports it. */
function isAside(path: string): boolean {
  const index = served.exec(path)?.index;
  if (index === undefined) return mostly.test(path);
  const above = path.slice(0, index + 1);
  return mostly.test(above) || templates.test(above);
}

/** Reads the skipped files that the program imports, directly or indirectly. */
async function bringBack(
  aside: ReadonlySet<string>,
  { texts, aliases }: Sources,
  read: (path: string) => Promise<string | undefined>,
): Promise<void> {
  if (!aside.size) return;
  // a project that lies entirely in such folders is a program, not the tests of another one
  if (!texts.size) for (const path of aside) await read(path);
  const all = new Map([...texts, ...[...aside].map((path) => [path, ""] as const)]);
  const imports = new Imports({ texts: all, aliases });
  const seen = new Set<string>();
  let open = [...texts];
  while (open.length) {
    const next: [string, string][] = [];
    for (const [path, source] of open)
      for (const request of requests(path, source)) {
        const to = imports.of(request, path);
        if (to === undefined || !aside.has(to) || seen.has(to)) continue;
        seen.add(to);
        const text = await read(to);
        if (text !== undefined) next.push([to, text]);
      }
    open = next;
  }
}

const largestJson = 64_000;

/** Reads the JSON files that the program imports by path (`../plugin.json`): they may hold names of routes. */
async function dataOf(
  texts: ReadonlyMap<string, string>,
  read: (path: string) => Promise<string | null>,
): Promise<ReadonlyMap<string, string>> {
  const dataPaths = new Set<string>();
  for (const [path, text] of texts)
    if (!path.endsWith(".py") && text.includes(".json"))
      for (const request of requests(path, text))
        if (/^\.{1,2}\/.*\.json$/.test(request)) {
          const to = normal(`${folderOf(path)}${request}`);
          if (to !== undefined) dataPaths.add(to);
        }
  const found = new Map<string, string>();
  for (const path of dataPaths) {
    const text = await read(path);
    if (text !== null && text.length <= largestJson && parseJson(text) !== undefined) found.set(path, text);
  }
  return found;
}

const sources = "**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs,py}";
const settings = "**/{package,tsconfig,tsconfig.*,jsconfig}.json";

const mostFiles = 20_000;
const mostCharacters = 64_000_000;
const largest = 1_500_000;

export interface Loaded {
  readonly sources: Sources;
  /** Files that were not read, and why. */
  readonly left: readonly { readonly file: string; readonly why: string }[];
}

/** Parses JSON with comments and trailing commas, as in settings files. */
function relaxed(text: string): unknown {
  const plain = text
    .replaceAll(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (_, quoted?: string) => quoted ?? "")
    .replaceAll(/,(\s*[}\]])/g, "$1");
  return parseJson(plain);
}

type Alias = Sources["aliases"][number];

/** The alias that a pattern with at most one `*` at its end declares for files in a folder. */
function aliasOf(pattern: string, target: string, { base, under }: { base: string; under: string }): Alias {
  const exact = !pattern.endsWith("*");
  const to = normal(`${base}${target.replace(/\*.*$/, "")}`) ?? "";
  const isFolder = !exact && to !== "";
  return {
    prefix: pattern.replace(/\*$/, ""),
    exact,
    to: isFolder ? `${to}/`.replace(/\/+$/, "/") : to,
    under,
  };
}

function pathsOf(json: unknown, folder: string): readonly Alias[] {
  const options = isObject(json) ? json["compilerOptions"] : undefined;
  if (!isObject(options)) return [];
  const base = normal(`${folder}${typeof options["baseUrl"] === "string" ? options["baseUrl"] : "."}`) ?? "";
  const paths = isObject(options["paths"]) ? Object.entries(options["paths"]) : [];
  const named = paths.flatMap(([pattern, targets]): readonly Alias[] => {
    const [target] = Array.isArray(targets) ? targets : [];
    return typeof target === "string" ? [aliasOf(pattern, target, { base: `${base}/`, under: folder })] : [];
  });
  const plain =
    typeof options["baseUrl"] === "string"
      ? [{ prefix: "", exact: false, to: base ? `${base}/` : "", under: folder }]
      : [];
  return [...named, ...plain];
}

const entryOf = (json: Readonly<Record<string, unknown>>): string =>
  [json["source"], json["module"], json["main"]].find((item): item is string => typeof item === "string") ??
  "";

function packageAliases(json: unknown, folder: string): readonly Alias[] {
  if (!isObject(json)) return [];
  const found: Alias[] = [];
  const modules = isObject(json["_moduleAliases"]) ? json["_moduleAliases"] : {};
  for (const [name, to] of Object.entries(modules))
    if (typeof to === "string")
      for (const end of ["", "/*"])
        found.push(aliasOf(name + end, to + end, { base: folder, under: folder }));
  for (const [name, to] of Object.entries(isObject(json["imports"]) ? json["imports"] : {})) {
    const target = isObject(to) ? to["default"] : to;
    if (typeof target !== "string") continue;
    const alias = aliasOf(name, target, { base: folder, under: folder });
    for (const place of new Set([alias.to, alias.to.replace(/^dist\b/, "src")]))
      found.push({ ...alias, to: place });
  }
  const { name } = json;
  if (typeof name === "string" && folder) {
    const inside = [normal(`${folder}${entryOf(json)}`), `${folder}src/index`, `${folder}index`].filter(
      (item) => item !== undefined && `${item}/` !== folder,
    );
    for (const to of inside) found.push({ prefix: name, exact: true, to: to ?? "", under: "" });
    found.push(
      { prefix: `${name}/`, exact: false, to: folder, under: "" },
      { prefix: `${name}/`, exact: false, to: `${folder}src/`, under: "" },
    );
  }
  return found;
}

async function aliases(files: Pick<Files, "find" | "tryRead">): Promise<readonly Alias[]> {
  const found: Alias[] = [];
  for await (const path of files.find(settings)) {
    const json = relaxed((await files.tryRead(path).catch(() => null)) ?? "");
    const folder = folderOf(path);
    found.push(...(path.endsWith("package.json") ? packageAliases(json, folder) : pathsOf(json, folder)));
  }
  const usual = ["src/", ""].flatMap((to) =>
    ["@/", "~/"].map((prefix): Alias => ({ prefix, exact: false, to, under: "" })),
  );
  return [
    ...found.sort((a, b) => b.under.length - a.under.length || b.prefix.length - a.prefix.length),
    ...usual,
  ];
}

/** Reads the sources that may hold routes or be imported, without tests, and the settings of module resolution. */
export async function load(files: Pick<Files, "find" | "tryRead">): Promise<Loaded> {
  const texts = new Map<string, string>();
  const aside = new Set<string>();
  const left: { file: string; why: string }[] = [];
  let characters = 0;
  const read = async (path: string): Promise<string | undefined> => {
    if (texts.size >= mostFiles || characters > mostCharacters) {
      left.push({ file: path, why: "the project is too large" });
      return undefined;
    }
    const text = await files.tryRead(path).catch((error: unknown) => {
      if (error instanceof UserError) return undefined;
      throw error;
    });
    if (text === undefined || text === null || text.length > largest) {
      left.push({ file: path, why: text ? "it is too large" : "it can't be read as text" });
      return undefined;
    }
    if (isMinified(path, text)) return undefined;
    characters += text.length;
    texts.set(path, text);
    return text;
  };
  for await (const path of files.find(sources)) {
    if (isNever(path)) continue;
    if (isAside(path)) aside.add(path);
    else await read(path);
  }
  const names = await aliases(files);
  await bringBack(aside, { texts, aliases: names }, read);
  const data = await dataOf(texts, (path) => files.tryRead(path).catch(() => null));
  for (const [path, text] of data) texts.set(path, text);
  return {
    sources: { texts, aliases: names },
    left,
  };
}
