/** A part of a file that no test reached. */
export interface Gap {
  /** From 1. */
  readonly line: number;
  readonly endLine: number;
  readonly kind: "branch" | "function" | "lines";
  /** What was never taken, such as `else` or `goes on to line 8`; empty where the report doesn't say. */
  readonly what: string;
}

export interface Count {
  readonly covered: number;
  readonly total: number;
}

/** What a run of tests reached of one file. */
export interface FileCoverage {
  /** Relative to the folder where the runner ran. */
  readonly file: string;
  readonly lines: Count;
  /** Of nothing where the runner doesn't count them. */
  readonly branches: Count;
  readonly gaps: readonly Gap[];
}

/** How a runner measures what its tests reach. */
export interface Coverage {
  /** Packages of which one must be installed: a node package, or `python:NAME`; empty where the runner does it alone. */
  readonly needs: readonly string[];
  /** The file below `{reports}` that is read. */
  readonly file: string;
  /** The command of a plain run, measuring. `installed` is the first of `needs` that is there. */
  measured(command: readonly [string, ...string[]], installed: string): readonly [string, ...string[]];
  /** What the measuring command reads, where it isn't what the plain one does. */
  input?(plain: string | undefined): string;
  /** Raises UserError for a text that isn't such a report. */
  read(text: string, root: string): readonly FileCoverage[];
}
