import type { Json, JsonObject } from "../lib/index.ts";
import type { Change, Evidence } from "../workspace/index.ts";
import type { Claim } from "./claim.ts";
/** A level may shorten or drop `text`; everything else is fact and is preserved. */
export type Block =
  /** `keep`: it is the answer itself, and is preserved at every level. */
  | { readonly kind: "text"; readonly text: string; readonly keep?: true }
  /** `brief`: what the levels below the default show instead; omitted if empty. */
  | { readonly kind: "facts"; readonly facts: Readonly<Record<string, Json>>; readonly brief?: string }
  | {
      readonly kind: "table";
      readonly columns: readonly string[];
      readonly rows: readonly (readonly Json[])[];
    }
  | { readonly kind: "list"; readonly items: readonly string[] }
  /** Says that all is well, or that something doesn't exist; its basis is in `--json`. */
  | { readonly kind: "claim"; readonly claim: Claim }
  | {
      readonly kind: "code";
      readonly path?: string;
      readonly language: string;
      readonly code: string;
      /** An excerpt of a file, at a place that the preceding block names: `ultra` shows only the place. */
      readonly excerpt?: true;
      /** As for facts: the most relevant lines of an excerpt. */
      readonly brief?: string;
    }
  /**
   * `written`: it is in the file, and `/diff` shows it, so `ultra` only counts its lines. `derived`: it follows from
   * other changes, so every level only counts its lines. `context`: unchanged lines around each change, if not 3.
   */
  | {
      readonly kind: "diff";
      readonly change: Change;
      readonly written?: true;
      readonly derived?: true;
      readonly context?: number;
    }
  /** Without evidence it is shown as not done. */
  | {
      readonly kind: "check";
      readonly claim: string;
      readonly evidence: Evidence | undefined;
      readonly passed: boolean;
      /** How the command is named below the default level: as typed by a person, or as in the check above. */
      readonly command?: "by hand" | "again";
    };
export interface Section {
  readonly key: string;
  readonly title: string;
  readonly blocks: readonly Block[];
  /** It repeats other sections, or a file that the command wrote: only the default level shows it. */
  readonly repeats?: true;
  /** The author of the words, if no program made or checked them. */
  readonly voice?: "model";
}
export interface Report {
  readonly title: string;
  readonly outcome: "done" | "failed" | "declined";
  readonly sections: readonly Section[];
  /** What the title claims. */
  readonly verdict?: Claim | undefined;
  /** Printed on stdout instead of the report, for a program that reads it. */
  readonly plain?: string;
  /** The data printed by `--json`, besides the blocks. */
  readonly data?: JsonObject;
  /** Why there is no data. */
  readonly error?: { readonly code: string; readonly message: string; readonly fix: string };
}
/** A report with the data that its command promises. */
export interface Reported<D> extends Report {
  readonly data: D & JsonObject;
}
export type Level = "default" | "concise" | "ultra";

/** How short a report is. The facts are the same in every style. */
export interface Style {
  readonly level: Level;
  /** `short`: the first sentence of each. */
  readonly explanations: "whole" | "short" | "none";
  /** `terse`: only those that document a declaration. */
  readonly comments: "full" | "terse" | "none";
}

export const styles: Readonly<Record<Level, Style>> = {
  default: { level: "default", explanations: "whole", comments: "full" },
  concise: { level: "concise", explanations: "short", comments: "terse" },
  ultra: { level: "ultra", explanations: "none", comments: "none" },
};
