import type { Parameter } from "../read/parameter.ts";
import type { Reading } from "../text/mention.ts";
import type { Token } from "../text/tokens.ts";
import { alike } from "./alike.ts";

const deny =
  /^(?:no|not|without|don't|doesn't|isn't|aren't|never|disable|disabled|exclude|excluding|avoid|skip|except|false|off|stop|neither|nor|non|unsuccessful|failed|deny|hide|won't|shouldn't)$/;
const affirm =
  /^(?:with|include|includes|including|enable|enabled|allow|allows|allowing|ensure|ensuring|true|on|want|only|also|please|should|must|require|required|need|show|can|yes|set|indicating|force|forced|successful)$/;
const generic = new Set([
  "includ",
  "is",
  "enabl",
  "show",
  "get",
  "has",
  "with",
  "allow",
  "use",
  "return",
  "flag",
  "whether",
  "set",
  "true",
  "fals",
  "default",
  "option",
  "boolean",
  "if",
  "onli",
  "should",
  "indic",
  "inform",
  "data",
]);

/**
 * What a text says about a yes or no: true where the parameter's words stand in it, false where they are denied,
 * undefined where it says nothing.
 */
export function booleanSaid(
  parameter: Parameter,
  reading: Reading,
  own: ReadonlySet<string>,
): boolean | undefined {
  const keys = parameter.nameStems.filter((word) => !generic.has(word) && word.length > 2);
  const helpers = parameter.stems.filter((word) => !generic.has(word) && !own.has(word)).slice(0, 6);
  const at = reading.tokens.findIndex((_, i) => hits(keys, reading.tokens, i));
  const distinct = keys.some((word) => !own.has(word));
  const strong = at >= 0 && (distinct || parameter.required || marked(reading.tokens, at));
  const place = strong
    ? at
    : reading.tokens.findIndex(
        (token) => !token.stop && helpers.some((word) => word === token.stem && word.length > 3),
      );
  if (place < 0 || (!strong && !marked(reading.tokens, place))) return undefined;
  const negative = parameter.nameStems.some((word) => deny.test(word));
  const denied = reading.tokens
    .slice(Math.max(0, place - 4), place + 5)
    .some((token, i, near) => deny.test(token.lower) && !crosses(near, i));
  return denied === negative;
}

/** All key words of a name near each other, one of them here. */
function hits(keys: readonly string[], tokens: readonly Token[], i: number): boolean {
  if (keys.length === 0) return false;
  const near = tokens.slice(Math.max(0, i - 2), i + 5);
  const has = (key: string): boolean => near.some((token) => alike(key, token.stem) >= 0.8);
  const here = tokens[i];
  if (!here || !keys.some((key) => alike(key, here.stem) >= 0.8)) return false;
  return (
    keys.length === 1 || (keys.length === 2 ? keys.every(has) : keys.filter(has).length >= keys.length - 1)
  );
}

const marked = (tokens: readonly Token[], at: number): boolean =>
  tokens.slice(Math.max(0, at - 4), at).some((token) => affirm.test(token.lower) || deny.test(token.lower));

/** A denial behind a comma or a conjunction speaks of something else. */
const crosses = (near: readonly Token[], i: number): boolean => {
  const [from, to] = i < 4 ? [i, 4] : [4, i];
  return near.slice(from, to).some((token) => /^[,.;]|^(?:and|but)$/.test(token.lower));
};
