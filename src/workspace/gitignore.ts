import { pattern, PatternError } from "../schema/index.ts";
import { expressionOf } from "./glob.ts";

/** Whether a file ignores a path or takes it back from what is ignored; undefined if none of its rules matches. */
export type IgnoreRules = (path: string) => boolean | undefined;

interface Rule {
  readonly isIgnored: boolean;
  readonly expression: string;
}

/** Maximum length of a line that can match: no path is longer. */
const longest = 4096;
/** Length from which rules are matched by another pattern; one has 8,192 characters at most. */
const enough = 4000;

const whole = (expressions: readonly string[]) => pattern(`^(?:${expressions.join("|")})$`).test;

/** Parses a `.gitignore`. Paths are relative to its folder; those of folders end in a slash. */
export function ignoreRules(text: string): IgnoreRules {
  const groups: { readonly isIgnored: boolean; readonly expressions: string[]; length: number }[] = [];
  for (const line of text.split(/\r?\n/)) {
    const rule = ruleOf(line);
    if (!rule) continue;
    const { isIgnored, expression } = rule;
    let group = groups.at(-1);
    if (!group || group.isIgnored !== isIgnored || group.length > enough - expression.length)
      groups.push((group = { isIgnored, expressions: [], length: 0 }));
    group.expressions.push(expression);
    group.length += expression.length + 1;
  }
  const tests = groups.flatMap(({ isIgnored, expressions }) =>
    testsOf(expressions).map((test) => ({ isIgnored, test })),
  );
  return (path) => tests.findLast(({ test }) => test(path))?.isIgnored;
}

/** Returns one test for all, or one for each that is a pattern where they aren't one together. */
function testsOf(expressions: readonly string[]): readonly ((path: string) => boolean)[] {
  try {
    return [whole(expressions)];
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    return expressions.length > 1 ? expressions.flatMap((expression) => testsOf([expression])) : [];
  }
}

/** Returns a line's rule; undefined for comments, empty lines and what is no pattern. */
function ruleOf(line: string): Rule | undefined {
  if (line.length > longest) return undefined;
  const [, negation = "", text = "", folder = ""] = /^(!?)(.*?)(\/?)$/s.exec(trimmed(line)) ?? [];
  if (text === "" || line.startsWith("#")) return undefined;
  const anchored = text.includes("/") ? text.replace(/^\//, "") : `**/${text}`;
  // Braces and groups are literal here, and `a/**` doesn't match `a`.
  const glob = anchored
    .replaceAll(/\\.|[{}()|]/gs, (sign) => (sign.length > 1 ? sign : `\\${sign}`))
    .replace(/\/\*\*$/, "/**/?*");
  try {
    const expression = `(?:${expressionOf(glob)})${folder || "/?"}`;
    return { isIgnored: negation === "", expression };
  } catch (error) {
    if (error instanceof PatternError) return undefined;
    throw error;
  }
}

/** Without spaces at the end, except one after a backslash. */
const trimmed = (line: string): string => line.replace(/(?<![\s\\])\s+$|(?<=\\\s)\s+$/, "");
