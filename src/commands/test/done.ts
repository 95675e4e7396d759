import type { TestPlace } from "../../code/index.ts";
import type { Workspace } from "../../workspace/index.ts";
import type { Changed, Imports, Ran, Step } from "../../test-runs/index.ts";
import type { Failure } from "./failure.ts";

/** What a run of tests did, which its report and its data tell. */
export interface Done {
  readonly workspace: Workspace;
  readonly changed: Changed | undefined;
  readonly imports: Imports;
  readonly steps: readonly Step[];
  readonly places: readonly TestPlace[];
  readonly runs: readonly Ran[];
  readonly failures: readonly Failure[];
  /** Files that the line named and that aren't tests: coverage is reported for these alone. */
  readonly only: readonly string[];
}
