import type { Automaton } from "../pattern/index.ts";
import type { Case, Literal } from "./cases.ts";
import type { Core } from "./core.ts";

/** Schemas that a value must match all at once. */
export interface Goal {
  readonly id: number;
  readonly literals: readonly Literal[];
}

/** What shapes need to know about the schemas of their parts. */
export interface Goals {
  goal(literals: readonly Literal[]): Goal;
  /** Whether any value matches. */
  inhabited(goal: Goal): boolean;
  /** The number of matching values if they are enumerated scalars; otherwise infinite. */
  count(goal: Goal): number;
  /** The cases in which a name matches the constraints on names. */
  names(literals: readonly Literal[]): readonly Case[];
  /** The joint states of some automata, shared by all callers with the same key. */
  core(automata: readonly Automaton[], key: string, accepts: (found: readonly boolean[]) => boolean): Core;
  /** Runs `make`; pattern errors become a SchemaError at the place of the schema. */
  placed<T>(literals: readonly Literal[], make: () => T): T;
}
