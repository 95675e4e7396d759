import { posix } from "node:path";
import { parse as parseToml } from "smol-toml";
import { differenceOf, entrancesOf, surfaceOf } from "../inspect/index.ts";
import { isObject, lastName, literal, objectIn, remembered, rememberedIn } from "../lib/index.ts";
import type { Change } from "./contract.ts";
import type { Project } from "./uses.ts";

/** A package that others install, and what a change takes from them. */
export interface Published {
  readonly name: string;
  /** Whether users could get the name from a public entry of the package, and can't any more. */
  hasLost(name: string): boolean;
  /** Whether users can get the name, and it accepts less than before. */
  hasNarrowed(name: string): boolean;
}

/** The project without the change, and with it. */
export interface States {
  readonly before: Project;
  readonly after: Project;
}

interface Ecosystem {
  readonly files: RegExp;
  readonly manifest: string;
  /** The name under which others get the package; undefined if it isn't published. */
  nameIn(manifest: string): string | undefined;
  find(name: string, path: string, states: States): Promise<Published | undefined>;
}

/** Returns the published package that contains a file; undefined if there is none. */
export async function publishedOf(path: string, states: States): Promise<Published | undefined> {
  const ecosystem = ecosystems.find(({ files }) => files.test(path));
  if (!ecosystem) return undefined;
  for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
    const manifest = states.before.get(posix.join(folder, ecosystem.manifest));
    const name = manifest === undefined ? undefined : ecosystem.nameIn(manifest);
    if (name !== undefined)
      return ecosystem.find(name, posix.relative(folder, path), statesIn(folder, states));
    if (manifest !== undefined || folder === ".") return undefined;
  }
}

/** The files of a folder, by their paths in it. */
const below = (folder: string, project: Project): Project =>
  new Map(
    [...project].flatMap(([path, text]) =>
      path.startsWith(`${folder}/`) ? [[path.slice(folder.length + 1), text] as const] : [],
    ),
  );

/** Returns both states of a folder. */
const statesIn = rememberedIn((folder, states: States): States =>
  folder === "." ? states : { before: below(folder, states.before), after: below(folder, states.after) },
);

/** The project before changes that are in it. */
export function projectBefore(after: Project, changes: readonly Change[]): Project {
  const files = new Map(after);
  for (const { path, before } of changes)
    if (before === null) files.delete(path);
    else files.set(path, before);
  return files;
}

function nodeName(text: string): string | undefined {
  const { name, version, private: isPrivate } = objectIn(text) ?? {};
  return typeof name === "string" && typeof version === "string" && isPrivate !== true ? name : undefined;
}

function tomlIn(text: string): Readonly<Record<string, unknown>> {
  try {
    return parseToml(text);
  } catch {
    return {};
  }
}

const namedIn = (table: unknown): string | undefined =>
  isObject(table) && typeof table["name"] === "string" ? table["name"] : undefined;

function pythonName(text: string): string | undefined {
  const { "build-system": build, project, tool } = tomlIn(text);
  const poetry = isObject(tool) ? tool["poetry"] : undefined;
  return build === undefined ? undefined : (namedIn(project) ?? namedIn(poetry));
}

/** A module whose path starts with a host can be downloaded from there. */
const goName = (text: string): string | undefined => /^module\s+"?([^\s"/]+\.[^\s"]+)/m.exec(text)?.[1];

function rustName(text: string): string | undefined {
  const { package: own } = tomlIn(text);
  const publish = isObject(own) ? own["publish"] : undefined;
  const isPrivate = publish === false || (Array.isArray(publish) && publish.length === 0);
  return isPrivate ? undefined : namedIn(own);
}

const ecosystems: readonly Ecosystem[] = [
  { files: /\.[mc]?[jt]sx?$/, manifest: "package.json", nameIn: nodeName, find: bySurface },
  { files: /\.py$/, manifest: "pyproject.toml", nameIn: pythonName, find: bySurface },
  { files: /\.go$/, manifest: "go.mod", nameIn: goName, find: ofGo },
  { files: /\.rs$/, manifest: "Cargo.toml", nameIn: rustName, find: ofRust },
];

const treeOf = (project: Project) => ({
  paths: new Set(project.keys()),
  text: async (path: string) => project.get(path),
});

/** Compares what the entries of a package export. */
const surfaceDifference = remembered(async ({ before, after }: States) => {
  const [old, now] = [await surfaceOf(treeOf(before)), await surfaceOf(treeOf(after))];
  const isLeft = (await entrancesOf(treeOf(after))).length > 0;
  return old && isLeft ? differenceOf(old, now ?? new Map()) : undefined;
});

async function bySurface(name: string, _path: string, states: States): Promise<Published | undefined> {
  const difference = await surfaceDifference(states);
  if (!difference) return undefined;
  const { removed, changed } = difference;
  // A key is the module that users import, if it isn't the package itself, and the name in it.
  const isAmong = (keys: readonly string[]) => (own: string) =>
    keys.some((key) => key === own || key.endsWith(`/${own}`) || key.endsWith(`.${own}`));
  return { name, hasLost: isAmong(removed), hasNarrowed: isAmong(changed) };
}

/** In Go every package outside of `internal` and `main` is an entry; files for some builds only don't count. */
async function ofGo(name: string, path: string, { before }: States): Promise<Published | undefined> {
  const isOpen =
    !/(?:^|\/)internal\//.test(path) &&
    !/^(?:package\s+main\b|\/\/go:build\b|\/\/\s*\+build\b)/m.test(before.get(path) ?? "");
  const isExported = (own: string): boolean => own.split(".").every((part) => /^\p{Lu}/u.test(part));
  return isOpen ? { name, hasLost: isExported, hasNarrowed: isExported } : undefined;
}

/** In Rust users reach what is `pub` in modules that are `pub` up to `lib.rs`, or what that uses publicly by name. */
async function ofRust(name: string, path: string, { before, after }: States): Promise<Published | undefined> {
  const root = "src/lib.rs";
  if (!before.has(root) || !path.startsWith("src/")) return undefined;
  const modules = path.replace(/^src\/|(?:\/mod)?\.rs$/g, "").split("/");
  const isOpen =
    path === root ||
    modules.every((module, i) => {
      const parent = i === 0 ? "src/lib" : `src/${modules.slice(0, i).join("/")}`;
      const text = before.get(`${parent}.rs`) ?? before.get(`${parent}/mod.rs`) ?? "";
      return new RegExp(String.raw`^[ \t]*pub\s+mod\s+${literal(module)}\b`, "m").test(text);
    });
  const uses = (project: Project, own: string): boolean =>
    new RegExp(String.raw`^[ \t]*pub\s+use\b[^;]*\b${lastName(own)}\b`, "m").test(project.get(root) ?? "");
  return {
    name,
    hasLost: (own) => (isOpen || uses(before, own)) && !uses(after, own),
    hasNarrowed: (own) => isOpen || uses(before, own.split(".")[0] ?? own),
  };
}
