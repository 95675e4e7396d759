import type { Declaration, Study } from "../code/index.ts";
import type { Term } from "./rank.ts";

export interface Symbol {
  /** Its index in the whole project, from 0. */
  readonly place: number;
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly endLine: number;
  readonly declaration: Declaration;
  readonly traits: Study["traits"];
}

export interface Hit {
  readonly file: string;
  readonly line: number;
  readonly endLine: number;
  /** Higher is better; only comparable within one result. */
  readonly score: number;
  readonly symbol?: Symbol;
  readonly text: string;
}

/** An error that can leave a declaration, and the declaration that raises it. */
export interface Raised {
  readonly type: string;
  readonly from: Symbol;
  /** The call that creates it. */
  readonly by?: string;
}

/** A file's state when it was read, for reading it again. */
export interface Outline {
  /** Hash of its text; empty if it couldn't be read. */
  readonly hash: string;
  /**
   * Hash of everything that other files depend on, and of what it calls and raises: while no file's sign changes,
   * errors propagate the same way.
   */
  readonly sign: string;
  /** The types of errors that leave each declaration. */
  readonly errors: readonly (readonly string[])[];
}

/** A project's declarations and call graph, as of when it was read. */
export interface Declared {
  readonly files: readonly string[];
  /** The symbols of a file in source order. */
  in(file: string): readonly Symbol[];
  /** Whether a text is the one that the file's symbols were read from. */
  holds(file: string, text: string): boolean;
  /** Symbols with that name: the full name, or the last part of `Class.method`. */
  named(name: string): readonly Symbol[];
  /** The innermost symbol whose lines contain a place. */
  at(file: string, line: number): Symbol | undefined;
  /** What a name (`f`, `module.f`) refers to in a file, declared there or imported from another one. */
  meaning(name: string, file: string): Symbol | undefined;
  /** What a symbol calls, if declared in the project. */
  calls(symbol: Symbol): readonly Symbol[];
  /** The callers of a symbol. */
  callers(symbol: Symbol): readonly Symbol[];
  /** What a symbol throws, itself or through uncaught errors of its calls. */
  raises(symbol: Symbol): readonly Raised[];
}

/** A project with its texts and a full-text search. */
export interface Index extends Declared {
  readonly symbols: readonly Symbol[];
  /** A file's text when it was read; undefined if it isn't text, or too large. */
  text(file: string): string | undefined;
  /** Places ranked by how well their words match; names count more than text. */
  search(question: string | readonly Term[], limit?: number): readonly Hit[];
}
