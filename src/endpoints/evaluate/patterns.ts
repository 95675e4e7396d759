import { constant, texts, unknown } from "./value.ts";
import type { Value } from "./types.ts";

/** Maximum length of a text that a pattern is tried on. */
const longest = 100;

/** Maximum number of groups and repetitions of a pattern: each may multiply the time of a match. */
const mostChoices = 6;

const isSlow = (source: string): boolean =>
  source.length > 200 ||
  /\)[*+{]|\\\d|\(\?</.test(source) ||
  source.split(/[*+{]/).length > 4 ||
  source.split(/\(\??|[*+{?]/).length > mostChoices + 1;

/** The regular expression of a value; `undefined` if it isn't known or could take too long to match the text. */
export function patternOf(value: Value | undefined, text: string, flags = "iu"): RegExp | undefined {
  if (value?.kind !== "external" || text.length > longest) return undefined;
  const isPython = value.path === "re.compile()";
  if (!isPython && value.path !== "RegExp()") return undefined;
  const [source, own] = (value.args?.list ?? []).map((item) => texts(item)[0] ?? "");
  // flags of Python aren't followed
  if (!source || isSlow(source) || (isPython && (own !== undefined || value.args?.named.size)))
    return undefined;
  try {
    // by `u`, what only Python knows is an error: `\Z`
    const known = isPython ? "u" : [...(own ?? "")].filter((flag) => flags.includes(flag)).join("");
    return new RegExp(source, known);
  } catch {
    return undefined;
  }
}

/** `re.compile("a").match(text)`: truthy if it fits; `match` starts at the beginning. */
function byPython(text: string, name: string, { source, flags }: RegExp): Value | undefined {
  if (!/^(?:match|fullmatch|search)$/.test(name)) return undefined;
  const whole = new RegExp(
    name === "search" ? source : `^(?:${source})${name === "fullmatch" ? "$" : ""}`,
    flags,
  );
  const fits = ["1", "a"].map((item) => whole.test(text.replaceAll(/\{[^{}]*\}/g, item)));
  return fits[0] === fits[1] ? constant(fits[0]) : unknown;
}

/**
 * `text.replace(/a/, "b")`, `text.match(/a/)`, `/a/.test(text)`; `undefined` if that isn't such a call, or
 * `match` finds something.
 */
export function byPattern(text: string, name: string, [pattern, by]: readonly Value[]): Value | undefined {
  const found = patternOf(pattern, text, "giu");
  if (!found) return undefined;
  const filled = texts(by)[0];
  if (name === "replace" || name === "replaceAll")
    return filled === undefined ? unknown : constant(text.replace(found, filled));
  if (name === "fullmatch" || (pattern?.kind === "external" && pattern.path === "re.compile()"))
    return byPython(text, name, found);
  if (name !== "test" && name !== "match") return undefined;
  // path parameters may hold anything: the pattern must match both a number and a word
  const fits = ["1", "a"].map((item) => text.replaceAll(/\{[^{}]*\}/g, item).search(found) >= 0);
  if (fits[0] !== fits[1]) return unknown;
  if (name === "test") return constant(fits[0]);
  return fits[0] ? undefined : constant(null);
}
