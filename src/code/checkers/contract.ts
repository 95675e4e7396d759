import type { CommandRun } from "../../workspace/index.ts";

/** A message of a compiler or linter about a place in the source. */
export interface Message {
  /** Relative to the folder the program ran in, or absolute. */
  readonly file: string;
  /** From 1; 0 if the message names no line. */
  readonly line: number;
  readonly column?: number;
  readonly code: string;
  readonly text: string;
  /** Set if a linter reports it only as a warning. */
  readonly isWarning?: true;
}

/** A file whose presence shows that a project uses a program; with a pattern, the file's text must match it. */
export type Mark = string | readonly [path: string, form: RegExp];

/** A compiler, type checker or linter that a project may use, and how to run it. */
export interface Checker {
  readonly kind: "types" | "compilers" | "lint" | "format";
  readonly files: RegExp;
  /** The checker runs in the nearest folder that has one of these. */
  readonly marks: readonly Mark[];
  /** Whether it uses settings of the folders above its own, too. */
  readonly climbs?: true;
  /** The npm package that must be installed. */
  readonly npm?: string;
  /** @param paths Relative to the folder; none means everything the checker covers. */
  command(paths: readonly string[]): readonly [string, ...string[]];
  /** The same command with safe automatic fixes enabled. */
  correct?(paths: readonly string[]): readonly [string, ...string[]];
  /** Returns the first line of a file in which these rules don't apply. */
  except?(codes: readonly string[]): string;
  /** Returns the messages, or `undefined` if the run printed no result. */
  parse(run: CommandRun): readonly Message[] | undefined;
  /** Returns the files that the checker printed as read; absent if it reads exactly the paths it is passed. */
  read?(run: CommandRun): readonly string[];
}
