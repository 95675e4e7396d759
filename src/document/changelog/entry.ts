import type { Group } from "./subject.ts";

/** One changelog line: the change and its references. */
export interface Entry {
  readonly group: Group;
  readonly text: string;
  readonly scope: string | undefined;
  readonly breaking: boolean;
  /** The author's text about what it breaks. */
  readonly breaks?: string;
  readonly prs: readonly number[];
  /** Hashes of 40 hex digits. */
  readonly commits: readonly string[];
  /** Whether the text and markup are the authors' own. */
  readonly written?: boolean;
  /** Whether its group is guessed from the subject's words only. */
  readonly guessed?: boolean;
}
