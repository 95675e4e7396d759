import { once } from "../../../../lib/index.ts";
import { type Clause, clauseOf } from "../words/clause.ts";
import { items } from "../words/lists.ts";
import type { State } from "../state.ts";

/** A head and what stands behind its colon or between its braces, as they were written. */
export interface Headed {
  readonly head: string;
  readonly rest: string;
  readonly braced?: boolean;
}

/** A head with what several rules ask of it, each worked out when it is first asked. */
export interface Heading extends Headed {
  /** The head, where it is a clause: `Nurses take readings from patients`. */
  readonly spoken: () => Clause | undefined;
  /** The parts of what stands behind it. */
  readonly parts: () => readonly string[];
  /** Whether what stands behind it is no sentence; `stars from 1 to 5` is no clause without a subject. */
  readonly isList: () => boolean;
  /** Reads a statement on its own. */
  readonly read: (text: string) => void;
}

/** Reads what stands below one kind of head; false where it is of another kind. */
export type Rule = (state: State, heading: Heading) => boolean;

export const headingOf = (headed: Headed, read: (text: string) => void): Heading => ({
  ...headed,
  read,
  spoken: once(() => clauseOf(headed.head)),
  parts: once(() => items(headed.rest)),
  isList: once(() => (clauseOf(headed.rest)?.subject ?? "") === ""),
});
