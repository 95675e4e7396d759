import type { Addition, Declaration, Edit, Entry, Study } from "../../../code/index.ts";
import type { Surroundings } from "./surroundings.ts";

/** Something that a docstring says and the code no longer does. */
export interface Drift {
  readonly kind: "renamed" | "removed" | "default" | "type" | "raises";
  /** One sentence: what was said, and what holds. */
  readonly what: string;
  /** Of a renamed parameter: what it is called. */
  readonly now?: string;
  readonly edits: readonly Edit[];
}

export interface Checked {
  readonly declaration: Declaration;
  readonly traits: Study["traits"];
  readonly entries: readonly Entry[];
  /** Whether the declaration certainly doesn't raise an error of that name. */
  never(type: string): boolean;
  /** What would be told of the errors that it raises itself, were nothing told yet; not known where only its own file is. */
  raised?(): Addition["raises"];
  readonly file: Surroundings;
}
