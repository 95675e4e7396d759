import { posix } from "node:path";

export const stemOf = (file: string): string => file.replace(/(?:\/index|\/__init__|\/mod)?\.\w+$/, "");

interface Files {
  /** Those of a path without its ending. */
  at(path: string): readonly string[] | undefined;
  /** The only one whose path ends so; none for a bare name. */
  ending(path: string): readonly string[];
  inFolder(path: string): readonly string[] | undefined;
}

/** Which files a module's name stands for: relative, from the root, or by its ending where only one fits. */
export function modulesOf(files: readonly string[]): (from: string, file: string) => readonly string[] {
  const stems = Map.groupBy(files, stemOf);
  const folders = Map.groupBy(files, (file) => posix.dirname(file));
  const endings = new Map<string, string[]>();
  for (const file of files) {
    const parts = stemOf(file).split("/");
    for (let start = 1; start < parts.length; start++) {
      const ending = parts.slice(start).join("/");
      endings.set(ending, [...(endings.get(ending) ?? []).slice(0, 2), file]);
    }
  }
  const known: Files = {
    at: (path) => stems.get(path),
    ending(path) {
      const found = endings.get(path) ?? [];
      return found.length === 1 && path.includes("/") ? found : [];
    },
    inFolder: (path) => folders.get(path),
  };
  return (from, file) => (byEnding(file) ?? ofEcmascript)(from, file, known);
}

type Find = (from: string, file: string, files: Files) => readonly string[];

const byEnding = (file: string): Find | undefined =>
  /\.pyi?$/.test(file) ? ofPython : file.endsWith(".go") ? ofGo : file.endsWith(".rs") ? ofRust : undefined;

const ofPython: Find = (from, file, files) => {
  const [, dots = "", path = ""] = /^(\.*)(.*)$/.exec(from.replace(/\.\*$/, "")) ?? [];
  const tail = path.replaceAll(".", "/");
  if (!dots) return files.at(tail) ?? files.ending(tail);
  return files.at(clean(posix.join(posix.dirname(file), "../".repeat(dots.length - 1), tail))) ?? [];
};

/** A package is a folder; the module's own path is left out. */
const ofGo: Find = (from, _file, files) => {
  const parts = from.split("/");
  for (let start = 0; start < parts.length; start++) {
    const found = files.inFolder(parts.slice(start).join("/"))?.filter((one) => /(?<!_test)\.go$/.test(one));
    if (found?.length) return found;
  }
  return parts.length > 1 && parts[0]?.includes(".") && parts.length <= 3
    ? (files.inFolder(".")?.filter((one) => /(?<!_test)\.go$/.test(one)) ?? [])
    : [];
};

/** Paths from the crate's root, from the module itself and from the one above it. */
const ofRust: Find = (from, file, files) => {
  const parts = from.split(/[/.]/).filter((part) => part !== "*");
  const root = /^(?:.*\/)?src(?=\/)/.exec(file)?.[0] ?? "src";
  const own = /(?:^|\/)(?:mod|lib|main)\.rs$/.test(file) ? posix.dirname(file) : file.replace(/\.rs$/, "");
  const [first = "", ...rest] = parts;
  const lead: Readonly<Record<string, string>> = { crate: root, self: own, super: posix.dirname(own) };
  const base = lead[first];
  const path = clean(posix.join(base ?? own, ...(base === undefined ? parts : rest)));
  const found =
    files.at(path) ??
    (path === root ? [...(files.at(`${root}/lib`) ?? []), ...(files.at(`${root}/main`) ?? [])] : []);
  // a name in a module that is a file of its own
  return found.length || base === undefined ? found : (files.at(posix.dirname(path)) ?? []);
};

const ofEcmascript: Find = (from, file, files) => {
  if (from.startsWith(".")) {
    const path = clean(posix.join(posix.dirname(file), from));
    return (
      files.at(path) ?? files.at(path.replace(/\.[cm]?[jt]sx?$/, "")) ?? files.at(stemOf(`${path}.ts`)) ?? []
    );
  }
  if (/^[@~#]?\//.test(from)) return files.ending(from.replace(/^[@~#]?\//, ""));
  return files.at(from) ?? files.ending(from);
};

const clean = (path: string): string => (path === "." || path === "./" ? "" : path.replace(/\/$/, ""));
