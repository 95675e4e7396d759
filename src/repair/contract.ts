import type { Index } from "../inspect/index.ts";
import type { Change, CommandRun, Workspace } from "../workspace/index.ts";

/** One thing that is wrong, as a program said it. */
export interface Problem {
  readonly source: "types" | "lint" | "tests" | "manifest" | "text";
  readonly file: string;
  /** From 1; 0 where nobody says it. */
  readonly line: number;
  readonly column?: number;
  /** `TS2304`, `NameError`, a rule of the linter. */
  readonly code: string;
  readonly message: string;
  /** The test that failed by it: its file, a space and its name. */
  readonly test?: string;
  /** The file of that test; empty where the runner doesn't tell. */
  readonly testFile?: string;
}

/** What a probe saw. */
export interface Seen {
  readonly problems: readonly Problem[];
  readonly run: CommandRun | undefined;
  /** Counts in words. */
  readonly claim: string;
  readonly passed: boolean;
}

/** A way to see whether something is wrong; it can be asked again. */
export interface Probe {
  readonly name: Problem["source"];
  see(): Promise<Seen>;
}

/** Changes that may mend a problem. Nothing stays that doesn't hold when the probes are asked again. */
export interface Candidate {
  readonly what: string;
  readonly changes: readonly Change[];
}

export interface Ground {
  readonly workspace: Workspace;
  readonly signal: AbortSignal;
  /** Of the project as it is now. */
  index(): Promise<Index>;
  /** Names that changes in git gave another: `old` to `new`. */
  renames(): Promise<ReadonlyMap<string, string>>;
  text(path: string): Promise<string>;
}

export interface Fixer {
  candidates(problem: Problem, ground: Ground): Promise<readonly Candidate[]>;
}

/** A problem by what it says, wherever it has moved to. */
export const keyOf = ({ source, file, code, message, test }: Problem): string =>
  test === undefined ? `${source} ${file} ${code} ${message}` : `test ${test}`;
