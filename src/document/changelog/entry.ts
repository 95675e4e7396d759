import type { Group } from "./subject.ts";

/** One line of a changelog: what changed, and what shows it. */
export interface Entry {
  readonly group: Group;
  readonly text: string;
  readonly scope: string | undefined;
  readonly breaking: boolean;
  /** What its author says that it breaks. */
  readonly breaks?: string;
  readonly prs: readonly number[];
  /** 40 hex digits each. */
  readonly commits: readonly string[];
  /** In the words and the markup of the project's own authors. */
  readonly written?: boolean;
  /** Only its subject's words tell its group. */
  readonly guessed?: boolean;
}
