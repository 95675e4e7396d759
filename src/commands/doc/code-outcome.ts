import type { Documented, DocumentedCount } from "../../document/index.ts";
import type { Change, Written } from "../../workspace/index.ts";
import type { DocFlags } from "./contract.ts";
import type { Writing } from "./described.ts";
import type { Page } from "./page.ts";
import type { Tally } from "./tally.ts";

/** What a run over code came to, for its report. */
export interface Outcome {
  readonly argument: string;
  readonly done: Documented;
  /** What its plans come to. */
  readonly tally: Tally;
  /** Files of tests and examples in the folder, which aren't documented. */
  readonly tests: number;
  readonly changes: readonly Change[];
  readonly written: Written | undefined;
  readonly flags: DocFlags;
  readonly least: number | undefined;
  /** The technical specification of a folder. */
  readonly page: Page | undefined;
  /** What the tool counts whose rule was asked for. */
  readonly counted: DocumentedCount | undefined;
  /** What a model wrote of it, where one is configured. */
  readonly writing: Writing | undefined;
}
