import { literal, inTable } from "../../../lib/index.ts";
import { partsOf } from "../words/brackets.ts";
import { callsOf, type HandedCall } from "./handed.ts";
import type { Raise } from "./raise.ts";
import { isRuledOut, opposites, tidy } from "./ruled.ts";

/**
 * Whether no call of a callee in a body can raise its error: because of constants passed or omitted, or
 * tests before the call.
 */
export function isUnreachable(raise: Raise, source: string): boolean {
  const { from, when, exits } = raise;
  const parts = when === undefined ? (exits ?? []).flatMap(negated) : partsOf(tidy(when), "and");
  if (from === undefined || !parts.length) return false;
  const calls = callsOf(source, from);
  return calls.length > 0 && calls.every((call) => isFalse(parts, call, { raise, source }));
}

/** Returns what holds if a conditional exit wasn't taken; nothing for combined conditions. */
const negated = (exit: string): readonly string[] => {
  const [opposite] = partsOf(tidy(exit), "and").length === 1 ? opposites(tidy(exit)) : [];
  return opposite === undefined ? [] : [opposite];
};

function isFalse(
  parts: readonly string[],
  { at, list }: HandedCall,
  { raise, source }: { readonly raise: Raise; readonly source: string },
): boolean {
  if (list.some(isSpread)) return false;
  const here = parts.map((part) => passedInto(part, list, raise));
  if (here.some((part) => part !== undefined && truthOf(part) === false)) return true;
  const known = here.filter((part) => part !== undefined);
  return known.some((part) => isRuledOut(part, source, at));
}

/**
 * Returns the parts of a condition with a call's arguments, without those that always hold; undefined if one never does,
 * or is unknown.
 */
export function partsHere(when: string, { list }: HandedCall, raise: Raise): readonly string[] | undefined {
  if (list.some(isSpread)) return undefined;
  const parts = partsOf(tidy(when), "and").map((part) => passedInto(part, list, raise));
  const open = parts.filter((part) => part === undefined || truthOf(part) !== true);
  return open.some((part) => part === undefined || truthOf(part) === false)
    ? undefined
    : open.flatMap((part) => part ?? []);
}

const isSpread = (argument: string): boolean => /^(?:\.\.\.|\*)/.test(argument);

const plain = /^(?:[\w$.]+|-?\d[\w.]*|"[^"\n]*"|'[^'\n]*')$/;
const computed = /^[\w$.]+(?: ?[-+*] ?[\w$.]+)+$/;
const compared = /^\w+ (?:[<>]=?|[=!]==?) -?[\w.]+$/;

/** Rewrites a condition with a call's arguments; undefined if they aren't names, literals or sums to compare. */
function passedInto(
  part: string,
  list: readonly string[],
  { takes = [], defaults = {} }: Raise,
): string | undefined {
  let isPlain = true;
  const passed = part.replaceAll(/(["'])(?:(?!\1)[^\\]|\\.)*\1|(?<![\w$.#])[A-Za-z_$][\w$]*/g, (word) => {
    const place = takes.indexOf(word);
    if (place < 0) return word;
    const named = list.find((item) => new RegExp(String.raw`^${literal(word)} ?=(?!=)`).test(item));
    const argument =
      named?.slice(named.indexOf("=") + 1).trim() ?? list.filter((item) => !/^\w+ ?=(?!=)/.test(item))[place];
    const value = argument ?? inTable(defaults, word);
    isPlain &&= value !== undefined && (plain.test(value) || (computed.test(value) && compared.test(part)));
    return value ?? word;
  });
  return isPlain ? passed : undefined;
}

const falsy = new Set(["False", "false", "None", "null", "undefined", "nil", "0", '""', "''"]);
const isLiteral = (word: string): boolean =>
  falsy.has(word) || /^(?:True|true|-?\d[\w.]*|"[^"]*"|'[^']*')$/.test(word);

/** Evaluates a condition of literals; undefined if it contains anything else. */
function truthOf(part: string): boolean | undefined {
  const [, not, word = ""] = /^(not |!)?\s*(\S+)$/.exec(part) ?? [];
  if (isLiteral(word)) return falsy.has(word) === (not !== undefined);
  const [, left = "", sign = "", right = ""] = /^(\S+) (is not|is|===?|!==?) (\S+)$/.exec(part) ?? [];
  if (!isLiteral(left) || !isLiteral(right)) return undefined;
  const isSame = left.replaceAll("'", '"') === right.replaceAll("'", '"');
  return isSame === (sign === "is" || sign.startsWith("=="));
}
