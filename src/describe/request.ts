import { anyOf } from "../lib/index.ts";
import { beings, creating, determiners, having, havings, modals, particles, storing } from "./grammar.ts";
import { nounAt } from "./nouns.ts";
import { tokensOf, type Token } from "./tokens.ts";

const greeting = String.raw`(?:(?:hi|hello|hey|there|please|pls|ok|so|quick one)[,!]?\s+)*`;
const speaker = "(?:(?:i|we)(?:'d| would)?(?:'m|'re| am| are)? )?";
const wish = "(?:like(?: to)?|need|want(?: to)?|wanna|have to|trying to|building|run|let|looking for)";
const order =
  "(?:(?:can|could|would) you (?:please )?)?" +
  "(?:build|create|make|design|generate|write|give me|implement|develop|define)(?: me| us)?";
const deed = "(?:build|create|make|have|run|clone|develop|design|generate)";

/** The request for a program, before its purpose. */
export const request = new RegExp(
  String.raw`^${greeting}${anyOf(speaker + wish, order, "trying to|(?:this|it) is(?= an? | the | for )")}\b\s*(?:${deed}\s+)?`,
  "i",
);

const finite = (token: Token): boolean =>
  [beings, havings, modals].some((verbs) => verbs.has(token.low)) ||
  /^(?:belongs|contains|includes)$/.test(token.low);

/**
 * The object of a sentence that may be an unrelated command, whose verb says nothing about what is stored: `obliterate
 * the pages`, `kick out tags`. Certain only if an article follows: otherwise the verb could be a noun (`menu items`).
 */
export function orderedOn(text: string): { readonly object: string; readonly surely: boolean } | undefined {
  const [verb, next, ...rest] = tokensOf(text.replace(/[.!\s]+$/, ""));
  if (!verb || !next || request.test(text) || [verb, next, ...rest].some(finite)) return undefined;
  if (nounAt([verb])?.to !== 1 && !verb.tags.has("Verb")) return undefined;
  const isKnown = [creating, having, storing].some((verbs) => verbs.has(verb.low));
  const first = [next, ...rest].find(({ low }) => !particles.has(low)) ?? next;
  return {
    object: text.slice(first.start).replace(/[.!\s]+$/, ""),
    surely: !isKnown && determiners.has(next.low) && [next, ...rest].every(({ kind }) => kind === "word"),
  };
}
