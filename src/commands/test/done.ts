import type { TestPlace } from "../../code/index.ts";
import type { Workspace } from "../../workspace/index.ts";
import type { Changed, Imports, Ran, Step } from "../../test-runs/index.ts";
import type { Failure } from "./failure.ts";

export interface Done {
  readonly workspace: Workspace;
  readonly changed: Changed | undefined;
  readonly imports: Imports;
  readonly steps: readonly Step[];
  readonly places: readonly TestPlace[];
  readonly runs: readonly Ran[];
  readonly failures: readonly Failure[];
  /** Source files named in the line: coverage is reported only for these. */
  readonly only: readonly string[];
}
