import { partsOf, unwrapped } from "../words/brackets.ts";

/** A line of a body with a test, and what it does at once. */
interface Asking {
  readonly condition: string;
  readonly next: string;
}

/**
 * Whether tests in a body, above a place or around it, rule out an error's condition: it has already left,
 * or gets there only otherwise.
 */
export function isRuledOut(when: string, source: string, place: number): boolean {
  const lines = source.slice(0, place).split("\n");
  const all = partsOf(tidy(when), "and").map(tidy);
  const others = new Set(all.flatMap(opposites));
  let indent = indentOf(lines.at(-1) ?? "");
  for (let index = lines.length - 2; index > 0; index--) {
    const line = lines[index] ?? "";
    if (line.trim() === "" || indentOf(line) > indent) continue;
    const isAround = indentOf(line) < indent;
    indent = indentOf(line);
    const guardTest = askedBy(line);
    if (!guardTest) continue;
    if (isAround && partsOf(guardTest.condition, "and").some((item) => others.has(tidy(item)))) return true;
    const leaves = leaving.test(guardTest.next || (lines[index + 1]?.trim() ?? ""));
    const isWhole = (one: string): boolean => partsOf(one, "and").every((part) => all.includes(tidy(part)));
    if (!isAround && leaves && partsOf(guardTest.condition, "or").some(isWhole)) return true;
  }
  return false;
}

const leaving = /^(?:return|raise|throw|continue|break|panic)\b/;

const indentOf = (line: string): number => line.length - line.trimStart().length;

/** Parses `if (x) return`, `if x:`, `} else if x {` on one line. */
function askedBy(line: string): Asking | undefined {
  const [, text = ""] = /^\s*(?:\} *)?(?:else )?(?:el)?if\b *(.*)$/.exec(line) ?? [];
  if (!text) return undefined;
  const [, condition = "", next = ""] =
    /^(\(.*\)) *\{?$/.exec(text) ??
    /^(\([^()]*(?:\([^()]*\)[^()]*)*\)) (\w.*)$/.exec(text) ??
    /^([^:{[]*(?:\[[^\]]*\][^:{[]*)*)[:{]\s*(.*)$/.exec(text) ??
    [];
  return condition ? { condition: tidy(condition), next } : undefined;
}

export const tidy = (condition: string): string => {
  const plain = unwrapped(condition.replaceAll(/\s+/g, " "));
  const [, not = "", inner = ""] = /^(! ?|not )(\(.*)$/.exec(plain) ?? [];
  return not && unwrapped(inner) !== inner ? not + unwrapped(inner) : plain;
};

const pairs: readonly (readonly [string, string])[] = [
  [" is not ", " is "],
  [" not in ", " in "],
  [" !== ", " === "],
  [" != ", " == "],
];

/** Returns what can't hold if a condition does. */
export function opposites(condition: string): readonly string[] {
  const [, inner] = /^(?:!(?!=) ?|not )(.+)$/.exec(condition) ?? [];
  if (inner !== undefined) return [tidy(inner)];
  const [, nothing] = /^([\w.$]+) (?:is|===?) (?:None|null|undefined|nil)$/.exec(condition) ?? [];
  for (const [no, yes] of pairs) {
    if (condition.includes(no)) return [condition.replace(no, yes)];
    if (condition.includes(yes))
      return [condition.replace(yes, no), ...(nothing === undefined ? [] : [nothing])];
  }
  return [`not ${condition}`, `!${condition}`];
}
