import type { Source } from "./structure.ts";
import { isForAll } from "../../handlers.ts";
import { lastName } from "../../../lib/index.ts";

/** Returns the classes that the handlers of a `try` catch and don't re-raise. */
export function handled(source: Source, from: number): readonly string[] {
  const found: string[] = [];
  const passed: string[] = [];
  let depth = 0;
  for (let index = from + 1; index < source.all.length; index++) {
    const kind = source.kind(index);
    if (kind === "indent") depth += 1;
    if (kind === "dedent") depth -= 1;
    if (depth < 0) break;
    if (depth > 0 || kind !== "name" || index < from + 3) continue;
    const word = source.word(index);
    const before = source.kind(index - 1);
    if (before !== "dedent" && before !== "newline" && before !== "comment") continue;
    if (word !== "except" && word !== "else" && word !== "finally") break;
    if (word === "finally" && returns(source, index)) found.push("*");
    if (word !== "except") continue;
    const colon = source.find(":", index);
    const head = source.between(index + 1, colon);
    const [, names = "", as] = /^([\s\S]*?)(?:\s+as\s+(\w+))?$/.exec(head) ?? [];
    const caught = names ? namesIn(names) : ["*"];
    const again = passedOn(source, colon, as);
    found.push(...(again.all ? again.kept : caught).map((item) => without(item, [...passed, ...again.some])));
    if (again.all) passed.push(...caught);
  }
  return found;
}

/** Returns the classes of `A`, `(A, B)` and `(*A, B)`. */
export const namesIn = (text: string): readonly string[] =>
  text
    .replaceAll(/[()\s*]/g, "")
    .split(",")
    .filter(Boolean);

/** Excludes from a handler's class those that an earlier handler re-raised. */
const without = (exception: string, passed: readonly string[]): string =>
  passed.length && !(isForAll(lastName(exception)) && passed.some((item) => isForAll(lastName(item))))
    ? `${exception}!${[...new Set(passed)].join("|")}`
    : exception;

const instead = new Set(["return", "raise", "break", "continue"]);

/** Whether a `finally` returns or raises, which replaces any error. */
function returns(source: Source, from: number): boolean {
  let depth = 0;
  for (let index = from + 1; index < source.all.length; index++) {
    const kind = source.kind(index);
    if (kind === "indent") depth += 1;
    if (kind === "dedent" && --depth <= 0) return false;
    if (depth === 1 && kind === "name" && instead.has(source.word(index))) return true;
  }
  return false;
}

/** What a handler re-raises: the classes it tested for, or all except those it kept. */
interface Again {
  readonly all: boolean;
  readonly some: readonly string[];
  readonly kept: readonly string[];
}

/** A line that tests the class of the caught error, at the handler's depth. */
interface Asking {
  readonly classes: readonly string[];
  readonly isNot: boolean;
}

function passedOn(source: Source, colon: number, name: string | undefined): Again {
  const way = new Way(source, name);
  let depth = 0;
  let fresh = true;
  for (let index = colon + 1; index < source.all.length; index++) {
    const kind = source.kind(index);
    if (kind === "indent") depth += 1;
    const ends =
      (kind === "dedent" && --depth <= 0) || (kind === "newline" && depth === 0 && index > colon + 1);
    if (ends) return way.end(name !== undefined && keptFor(source, colon, index, name));
    if (kind === "newline") fresh = true;
    if (kind !== "name") continue;
    if (fresh) way.line(index, depth);
    fresh = false;
    if (source.is(index, "raise") && isAgain(source, index, name) && way.raises(depth)) return way.end(true);
  }
  return way.end(false);
}

/** Follows an error through the lines of a handler. */
class Way {
  readonly #source: Source;
  readonly #name: string | undefined;
  readonly #some: string[] = [];
  readonly #kept: string[] = [];
  /** By depth, the test of the last line that opened a block. */
  readonly #asked: (Asking | undefined)[] = [];
  /** What an `else` covers: the classes that the `if` and each `elif` before didn't test for. */
  #others: Asking | undefined;
  /** First word of a block's last line. */
  #last = "";

  constructor(source: Source, name: string | undefined) {
    this.#source = source;
    this.#name = name;
  }

  line(index: number, depth: number): void {
    const word = this.#source.word(index);
    if (depth > 1) this.#last = word;
    if (this.#name === undefined) return;
    if (depth === 1) this.#leave(word);
    const asks = word === "if" || word === "elif";
    this.#asked[depth] = asks ? classesAsked(this.#source, index, this.#name) : undefined;
    if (depth === 1 && word === "else") this.#asked[1] = this.#others;
  }

  /** Handles the end of a block that tested for classes: those that don't continue below are kept. */
  #leave(word: string): void {
    const block = this.#asked[1];
    const classes = block && !block.isNot ? block.classes.filter((item) => !this.#some.includes(item)) : [];
    if (instead.has(this.#last)) this.#kept.push(...classes);
    this.#last = "";
    if (word !== "elif" && word !== "else") this.#others = undefined;
    else if (block?.isNot) this.#others = { ...block, isNot: false };
    else if (classes.length)
      this.#others = { classes: [...(this.#others?.classes ?? []), ...classes], isNot: true };
  }

  /** Whether a `raise` at this depth ends the handler: everything else caught is re-raised. */
  raises(depth: number): boolean {
    const block = this.#asked.slice(0, depth).findLast((asking) => asking !== undefined);
    if (block?.isNot) this.#kept.push(...block.classes);
    else if (block) this.#some.push(...block.classes);
    return !block || block.isNot;
  }

  end(all: boolean): Again {
    return { all, some: this.#some, kept: this.#kept.filter((item) => !this.#some.includes(item)) };
  }
}

/** Whether a `raise` re-raises the caught error: bare, by its name, with `from`, or with a traceback. */
function isAgain(source: Source, position: number, name: string | undefined): boolean {
  const ends = (index: number): boolean => {
    const kind = source.kind(index);
    return kind === "newline" || kind === "comment" || kind === "end" || source.is(index, "from");
  };
  if (ends(position + 1)) return true;
  if (name === undefined || !source.is(position + 1, name)) return false;
  return ends(position + 2) || source.is(position + 3, "with_traceback");
}

/** Returns the classes of `if isinstance(error, A):` and `(A, B)`, or of `if not isinstance(…):`. */
function classesAsked(source: Source, index: number, name: string): Asking | undefined {
  const test = source.between(index + 1, source.find(":", index));
  const [, not, testedName, all = ""] =
    /^(not )?isinstance\(\s*(\w+)\s*,\s*([\w.]+|\([\w.,\s]+\))\s*\)$/.exec(test) ?? [];
  return testedName === name ? { classes: namesIn(all), isNot: not !== undefined } : undefined;
}

/** Whether the error is saved and raised below: `saved = error`, `raise saved`. */
function keptFor(source: Source, from: number, to: number, name: string): boolean {
  for (let index = from; index < to; index++)
    if (source.is(index, "=") && source.word(index + 1) === name && source.kind(index + 2) === "newline") {
      const variable = source.word(index - 1);
      for (let after = index; after < source.all.length && !source.is(after, "def"); after++)
        if (source.is(after, "raise") && source.word(after + 1) === variable) return true;
    }
  return false;
}
