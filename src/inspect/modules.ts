import { inTable } from "../lib/index.ts";
import { posix } from "node:path";
import { Groups } from "./column.ts";
import { none } from "./facts.ts";

export const stemOf = (file: string): string => file.replace(/(?:\/index|\/__init__|\/mod)?\.\w+$/, "");

interface Files {
  /** Files with this path, without extension. */
  at(path: string): readonly number[] | undefined;
  /** The only file whose path ends with this; none for a bare name. */
  ending(path: string): readonly number[];
  /** Whether any path ends with this. */
  ends(path: string): boolean;
  /** Go files of a folder, without tests. */
  inFolder(path: string): readonly number[] | undefined;
}

export interface Modules {
  /** The indices of the files that a module name refers to: relative, from the root, or by a unique path ending. */
  named(from: string, file: string): readonly number[];
  /** A file, and those that differ from it only in their extensions. */
  like(file: string): readonly number[];
}

export function modulesOf(files: readonly string[]): Modules {
  const stems = new Stems(files);
  const folders = Map.groupBy(
    files.flatMap((file, place) => (/(?<!_test)\.go$/.test(file) ? [place] : [])),
    (place) => posix.dirname(files[place] ?? ""),
  );
  const known: Files = {
    at: (path) => stems.at(path),
    ending: (path) => stems.ending(path),
    ends: (path) => stems.ends(path),
    inFolder: (path) => folders.get(path),
  };
  return {
    named: (from, file) => (byEnding(file) ?? ofEcmascript)(from, file, known),
    like: (file) => stems.at(stemOf(file)) ?? none,
  };
}

/** Paths without extensions: grouped by hash, and sorted by their reversed text. */
class Stems {
  readonly #files: readonly string[];
  readonly #groups: Groups;
  readonly #sorted: Uint32Array;
  readonly #known = new Map<string, readonly number[]>();
  readonly #ends = new Map<string, boolean>();

  constructor(files: readonly string[]) {
    this.#files = files;
    this.#groups = new Groups(files.length, files.length, (place) => this.#group(this.#stem(place)));
    const stems = files.map(stemOf);
    this.#sorted = Uint32Array.from(files.keys()).sort(
      (a, b) => fromBehind(stems[a] ?? "", stems[b] ?? "") || a - b,
    );
  }

  at(path: string): readonly number[] | undefined {
    if (this.#files.length === 0) return undefined;
    const found = [...this.#groups.of(this.#group(path))].filter((place) => this.#stem(place) === path);
    return found.length ? found : undefined;
  }

  ending(path: string): readonly number[] {
    if (!path.includes("/")) return none;
    const known = this.#known.get(path) ?? this.#ending(`/${path}`);
    this.#known.set(path, known);
    return known;
  }

  ends(path: string): boolean {
    const known =
      this.#ends.get(path) ?? (this.at(path) !== undefined || this.#endingAt(`/${path}`).length > 0);
    this.#ends.set(path, known);
    return known;
  }

  #ending(path: string): readonly number[] {
    const found = this.#endingAt(path);
    return found.length === 1 ? found : none;
  }

  /** The first two matches. */
  #endingAt(path: string): readonly number[] {
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (fromBehind(this.#stem(this.#sorted[middle]), path) < 0) low = middle + 1;
      else high = middle;
    }
    return [...this.#sorted.subarray(low, low + 2)].filter((place) => this.#stem(place).endsWith(path));
  }

  #stem(place: number | undefined): string {
    return place === undefined ? "" : stemOf(this.#files[place] ?? "");
  }

  #group(stem: string): number {
    let sum = 0;
    for (let index = 0; index < stem.length; index++)
      sum = (Math.imul(sum, 31) + stem.charCodeAt(index)) >>> 0;
    return sum % this.#files.length;
  }
}

/** Compares two texts from their ends. */
function fromBehind(a: string, b: string): number {
  for (let back = 1; back <= a.length && back <= b.length; back++) {
    const apart = a.charCodeAt(a.length - back) - b.charCodeAt(b.length - back);
    if (apart !== 0) return apart;
  }
  return a.length - b.length;
}

type Find = (from: string, file: string, files: Files) => readonly number[];

const byEnding = (file: string): Find | undefined =>
  /\.pyi?$/.test(file) ? ofPython : file.endsWith(".go") ? ofGo : file.endsWith(".rs") ? ofRust : undefined;

const ofPython: Find = (from, file, files) => {
  const [, dots = "", path = ""] = /^(\.*)(.*)$/.exec(from.replace(/\.\*$/, "")) ?? [];
  const tail = path.replaceAll(".", "/");
  if (!dots) return files.at(tail) ?? besidePackage(file, tail, files) ?? files.ending(tail);
  return files.at(clean(posix.join(posix.dirname(file), "../".repeat(dots.length - 1), tail))) ?? [];
};

/** Looks in parent folders that aren't packages, such as `src`. */
function besidePackage(file: string, tail: string, files: Files): readonly number[] | undefined {
  const folders = posix.dirname(file).split("/");
  for (let length = 1; length <= folders.length; length++) {
    const folder = folders.slice(0, length).join("/");
    const found = files.at(folder) ? undefined : files.at(`${folder}/${tail}`);
    if (found) return found;
  }
  return undefined;
}

/** A package is a folder; the module's own path is stripped. */
const ofGo: Find = (from, _file, files) => {
  const parts = from.split("/");
  for (let start = 0; start < parts.length; start++) {
    const found = files.inFolder(parts.slice(start).join("/"));
    if (found?.length) return found;
  }
  return parts.length > 1 && parts[0]?.includes(".") && parts.length <= 3 ? (files.inFolder(".") ?? []) : [];
};

/** Paths from the crate's root, the current module or its parent. */
const ofRust: Find = (from, file, files) => {
  const parts = from.split(/[/.]/).filter((part) => part !== "*");
  const root = /^(?:.*\/)?src(?=\/)/.exec(file)?.[0] ?? "src";
  const folder = /(?:^|\/)(?:mod|lib|main)\.rs$/.test(file) ? posix.dirname(file) : file.replace(/\.rs$/, "");
  const [first = "", ...rest] = parts;
  const lead: Readonly<Record<string, string>> = { crate: root, self: folder, super: posix.dirname(folder) };
  const base = inTable(lead, first);
  const path = clean(posix.join(base ?? folder, ...(base === undefined ? parts : rest)));
  const found =
    files.at(path) ??
    (path === root ? [...(files.at(`${root}/lib`) ?? []), ...(files.at(`${root}/main`) ?? [])] : []);
  // a name in a module that is a separate file
  return found.length || base === undefined ? found : (files.at(posix.dirname(path)) ?? []);
};

const ofEcmascript: Find = (from, file, files) => {
  if (from.startsWith(".")) {
    const path = clean(posix.join(posix.dirname(file), from));
    return (
      files.at(path) ??
      files.at(path.replace(/(?:\/index)?\.[cm]?[jt]sx?$/, "")) ??
      files.at(stemOf(`${path}.ts`)) ??
      []
    );
  }
  if (!/^[@~#]/.test(from) && !from.startsWith("/")) return files.at(from) ?? files.ending(from);
  const path = from.replace(/^[@~#]?\/?/, "");
  if (/^[@~#]?\//.test(from)) return above(file, path, files) ?? files.ending(path);
  // `@users/user.entity`: an alias of a folder, if it exists
  if (files.ends(path)) return above(file, path, files) ?? files.ending(path);
  const [, inRoot] = /^(?:app|src|root|server)\/(.+)$/.exec(path) ?? [];
  if (inRoot && files.ends(inRoot)) return above(file, inRoot, files) ?? files.ending(inRoot);
  return from.startsWith("@") ? besides(file, path, files) : none;
};

/** Folders of packages in a monorepo. */
const workspaces = ["packages", "libs", "modules", "apps"];

/** `@shop/core/errors` of a sibling package: in `packages/core`, or in the sources there. */
function besides(file: string, path: string, files: Files): readonly number[] {
  const [, name = "", rest = ""] = /^[^/]+\/([^/]+)(\/.+)?$/.exec(path) ?? [];
  const workspaceFolder = name ? workspaces.find((folder) => `/${file}`.includes(`/${folder}/`)) : undefined;
  if (workspaceFolder === undefined) return none;
  for (const folder of workspaces)
    for (const root of ["", "/src", "/lib"]) {
      const candidatePath = `${folder}/${name}${root}${rest}`;
      const found = files.at(candidatePath) ?? files.ending(candidatePath);
      if (found.length) return found;
    }
  return none;
}

/** Resolves `@/path` in parent folders, or in the sources there. */
function above(file: string, path: string, files: Files): readonly number[] | undefined {
  for (let folder = posix.dirname(file); ; folder = posix.dirname(folder)) {
    for (const root of ["src", ""]) {
      const found = files.at(clean(posix.join(folder, root, path)));
      if (found) return found;
    }
    if (folder === "." || folder === "/") return undefined;
  }
}

const clean = (path: string): string => (path === "." || path === "./" ? "" : path.replace(/\/$/, ""));
