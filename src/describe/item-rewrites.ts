import { type NotationDraft as Draft, notationRules, takeRules, typeByName } from "../api/index.ts";
import { pronouns } from "./grammar.ts";
import { rawOf, tokensOf } from "./tokens.ts";
import { isHelper, isPast } from "./verb-forms.ts";
import { valuesIn } from "./values.ts";
import { isScalar } from "./vocabulary.ts";

const articleWords =
  "an?|the|its|their|his|her|our|your|my|some|any|each|both|also|just|only|simply|optionally|maybe|perhaps" +
  "|possibly|at least|exactly|of|one|single";
const articles = new RegExp(String.raw`^(?:(?:${articleWords})\s+)+`, "i");

export const withoutArticles = (text: string): string => text.replace(articles, "");

/** Rewrites one form of item to `name (values) remarks`; what it says about the type goes into the draft. */
type Rewrite = (text: string, draft: Draft) => string;

const inOrder =
  (rewrites: readonly Rewrite[]): Rewrite =>
  (text, draft) =>
    rewrites.reduce((before, rewrite) => rewrite(before, draft), text);

/** Rewrites what precedes a name. */
export const rewriteStart = inOrder([leadingRules, severalOf, manyOf, askedFor]);

/** Rewrites what follows a name without punctuation. */
export const rewriteEnd = inOrder([flagOf, valuesOf, valuesOfScalar, partedValues]);

const leading = /^(?:(?:required|unique|mandatory|non-?negative|positive)\s+(?:and\s+)?)+(?=[a-z])/i;

/** Reads `optional unique name`. */
function leadingRules(item: string, draft: Draft): string {
  const text = draft.required === false ? item.replace(/^optional\s/i, "") : item;
  const found = leading.exec(text)?.[0];
  if (!found) return text;
  takeRules(found, draft, notationRules);
  return text.slice(found.length);
}

const amount = String.raw`up to|at (?:least|most)|exactly|(?:between )?(?:one|two|\d+) (?:and|to)`;
const counted = new RegExp(
  String.raw`^((?:${amount}) (?:\d+|two|three|four|five|six|eight|ten)) ([a-z]+s)$`,
  "i",
);

/** Rewrites `up to five images` to `several images`, and `up to 80 seats` to `seats up to 80`. */
function severalOf(text: string): string {
  const [, bound = "", noun = ""] = counted.exec(text) ?? [];
  if (!noun) return text;
  return typeByName(noun.toLowerCase()).type === "integer" ? `${noun} ${bound}` : `several ${noun}`;
}

const collection =
  "lists?|arrays?|sets?|collection|any number|several|multiple|many|some|one or more|zero or more";
const collectionOf = new RegExp(String.raw`^(?:(?:${collection}) (?:of )?)(?!.*\bnumber\b)(.*)$`, "i");

/** Reads `list of tags`, `tags list of strings`. */
function manyOf(item: string, draft: Draft): string {
  const text = item.replace(/^(\S+(?: \S+)?) (?:list|array) of \w+/i, "several $1");
  const items = collectionOf.exec(text)?.[1];
  if (!items) return item;
  draft.type = "array";
  return withoutArticles(items);
}

/** Reads `which players came`, `what currency`: what the question asks for. */
function askedFor(text: string): string {
  const noun = /^(?:which|what|whose) (?=[\w-]+)/i.exec(text)?.[0];
  if (!noun) return text;
  const asked = text.slice(noun.length);
  const tokens = tokensOf(asked);
  const first = tokens[0]?.low ?? "";
  if (pronouns.has(first) || isHelper(first)) return text;
  const verb = tokens.findIndex((token, index) => index > 0 && (isHelper(token.low) || isPast(token)));
  const isBare = /^[\w-]+$/.test(asked);
  if (!isBare && /^what/i.test(text)) return text;
  return isBare || verb > 0 ? rawOf(isBare ? tokens : tokens.slice(0, verb), asked) : text;
}

const flagWords =
  /^(?:flag|mark|indicator) (?:for|telling|saying|showing|that says)(?: (?:whether|if)(?: it is)?)? (.+)$/i;

/** Reads `flag for paid`, `flag telling whether it is paid`, `paid yes/no`. */
function flagOf(item: string, draft: Draft): string {
  const text = item.replace(flagWords, "$1 flag");
  const flag = /^(.+?) (?:yes\/no(?!\/)|y\/n|true\/false|flag|yes or no|or not)\b(.*)$/i.exec(text);
  if (!flag) return text;
  draft.type = "boolean";
  return `${flag[1] ?? ""} ${flag[2] ?? ""}`.trim();
}

/** Reads `size of small, medium or large`. */
function valuesOf(text: string): string {
  const [, name = "", values = "", rest = ""] = /^(\w+(?: \w+)?) of (\w[^(;]*)(.*)$/.exec(text) ?? [];
  return / or |,/.test(values) && valuesIn(values) ? `${name} (${values})${rest}` : text;
}

/** Reads `payment status open or paid`. */
function valuesOfScalar(text: string): string {
  const form = /^((?:[\w-]+ ){1,3})([\w-]+(?: ?, ?[\w-]+)*,? or [\w-]+)\b(.*)$/;
  const [, name = "", values = "", rest = ""] = form.exec(text) ?? [];
  if (!name || /\b(?:of|in|is|are|by|at|from|not|either)\b/.test(name)) return text;
  return isScalar(name.trim().toLowerCase().split(" ")) ? `${name.trim()} (${values})${rest}` : text;
}

/** Reads `state open/closed`. */
function partedValues(text: string): string {
  const form = /^(\S+(?: \S+){0,3}?) ((?:[\w-]+[|/])+[\w-]+)(?![\w/|])(.*)$/;
  const [, name = "", values = "", rest = ""] = form.exec(text) ?? [];
  return name ? `${name} (${values})${rest}` : text;
}
