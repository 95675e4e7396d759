import type { ResourceDraft } from "../../draft.ts";
import type { State } from "../../state.ts";

/** One part of what a record is said to have. */
export interface Part {
  readonly state: State;
  readonly resource: ResourceDraft;
  readonly text: string;
  /** The text without the words that only lead to it. */
  readonly plain: string;
  /** Whether it stands behind `and` rather than a comma. */
  readonly paired: boolean;
  /** Reads other words in place of these. */
  readonly again: (text: string) => void;
  /** Reads a list as what another record has, which is called `name`. */
  readonly told: (name: string, list: string) => void;
}

/** Whether it has read the part; a later rule may where it has not. */
export type Rule = (part: Part) => boolean;
