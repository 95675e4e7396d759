import type { Addition, Declaration, Edit, Entry, Study } from "../../../code/index.ts";
import type { Surroundings } from "./surroundings.ts";

/** A docstring statement that the code no longer fulfils. */
export interface Drift {
  readonly kind: "renamed" | "removed" | "default" | "type" | "raises";
  /** One sentence: what the docstring said, and what is true. */
  readonly what: string;
  /** The new name of a renamed parameter. */
  readonly now?: string;
  readonly edits: readonly Edit[];
}

export interface Checked {
  readonly declaration: Declaration;
  readonly traits: Study["traits"];
  readonly entries: readonly Entry[];
  /** Whether the declaration certainly doesn't raise an error of that name. */
  never(type: string): boolean;
  /** Returns the errors it raises itself, as they would be documented; absent if only its own file is known. */
  raised?(): Addition["raises"];
  readonly file: Surroundings;
}
