import { lastName } from "../lib/index.ts";

/** Interned names, by number. */
export class Names {
  readonly #numbers = new Map<string, number>();
  readonly #texts: string[] = [];
  readonly #lasts: number[] = [];

  of(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = this.#texts.push(text) - 1;
    this.#numbers.set(text, number);
    const last = lastName(text);
    this.#lasts[number] = number;
    if (last !== text) this.#lasts[number] = this.of(last);
    return number;
  }

  /** Undefined for an unknown name. */
  find(text: string): number | undefined {
    return this.#numbers.get(text);
  }

  text(number: number): string {
    return this.#texts[number] ?? "";
  }

  last(number: number): number {
    return this.#lasts[number] ?? number;
  }

  get size(): number {
    return this.#texts.length;
  }
}
