import type { Raise } from "./says/raise.ts";
import type { Entry, Language, Study } from "../../code/index.ts";
import type { Declared, Symbol } from "../../inspect/index.ts";
import type { Example } from "./says/known.ts";
import type { Described } from "./says/described.ts";
import type { ParameterDocs } from "./says/inherited.ts";
import type { Item } from "./items.ts";
import type { RequestsOf } from "./says/served.ts";

export interface Wanted {
  /** Includes declarations that aren't public, with their callers. */
  readonly comprehensive: boolean;
  /** Only corrects existing text that is no longer true. */
  readonly update: boolean;
  /** Restricts to the declaration with this full name. */
  readonly only?: string;
  /** The file or the declaration is requested by name: parameters and results are documented even if only by type. */
  readonly isNamed?: boolean;
}

export interface Ground {
  readonly index: Declared;
  readonly wanted: Wanted;
  readonly studies: Studies;
  /** Returns usage examples of a declaration from the project's tests. */
  examples(symbol: Symbol): readonly Example[];
  /** Returns what the project's pages say about a declaration. */
  pageSentence(symbol: Symbol): string | undefined;
  /** What callees' docstrings say about a parameter passed on to them. */
  readonly inherited: ParameterDocs;
  /** Requests that a declaration handles or describes. */
  readonly requests: RequestsOf;
  /** The docstring convention of most files in the project. */
  readonly habit?: string | undefined;
  /** Returns the maximum line length of a file by the project's settings. */
  width?(file: string): number | undefined;
}

/** Facts from declarations' sources, as far as they were loaded. */
export interface Studies {
  /** Returns the errors its own body throws, with conditions and messages. */
  throws(symbol: Symbol): readonly (Study["throws"][number] & Pick<Raise, "exits">)[] | undefined;
  /** Returns what its docstring says about its parameters. */
  parameters(symbol: Symbol): readonly Pick<Entry, "name" | "text">[];
}

export interface Source {
  readonly path: string;
  readonly text: string;
  readonly language: Language;
  /** A model's texts for declarations without a docstring, by name. */
  readonly described?: ReadonlyMap<string, Described>;
}

export interface FilePlan {
  readonly path: string;
  /** The change to write; absent if the file stays the same. */
  readonly change?: { readonly before: string; readonly after: string };
  readonly items: readonly Item[];
}

/** A file that is skipped, and why. */
export interface Left {
  readonly path: string;
  readonly why: string;
}
