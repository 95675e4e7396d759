import type { Change } from "../../workspace/index.ts";
import type { Likely, Applied, Searched, State, Target } from "../../repair/index.ts";

/** What a repair did, which its report and its data tell. */
export interface Done {
  readonly target: Target;
  readonly first: State;
  readonly last: State;
  readonly reproduced: boolean;
  readonly applied: readonly Applied[];
  /** By a model, or chosen among what was offered. */
  readonly more: readonly {
    readonly title: string;
    readonly changes: readonly Change[];
    /** It passes the tests, and nothing else says that it is right. */
    readonly isGuess?: true;
  }[];
  /** Of one-line changes, where a test is left that fails and none was applied. */
  readonly search: Searched | undefined;
  /** That one-line changes may be tried for. */
  readonly seconds: number;
  readonly likely: readonly Likely[];
  /** Lines of the runs that saw the final state of what was offered. */
  readonly notes: readonly string[];
  /** A test that was written to show what was described. */
  readonly regression: readonly Change[];
}
