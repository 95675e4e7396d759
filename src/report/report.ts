import type { Json, JsonObject } from "../lib/index.ts";
import type { Change, Evidence } from "../workspace/index.ts";
import type { Claim } from "./claim.ts";
/** `text` may be shortened or dropped by a level; everything else is fact and survives. */
export type Block =
  /** `keep`: it is the answer itself, and stays whole at every level. */
  | { readonly kind: "text"; readonly text: string; readonly keep?: true }
  /** `brief`: what the levels below the default show in its place; nothing where it is empty. */
  | { readonly kind: "facts"; readonly facts: Readonly<Record<string, Json>>; readonly brief?: string }
  | {
      readonly kind: "table";
      readonly columns: readonly string[];
      readonly rows: readonly (readonly Json[])[];
    }
  | { readonly kind: "list"; readonly items: readonly string[] }
  /** Says that all is well, or that something isn't there; what it rests on is in `--json`. */
  | { readonly kind: "claim"; readonly claim: Claim }
  | {
      readonly kind: "code";
      readonly path?: string;
      readonly language: string;
      readonly code: string;
      /** It stands in a file at a place that the block before it names: `ultra` shows the place alone. */
      readonly excerpt?: true;
      /** As of facts: the lines of an excerpt that say most. */
      readonly brief?: string;
    }
  /**
   * `written`: the file holds it, and `/diff` shows it again, so that `ultra` counts its lines. `derived`: it follows
   * from other changes, so that every level counts them.
   */
  | {
      readonly kind: "diff";
      readonly change: Change;
      readonly written?: true;
      readonly derived?: true;
    }
  /** Without evidence it is rendered as not done. */
  | {
      readonly kind: "check";
      readonly claim: string;
      readonly evidence: Evidence | undefined;
      readonly passed: boolean;
      /** How its command is named below the default level: as a person types it, or as the one of the check above. */
      readonly command?: "by hand" | "again";
    };
export interface Section {
  readonly key: string;
  readonly title: string;
  readonly blocks: readonly Block[];
  /** It lists what other sections say already, or a file that the command wrote: only the default level shows it. */
  readonly repeats?: true;
  /** Whose words these are, where a program neither made nor checked them. */
  readonly voice?: "model";
}
export interface Report {
  readonly title: string;
  readonly outcome: "done" | "failed" | "declined";
  readonly sections: readonly Section[];
  /** What the title claims. */
  readonly verdict?: Claim | undefined;
  /** What stdout gets in the place of the report, for a program behind it. */
  readonly plain?: string;
  /** What `--json` prints of it as data, beside the blocks. */
  readonly data?: JsonObject;
  /** Why there is no data. */
  readonly error?: { readonly code: string; readonly message: string; readonly fix: string };
}
/** A report with the data that its command promises. */
export interface Reported<D> extends Report {
  readonly data: D & JsonObject;
}
export type Level = "default" | "concise" | "ultra";

/** How short a report is shown. Facts are the same in every style. */
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
