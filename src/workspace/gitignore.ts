import { pattern, PatternError } from "../schema/index.ts";
import { expressionOf } from "./glob.ts";

/** Whether a file ignores a path or takes it back from what is ignored; undefined if none of its rules matches. */
export type IgnoreRules = (path: string) => boolean | undefined;

interface Rule {
  readonly isIgnored: boolean;
  readonly expression: string;
}

/** Parses a `.gitignore`. Paths are relative to its folder; those of folders end in a slash. */
export function ignoreRules(text: string): IgnoreRules {
  const rules = text.split(/\r?\n/).flatMap((line) => ruleOf(line) ?? []);
  const groups: { readonly isIgnored: boolean; readonly test: (path: string) => boolean }[] = [];
  for (let i = rules.length; i > 0;) {
    const { isIgnored } = rules[i - 1] ?? { isIgnored: true };
    const start = rules.findLastIndex((rule, at) => at < i && rule.isIgnored !== isIgnored) + 1;
    const all = rules.slice(start, i).map(({ expression }) => expression);
    groups.push({ isIgnored, test: pattern(`^(?:${all.join("|")})$`).test });
    i = start;
  }
  return (path) => groups.find(({ test }) => test(path))?.isIgnored;
}

/** Returns a line's rule; undefined for comments, empty lines and what is no pattern. */
function ruleOf(line: string): Rule | undefined {
  const [, negation = "", text = "", folder = ""] = /^(!?)(.*?)(\/?)$/s.exec(trimmed(line)) ?? [];
  if (text === "" || line.startsWith("#")) return undefined;
  const anchored = text.includes("/") ? text.replace(/^\//, "") : `**/${text}`;
  // Braces and groups are literal here, and `a/**` doesn't match `a`.
  const glob = anchored
    .replaceAll(/\\.|[{}()|]/gs, (sign) => (sign.length > 1 ? sign : `\\${sign}`))
    .replace(/\/\*\*$/, "/**/?*");
  try {
    const expression = `(?:${expressionOf(glob)})${folder || "/?"}`;
    pattern(expression); // one that is too large would spoil the others
    return { isIgnored: negation === "", expression };
  } catch (error) {
    if (error instanceof PatternError) return undefined;
    throw error;
  }
}

/** Without spaces at the end, except one after a backslash. */
const trimmed = (line: string): string => line.replace(/(?<![\s\\])\s+$|(?<=\\\s)\s+$/, "");
