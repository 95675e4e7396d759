import type { CommandRun } from "../workspace/index.ts";
import type { Coverage, FileCoverage } from "./coverage/contract.ts";
import type { Project } from "./project.ts";

export interface TestResult {
  /** Suite and test names, joined with ` > `. */
  readonly name: string;
  /** Relative to the folder the runner ran in, if the runner reports it. */
  readonly file: string;
  readonly line?: number;
  readonly status: "passed" | "failed" | "skipped";
  readonly message?: string;
  readonly milliseconds?: number;
}

export interface TestRun {
  readonly run: CommandRun;
  readonly results: readonly TestResult[];
  readonly runner: string;
  /** Commands that `npm test` runs besides the runner, and that weren't run. */
  readonly beside: readonly string[];
  /** The text of the test script, if there is one. */
  readonly script: string | undefined;
  /** Coverage of every file in the report, if requested. */
  readonly coverage?: readonly FileCoverage[];
}

/** How the project's own scripts call a runner. */
export interface Way {
  /** The program and its options. */
  readonly command: readonly [string, ...string[]];
  /** Default targets; none leaves the choice to the runner. */
  readonly targets: readonly string[];
}

export interface TestRunner {
  /** The command if no script of the project calls the runner; absent if it runs scripts. */
  readonly program?: Way["command"];
  /** `targets` are files, folders or test names as the runner accepts them; none means all. */
  command(targets: readonly string[], way: Way, project: Pick<Project, "packageManager">): Way["command"];
  /** Standard input of the command: a program of ours, for runners without machine-readable output. */
  readonly input?: string;
  /**
   * Parses results from the run's machine-readable output. Raises UserError if there is none: the runner
   * itself failed.
   */
  parse(run: CommandRun, root: string): readonly TestResult[];
  /** Absent if the runner can't measure coverage. */
  readonly coverage?: Coverage;
}
