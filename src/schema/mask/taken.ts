import type { Inner } from "./chars.ts";
import type { NameNode } from "./object-shape.ts";

/** The state of a text that must be one of several. */
export class Taken implements Inner {
  readonly id = -1;
  readonly left = 0;
  readonly #rests: readonly string[];

  private constructor(rests: readonly string[]) {
    this.#rests = rests;
  }

  /** The rests of the texts with a given beginning; undefined if there are none. */
  static of(texts: readonly string[], beginning: string): Taken | undefined {
    const rests = texts
      .filter((text) => text.startsWith(beginning))
      .map((text) => text.slice(beginning.length));
    return rests.length > 0 ? new Taken(rests) : undefined;
  }

  get done(): boolean {
    return this.#rests.includes("");
  }

  step(code: number): Taken | undefined {
    return Taken.of(this.#rests, String.fromCodePoint(code));
  }

  any(low: number, high: number): boolean {
    return this.#rests.some((rest) => within(rest.codePointAt(0), low, high));
  }
}

/** One of the names that an object lists, whether it is already present or not. */
export class Listed implements Inner {
  readonly id = -1;
  readonly left = 0;
  readonly #node: NameNode;

  constructor(node: NameNode) {
    this.#node = node;
  }

  get done(): boolean {
    return this.#node.end !== undefined;
  }

  step(code: number): Listed | undefined {
    const next = this.#node.next.get(code);
    return next && new Listed(next);
  }

  any(low: number, high: number): boolean {
    return [...this.#node.next.keys()].some((code) => within(code, low, high));
  }
}

const within = (code: number | undefined, low: number, high: number): boolean =>
  code !== undefined && code >= low && code <= high;
