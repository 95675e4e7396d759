import { pascal } from "../../specification/specification-names.ts";

interface Shape {
  /** Its members, with marks of other shapes. */
  readonly lines: readonly string[];
  /** Words of its name, if it gets one. */
  readonly stem: string;
  /** Characters, with all that it holds. */
  readonly size: number;
  uses: number;
  name?: string;
}

/** Marks begin and end with what no document brings into code: it is escaped in texts, and no comment has it. */
// oxlint-disable-next-line no-control-regex -- see above
const marked = /\u0001(\d+)\u0001/g;

const literalOf = (lines: readonly string[]): string => `{ ${lines.join(" ")} }`;

/** What is shorter stands as it is, though there could be a name for it. */
const least = 100;

/** Whether it is shorter to define it, and to write its name each time. */
const isWorth = ({ size, uses, stem }: Shape): boolean =>
  size >= least && (uses - 1) * size > (uses + 1) * stem.length + 40;

/** Objects without a name, of which those that stand in several types are written once. */
export class Shapes {
  readonly #all: Shape[] = [];
  readonly #marks = new Map<string, string>();

  /** A mark that stands for the type of an object. */
  of(lines: readonly string[], stem: string): string {
    const text = literalOf(lines);
    const known = this.#marks.get(text);
    if (known !== undefined) return known;
    const mark = `\u0001${this.#all.length}\u0001`;
    this.#marks.set(text, mark);
    this.#all.push({ lines, stem, size: this.sizeOf(text), uses: 0 });
    return mark;
  }

  /** The length of a type with all that its marks stand for. */
  sizeOf(text: string): number {
    let size = text.length;
    for (const [mark, number] of text.matchAll(marked)) size += (this.#at(number)?.size ?? 0) - mark.length;
    return size;
  }

  /** Types with names or literals in place of marks, and definitions of the names. */
  written(types: readonly string[], nameOf: (stem: string) => string): readonly string[] {
    for (const text of types) this.#count(text, 1);
    // What holds others was met after them.
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
