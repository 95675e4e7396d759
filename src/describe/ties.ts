import type { Clause } from "./clauses.ts";
import { baseOf, prepositions } from "./grammar.ts";
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
const arrow = /\s*(?:->|→)\s*/;

/** Reads `garden -> beds -> plants`: each has many of the next; `bed -> garden`: it belongs to one. */
function chainIn(text: string): readonly Statement[] {
  const nouns = text
    .replace(/[.]$/, "")
    .split(arrow)
    .map((name) => (/^[\w -]+$/.test(name) ? nounAt(tokensOf(name)) : undefined));
  const isChain = nouns.slice(1).some((noun) => noun?.plural);
  return nouns.slice(1).flatMap((to, index): readonly Statement[] => {
    const from = nouns[index];
    if (!isChain) return nouns.length === 2 ? linked(from, [to]) : [];
    return from && to ? [{ kind: "tie", from, to, many: false }] : [];
  });
}

/** Reads `author 1-n book, book n-m genre`, `tags and posts are many to many`. */
export function tiesIn(text: string): readonly Statement[] {
  const chain = chainIn(text);
  if (chain.length) return chain;
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

const pair = new RegExp(
  String.raw`^(.{2,50}?)(?:: |, | \w+ )which ([\w -]{2,30}?) (\w+) which ` +
    String.raw`([\w-]+(?: [\w-]+)??)(?=[,.]| (?:at|with|and)\b|$)`,
  "i",
);

/** Reads `a loan records which member has which tool`, `the choir knows which singer has which score`. */
export function pairIn(text: string): readonly Statement[] {
  const [whole = "", opening = "", one = "", verb = "", other = ""] = pair.exec(text) ?? [];
  // `which band plays on which stage`, unlike `which stall on which day`
  const name = prepositions.has(verb) ? one.replace(/ ?[\w-]+$/, "") : one;
  if (!name) return [];
  const [from, to] = [name, other].map((words) => nounAt(tokensOf(words)));
  const record = /^(?:an?|each|every) |^\w+$/i.test(opening) ? nounAt(tokensOf(opening)) : undefined;
  if (!record) return linked(to, [from]);
  const list = /^,? (?:and )?(?:with|has|have) (.+)$/is.exec(text.slice(whole.length))?.[1];
  return [
    ...linked(record, [from, to]),
    ...(list ? [{ kind: "attributes", owner: record, list } as const] : []),
  ];
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
