import type { Declaration } from "../code/index.ts";
import { Column, Groups } from "./column.ts";
import { isOfField, none } from "./facts.ts";
import { bits, type Head, kindOf, type Types } from "./head.ts";
import { Names } from "./name-index.ts";

/** An import: names by number. */
export interface Import {
  readonly place: number;
  readonly local: number;
  readonly name: number;
  readonly from: number;
}

/**
 * The declarations and imports of a project's files, in columns of numbers, to save memory. A declaration is its
 * index among all, a file its index among code files.
 */
export class Sheet {
  readonly names = new Names();
  readonly files: string[] = [];
  readonly #firsts = new Column();
  readonly #name = new Column();
  readonly #file = new Column();
  readonly #bits = new Column();
  readonly #types = new Map<number, Types>();
  /** The name of the class in a result's annotation plus one; 0 for none. */
  readonly #result = new Column();
  readonly #imports = { firsts: new Column(), local: new Column(), name: new Column(), from: new Column() };
  #table = new Uint32Array(0);
  #byLast: Groups | undefined;
  /** Java methods that share their name with others: only a call's arguments tell which one it means. */
  readonly #several = new Set<number>();

  get count(): number {
    return this.#name.size;
  }

  add(file: string, { names, bits: flags, types, results, imports }: Head): void {
    const number = this.files.push(file) - 1;
    this.#firsts.push(this.count);
    names.forEach((name, index) => {
      const ownTypes = types[index];
      if (ownTypes) this.#types.set(this.count, ownTypes);
      this.#name.push(this.names.of(name));
      this.#bits.push(flags[index] ?? 0);
      this.#file.push(number);
      const result = results[index];
      this.#result.push(result ? this.names.of(result) + 1 : 0);
      if ((flags[index] ?? 0) & bits.setter) this.names.of(`${name}=`);
    });
    this.#imports.firsts.push(this.#imports.from.size);
    for (const { local, name, from } of imports) {
      this.#imports.local.push(this.names.of(local));
      this.#imports.name.push(this.names.of(name));
      this.#imports.from.push(this.names.of(from));
    }
  }

  /** To be called after the last file. */
  close(): void {
    this.#firsts.push(this.count);
    this.#imports.firsts.push(this.#imports.from.size);
    this.#byLast = new Groups(this.names.size, this.count, (place) => this.names.last(this.#name.at(place)));
    this.#table = new Uint32Array(2 ** Math.ceil(Math.log2(this.count * 2 + 2)));
    for (let place = 0; place < this.count; place++) {
      const slot = this.#slot(this.keyOf(place), this.fileOf(place));
      const known = this.#table[slot];
      // of an overloaded function the body counts; of an interface and a class with the same name, the class
      const isOther = !known || (this.#bits.at(known - 1) & bits.idle && this.kindOf(place) !== "type");
      if (isOther) this.#table[slot] = place + 1;
      if (known && this.files[this.fileOf(place)]?.endsWith(".java")) this.#several.add(known - 1).add(place);
    }
  }

  /** What a file declares under a name; setters are under `name=`. */
  declared(name: number, file: number): number | undefined {
    const found = this.#table[this.#slot(name, file)];
    return found ? found - 1 : undefined;
  }

  /** Its slot in the hash table, or the free one for it. */
  #slot(name: number, file: number): number {
    const mask = this.#table.length - 1;
    let slot = (Math.imul(name, 0x9e3779b1) ^ Math.imul(file, 0x85ebca6b)) >>> 0;
    slot = (slot ^ (slot >>> 15)) & mask;
    for (; ; slot = (slot + 1) & mask) {
      const known = this.#table[slot];
      if (!known || (this.keyOf(known - 1) === name && this.fileOf(known - 1) === file)) return slot;
    }
  }

  /** Whether a name that refers to it may also refer to another declaration. */
  isOneOfSeveral(place: number): boolean {
    return this.#several.has(place);
  }

  keyOf(place: number): number {
    const name = this.#name.at(place);
    if (!(this.#bits.at(place) & bits.setter)) return name;
    return this.names.of(`${this.names.text(name)}=`);
  }

  /** The first index of a file, and the one after its last. */
  range(file: number): readonly [from: number, to: number] {
    return [this.#firsts.at(file), this.#firsts.at(file + 1)];
  }

  /** All declarations with this last name part, in order. */
  ending(last: number): Uint32Array {
    return this.#byLast?.of(last) ?? new Uint32Array(0);
  }

  fileOf(place: number): number {
    return this.#file.at(place);
  }

  nameOf(place: number): number {
    return this.#name.at(place);
  }

  textOf(place: number): string {
    return this.names.text(this.#name.at(place));
  }

  kindOf(place: number): Declaration["kind"] {
    return kindOf(this.#bits.at(place));
  }

  is(bit: keyof typeof bits, place: number): boolean {
    return (this.#bits.at(place) & bits[bit]) > 0;
  }

  typesOf(place: number): Types {
    return this.#types.get(place) ?? noTypes;
  }

  /**
   * The class of a function's result: as annotated, otherwise the only one that it returns; `this.box` for something
   * its object holds.
   */
  resultOf(place: number): string | undefined {
    const resultIndex = this.#result.at(place);
    if (resultIndex) return this.names.text(resultIndex - 1);
    const { gives = none } = this.typesOf(place);
    const types = gives.filter((item) => !isOfField(item));
    const [only, other] = types.length ? types : gives;
    return other === undefined ? only : undefined;
  }

  *imports(file: number): Iterable<Import> {
    const { firsts, local, name, from } = this.#imports;
    for (let place = firsts.at(file); place < firsts.at(file + 1); place++)
      yield { place, local: local.at(place), name: name.at(place), from: from.at(place) };
  }

  get importCount(): number {
    return this.#imports.from.size;
  }
}

const noTypes: Types = {};
