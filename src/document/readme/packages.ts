import { parse as parseToml } from "smol-toml";
import { parse as parseYaml } from "yaml";
import { isObject } from "../../lib/index.ts";
import type { Files } from "../../workspace/index.ts";

/** A package of a workspace. */
export interface Package {
  readonly name: string;
  readonly folder: string;
  /** Its description, in one line. */
  readonly text: string;
  readonly ecosystem: "node" | "python";
  /** Whether others can install it. */
  readonly isOpen: boolean;
  readonly hasPrograms: boolean;
}

type Plain = { readonly [key: string]: unknown };

const mostPackages = 200;

async function read(files: Files, path: string, as: (source: string) => unknown): Promise<Plain> {
  const source = await files.tryRead(path).catch(() => null);
  try {
    const found = source === null ? undefined : as(source.replace(/^\uFEFF/, ""));
    return isObject(found) ? found : {};
  } catch {
    return {}; // the package manager reports it
  }
}

const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];

const member = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce((at, name) => (isObject(at) ? at[name] : undefined), value);

const yaml = (source: string): unknown => parseYaml(source, { maxAliasCount: 10 });

/** Returns the folder patterns of workspace packages for npm, pnpm, yarn, bun, lerna and uv. */
async function patternsOf(files: Files): Promise<readonly string[]> {
  const [npm, pnpm, lerna, python] = await Promise.all([
    read(files, "package.json", JSON.parse),
    read(files, "pnpm-workspace.yaml", yaml),
    read(files, "lerna.json", JSON.parse),
    read(files, "pyproject.toml", parseToml),
  ]);
  return [
    ...textsOf(npm["workspaces"]),
    ...textsOf(member(npm, "workspaces", "packages")),
    ...textsOf(pnpm["packages"]),
    ...textsOf(lerna["packages"]),
    ...textsOf(member(python, "tool", "uv", "workspace", "members")),
  ];
}

/** Whether a pattern is a folder of this project, with `*` for any name. */
const isInside = (pattern: string): boolean =>
  pattern.length < 200 && !pattern.startsWith("/") && !pattern.split("/").includes("..");

async function foldersOf(files: Files, patterns: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const plain = patterns.map((pattern) => pattern.replace(/^\.\//, "").replace(/\/+$/, ""));
  for (const pattern of plain.filter((item) => isInside(item) && !item.startsWith("!")))
    for await (const path of files.find(`${pattern}/{package.json,pyproject.toml}`))
      if (found.size < mostPackages && !/(?:^|\/)node_modules\//.test(path))
        found.add(path.slice(0, Math.max(0, path.lastIndexOf("/"))));
  for (const pattern of plain.filter((item) => item.startsWith("!") && isInside(item.slice(1))))
    for await (const path of files.find(`${pattern.slice(1)}/{package.json,pyproject.toml}`))
      found.delete(path.slice(0, Math.max(0, path.lastIndexOf("/"))));
  found.delete("");
  return found;
}

const text = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

/** Packages that exist only for a workspace's own tests, examples and pages. */
const aside =
  /(?:^|[/_-])(?:examples?|playgrounds?|fixtures?|tests?|e2e|demos?|docs?|sites?|website|benchmarks?|bench)(?:$|[/_-])/i;

async function packageIn(files: Files, folder: string): Promise<Package | undefined> {
  const [npm, python] = await Promise.all([
    read(files, `${folder}/package.json`, JSON.parse),
    read(files, `${folder}/pyproject.toml`, parseToml),
  ]);
  const of = (key: string): string => text(npm[key]) || text(member(python, "project", key));
  const name = of("name");
  const [about = ""] = of("description").split("\n");
  const isPrivate = npm["private"] === true;
  if (!name || aside.test(folder) || (isPrivate && (!about || aside.test(name)))) return undefined;
  return {
    name,
    folder,
    text: about,
    ecosystem: text(npm["name"]) ? "node" : "python",
    isOpen: !isPrivate,
    hasPrograms: npm["bin"] !== undefined || member(python, "project", "scripts") !== undefined,
  };
}

/** Returns a workspace's packages by name; none if it has fewer than two. */
export async function packagesOf(files: Files): Promise<readonly Package[]> {
  const folders = await foldersOf(files, await patternsOf(files));
  const all = await Promise.all([...folders].map((folder) => packageIn(files, folder)));
  const found = all.filter((item) => item !== undefined);
  return found.length < 2 ? [] : found.sort((a, b) => (a.name < b.name ? -1 : 1));
}
