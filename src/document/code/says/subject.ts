import type { Declaration, Study } from "../../../code/index.ts";
import type { IsDeclared } from "./declared-names.ts";
import type { Requests } from "./served.ts";

export interface Subject {
  readonly declaration: Declaration;
  readonly study: Study;
  /** Its source, unchanged. */
  readonly source: string;
  /** Source of its file. */
  readonly file: string;
  /** Whether a name in its file is declared by the project. */
  readonly isDeclared?: IsDeclared;
  /** The class of a method. */
  readonly owner?: Study;
  /** What the project's own pages say about it, in one sentence. */
  readonly pageSentence?: string | undefined;
  /** Requests it handles or describes. */
  readonly requests?: Requests | undefined;
}
