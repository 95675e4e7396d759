import type { Change } from "../../workspace/index.ts";
import type { Likely, Applied, Searched, State, Target } from "../../repair/index.ts";

export interface Done {
  readonly target: Target;
  readonly first: State;
  readonly last: State;
  readonly reproduced: boolean;
  readonly applied: readonly Applied[];
  /** Changes made by a model, or chosen from suggestions. */
  readonly more: readonly {
    readonly title: string;
    readonly changes: readonly Change[];
    /** It passes the tests, and nothing else indicates that it is right. */
    readonly isGuess?: true;
  }[];
  /** The search for one-line changes, if a test still fails and none was applied. */
  readonly search: Searched | undefined;
  /** Time limit for trying one-line changes. */
  readonly seconds: number;
  readonly likely: readonly Likely[];
  /** Result lines of the runs that saw the final state of suggestions. */
  readonly notes: readonly string[];
  /** A test written to reproduce the description. */
  readonly regression: readonly Change[];
}
