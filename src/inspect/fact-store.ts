import type { Scratch } from "../workspace/index.ts";
import { Column } from "./column.ts";
import type { Facts } from "./facts.ts";
import type { Head, Uses } from "./head.ts";
import { hashOf } from "./file-cache.ts";
import { type Packed, parted, readHead, readUses, unpack } from "./pack.ts";

/** Facts about code files, in parts, so that only what is asked for is read. */
export interface Source {
  head(file: string): Head | undefined;
  uses(file: string): Uses;
  whole(file: string): Facts | undefined;
}

export const signOf = ({ head, uses }: Pick<Packed, "head" | "uses">): string =>
  hashOf(`${head}\n${uses}`).slice(0, 22);

const parts = ["hash", "head", "uses", "rest"] as const;

/** Facts about files, in packed form in temporary storage. */
export class FactStore<F extends Facts> implements Source {
  readonly #scratch: Scratch;
  readonly #places = new Map<string, number>();
  readonly #starts: number[] = [];
  readonly #lengths = new Column();
  #last: { readonly file: string; readonly facts: F } | undefined;

  constructor(scratch: Scratch) {
    this.#scratch = scratch;
  }

  /** Stores a file's facts, on one line, with its hash. */
  put(file: string, hash: string, line: string): void {
    const packed = { hash, ...parted(line) };
    this.#places.set(file, this.#places.size);
    for (const part of parts) {
      const { at, length } = this.#scratch.put(packed[part]);
      this.#starts.push(at);
      this.#lengths.push(length);
    }
  }

  get size(): number {
    return this.#places.size;
  }

  /** Hash of the text that was read. */
  hash(file: string): string | undefined {
    const place = this.#places.get(file);
    return place === undefined ? undefined : this.#get(place, "hash");
  }

  /** Hash of what other files depend on, and of what it calls and raises. */
  sign(file: string): string {
    const place = this.#places.get(file);
    return place === undefined
      ? ""
      : signOf({ head: this.#get(place, "head"), uses: this.#get(place, "uses") });
  }

  head(file: string): Head | undefined {
    const place = this.#places.get(file);
    return place === undefined ? undefined : readHead(this.#get(place, "head"));
  }

  uses(file: string): Uses {
    const place = this.#places.get(file);
    return place === undefined ? { calls: [], raises: [], others: {} } : readUses(this.#get(place, "uses"));
  }

  whole(file: string): F | undefined {
    if (this.#last?.file === file) return this.#last.facts;
    const place = this.#places.get(file);
    if (place === undefined) return undefined;
    const [head, uses, rest] = [this.#get(place, "head"), this.#get(place, "uses"), this.#get(place, "rest")];
    const facts = unpack<F>({ head, uses, rest });
    this.#last = { file, facts };
    return facts;
  }

  #get(place: number, part: (typeof parts)[number]): string {
    const index = place * parts.length + parts.indexOf(part);
    return this.#scratch.get({ at: this.#starts[index] ?? 0, length: this.#lengths.at(index) });
  }
}
