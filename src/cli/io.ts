import { resolve } from "node:path";
import type { Argument, Flags } from "../commands/index.ts";
import type { Clock, Table } from "../lib/index.ts";
import type { Ask } from "../session/index.ts";
import { ask, type Editor } from "./ask.ts";
import type { Globals } from "./globals.ts";
import type { Answers } from "./lines.ts";

/** The process, independent of the command line. */
export interface Host {
  /** Writes the result to stdout. */
  out(text: string): void;
  /**
   * Writes notes, errors and questions to stderr. As they may contain untrusted text, control characters are made
   * visible.
   */
  err(text: string): void;
  /** Writes terminal animations to stderr, unchanged. */
  draw(text: string): void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** The user's absolute folders: settings, state kept between runs, and packages installed on demand. */
  readonly folders: { readonly settings: string; readonly state: string; readonly data: string };
  readonly terminal: {
    readonly input: boolean;
    readonly output: boolean;
    readonly errors: boolean;
    readonly width: number;
    readonly color: boolean;
  };
  readonly clock: Clock;
  readonly answers: Answers;
  readonly edit: Editor | undefined;
}

/** The process as programs and commands see it, with the flags of one line. */
export interface Io extends Host {
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  readonly ask: Ask;
  /** Receives progress instead of the terminal. */
  progress?(text: string): void;
  readonly globals: Globals;
  /** All programs, for those that list them. */
  readonly programs: Programs;
}

/** The parts of a program used by help and completion. */
export type Programs = Table<
  { readonly summary: string; readonly argument?: Argument; readonly flags: Flags },
  string
>;

export const withGlobals = (host: Host, globals: Globals, run: Pick<Io, "signal" | "programs">): Io => ({
  ...host,
  cwd: resolve(host.cwd, globals.cwd ?? "."),
  terminal: { ...host.terminal, color: host.terminal.color && !globals.noColor },
  ...run,
  ask: ask({
    answers: host.answers,
    yes: globals.yes || globals.dryRun, // there is nothing to agree to
    edit: host.edit,
    note: host.err,
    silent: globals.print,
    printing: globals.print && !globals.yes,
  }),
  globals,
});
