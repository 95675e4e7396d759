import type { Entry, Remark } from "../../../code/index.ts";
import type { Described } from "./described.ts";
import type { Raise } from "./raise.ts";
import type { Subject } from "./subject.ts";

export interface Example {
  readonly title?: string;
  readonly code: string;
}

/** What is known of a declaration whose docstring is looked at. */
export interface Known extends Subject {
  readonly entries: readonly Entry[];
  readonly raises: readonly Raise[];
  readonly examples: readonly Example[];
  /** Parameters that the docstring knows under an older name. */
  readonly renamed: ReadonlySet<string>;
  /** What its author says of it in a comment that is no docstring. */
  readonly above?: Remark | undefined;
  /** What a model says of it where it has no docstring. */
  readonly described?: Described | undefined;
  /** Who calls it; told where asked for. */
  readonly callers?: readonly string[];
  /** Also what the language's convention expects beside the text, such as JSDoc's types. */
  readonly javascript: boolean;
  /** A docstring has to begin with a sentence. */
  readonly python: boolean;
  /** An error may be named without its condition. */
  readonly namesErrors?: boolean;
  /** A docstring that is there isn't given lists of parameters. */
  readonly prose: boolean;
  /** What the docstring of the method says that it stands in the place of: its own would hide that. */
  readonly overridden?: string | undefined;
  /** What the docstring of a callee says of a parameter that it is handed. */
  inherited?(parameter: string): string | undefined;
}
