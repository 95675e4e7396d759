import type { CommandRun } from "../workspace/index.ts";
import type { Coverage, FileCoverage } from "./coverage/contract.ts";
import type { Project } from "./project.ts";

export interface TestResult {
  /** Suite and test names, joined with ` > `. */
  readonly name: string;
  /** Relative to the folder where the runner ran, where the runner says it. */
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
  /** Of every file that the report names, where it was asked for. */
  readonly coverage?: readonly FileCoverage[];
}

/** How the project itself calls a runner. */
export interface Way {
  /** The program and its options. */
  readonly command: readonly [string, ...string[]];
  /** What is run where nothing is asked for; none leaves it to the runner. */
  readonly targets: readonly string[];
}

export interface TestRunner {
  /** How it is called where no script of the project says so; left out where scripts don't. */
  readonly program?: Way["command"];
  /** `targets` are files, folders or what the runner itself takes for names of tests; none means all. */
  command(targets: readonly string[], own: Way, project: Pick<Project, "packageManager">): Way["command"];
  /** What the command reads from its standard input: a program of ours, where the runner tells nothing by itself. */
  readonly input?: string;
  /** Results from the run's machine-readable output. Raises UserError when there is none: the runner itself failed. */
  parse(run: CommandRun, root: string): readonly TestResult[];
  /** Left out where the runner can't measure. */
  readonly coverage?: Coverage;
}
