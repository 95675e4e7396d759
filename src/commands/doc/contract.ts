import type { Context } from "../command.ts";
import type { DocReport } from "./data.ts";

export const formats = ["md", "html", "openapi"] as const;
export type DocFormat = (typeof formats)[number];

export interface DocFlags {
  readonly format: DocFormat | undefined;
  /** Only updates existing documentation that is out of date. */
  readonly update: boolean;
  readonly examples: boolean;
  readonly comprehensive: boolean;
  readonly unreleased: boolean;
  readonly check: boolean;
  /** Also requests links to other sites. */
  readonly online: boolean;
  /** With `check`: the minimum coverage, in percent. */
  readonly threshold: string | undefined;
}

/** A target of /doc: one file and one line each. */
export interface DocTarget {
  /** Supported values of `--format`; the first is the default. Others are refused before `run`. */
  readonly formats: readonly DocFormat[];
  /** `argument`: the target as written. */
  run(flags: DocFlags, context: Context, argument: string): Promise<DocReport>;
}
