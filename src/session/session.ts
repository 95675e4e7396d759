import type { Clock } from "../lib/index.ts";
import type { Journal, LoopEvent } from "../loop/index.ts";
import type { Model } from "../models/index.ts";
import type { Level } from "../report/index.ts";
import type { Rule } from "../tools/index.ts";
import type { Workspace } from "../workspace/index.ts";
export interface Settings {
  readonly model: string;
  readonly permissions: readonly Rule[];
}
export interface Mode {
  readonly name: string;
  readonly instructions: string;
  readonly level: Level;
  readonly comments: "full" | "terse" | "none";
}
export type Entry =
  | { readonly type: "mode"; readonly name: string }
  | { readonly type: "command"; readonly line: string }
  | { readonly type: "loop"; readonly event: LoopEvent };
export interface Ask {
  /** At the end of input, or where nobody can answer, the answer is `n`; with `--yes` it is `y`. */
  choose<const C extends string>(question: string, choices: readonly C[]): Promise<C>;
  edit(text: string, extension: string): Promise<string>;
}
export interface Session {
  /** What may be written: the project, or the folder of `--out`. */
  readonly workspace: Workspace;
  /** Where paths of a command line are found: the project, also with `--out`. Nothing is written through it. */
  readonly source: Workspace;
  readonly model: Model | undefined;
  settings: Settings;
  mode: Mode;
  readonly journal: Journal<Entry>;
  readonly ask: Ask;
  readonly clock: Clock;
  /** Shown on a terminal if it takes longer than half a second; lasts until the next one or the report. */
  progress(text: string): void;
}
