import type { Source } from "./structure.ts";
import { isForAll } from "../../handlers.ts";
import { lastName } from "../../../lib/index.ts";

/** What the handlers of a `try` take and don't raise again. */
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
    const taken = names ? namesIn(names) : ["*"];
    const again = passedOn(source, colon, as);
    if (again === "all") passed.push(...taken);
    else found.push(...taken.map((one) => without(one, [...passed, ...again])));
  }
  return found;
}

/** The classes of `A`, `(A, B)` and `(*A, B)`. */
export const namesIn = (text: string): readonly string[] =>
  text
    .replaceAll(/[()\s*]/g, "")
    .split(",")
    .filter(Boolean);

/** A handler that stands behind others, which let some pass. */
const without = (taken: string, passed: readonly string[]): string =>
  passed.length && !(isForAll(lastName(taken)) && passed.some((one) => isForAll(lastName(one))))
    ? `${taken}!${[...new Set(passed)].join("|")}`
    : taken;

const instead = new Set(["return", "raise", "break", "continue"]);

/** A `finally` that returns or raises gives that in place of any error. */
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

/** What a handler raises again of what it took: all of it, or the classes that it asks for before. */
function passedOn(source: Source, colon: number, name: string | undefined): "all" | readonly string[] {
  const some: string[] = [];
  /** By depth: what the last line that opened a block there asks the error for. */
  const asked: (readonly string[])[] = [];
  let depth = 0;
  let fresh = true;
  for (let index = colon + 1; index < source.all.length; index++) {
    const kind = source.kind(index);
    if (kind === "indent") depth += 1;
    const ends =
      (kind === "dedent" && --depth <= 0) || (kind === "newline" && depth === 0 && index > colon + 1);
    if (ends) return name !== undefined && keptFor(source, colon, index, name) ? "all" : some;
    if (kind === "newline") fresh = true;
    if (kind !== "name") continue;
    if (fresh && name !== undefined)
      asked[depth] = source.is(index, "if") ? classesAsked(source, index, name) : [];
    fresh = false;
    if (!source.is(index, "raise")) continue;
    if (!isAgain(source, index, name)) continue;
    const classes = asked[depth - 1] ?? [];
    if (depth < 2 || classes.length === 0) return "all";
    some.push(...classes);
  }
  return some;
}

/** Whether a `raise` hands on what was caught: alone, by its name, `from` anything, with a traceback. */
function isAgain(source: Source, at: number, name: string | undefined): boolean {
  const ends = (index: number): boolean => {
    const kind = source.kind(index);
    return kind === "newline" || kind === "comment" || kind === "end" || source.is(index, "from");
  };
  if (ends(at + 1)) return true;
  if (name === undefined || !source.is(at + 1, name)) return false;
  return ends(at + 2) || source.is(at + 3, "with_traceback");
}

/** The classes of `if isinstance(error, A):` and `(A, B)`. */
function classesAsked(source: Source, at: number, name: string): readonly string[] {
  const test = source.between(at + 1, source.find(":", at));
  const [, asked, all = ""] = /^isinstance\(\s*(\w+)\s*,\s*([\w.]+|\([\w.,\s]+\))\s*\)$/.exec(test) ?? [];
  return asked === name ? namesIn(all) : [];
}

/** `saved = error` in a handler, and `raise saved` below it. */
function keptFor(source: Source, from: number, to: number, name: string): boolean {
  for (let index = from; index < to; index++)
    if (source.is(index, "=") && source.word(index + 1) === name && source.kind(index + 2) === "newline") {
      const variable = source.word(index - 1);
      for (let after = index; after < source.all.length && !source.is(after, "def"); after++)
        if (source.is(after, "raise") && source.word(after + 1) === variable) return true;
    }
  return false;
}
