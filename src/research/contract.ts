import type { Hit, Symbol } from "../inspect/index.ts";

/** Limits of a search; numbers of shown items unless stated otherwise. */
export interface Depth {
  readonly deep: boolean;
  readonly findings: number;
  readonly callers: number;
  readonly tests: number;
  readonly commits: number;
  readonly packages: number;
  readonly passages: number;
  /** Type declaration files read per package. */
  readonly declarationFiles: number;
  /** Number of recent commits that are searched. */
  readonly history: number;
  /** Milliseconds after which no further history search begins. */
  readonly searching: number;
  /** Maximum lines of a quotation. */
  readonly lines: number;
}

export const shallow: Depth = {
  deep: false,
  findings: 6,
  callers: 8,
  tests: 0,
  commits: 8,
  packages: 2,
  passages: 3,
  declarationFiles: 8,
  history: 2_000,
  searching: 20_000,
  lines: 8,
};

export const deep: Depth = {
  deep: true,
  findings: 20,
  callers: 30,
  tests: 10,
  commits: 30,
  packages: 8,
  passages: 8,
  declarationFiles: 60,
  history: 50_000,
  searching: 120_000,
  lines: 16,
};

export interface Line {
  /** From 1. */
  readonly number: number;
  readonly text: string;
}

export interface Finding {
  readonly file: string;
  /** The first line of the quotation. */
  readonly line: number;
  readonly symbol: Symbol | undefined;
  /** Words of the question that occur in the place or its path. */
  readonly words: readonly string[];
  readonly quote: readonly Line[];
}

export interface RankedFile {
  readonly file: string;
  readonly score: number;
  /** Best matches first. */
  readonly hits: readonly Hit[];
}

export interface Relation {
  readonly symbol: Symbol;
  readonly callers: readonly Symbol[];
  readonly calls: readonly Symbol[];
}

export interface Commit {
  readonly hash: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly author: string;
  readonly subject: string;
}

export interface History {
  /** Commits that last changed the quoted lines. */
  readonly last: readonly {
    readonly commit: Commit;
    readonly places: readonly string[];
    readonly why: string;
  }[];
  /** Commits that mention the question's words, or changed lines that do. */
  readonly related: readonly { readonly commit: Commit; readonly found: readonly string[] }[];
  /** Words whose number of occurrences some commit changed. */
  readonly words: ReadonlySet<string>;
  readonly gaps: readonly string[];
}

export interface Package {
  readonly name: string;
  readonly version: string | undefined;
  readonly why: "named in the question" | "imported by a finding";
  readonly passages: readonly Finding[];
}

/** A dependency's own documentation. */
export interface Documents {
  readonly name: string;
  readonly version: string | undefined;
  readonly files: readonly { readonly file: string; readonly text: string }[];
}
