import type { Declaration } from "../../../code/index.ts";
import type { Declared } from "../../../inspect/index.ts";

/** A name's declaration in another file. */
export interface Met {
  readonly file: string;
  readonly declaration: Declaration;
  /** Its source; undefined if not loaded yet. */
  readonly code: string | undefined;
}

/** Resolves names across the files of a project. */
export interface Abroad {
  /** Returns what a name in a file refers to, if this project declares it. */
  find(name: string, file: string): Met | undefined;
}

/** Resolves names through imports. Missing texts are collected in `wanted`; ask again once they are read. */
export class Others implements Abroad {
  readonly wanted = new Set<string>();
  readonly #index: Declared;
  readonly #texts = new Map<string, string | undefined>();

  constructor(index: Declared) {
    this.#index = index;
  }

  find(name: string, file: string): Met | undefined {
    const symbol = this.#index.meaning(name, file);
    if (!symbol) return undefined;
    const { declaration } = symbol;
    const { kind, range } = declaration;
    const isRead = kind === "type" || kind === "constant";
    if (isRead && !this.#texts.has(symbol.file)) this.wanted.add(symbol.file);
    // a name declared several times is ambiguous
    const isOnly =
      this.#index.in(symbol.file).filter((item) => item.declaration.name === declaration.name).length === 1;
    const text = isRead && isOnly ? this.#texts.get(symbol.file) : undefined;
    return { file: symbol.file, declaration, code: text?.slice(range.start, range.end) };
  }

  /** Reads the wanted files; those changed since the project was read are ignored. */
  async read(text: (file: string) => Promise<string | undefined>): Promise<void> {
    for (const file of this.wanted) {
      const found = await text(file);
      this.#texts.set(file, found !== undefined && this.#index.holds(file, found) ? found : undefined);
    }
    this.wanted.clear();
  }
}
