import { listed } from "../../../../lib/index.ts";
import type { SpecSchema } from "../../../../api/index.ts";
import type { Direction, Model } from "../../../specification/model.ts";
import { literal } from "../../client/typescript-literals.ts";
import type { Patterns } from "./patterns.ts";

/** Lines of a check, deeper by two spaces for each block; variables are numbered within one function. */
export class Writer {
  readonly lines: string[] = [];
  #depth = 1;
  #count = 0;

  line(text: string): void {
    this.lines.push("  ".repeat(this.#depth) + text);
  }

  block(head: string, body: () => void): void {
    this.branches([[head, body]], "}");
  }

  /** A block that begins with a declaration; left out where nothing follows that needs it. */
  declaring(head: string, declaration: string, body: () => void): void {
    const start = this.lines.length;
    this.block(head, () => {
      this.line(declaration);
      body();
    });
    if (this.lines.length === start + 3) this.lines.length = start;
  }

  /** What a body writes behind `head`: on the same line where it is one statement, else in a block. */
  behind(head: string, body: () => void): void {
    const start = this.lines.length;
    this.block(`${head} {`, body);
    const [, only = "", end] = this.lines.slice(start);
    if (this.lines.length !== start + 3 || end === undefined || /^\s*(?:const|let) /.test(only)) return;
    this.lines.length = start;
    this.line(`${head} ${only.trim()}`);
  }

  /** `if … { } else if … { }` and so on: heads without the closing brace of the branch before. */
  branches(branches: readonly (readonly [string, () => void])[], tail: string): void {
    for (const [i, [head, body]] of branches.entries()) {
      this.line(i ? `} else ${head}` : head);
      this.#depth += 1;
      body();
      this.#depth -= 1;
    }
    this.line(tail);
  }

  name(stem: string): string {
    this.#count += 1;
    return stem + String(this.#count);
  }
}

export interface Place {
  /** Expression of the value and of its path. */
  readonly value: string;
  readonly path: string;
  readonly out: string;
}

export interface Context {
  readonly model: Model;
  readonly direction: Direction;
  readonly writer: Writer;
  readonly patterns: Patterns;
  /** Writes what a schema demands of the value at a place. */
  readonly check: (schema: SpecSchema, place: Place, context: Context) => void;
  readonly plainly: (
    schema: SpecSchema,
    place: Place,
    context: Context,
  ) => { readonly unless: string; readonly message: string } | undefined;
  /** Before each name of another check. */
  readonly prefix: string;
  /** Binary strings are Blobs here: in forms, not in JSON. */
  readonly binary?: boolean;
}

/** The expression of a path one step further; two literals in a row become one. */
export const further = (path: string, text: string): string =>
  path.endsWith('"') ? path.slice(0, -1) + literal(text).slice(1) : `${path} + ${literal(text)}`;

export const fail = (place: Place, message: string): string =>
  `wrong(${place.out}, ${place.path}, ${literal(message)});`;
export const either = (words: readonly string[]): string => listed(words, "or");
export const article = (type: string): string =>
  type === "null" ? "null" : /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;

/** A member of an object, never one that all objects inherit. */
export const member = (value: string, name: string): string =>
  name === "__proto__" ||
  name === "constructor" ||
  name === "toString" ||
  name === "valueOf" ||
  name === "hasOwnProperty"
    ? `own(${value}, ${literal(name)})`
    : `${value}[${literal(name)}]`;

export const pointer = (name: string): string => `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
