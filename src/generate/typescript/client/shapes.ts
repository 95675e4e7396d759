import { pascal } from "../../specification/specification-names.ts";

interface Shape {
  /** Its members, with marks in place of other shapes. */
  readonly lines: readonly string[];
  /** Words for its name, if it gets one. */
  readonly stem: string;
  /** Number of characters, including nested shapes. */
  readonly size: number;
  uses: number;
  name?: string;
}

/**
 * Marks are delimited by a character that never reaches generated code: it is escaped in strings, and comments lack
 * it.
 */
// oxlint-disable-next-line no-control-regex -- see above
const marked = /\u0001(\d+)\u0001/g;

const literalOf = (lines: readonly string[]): string => `{ ${lines.join(" ")} }`;

/** Shorter objects are written out even if they could have a name. */
const least = 100;

/** Whether defining it and writing its name each time is shorter. */
const isWorth = ({ size, uses, stem }: Shape): boolean =>
  size >= least && (uses - 1) * size > (uses + 1) * stem.length + 40;

/** Anonymous objects; those used in several types are defined once. */
export class Shapes {
  readonly #all: Shape[] = [];
  readonly #marks = new Map<string, string>();

  /** Returns a mark that stands for an object's type. */
  of(lines: readonly string[], stem: string): string {
    const text = literalOf(lines);
    const known = this.#marks.get(text);
    if (known !== undefined) return known;
    const mark = `\u0001${this.#all.length}\u0001`;
    this.#marks.set(text, mark);
    this.#all.push({ lines, stem, size: this.sizeOf(text), uses: 0 });
    return mark;
  }

  /** Returns the length of a type with its marks expanded. */
  sizeOf(text: string): number {
    let size = text.length;
    for (const [mark, number] of text.matchAll(marked)) size += (this.#at(number)?.size ?? 0) - mark.length;
    return size;
  }

  /** Returns types with names or literals in place of marks, and the definitions of the names. */
  written(types: readonly string[], nameOf: (stem: string) => string): readonly string[] {
    for (const text of types) this.#count(text, 1);
    // Containing shapes were added after their parts.
    for (const shape of this.#all.toReversed()) {
      if (isWorth(shape)) shape.name = nameOf(pascal(shape.stem));
      this.#count(shape.lines.join(" "), shape.name === undefined ? shape.uses : 1);
    }
    const parts = this.#all.flatMap(({ name, lines }) =>
      name === undefined
        ? []
        : [`export type ${name} = {\n${lines.map((line) => `  ${line}\n`).join("")}};\n`],
    );
    return [...types, ...parts].map((text) => this.#shown(text));
  }

  #at(number: string | undefined): Shape | undefined {
    return this.#all[Number(number)];
  }

  #count(text: string, times: number): void {
    for (const [, number] of text.matchAll(marked)) {
      const shape = this.#at(number);
      if (shape) shape.uses += times;
    }
  }

  #shown(text: string): string {
    return text.replaceAll(marked, (_, number: string) => {
      const shape = this.#at(number);
      return shape?.name ?? this.#shown(literalOf(shape?.lines ?? []));
    });
  }
}
