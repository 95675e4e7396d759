import { isBuiltin } from "node:module";
import { posix } from "node:path";
import { Targets } from "./targets.ts";
import type { Sheet } from "./sheet.ts";
import { inTable, lastName } from "../lib/index.ts";
import { none } from "./facts.ts";

/** What names mean in a file: what it declares, else what it imports, through files that pass it on. Declarations and files are places of a sheet. */
export interface Scope {
  /** The declaration that a name stands for in a file; undefined for what comes from elsewhere. */
  named(name: string, file: number): number | undefined;
  /** What a module is that is brought in whole under a name, as by `require`. */
  whole(name: string, file: number): number | undefined;
  /** A method of a class or of what it extends. */
  method(owner: number, name: string): number | undefined;
  /** The type of a field of a class or of what it extends, and the class that has it. */
  field(owner: number, name: string): Field | undefined;
  /** A member of a module that a name stands for. */
  member(module: string, name: string, file: number): number | undefined;
  /** A class and those that it extends, as far as they are declared here, by name. */
  ancestors(name: string, file: number): readonly string[];
  /** The names that a file brings in from what certainly isn't of the project. */
  foreign(file: number): ReadonlySet<string>;
  /** The files that one brings something in from, and those that differ from them in their endings, in their order. */
  akin(file: number): readonly number[];
}

export interface Field {
  readonly type: string;
  readonly owner: number;
}

const deepest = 6;
const mostAncestors = 40;

export const scope = (sheet: Sheet): Scope => new Names(sheet);

class Names implements Scope {
  readonly #sheet: Sheet;
  readonly #targets: Targets;
  readonly #beside: (name: number, file: number) => number | undefined;
  /** The names of an import of everything, and of what is exported as such. */
  readonly #all: number;
  readonly #default: number;

  constructor(sheet: Sheet) {
    this.#sheet = sheet;
    this.#targets = new Targets(sheet);
    this.#beside = packages(sheet);
    [this.#all, this.#default] = [sheet.names.of("*"), sheet.names.of("default")];
  }

  named(name: string, file: number): number | undefined {
    const number = this.#sheet.names.find(name);
    if (number === undefined) return undefined;
    return this.#own(number, file) ?? this.#beside(number, file) ?? this.#passed(number, file, 0);
  }

  whole(name: string, file: number): number | undefined {
    const local = this.#sheet.names.find(name);
    if (local === undefined) return undefined;
    for (const one of this.#sheet.imports(file))
      if (one.local === local && one.name === this.#all)
        for (const target of this.#targets.of(one, file)) {
          const found = this.#defaultOf(target);
          if (found !== undefined) return found;
        }
    return undefined;
  }

  member(module: string, name: string, file: number): number | undefined {
    const [local, number] = [this.#sheet.names.find(module), this.#sheet.names.find(name)];
    return local === undefined || number === undefined
      ? undefined
      : this.#member(local, number, { file, depth: 0 });
  }

  method(owner: number, name: string): number | undefined {
    return this.#inherited(owner, name, 0);
  }

  field(owner: number, name: string): Field | undefined {
    return this.#fieldOf(owner, name, 0);
  }

  ancestors(name: string, file: number): readonly string[] {
    const found = new Set([name]);
    const open = [this.#either(name, file)];
    for (let at = open.pop(); at !== undefined && found.size < mostAncestors; at = open.pop())
      for (const base of this.#basesOf(at)) {
        if (found.has(base)) continue;
        found.add(base);
        const above = this.#either(base, this.#sheet.fileOf(at));
        if (above !== undefined) open.push(above);
      }
    return [...found];
  }

  akin(file: number): readonly number[] {
    const found = new Set<number>();
    for (const one of this.#sheet.imports(file))
      for (const target of this.#targets.of(one, file)) {
        if (found.has(target)) continue;
        for (const like of this.#targets.like(target)) found.add(like);
      }
    return [...found].sort((a, b) => a - b);
  }

  foreign(file: number): ReadonlySet<string> {
    const found = new Set<string>();
    const { files, names } = this.#sheet;
    const isPython = /\.pyi?$/.test(files[file] ?? "");
    for (const one of this.#sheet.imports(file)) {
      const from = names.text(one.from);
      if (!(isPython ? /^[a-z_]/i.test(from) : isBuiltin(from))) continue;
      if (this.#targets.of(one, file).length === 0 && this.#targets.within(one, file).length === 0)
        found.add(names.text(one.local));
    }
    return found;
  }

  /** What a file declares itself: `const a = require("./a")` declares a constant, and means what it brings in. */
  #own(name: number, file: number): number | undefined {
    const place = this.#sheet.declared(name, file);
    return place !== undefined && !this.#isRequired(place, file) ? place : undefined;
  }

  #isRequired(place: number, file: number): boolean {
    if (this.#sheet.kindOf(place) !== "constant") return false;
    const name = this.#sheet.nameOf(place);
    for (const { local } of this.#sheet.imports(file)) if (local === name) return true;
    return false;
  }

  #exported(name: number, file: number, depth: number): number | undefined {
    const own = this.#own(name, file);
    if (own !== undefined) return own;
    return name === this.#default ? this.#defaultOf(file) : this.#passed(name, file, depth);
  }

  /** What a file passes on from others. */
  #passed(name: number, file: number, depth: number): number | undefined {
    if (depth > deepest) return undefined;
    for (const one of this.#sheet.imports(file)) {
      if (one.local !== name && one.name !== this.#all) continue;
      if (one.name === this.#all && one.local !== this.#all) continue;
      for (const target of this.#targets.of(one, file)) {
        const found =
          target === file
            ? undefined
            : this.#exported(one.name === this.#all ? name : one.name, target, depth + 1);
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }

  /** What is exported as such, else a module's only export. */
  #defaultOf(file: number): number | undefined {
    const sheet = this.#sheet;
    const [from, to] = sheet.range(file);
    let only: number | undefined;
    let count = 0;
    for (let place = from; place < to; place++) {
      if (sheet.declared(sheet.keyOf(place), file) !== place) continue;
      if (sheet.nameOf(place) === this.#default || sheet.is("main", place)) return place;
      if (!sheet.is("exported", place) || sheet.kindOf(place) === "method") continue;
      only = place;
      count += 1;
    }
    return count === 1 ? only : undefined;
  }

  #member(
    local: number,
    name: number,
    { file, depth }: { readonly file: number; readonly depth: number },
  ): number | undefined {
    if (depth > deepest) return undefined;
    for (const one of this.#sheet.imports(file))
      if (one.local === local)
        for (const target of [...this.#targets.of(one, file), ...this.#targets.within(one, file)]) {
          const handedOn =
            one.name === this.#all || target === file
              ? undefined
              : this.#member(one.name, name, { file: target, depth: depth + 1 });
          const found = handedOn ?? this.#exported(name, target, 0);
          if (found !== undefined) return found;
        }
    return undefined;
  }

  #either(name: string, file: number): number | undefined {
    return this.named(name, file) ?? this.named(lastName(name), file) ?? this.whole(name, file);
  }

  #basesOf(owner: number): readonly string[] {
    return this.#sheet.typesOf(owner).bases ?? none;
  }

  #fieldOf(owner: number, name: string, depth: number): Field | undefined {
    const { fields = {} } = this.#sheet.typesOf(owner);
    const type = inTable(fields, name);
    if (type) return { type, owner };
    if (depth > deepest) return undefined;
    for (const base of this.#basesOf(owner)) {
      const above = this.#either(base, this.#sheet.fileOf(owner));
      const found =
        above !== undefined && above !== owner ? this.#fieldOf(above, name, depth + 1) : undefined;
      if (found) return found;
    }
    return undefined;
  }

  #inherited(owner: number, name: string, depth: number): number | undefined {
    const file = this.#sheet.fileOf(owner);
    const key = this.#sheet.names.find(`${this.#sheet.textOf(owner)}.${name}`);
    const own = key === undefined ? undefined : (this.#sheet.declared(key, file) ?? this.#beside(key, file));
    if (own !== undefined || depth > deepest) return own;
    for (const base of this.#basesOf(owner)) {
      const above = this.#either(base, file);
      const found =
        above !== undefined && above !== owner ? this.#inherited(above, name, depth + 1) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

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
