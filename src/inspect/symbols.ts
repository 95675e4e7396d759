import type { Trait } from "../code/index.ts";
import type { Symbol } from "./contract.ts";
import { type Facts, none } from "./facts.ts";
import type { Sheet } from "./sheet.ts";

/** Maximum files whose symbols are kept in memory. */
const atHand = 48;

/**
 * A project's symbols, created per file on demand. While one of a file is referenced, they stay the same objects;
 * otherwise they may be freed to save memory.
 */
export class Symbols {
  readonly #sheet: Sheet;
  readonly #whole: (file: string) => Facts | undefined;
  readonly #files: ReadonlyMap<string, number>;
  readonly #made = new Map<number, WeakRef<Made>>();
  readonly #hand = new Map<number, Made>();
  readonly #traits = new Map<string, ReadonlySet<Trait>>();
  readonly #gone = new FinalizationRegistry<number>((file) => {
    if (this.#made.get(file)?.deref() === undefined) this.#made.delete(file);
  });

  constructor(sheet: Sheet, whole: (file: string) => Facts | undefined) {
    this.#sheet = sheet;
    this.#whole = whole;
    this.#files = new Map(sheet.files.map((file, place) => [file, place]));
  }

  in(file: string): readonly Symbol[] {
    const place = this.#files.get(file);
    return place === undefined ? none : this.#of(place).symbols;
  }

  at(place: number): Symbol {
    const file = this.#sheet.fileOf(place);
    const found = this.#of(file).symbols[place - this.#sheet.range(file)[0]];
    if (!found) throw new Error(`there is no declaration ${place}`);
    return found;
  }

  /** The index of a file among code files. */
  placeOf(file: string): number | undefined {
    return this.#files.get(file);
  }

  #of(file: number): Made {
    const symbols = this.#hand.get(file) ?? this.#made.get(file)?.deref() ?? this.#make(file);
    this.#hand.delete(file);
    this.#hand.set(file, symbols);
    const [oldest] = this.#hand.keys();
    if (oldest !== undefined && this.#hand.size > atHand) this.#hand.delete(oldest);
    return symbols;
  }

  #make(place: number): Made {
    const file = this.#sheet.files[place] ?? "";
    const [first] = this.#sheet.range(place);
    const symbols = new Made(file, first, this.#whole(file), (traits) => this.#shared(traits));
    this.#made.set(place, new WeakRef(symbols));
    this.#gone.register(symbols, place);
    return symbols;
  }

  /** Shares sets of traits: there are only a few dozen different ones. */
  #shared(traits: readonly Trait[]): ReadonlySet<Trait> {
    const key = traits.join(" ");
    const known = this.#traits.get(key) ?? new Set(traits);
    this.#traits.set(key, known);
    return known;
  }
}

/** The symbols of one file, each of which keeps all of them alive. */
class Made {
  readonly symbols: readonly Symbol[];

  constructor(
    file: string,
    first: number,
    facts: Facts | undefined,
    shared: (traits: readonly Trait[]) => ReadonlySet<Trait>,
  ) {
    this.symbols = (facts?.declarations ?? none).map((declaration, index): Symbol => {
      const [line = 1, endLine = 1] = [facts?.lines[index * 2], facts?.lines[index * 2 + 1]];
      const traits = shared(facts?.traits[index] ?? none);
      const symbol = { place: first + index, file, line, endLine, declaration, traits };
      // invisible to comparisons and output
      Object.defineProperty(symbol, "made", { value: this });
      return symbol;
    });
  }
}
