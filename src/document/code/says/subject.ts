import type { Declaration, Study } from "../../../code/index.ts";
import type { IsDeclared } from "./declared-names.ts";
import type { Requests } from "./served.ts";

/** An error's place: who raises it, and when. */
export interface Raised {
  readonly by: string;
  readonly when?: string;
}

export interface Subject {
  readonly declaration: Declaration;
  readonly study: Study;
  /** Its own, as it stands. */
  readonly source: string;
  /** That of its file. */
  readonly file: string;
  /** Whether a name of its file is one of the project's own. */
  readonly own?: IsDeclared;
  /** Of a method: its class. */
  readonly owner?: Study;
  /** What the project's own pages say of it, in one sentence. */
  readonly told?: string | undefined;
  /** What its file makes of it: a page of a site. */
  readonly placed?: string | undefined;
  /** The requests that it answers or describes. */
  readonly requests?: Requests | undefined;
  /** Of an error: where the project raises it, in the word of its language. */
  readonly leaves?: "raised" | "returned" | "thrown";
  readonly raised?: readonly Raised[];
}
