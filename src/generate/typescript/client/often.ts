import type { Model } from "../../specification/model.ts";

/** Texts that several operations need, with their names. */
export class Often {
  readonly #counts = new Map<string, { readonly stem: string; count: number }>();

  add(text: string, stem: string): void {
    const known = this.#counts.get(text);
    if (known) known.count += 1;
    else this.#counts.set(text, { stem, count: 1 });
  }

  /** Returns the names of texts that are shorter with one. */
  named(model: Model): ReadonlyMap<string, string> {
    const shorter = [...this.#counts].filter(
      ([text, { stem, count }]) =>
        count * (text.length - stem.length) > text.length + stem.length + "const  = ;\n".length,
    );
    return new Map(shorter.map(([text, { stem }]) => [text, model.scope.take(stem)]));
  }
}
