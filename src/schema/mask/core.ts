import { spend } from "../budget.ts";
import { limits } from "../limits.ts";
import type { Alphabet, Automaton, State } from "../pattern/index.ts";

/** Thrown if a language has more states than the limit. */
export class TooManyStates extends Error {}

const SURROGATES = [0xd800, 0xdfff] as const;

let cores = 0;

/**
 * Several automata run in parallel over one alphabet, explored completely, so that every state knows what can follow.
 */
export class Core {
  readonly id = cores++;
  readonly start = 0;
  readonly #alphabets: readonly Alphabet[];
  readonly #starts: readonly number[];
  readonly #letters: readonly number[];
  readonly #size: number;
  readonly #low = new Int32Array(256);
  /** Letters to which a character of well-formed text belongs. */
  readonly #usable: readonly number[];
  readonly #next: Int32Array[] = [];
  readonly #accepts: boolean[] = [];
  readonly #shortest: number[] = [];
  readonly #longest: number[] = [];
  #reach: number | undefined;
  #endless: boolean | undefined;

  /** `accepts` decides by which of the automata find their pattern. */
  constructor(automata: readonly Automaton[], accepts: (found: readonly boolean[]) => boolean) {
    this.#alphabets = automata.map(({ program }) => program.alphabet);
    const cuts = new Set<number>([0, SURROGATES[0], SURROGATES[1] + 1]);
    for (const { starts } of this.#alphabets) for (const start of starts) cuts.add(start);
    this.#starts = [...cuts].sort((a, b) => a - b);
    const names = new Map<string, number>();
    const parts: (readonly number[])[] = [];
    const usable = new Set<number>();
    this.#letters = this.#starts.map((start) => {
      const letters = this.#alphabets.map((alphabet) => alphabet.classOf(start));
      const key = letters.join();
      const letter = names.get(key) ?? parts.push(letters) - 1;
      names.set(key, letter);
      if (start < SURROGATES[0] || start > SURROGATES[1]) usable.add(letter);
      return letter;
    });
    this.#size = parts.length;
    this.#usable = [...usable];
    for (let code = 0; code < 256; code++) this.#low[code] = this.#letters[this.#interval(code)] ?? 0;
    this.#explore(automata, parts, accepts);
    this.#measure();
  }

  step(state: number, code: number): number {
    const letter = code < 256 ? (this.#low[code] ?? 0) : (this.#letters[this.#interval(code)] ?? 0);
    return this.#next[state]?.[letter] ?? 0;
  }

  accepts(state: number): boolean {
    return this.#accepts[state] ?? false;
  }

  /** Minimum characters that are still missing; infinite if nothing can complete the text. */
  shortest(state: number): number {
    return this.#shortest[state] ?? Number.POSITIVE_INFINITY;
  }

  /** Maximum characters that may follow; -1 if nothing can complete the text. */
  longest(state: number): number {
    return this.#longest[state] ?? -1;
  }

  /** The number of texts that continue from a state, counted up to `enough`. */
  words(enough: number, state = this.start): number {
    if (this.longest(state) < 0 || enough <= 0) return 0;
    if (this.longest(state) === Number.POSITIVE_INFINITY) return enough;
    let count = Number(this.accepts(state));
    for (let i = 0; i < this.#starts.length && count < enough; i++) {
      const low = this.#starts[i] ?? 0;
      if (low >= SURROGATES[0] && low <= SURROGATES[1]) continue;
      const below = this.words(enough - count, this.step(state, low));
      count += below * ((this.#starts[i + 1] ?? 0x110000) - low);
    }
    return Math.min(count, enough);
  }

  /** Whether every text that can be completed has infinitely many completions. */
  get endless(): boolean {
    return (this.#endless ??= this.#longest.every((most) => most < 0 || most === Number.POSITIVE_INFINITY));
  }

  get states(): number {
    return this.#next.length;
  }

  /** The number of characters in which every completable text can be completed. */
  get reach(): number {
    return (this.#reach ??= Math.max(0, ...this.#shortest.filter(Number.isFinite)));
  }

  /** The states that one more character in a range can lead to. */
  *reached(state: number, low: number, high: number): Iterable<number> {
    const row = this.#next[state];
    for (let i = this.#interval(low); i < this.#starts.length && (this.#starts[i] ?? 0) <= high; i++) {
      const start = this.#starts[i] ?? 0;
      if (start < SURROGATES[0] || start > SURROGATES[1]) yield row?.[this.#letters[i] ?? 0] ?? 0;
    }
  }

  /** The distinct states that one more character can lead to. */
  *successors(state: number): Iterable<number> {
    const row = this.#next[state];
    const seen = new Set<number>();
    for (const letter of this.#usable) {
      const next = row?.[letter] ?? 0;
      if (!seen.has(next)) yield next;
      seen.add(next);
    }
  }

  #interval(code: number): number {
    let [from, to] = [0, this.#starts.length];
    while (to - from > 1) {
      const middle = (from + to) >> 1;
      if ((this.#starts[middle] ?? 0) <= code) from = middle;
      else to = middle;
    }
    return from;
  }

  #explore(
    automata: readonly Automaton[],
    parts: readonly (readonly number[])[],
    accepts: (found: readonly boolean[]) => boolean,
  ): void {
    const ids = new Map<string, number>();
    const tuples: (readonly State[])[] = [];
    let characters = 0;
    const named = (tuple: readonly State[]): number => {
      const key = tuple.map((state) => state.key).join(" / ");
      characters += key.length;
      spend(1 + (key.length >> 4));
      let id = ids.get(key);
      if (id === undefined) {
        ids.set(key, (id = tuples.push(tuple) - 1));
        if (id >= limits.languageStates || characters > limits.languageNames)
          throw new TooManyStates("needs more states than are followed");
      }
      return id;
    };
    named(automata.map((automaton) => automaton.start));
    for (let id = 0; id < tuples.length; id++) {
      const tuple = tuples[id] ?? [];
      this.#accepts.push(accepts(automata.map((automaton, i) => automaton.ends(tuple[i] as State)))); // one value per state
      const row = new Int32Array(this.#size);
      for (const letter of this.#usable)
        row[letter] = named(
          automata.map((automaton, i) => automaton.step(tuple[i] as State, parts[letter]?.[i] ?? 0)),
        );
      this.#next.push(row);
    }
  }

  #measure(): void {
    const before: number[][] = this.#next.map(() => []);
    this.#next.forEach((_, state) => {
      for (const next of this.successors(state)) before[next]?.push(state);
    });
    let wave = this.#accepts.flatMap((yes, state) => (yes ? [state] : []));
    const shortest: (number | undefined)[] = [];
    for (let length = 0; wave.length > 0; length++) {
      const next: number[] = [];
      for (const state of wave) {
        if (shortest[state] !== undefined) continue;
        shortest[state] = length;
        next.push(...(before[state] ?? []));
      }
      wave = next;
    }
    this.#next.forEach((_, state) => this.#shortest.push(shortest[state] ?? Number.POSITIVE_INFINITY));
    this.#longestOf(before);
  }

  /** Removes states without live successors from the end; the remaining states are on or before a cycle. */
  #longestOf(before: readonly (readonly number[])[]): void {
    const live = (state: number): boolean => this.shortest(state) < Number.POSITIVE_INFINITY;
    const open = this.#next.map((_, state) => [...this.successors(state)].filter(live).length);
    const longest = this.#next.map((_, state) => (live(state) ? Number.POSITIVE_INFINITY : -1));
    const ends = open.flatMap((count, state) => (count === 0 && live(state) ? [state] : []));
    for (let state = ends.pop(); state !== undefined; state = ends.pop()) {
      longest[state] = Math.max(
        0,
        ...[...this.successors(state)].filter(live).map((next) => 1 + (longest[next] ?? 0)),
      );
      for (const from of before[state] ?? []) {
        open[from] = (open[from] ?? 0) - 1;
        if (open[from] === 0 && live(from)) ends.push(from);
      }
    }
    this.#longest.push(...longest);
  }
}
