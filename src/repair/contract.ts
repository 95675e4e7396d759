import type { Index } from "../inspect/index.ts";
import type { Ran } from "../test-runs/index.ts";
import type { Change, CommandRun, Workspace } from "../workspace/index.ts";

/** A problem reported by a program. */
export interface Problem {
  readonly source: "types" | "lint" | "tests" | "manifest" | "text";
  readonly file: string;
  /** From 1; 0 if unknown. */
  readonly line: number;
  readonly column?: number;
  /** `TS2304`, `NameError`, or a linter rule. */
  readonly code: string;
  readonly message: string;
  /** The failing test: its file, a space and its name. */
  readonly test?: string;
  /** The test's file; empty if the runner doesn't report it. */
  readonly testFile?: string;
}

export interface Seen {
  readonly problems: readonly Problem[];
  readonly run: CommandRun | undefined;
  /** Counts in words. */
  readonly claim: string;
  readonly passed: boolean;
  /** The run of a probe of tests. */
  readonly ran?: Ran;
}

/** A repeatable check for problems. */
export interface Probe {
  readonly name: Problem["source"];
  see(): Promise<Seen>;
}

/** Changes that may fix a problem. They are kept only if the probes confirm them. */
export interface Candidate {
  readonly what: string;
  readonly changes: readonly Change[];
}

export interface Ground {
  readonly workspace: Workspace;
  readonly signal: AbortSignal;
  /** The index of the project when first asked for. */
  index(): Promise<Index>;
  /** Names renamed by uncommitted changes, or without any, on the branch: `old` to `new`. */
  renames(): Promise<ReadonlyMap<string, string>>;
  text(path: string): Promise<string>;
}

export interface Fixer {
  candidates(problem: Problem, ground: Ground): Promise<readonly Candidate[]>;
}

/** Identifies a problem by its text, wherever it has moved. */
export const keyOf = ({ source, file, code, message, test }: Problem): string =>
  test === undefined ? `${source} ${file} ${code} ${message}` : `test ${test}`;

/** Whether there are fewer problems than before, and no more with any key: tests may share a name. */
export function isLess(after: readonly Problem[], before: readonly Problem[]): boolean {
  const known = Map.groupBy(before, keyOf);
  return (
    after.length < before.length &&
    [...Map.groupBy(after, keyOf)].every(([key, all]) => all.length <= (known.get(key)?.length ?? 0))
  );
}
