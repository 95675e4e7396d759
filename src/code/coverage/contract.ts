/** A part of a file that no test reached. */
export interface Gap {
  /** From 1. */
  readonly line: number;
  readonly endLine: number;
  readonly kind: "branch" | "function" | "lines";
  /** The branch that was never taken, such as `else` or `goes on to line 8`; empty if the report doesn't say. */
  readonly what: string;
}

export interface Count {
  readonly covered: number;
  readonly total: number;
}

export interface FileCoverage {
  /** Relative to the folder the runner ran in. */
  readonly file: string;
  readonly lines: Count;
  /** Zero if the runner doesn't count branches. */
  readonly branches: Count;
  readonly gaps: readonly Gap[];
}

/** How a runner measures coverage. */
export interface Coverage {
  /** Packages of which one must be installed: a node package, or `python:NAME`; empty if the runner needs none. */
  readonly needs: readonly string[];
  /** The report file, relative to `{reports}`. */
  readonly file: string;
  /** Returns the command that measures coverage. `installed` is the first of `needs` that is installed. */
  measured(command: readonly [string, ...string[]], installed: string): readonly [string, ...string[]];
  /** Returns the measuring command's standard input if it differs from that of the plain run. */
  input?(plain: string | undefined): string;
  /** Parses a report. Raises UserError if the text isn't one. */
  read(text: string, root: string): readonly FileCoverage[];
}
