/** Scalars as the texts that JSON.stringify writes, to be read byte by byte. */
export class Texts {
  readonly size: number;
  readonly start: TextNode;
  readonly #values: readonly unknown[];
  readonly #without = new Map<string, Texts>();

  constructor(values: readonly unknown[]) {
    this.#values = values;
    this.size = values.length;
    this.start = { id: ids++, next: new Map(), end: undefined };
    const encoder = new TextEncoder();
    for (const value of values) {
      let node: { -readonly [K in keyof TextNode]: TextNode[K] } = this.start;
      for (const byte of encoder.encode(JSON.stringify(value))) {
        const next: TextNode = node.next.get(byte) ?? { id: ids++, next: new Map(), end: undefined };
        node.next.set(byte, next);
        node = next;
      }
      node.end = typeof value === "number" ? "number" : "closed";
    }
  }

  /** The same without the values with these texts. */
  without(texts: readonly string[]): Texts {
    if (texts.length === 0) return this;
    const key = texts.join("\n");
    let rest = this.#without.get(key);
    if (!rest) {
      if (this.#without.size > 100) this.#without.clear();
      rest = new Texts(this.#values.filter((value) => !texts.includes(JSON.stringify(value))));
      this.#without.set(key, rest);
    }
    return rest;
  }
}

let ids = 0;

export interface TextNode {
  readonly id: number;
  readonly next: Map<number, TextNode>;
  /** Whether a value may end here: a number ends where something else begins. */
  readonly end: "number" | "closed" | undefined;
}
