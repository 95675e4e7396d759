import type { State } from "../state.ts";

/** How a statement was given before its marks and its full stop were taken off, and what reads another one. */
export interface Said {
  readonly given: string;
  readonly read: (text: string) => void;
}

/** Reads one kind of statement; false where it is of another kind. */
export type Rule = (state: State, text: string, said: Said) => boolean;
