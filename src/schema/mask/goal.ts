import type { Automaton } from "../pattern/index.ts";
import type { Case, Literal } from "./cases.ts";
import type { Core } from "./core.ts";

/** Schemas that a value must fit all at once. */
export interface Goal {
  readonly id: number;
  readonly literals: readonly Literal[];
}

/** What shapes ask about the schemas of their parts. */
export interface Goals {
  goal(literals: readonly Literal[]): Goal;
  /** Whether some value fits. */
  inhabited(goal: Goal): boolean;
  /** How many values fit, where they are listed scalars; otherwise without end. */
  count(goal: Goal): number;
  /** The cases in which a name fits what is said of names. */
  names(literals: readonly Literal[]): readonly Case[];
  /** The joint states of some automata; shared by everything that asks for the same. */
  core(automata: readonly Automaton[], key: string, accepts: (found: readonly boolean[]) => boolean): Core;
  /** Runs `make`; its troubles with patterns become a refusal at the place of the schema. */
  placed<T>(literals: readonly Literal[], make: () => T): T;
}
