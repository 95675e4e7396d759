import { none } from "./facts.ts";
import { type Modules, modulesOf } from "./modules.ts";
import type { Import, Sheet } from "./sheet.ts";

/** The files that each import refers to, resolved once: a column for single files, the most common case. */
export class Targets {
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

  /** A module imported from a package: `from . import errors`. */
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
