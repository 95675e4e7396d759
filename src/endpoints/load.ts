import { UserError, isObject, parseJson } from "../lib/index.ts";
import type { Files } from "../workspace/index.ts";
import { bringBack, dataOf, isAside, isMinified, isNever } from "./aside.ts";
import { folderOf } from "./program/imports.ts";
import { normal, type Sources } from "./program/source.ts";

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

function pathsOf(json: unknown, folder: string): readonly Alias[] {
  const options = isObject(json) ? json["compilerOptions"] : undefined;
  if (!isObject(options)) return [];
  const base = normal(`${folder}${typeof options["baseUrl"] === "string" ? options["baseUrl"] : "."}`) ?? "";
  const paths = isObject(options["paths"]) ? Object.entries(options["paths"]) : [];
  const named = paths.flatMap(([pattern, targets]): readonly Alias[] => {
    const [target] = Array.isArray(targets) ? targets : [];
    if (typeof target !== "string") return [];
    const to = normal(`${base}/${target.replace(/\*.*$/, "")}`) ?? "";
    const exact = !pattern.endsWith("*");
    return [
      {
        prefix: pattern.replace(/\*$/, ""),
        exact,
        to: exact || !to ? to : `${to}/`.replace(/\/+$/, "/"),
        under: folder,
      },
    ];
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
    if (typeof to === "string") {
      const target = normal(`${folder}${to}`) ?? "";
      found.push(
        { prefix: name, exact: true, to: target, under: folder },
        { prefix: `${name}/`, exact: false, to: `${target}/`, under: folder },
      );
    }
  for (const [name, to] of Object.entries(isObject(json["imports"]) ? json["imports"] : {})) {
    const target =
      typeof to === "string"
        ? to
        : isObject(to) && typeof to["default"] === "string"
          ? to["default"]
          : undefined;
    if (target === undefined) continue;
    const start = normal(`${folder}${target.replace(/\*.*$/, "")}`) ?? "";
    const exact = !name.endsWith("*");
    const built = start.replace(/^dist\b/, "src");
    for (const place of new Set([start, built]))
      found.push({
        prefix: name.replace(/\*$/, ""),
        exact,
        to: exact || !place ? place : `${place}/`,
        under: folder,
      });
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
