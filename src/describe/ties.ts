import type { Clause } from "./clauses.ts";
import { baseOf } from "./grammar.ts";
import { type Noun, nounAt } from "./nouns.ts";
import { type Statement, linked } from "./statement.ts";
import { type Token, tokensOf } from "./tokens.ts";

const counts = String.raw`1\s?[-:]\s?[nm*]|one[- ]to[- ]many|[nm*]\s?[-:]\s?1|many[- ]to[- ]one`;
const manyToMany = String.raw`[nm*]\s?[-:]\s?[nm*]|many[- ]to[- ]many`;
/** `author 1-n book` */
const counted = new RegExp(
  String.raw`(?:^|\s)([\w-]+)\s+(${counts}|${manyToMany})(?: with)?\s+([\w-]+)$`,
  "i",
);
/** `posts and tags are many to many` */
const related = new RegExp(
  String.raw`^(?:the )?([\w-]+) and ([\w-]+),? (?:(?:are|have an?|is|stand)\s+)?` +
    String.raw`(?:related )?(?:in )?(?:an? )?many[- ]to[- ]many\b`,
  "i",
);
/** `in every apiary there are hives` */
const existence = new RegExp(
  String.raw`^(?:and )?(?:in|on|at|for|to|under|within) ((?:an?|the|each|every|one|our) [\w -]{2,30}?) ` +
    String.raw`(?:there (?:is|are|can be|may be|will be|should be)` +
    String.raw`|(?:is|are|hang|lie|stand)(?= (?:one|several|many|some)\b)) (.+)$`,
  "is",
);

/** Reads `author 1-n book, book n-m genre`, `tags and posts are many to many`. */
export function tiesIn(text: string): readonly Statement[] {
  return text.split(/,\s*/).flatMap((part): readonly Statement[] => {
    const match = counted.exec(part.replace(/[.]$/, ""));
    const joins = /(?<![\w-])([\w-]+) \w+ ([\w-]+) \(many[- ]to[- ]many\)/i.exec(part);
    const both = joins ?? related.exec(part);
    const from = nounAt(tokensOf(match?.[1] ?? both?.[1] ?? ""));
    const to = nounAt(tokensOf(match?.[3] ?? both?.[2] ?? ""));
    if (!from || !to) return [];
    if (/1$|one$/i.test(match?.[2] ?? "")) return linked(from, [to]);
    return [{ kind: "tie", from, to, many: both !== null || !/^(?:1|one)/i.test(match?.[2] ?? "") }];
  });
}

/** Reads ownership in `in every apiary there are hives`. */
export function placesIn(text: string): readonly Statement[] {
  const match = existence.exec(text);
  const from = match ? nounAt(tokensOf(match[1] ?? "")) : undefined;
  const to = match ? nounAt(tokensOf(match[2] ?? "")) : undefined;
  return from && to ? [{ kind: "tie", from, to, many: false }] : [];
}

/** Reads `on a site we open trenches`: the trenches belong to the site. */
export function placed(tokens: readonly Token[], clause: Clause | undefined): readonly Statement[] {
  if (!clause || !/^(?:in|on|at|for|to|under|within|during|per|after|before)$/.test(tokens[0]?.low ?? ""))
    return [];
  if (clause.verb.passive || clause.verb.copula) return [];
  const object = nounAt(clause.rest);
  return object ? linked(object, [nounAt(tokens, 1)], true) : [];
}

/** Reads `Likes: a user likes a post`: the record of an act belongs to both. */
export function madeBy(owner: Noun, list: string): readonly Statement[] | undefined {
  const tokens = tokensOf(list);
  const verb = tokens.findIndex(({ low }) => low !== baseOf(low) && baseOf(low) === owner.words.at(-1));
  if (verb < 1) return undefined;
  const [subject, object] = [nounAt(tokens.slice(0, verb)), nounAt(tokens, verb + 1)];
  if (!subject || !object) return undefined;
  return [{ kind: "application", noun: { ...owner, plural: true } }, ...linked(owner, [subject, object])];
}
