import type { CommandRun } from "../../workspace/index.ts";

/** What a compiler or linter said of a place. */
export interface Message {
  /** Relative to the folder that it ran in, or absolute. */
  readonly file: string;
  /** From 1; 0 where it names none. */
  readonly line: number;
  readonly column?: number;
  readonly code: string;
  readonly text: string;
  /** A linter may call it a warning only. */
  readonly isWarning?: true;
}

/** A file that shows that a project uses a program, or such a file with the text that must match in it. */
export type Mark = string | readonly [path: string, form: RegExp];

/** A compiler, type checker or linter that a project may have, and how it is run. */
export interface Checker {
  readonly kind: "types" | "compilers" | "lint";
  readonly files: RegExp;
  /** It runs in the nearest folder that has one of these. */
  readonly marks: readonly Mark[];
  /** The npm package that has to be installed for it. */
  readonly npm?: string;
  /** @param paths Relative to the folder; none means all that it covers. */
  command(paths: readonly string[]): readonly [string, ...string[]];
  /** The same, correcting what it can correct safely. */
  correct?(paths: readonly string[]): readonly [string, ...string[]];
  /** Undefined where it printed no result. */
  parse(run: CommandRun): readonly Message[] | undefined;
  /** The files that it read, as it prints them; left out by those that read what they are asked for. */
  read?(run: CommandRun): readonly string[];
}
