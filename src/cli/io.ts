import { resolve } from "node:path";
import type { Argument, Flags } from "../commands/index.ts";
import type { Clock, Table } from "../lib/index.ts";
import type { Ask } from "../session/index.ts";
import { ask, type Editor } from "./ask.ts";
import type { Globals } from "./globals.ts";
import type { Answers } from "./lines.ts";

/** The process, whatever the command line says. */
export interface Host {
  /** The result, on stdout. */
  out(text: string): void;
  /** Notes, errors and questions, on stderr. They hold foreign text: control characters are made visible. */
  err(text: string): void;
  /** What moves on a terminal, on stderr as it is. */
  draw(text: string): void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Of the user, absolute: settings, what is kept between runs, and packages that were installed on demand. */
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

/** The process as programs and commands see it under the flags of one line. */
export interface Io extends Host {
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  readonly ask: Ask;
  /** Hears of progress instead of the terminal. */
  progress?(text: string): void;
  readonly globals: Globals;
  /** The other programs, for those that speak of them. */
  readonly programs: Programs;
}

/** What help and completion read of a program. */
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
    yes: globals.yes,
    edit: host.edit,
    note: host.err,
    silent: globals.print,
    printing: globals.print && !globals.yes,
  }),
  globals,
});
