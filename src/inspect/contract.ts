import type { Declaration, Study } from "../code/index.ts";
import type { Term } from "./rank.ts";

/** A declaration and where it stands. */
export interface Symbol {
  /** Among all of the project, from 0. */
  readonly place: number;
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly endLine: number;
  readonly declaration: Declaration;
  readonly traits: Study["traits"];
}

/** A place that fits a question. */
export interface Hit {
  readonly file: string;
  readonly line: number;
  readonly endLine: number;
  /** Higher is better; only comparable within one answer. */
  readonly score: number;
  readonly symbol?: Symbol;
  readonly text: string;
}

/** An error that can leave a declaration, and the one that raises it. */
export interface Raised {
  readonly type: string;
  readonly from: Symbol;
  /** The call that makes it there. */
  readonly by?: string;
}

/** What a file was when it was read, for those who read it again. */
export interface Outline {
  /** Of its text; empty for what couldn't be read. */
  readonly hash: string;
  /** Of all that other files ask of it, and of what it calls and raises: where no file's changes, no error goes another way. */
  readonly sign: string;
  /** The types of errors that leave each declaration. */
  readonly errors: readonly (readonly string[])[];
}

/** A project as it was when it was read: what is declared, and what calls what. */
export interface Declared {
  readonly files: readonly string[];
  /** The symbols of a file, in the order of its source. */
  in(file: string): readonly Symbol[];
  /** Whether a text is the one that the symbols of a file were read from. */
  holds(file: string, text: string): boolean;
  /** Symbols of that name: whole, or the last part of `Class.method`. */
  named(name: string): readonly Symbol[];
  /** The symbol whose lines hold a place, the innermost. */
  at(file: string, line: number): Symbol | undefined;
  /** What a name (`f`, `module.f`) means in a file, declared there or imported from another here. */
  meaning(name: string, file: string): Symbol | undefined;
  /** What a symbol calls, as far as it is declared here. */
  calls(symbol: Symbol): readonly Symbol[];
  /** What calls a symbol. */
  callers(symbol: Symbol): readonly Symbol[];
  /** What a symbol throws, itself or by what it calls and doesn't catch. */
  raises(symbol: Symbol): readonly Raised[];
}

/** A project whose texts are held too, and where words stand in them. */
export interface Index extends Declared {
  readonly symbols: readonly Symbol[];
  /** What a file held when it was read; undefined for what isn't text, or too much of it. */
  text(file: string): string | undefined;
  /** Places ranked by how well their words fit; names count more than text. */
  search(question: string | readonly Term[], limit?: number): readonly Hit[];
}
