import { posix } from "node:path";
import { type Modules, modulesOf } from "./modules.ts";
import type { Import, Sheet } from "./sheet.ts";
import { lastName } from "../lib/index.ts";
import { none } from "./facts.ts";

/** What names mean in a file: what it declares, else what it imports, through files that pass it on. Declarations and files are places of a sheet. */
export interface Scope {
  /** The declaration that a name stands for in a file; undefined for what comes from elsewhere. */
  named(name: string, file: number): number | undefined;
  /** What a module is that is brought in whole under a name, as by `require`. */
  whole(name: string, file: number): number | undefined;
  /** A method of a class or of what it extends. */
  method(owner: number, name: string): number | undefined;
  /** A member of a module that a name stands for. */
  member(module: string, name: string, file: number): number | undefined;
  /** A class and those that it extends, as far as they are declared here, by name. */
  ancestors(name: string, file: number): readonly string[];
  /** The files that one brings something in from, and those that differ from them in their endings, in their order. */
  akin(file: number): readonly number[];
}

const deepest = 6;

export function scope(sheet: Sheet): Scope {
  const { names } = sheet;
  const [all, whole] = [names.of("*"), names.of("default")];
  const targets = new Targets(sheet);
  /** `const a = require("./a")` declares a constant, and means what it brings in. */
  const isRequired = (place: number, file: number): boolean => {
    if (sheet.kindOf(place) !== "constant") return false;
    const name = sheet.nameOf(place);
    for (const { local } of sheet.imports(file)) if (local === name) return true;
    return false;
  };
  const exported = (name: number, file: number, depth: number): number | undefined => {
    const direct = sheet.declared(name, file);
    if (direct !== undefined && !isRequired(direct, file)) return direct;
    if (name === whole) return defaultOf(file);
    return passed(name, file, depth);
  };
  const passed = (name: number, file: number, depth: number): number | undefined => {
    if (depth > deepest) return undefined;
    for (const one of sheet.imports(file)) {
      if (one.local !== name && one.name !== all) continue;
      if (one.name === all && one.local !== all) continue;
      for (const target of targets.of(one, file)) {
        const found =
          target === file ? undefined : exported(one.name === all ? name : one.name, target, depth + 1);
        if (found !== undefined) return found;
      }
    }
    return undefined;
  };
  /** What is exported as such, else a module's only export. */
  const defaultOf = (file: number): number | undefined => {
    const [from, to] = sheet.range(file);
    let only: number | undefined;
    let count = 0;
    for (let place = from; place < to; place++) {
      if (sheet.declared(sheet.keyOf(place), file) !== place) continue;
      if (sheet.nameOf(place) === whole) return place;
      if (!sheet.is("exported", place) || sheet.kindOf(place) === "method") continue;
      only = place;
      count += 1;
    }
    return count === 1 ? only : undefined;
  };
  const beside = packages(sheet);
  const numbered = (name: number, file: number): number | undefined => {
    const own = sheet.declared(name, file);
    if (own !== undefined && !isRequired(own, file)) return own;
    return beside(name, file) ?? passed(name, file, 0);
  };
  const named = (name: string, file: number): number | undefined => {
    const number = names.find(name);
    return number === undefined ? undefined : numbered(number, file);
  };
  const member = (module: string, name: string, file: number): number | undefined => {
    const [local, number] = [names.find(module), names.find(name)];
    return local === undefined || number === undefined
      ? undefined
      : memberOf(local, number, { file, depth: 0 });
  };
  const memberOf = (
    local: number,
    name: number,
    { file, depth }: { readonly file: number; readonly depth: number },
  ): number | undefined => {
    if (depth > deepest) return undefined;
    for (const one of sheet.imports(file))
      if (one.local === local)
        for (const target of [...targets.of(one, file), ...targets.within(one, file)]) {
          const handedOn =
            one.name === all || target === file
              ? undefined
              : memberOf(one.name, name, { file: target, depth: depth + 1 });
          const found = handedOn ?? exported(name, target, 0);
          if (found !== undefined) return found;
        }
    return undefined;
  };
  const wholeOf = (name: string, file: number): number | undefined => {
    const local = names.find(name);
    if (local === undefined) return undefined;
    for (const one of sheet.imports(file))
      if (one.local === local && one.name === all)
        for (const target of targets.of(one, file)) {
          const found = defaultOf(target);
          if (found !== undefined) return found;
        }
    return undefined;
  };
  const either = (name: string, file: number): number | undefined =>
    named(name, file) ?? named(lastName(name), file) ?? wholeOf(name, file);
  const inherited = (owner: number, name: string, depth: number): number | undefined => {
    const file = sheet.fileOf(owner);
    const key = names.find(`${sheet.textOf(owner)}.${name}`);
    const own = key === undefined ? undefined : (sheet.declared(key, file) ?? beside(key, file));
    if (own !== undefined || depth > deepest) return own;
    for (const base of sheet.typesOf(owner).bases ?? none) {
      const above = either(base, file);
      const found = above !== undefined && above !== owner ? inherited(above, name, depth + 1) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const ancestors = (name: string, file: number): readonly string[] => {
    const found = new Set([name]);
    const open = [either(name, file)];
    for (let at = open.pop(); at !== undefined && found.size < 40; at = open.pop())
      for (const base of sheet.typesOf(at).bases ?? none) {
        if (found.has(base)) continue;
        found.add(base);
        const above = either(base, sheet.fileOf(at));
        if (above !== undefined) open.push(above);
      }
    return [...found];
  };
  return {
    named,
    member,
    whole: wholeOf,
    ancestors,
    method: (owner, name) => inherited(owner, name, 0),
    akin(file) {
      const found = new Set<number>();
      for (const one of sheet.imports(file))
        for (const target of targets.of(one, file)) {
          if (found.has(target)) continue;
          for (const like of targets.like(target)) found.add(like);
        }
      return [...found].sort((a, b) => a - b);
    },
  };
}

/** Which files each import stands for, looked up once: a column of places where it is one file, as most are. */
class Targets {
  readonly #sheet: Sheet;
  readonly #modules: Modules;
  readonly #one: Int32Array;
  readonly #several = new Map<number, readonly number[]>();
  readonly #within = new Map<number, readonly number[]>();

  constructor(sheet: Sheet) {
    this.#sheet = sheet;
    this.#modules = modulesOf(sheet.files);
    this.#one = new Int32Array(sheet.importCount).fill(unknown);
  }

  of({ place, from }: Import, file: number): readonly number[] {
    const known = this.#one[place] ?? unknown;
    if (known >= 0) return [known];
    if (known === nothing) return none;
    const found = this.#several.get(place) ?? this.#find(this.#sheet.names.text(from), file);
    if (found.length > 1) this.#several.set(place, found);
    else this.#one[place] = found[0] ?? nothing;
    return found;
  }

  /** A module that is imported from a package: `from . import errors`. */
  within({ place, from, name }: Import, file: number): readonly number[] {
    const [first, second] = [this.#sheet.names.text(from), this.#sheet.names.text(name)];
    const known =
      this.#within.get(place) ??
      this.#find(first.endsWith(".") ? first + second : `${first}.${second}`, file);
    this.#within.set(place, known);
    return known;
  }

  like(file: number): readonly number[] {
    return this.#modules.like(this.#sheet.files[file] ?? "");
  }

  #find(from: string, file: number): readonly number[] {
    return this.#modules.named(from, this.#sheet.files[file] ?? "");
  }
}

const [unknown, nothing] = [-1, -2];

/** In Go the files of a folder are one package, and in Rust a type's methods may stand in any file. */
function packages(sheet: Sheet): (name: number, file: number) => number | undefined {
  const { files, names } = sheet;
  const folders = Map.groupBy(
    files.flatMap((file, place) => (/\.(?:go|rs)$/.test(file) ? [place] : [])),
    (place) => posix.dirname(files[place] ?? ""),
  );
  if (folders.size === 0) return () => undefined;
  return (name, file) => {
    const path = files[file] ?? "";
    if (!path.endsWith(".go") && !(path.endsWith(".rs") && names.text(name).includes("."))) return undefined;
    for (const one of folders.get(posix.dirname(path)) ?? none) {
      const found = sheet.declared(name, one);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}
