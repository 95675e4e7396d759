import type { Entry, Remark } from "../../../code/index.ts";
import type { Described } from "./described.ts";
import type { Raise } from "./raise.ts";
import type { Subject } from "./subject.ts";

export interface Example {
  readonly title?: string;
  readonly code: string;
}

/** What is known about a declaration when its docstring is composed. */
export interface Known extends Subject {
  readonly entries: readonly Entry[];
  readonly raises: readonly Raise[];
  readonly examples: readonly Example[];
  /** Parameters documented under an older name. */
  readonly renamed: ReadonlySet<string>;
  /** The author's comment that isn't a docstring. */
  readonly above?: Remark | undefined;
  /** A model's texts, if it has no docstring. */
  readonly described?: Described | undefined;
  /** Requested by its name: its parameters and its result are listed even if only their types say something. */
  readonly isNamed?: boolean;
  /** Its callers, if requested. */
  readonly callers?: readonly string[];
  /** Includes what JavaScript's convention expects besides text, such as JSDoc types. */
  readonly javascript: boolean;
  /** Docstrings must begin with a sentence. */
  readonly python: boolean;
  /** An error may be named without its condition. */
  readonly namesErrors?: boolean;
  /** An existing docstring isn't given parameter lists. */
  readonly prose: boolean;
  /** The overridden method's docstring, which a new one would hide. */
  readonly overridden?: string | undefined;
  /** Returns what a callee's docstring says about a parameter passed on to it. */
  inherited?(parameter: string): string | undefined;
}
