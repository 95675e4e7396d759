import { isBuiltin } from "node:module";
import { Targets } from "./targets.ts";
import type { Sheet } from "./sheet.ts";
import { inTable, lastName } from "../lib/index.ts";
import { none } from "./facts.ts";
import { packages } from "./packages.ts";
import { type Asking, start, Ways } from "./ways.ts";

/**
 * Resolves names in a file: its declarations, then its imports, following re-exports. Declarations and files are
 * indices of a sheet.
 */
export interface Scope {
  /** The declaration that a name refers to in a file; undefined if it is from outside the project. */
  named(name: string, file: number): number | undefined;
  /** The file of a module that is imported as a whole under a name, as by `require`. */
  whole(name: string, file: number): number | undefined;
  /** A method of a class or of its bases. */
  method(owner: number, name: string): number | undefined;
  /** The type of a field of a class or of its bases, and the class that declares it. */
  field(owner: number, name: string): Field | undefined;
  /** A member of a module that a name refers to. */
  member(module: string, name: string, file: number): number | undefined;
  /** The names of a class and its bases, as far as they are declared in the project. */
  ancestors(name: string, file: number): readonly string[];
  /** Names that a file imports from outside the project. */
  foreign(file: number): ReadonlySet<string>;
  /** The files that a file imports from, and those that differ from them only in extension, in order. */
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
  /** The names for importing everything, and for a default export. */
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
    return this.#own(number, file) ?? this.#beside(number, file) ?? this.#passed(number, file, start);
  }

  whole(name: string, file: number): number | undefined {
    const local = this.#sheet.names.find(name);
    if (local === undefined) return undefined;
    for (const item of this.#sheet.imports(file))
      if (item.local === local && item.name === this.#all)
        for (const target of this.#targets.of(item, file)) {
          const found = this.#defaultOf(target);
          if (found !== undefined) return found;
        }
    return undefined;
  }

  member(module: string, name: string, file: number): number | undefined {
    const [local, number] = [this.#sheet.names.find(module), this.#sheet.names.find(name)];
    return local === undefined || number === undefined
      ? undefined
      : this.#member(local, number, { file, ...start });
  }

  method(owner: number, name: string): number | undefined {
    return this.#nearest(owner, (index) => this.#methodOf(index, name));
  }

  field(owner: number, name: string): Field | undefined {
    return this.#nearest(owner, (index) => this.#fieldOf(index, name));
  }

  ancestors(name: string, file: number): readonly string[] {
    const found = new Set([name]);
    const open = [this.#either(name, file)];
    for (let index = open.pop(); index !== undefined && found.size < mostAncestors; index = open.pop())
      for (const base of this.#basesOf(index)) {
        if (found.has(base)) continue;
        found.add(base);
        const above = this.#either(base, this.#sheet.fileOf(index));
        if (above !== undefined) open.push(above);
      }
    return [...found];
  }

  akin(file: number): readonly number[] {
    const found = new Set<number>();
    for (const item of this.#sheet.imports(file))
      for (const target of this.#targets.of(item, file)) {
        if (found.has(target)) continue;
        for (const like of this.#targets.like(target)) found.add(like);
      }
    return [...found].sort((a, b) => a - b);
  }

  foreign(file: number): ReadonlySet<string> {
    const found = new Set<string>();
    const { files, names } = this.#sheet;
    const isPython = /\.pyi?$/.test(files[file] ?? "");
    for (const item of this.#sheet.imports(file)) {
      const from = names.text(item.from);
      if (!(isPython ? /^[a-z_]/i.test(from) : isBuiltin(from))) continue;
      if (this.#targets.of(item, file).length === 0 && this.#targets.within(item, file).length === 0)
        found.add(names.text(item.local));
    }
    return found;
  }

  /** A file's own declaration: `const a = require("./a")` declares a constant, but refers to the module. */
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

  #exported(name: number, file: number, asking: Asking): number | undefined {
    const exportedHere = this.#own(name, file);
    if (exportedHere !== undefined) return exportedHere;
    return name === this.#default ? this.#defaultOf(file) : this.#passed(name, file, asking);
  }

  /** What a file re-exports from others. */
  #passed(name: number, file: number, { depth, ways: before }: Asking): number | undefined {
    if (depth > deepest) return undefined;
    let ways = before;
    for (const item of this.#sheet.imports(file)) {
      if (item.local !== name && item.name !== this.#all) continue;
      if (item.name === this.#all && item.local !== this.#all) continue;
      const next = item.name === this.#all ? name : item.name;
      for (const target of this.#targets.of(item, file)) {
        ways ??= new Ways();
        if (target === file || !ways.isNew(this.#placeOf(next, target), depth)) continue;
        const found = this.#exported(next, target, { depth: depth + 1, ways });
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }

  /** A name in a file, as one number. */
  #placeOf(name: number, file: number): number {
    return name * this.#sheet.files.length + file;
  }

  /** The default export, otherwise a module's only export. */
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
    { file, depth, ways = new Ways() }: Asking & { readonly file: number },
  ): number | undefined {
    if (depth > deepest) return undefined;
    for (const item of this.#sheet.imports(file))
      if (item.local === local)
        for (const target of [...this.#targets.of(item, file), ...this.#targets.within(item, file)]) {
          const goesOn = item.name !== this.#all && target !== file;
          const handedOn =
            goesOn && ways.isNew(this.#placeOf(item.name, target), depth)
              ? this.#member(item.name, name, { file: target, depth: depth + 1, ways })
              : undefined;
          const found = handedOn ?? this.#exported(name, target, start);
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

  /** A class' own member, otherwise that of its nearest base. */
  #nearest<T>(
    owner: number,
    look: (owner: number) => T | undefined,
    { depth, ways: before }: Asking = start,
  ): T | undefined {
    const ownMatch = look(owner);
    if (ownMatch !== undefined || depth > deepest) return ownMatch;
    let ways = before;
    for (const base of this.#basesOf(owner)) {
      const above = this.#either(base, this.#sheet.fileOf(owner));
      if (above === undefined || above === owner) continue;
      ways ??= new Ways();
      const found = ways.isNew(above, depth)
        ? this.#nearest(above, look, { depth: depth + 1, ways })
        : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #fieldOf(owner: number, name: string): Field | undefined {
    const type = inTable(this.#sheet.typesOf(owner).fields ?? {}, name);
    return type ? { type, owner } : undefined;
  }

  #methodOf(owner: number, name: string): number | undefined {
    const file = this.#sheet.fileOf(owner);
    const key = this.#sheet.names.find(`${this.#sheet.textOf(owner)}.${name}`);
    return key === undefined ? undefined : (this.#sheet.declared(key, file) ?? this.#beside(key, file));
  }
}
