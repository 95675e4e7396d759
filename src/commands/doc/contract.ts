import type { Report } from "../../report/index.ts";
import type { Context } from "../command.ts";

export interface DocFlags {
  readonly comprehensive: boolean;
  readonly unreleased: boolean;
  readonly check: boolean;
}

/** What /doc can document: one file and one line each. */
export interface DocTarget {
  run(flags: DocFlags, context: Context): Promise<Report>;
}
