import type { Context } from "../command.ts";
import type { DocReport } from "./data.ts";

export const formats = ["md", "html", "openapi"] as const;
export type DocFormat = (typeof formats)[number];

/** By whose rule coverage is counted, beside our own: the tool's name as a flag, and as it calls itself. */
export const countings = { interrogate: "interrogate", typedoc: "TypeDoc" } as const;

export interface DocFlags {
  readonly counting: keyof typeof countings | undefined;
  readonly format: DocFormat | undefined;
  /** Only what is there and has drifted. */
  readonly update: boolean;
  readonly examples: boolean;
  readonly comprehensive: boolean;
  readonly unreleased: boolean;
  readonly check: boolean;
  /** Also open the links to other sites. */
  readonly online: boolean;
  /** With `check`: the least coverage, in percent. */
  readonly threshold: string | undefined;
}

/** What /doc can document: one file and one line each. */
export interface DocTarget {
  /** What `--format` may say; the first is the default. Others are refused before `run`. */
  readonly formats: readonly DocFormat[];
  /** `argument`: the target as it was written. */
  run(flags: DocFlags, context: Context, argument: string): Promise<DocReport>;
}
