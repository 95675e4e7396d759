import type { Token } from "../text/tokens.ts";

/** The mood of a clause; only `open` and `permission` can contain a request. */
export type Standing =
  | "open"
  | "negated"
  | "supposed"
  | "permission"
  | "factual"
  | "condition"
  | "excluded"
  | "aside"
  | "withdrawn";

export interface Clause {
  readonly start: number;
  readonly end: number;
  readonly tokens: readonly Token[];
  /** The conjunction at its beginning, or an empty string. */
  readonly joint: string;
  readonly standing: Standing;
  /** Whether its sentence is a question. */
  readonly asks: boolean;
  readonly sentence: number;
  /** The condition of the request. */
  readonly condition: Condition | undefined;
}

export interface Condition {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Whether it is inverted, as by `unless` or `otherwise`. */
  readonly reversed: boolean;
}
