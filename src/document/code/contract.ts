import type { Raise } from "./says/raise.ts";
import type { Entry, Language, Study } from "../../code/index.ts";
import type { Declared, Symbol } from "../../inspect/index.ts";
import type { Example } from "./says/known.ts";
import type { Described } from "./says/described.ts";
import type { ParameterDocs } from "./says/inherited.ts";
import type { Item } from "./items.ts";
import type { RequestsOf } from "./says/served.ts";
import type { Raised } from "./says/subject.ts";

export interface Wanted {
  /** Also what isn't public, with who calls it. */
  readonly comprehensive: boolean;
  /** Only what is there and no longer true. */
  readonly update: boolean;
  /** The file was asked for by its name: it also gets a text of its own. */
  readonly named?: boolean;
  /** The one declaration, by its whole name. */
  readonly only?: string;
}

export interface Ground {
  readonly index: Declared;
  readonly wanted: Wanted;
  readonly studies: Studies;
  /** What the project's tests show of a declaration. */
  examples(symbol: Symbol): readonly Example[];
  /** What the project's pages say of a declaration. */
  told(symbol: Symbol): string | undefined;
  /** What the docstring of a callee says of a parameter that it is handed. */
  readonly inherited: ParameterDocs;
  /** What requests have to do with a declaration. */
  readonly requests: RequestsOf;
  /** What the place of a file makes of its default export. */
  placed(file: string): string | undefined;
  /** Where the project raises an error. */
  raised(error: string): readonly Raised[];
  /** The convention that most files of the project have in their docstrings. */
  readonly habit?: string | undefined;
  /** How long its settings let the lines of a file be. */
  width?(file: string): number | undefined;
}

/** What the source of a declaration shows, where it was looked up before. */
export interface Studies {
  /** What its own body throws, with conditions and messages. */
  throws(symbol: Symbol): readonly (Study["throws"][number] & Pick<Raise, "exits">)[] | undefined;
  /** What its docstring says of its parameters. */
  parameters(symbol: Symbol): readonly Pick<Entry, "name" | "text">[];
}

export interface Source {
  readonly path: string;
  readonly text: string;
  readonly language: Language;
  /** What a model says of declarations without a docstring, by their names. */
  readonly described?: ReadonlyMap<string, Described>;
}

export interface FilePlan {
  readonly path: string;
  /** What is to be written; nothing for a file that stays as it is. */
  readonly change?: { readonly before: string; readonly after: string };
  readonly items: readonly Item[];
}

/** A file that was left alone, and why. */
export interface Left {
  readonly path: string;
  readonly why: string;
}
