import { anyOf } from "../lib/index.ts";
import { creating, determiners, having, storing } from "./grammar.ts";
import { nounAt } from "./nouns.ts";
import { tokensOf } from "./tokens.ts";

const greeting = String.raw`(?:(?:hi|hello|hey|there|please|pls|ok|so|quick one)[,!]?\s+)*`;
const speaker = "(?:(?:i|we)(?:'d| would)?(?:'m|'re| am| are)? )?";
const wish = "(?:like(?: to)?|need|want(?: to)?|wanna|have to|trying to|building|run|let|looking for)";
const order = "(?:build|create|make|design|generate|write|give me|implement|develop|define)(?: me| us)?";
const deed = "(?:build|create|make|have|run|clone|develop|design|generate)";

/** How somebody asks for a program, in front of what it is for. */
export const request = new RegExp(
  String.raw`^${greeting}${anyOf(speaker + wish, order, "trying to|this is|it is")}\b\s*(?:${deed}\s+)?`,
  "i",
);

/**
 * The object of a sentence that may be an order of another kind, as what it does says nothing of what is kept:
 * `obliterate the pages`. Without an article the verb could be a noun: `menu items`.
 */
export function orderedOn(text: string): { readonly object: string; readonly surely: boolean } | undefined {
  const [verb, next, ...rest] = tokensOf(text.replace(/[.!\s]+$/, ""));
  if (!verb || !next || request.test(text) || nounAt([verb])?.to !== 1) return undefined;
  if ([creating, having, storing].some((verbs) => verbs.has(verb.low))) return undefined;
  if ([next, ...rest].some(({ kind }) => kind !== "word")) return undefined;
  return { object: text.slice(next.start).replace(/[.!\s]+$/, ""), surely: determiners.has(next.low) };
}
