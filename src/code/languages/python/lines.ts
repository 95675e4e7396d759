import type { Source } from "./structure.ts";

export const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/** A logical line of a body, by token indices; it ends at its newline. */
export interface Line {
  readonly start: number;
  readonly end: number;
  readonly inner: boolean;
  readonly nested: boolean;
  readonly when: string | undefined;
  readonly after: string | undefined;
  /** Inside an `except`. */
  readonly caught: boolean;
}

/** Returns the lines in a token range, with the conditions around them. */
export function linesOf(source: Source, from: number, to: number): readonly Line[] {
  interface Level {
    readonly when?: string | undefined;
    readonly after?: string | undefined;
    readonly inner: boolean;
    readonly nested: boolean;
    readonly caught: boolean;
  }
  const levels: Level[] = [{ inner: false, nested: false, caught: false }];
  /** Conditions of the `if` and every `elif` per level; `else` means that none of them holds. */
  const conditions: string[][] = [];
  const found: Line[] = [];
  let next: Level | undefined;
  for (let index = from; index < to; index++) {
    const kind = source.kind(index);
    const top = levels.at(-1) ?? { inner: false, nested: false, caught: false };
    if (kind === "indent") levels.push(found.length === 0 ? top : (next ?? top));
    else if (kind === "dedent") levels.pop();
    if (["newline", "indent", "dedent", "comment", "end"].includes(kind)) continue;
    let end = index;
    while (end < to && source.kind(end) !== "newline" && source.kind(end) !== "end") end += 1;
    const word = source.word(index);
    const colon = heads.has(word) ? source.find(":", index, end) : -1;
    const condition = colon > 0 ? codeOf(source, index + 1, colon) : undefined;
    const lineContext = { ...top, inner: top.inner || levels.length > 2 };
    const when =
      word === "if"
        ? condition
        : word === "elif"
          ? condition && reached(condition, conditions[levels.length])
          : word === "else"
            ? negated(conditions[levels.length])
            : undefined;
    if (word === "if") conditions[levels.length] = condition ? [condition] : [];
    else if (word === "elif" && condition) conditions[levels.length]?.push(condition);
    else if (word !== "else" && word !== "elif") conditions[levels.length] = []; // the `else` of a loop belongs to no `if`
    next =
      word === "def" || word === "class" || (word === "async" && source.word(index + 1) === "def")
        ? { ...lineContext, nested: true }
        : {
            ...lineContext,
            inner: true,
            when: when ? both(top.when, when) : top.when,
            caught: top.caught || word === "except",
            after: word === "except" ? (condition?.replace(/\s+as\s+\w+$/, "") ?? top.after) : top.after,
          };
    const body = colon > 0 && colon + 1 < end && source.kind(colon + 1) !== "comment";
    found.push({ start: index, end: body ? colon : end, ...lineContext, when: top.when, after: top.after });
    if (body) found.push({ start: colon + 1, end, ...next, when: next.when, after: next.after });
    index = end;
  }
  return found;
}

/** Joins two conditions that both hold. */
const both = (outer: string | undefined, inner: string): string =>
  outer
    ? [outer, inner].map((item) => (/\bor\b|\bif\b/.test(item) ? `(${item})` : item)).join(" and ")
    : inner;

/** Words that begin a block or a part of one. */
export const heads = new Set(
  "if elif else for while with try except finally def class async match case".split(" "),
);

/**
 * Returns an `elif` condition combined with the earlier ones that don't hold; it omits those that its own
 * comparison already rules out.
 */
function reached(condition: string, before: readonly string[] = []): string {
  const comparison = compared(condition);
  const others = before.filter((item) => comparison === undefined || compared(item) !== comparison);
  const not = negated(others);
  return not ? both(not, condition) : condition;
}

/** Returns what `x == 1`, `x is None` or `isinstance(x, str)` compares; undefined for anything else. */
function compared(condition: string): string | undefined {
  const [, equal, kind] =
    /^([\w.]+) (?:==|is(?! not)) [^\s=<>]+$|^isinstance\(([\w.]+), (?:str|bytes|float|list|tuple|dict|set|\(str, bytes\)|\(list, tuple\))\)$/.exec(
      condition,
    ) ?? [];
  return equal ? `= ${equal}` : kind && `a ${kind}`;
}

const negated = (conditions: readonly string[] = []): string | undefined =>
  conditions.length > 0 ? `not (${conditions.map(grouped).join(" or ")})` : undefined;

const grouped = (condition: string, _place: number, all: readonly string[]): string =>
  all.length > 1 && /\bor\b|\bif\b|\blambda\b/.test(condition) ? `(${condition})` : condition;

/** Returns the token after the last one of a statement. */
export function endOfStatement(source: Source, from: number): number {
  let end = from;
  for (let kind = source.kind(end); kind !== "newline" && kind !== "end" && kind !== "comment";) {
    end += 1;
    kind = source.kind(end);
  }
  return end;
}

/** Returns the source of a token range on one line, without comments. */
export function codeOf(source: Source, from: number, to: number): string {
  let end = to;
  while (end > from && source.kind(end - 1) === "comment") end -= 1;
  for (let index = from; index < end; index++)
    if (source.kind(index) === "comment") {
      const parts: string[] = [];
      for (let index = from; index < end; index++)
        if (source.kind(index) !== "comment") parts.push(source.word(index));
      return parts.join(" ");
    }
  return oneLine(source.between(from, end));
}
