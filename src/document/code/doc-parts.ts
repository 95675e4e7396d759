import type { Extent, Scratch } from "../../workspace/index.ts";

/** What files contribute to a report, as JSON in scratch storage: a large project has thousands of them. */
export class Parts {
  readonly #scratch: Scratch;
  readonly #places = new Map<string, Extent>();

  constructor(scratch: Scratch) {
    this.#scratch = scratch;
  }

  set(path: string, part: string): void {
    this.#places.set(path, this.#scratch.put(part));
  }

  get(path: string): string | undefined {
    const place = this.#places.get(path);
    return place && this.#scratch.get(place);
  }

  has(path: string): boolean {
    return this.#places.has(path);
  }

  delete(path: string): void {
    this.#places.delete(path);
  }
}
