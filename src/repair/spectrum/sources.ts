import { declarationsIn, familyOf, mask } from "../../code/index.ts";
import type { Files } from "../../workspace/index.ts";

export type Declared = Awaited<ReturnType<typeof declarationsIn>>[number];

/** A file as the ranking of places and the search for changes read it. */
export interface Source {
  readonly file: string;
  readonly text: string;
  /** Its text without strings and comments, where its language is known. */
  readonly bare: string;
  /** Of the bare text. */
  readonly lines: readonly string[];
  readonly declarations: readonly Declared[];
  readonly functions: readonly Declared[];
}

/** Reads each file once. After changes of files new sources are needed. */
export class Sources {
  readonly #files: Pick<Files, "tryRead">;
  readonly #all = new Map<string, Promise<Source | undefined>>();

  constructor(files: Pick<Files, "tryRead">) {
    this.#files = files;
  }

  /** Undefined for a file that is missing or not readable. */
  of(file: string): Promise<Source | undefined> {
    const known = this.#all.get(file) ?? this.#read(file);
    this.#all.set(file, known);
    return known;
  }

  async #read(file: string): Promise<Source | undefined> {
    const text = await this.#files.tryRead(file).catch(() => null);
    if (text === null) return undefined;
    const declarations = await declarationsIn(file, text);
    const functions = declarations.filter(({ kind }) => kind === "function" || kind === "method");
    const bare = familyOf(file) ? mask(file, text).bare : text;
    return { file, text, bare, lines: bare.split("\n"), declarations, functions };
  }
}
