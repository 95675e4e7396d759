import type { Declaration } from "../../../code/index.ts";
import type { Declared } from "../../../inspect/index.ts";

/** What a name means, where another file declares it. */
export interface Met {
  readonly file: string;
  readonly declaration: Declaration;
  /** Its source; undefined where it isn't there yet. */
  readonly code: string | undefined;
}

/** What the files of a project have of each other. */
export interface Abroad {
  /** What a name means in a file, if it is declared in this project. */
  find(name: string, file: string): Met | undefined;
}

/** Follows imports; the texts that it lacks are `wanted`, and it is asked again when they are there. */
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
    // one that is declared again may be anything
    const isOnly =
      this.#index.in(symbol.file).filter((item) => item.declaration.name === declaration.name).length === 1;
    const text = isRead && isOnly ? this.#texts.get(symbol.file) : undefined;
    return { file: symbol.file, declaration, code: text?.slice(range.start, range.end) };
  }

  /** Reads what is wanted; what has changed since the project was read isn't taken. */
  async read(text: (file: string) => Promise<string | undefined>): Promise<void> {
    for (const file of this.wanted) {
      const found = await text(file);
      this.#texts.set(file, found !== undefined && this.#index.holds(file, found) ? found : undefined);
    }
    this.wanted.clear();
  }
}
