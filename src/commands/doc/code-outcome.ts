import type { Documented, Tally } from "../../document/index.ts";
import type { Change, Written } from "../../workspace/index.ts";
import type { DocFlags } from "./contract.ts";
import type { Writing } from "./described.ts";
import type { Page } from "./page.ts";

export interface Outcome {
  readonly argument: string;
  readonly done: Documented;
  /** Totals of its plans. */
  readonly tally: Tally;
  /** Test and example files in the folder, which aren't documented. */
  readonly tests: number;
  readonly changes: readonly Change[];
  readonly written: Written | undefined;
  readonly flags: DocFlags;
  readonly least: number | undefined;
  /** The technical specification page of a folder. */
  readonly page: Page | undefined;
  /** What a model wrote, if one is configured. */
  readonly writing: Writing | undefined;
}
