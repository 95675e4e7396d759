import { clausesIn, type Clause } from "./clauses.ts";
import { isAttributeList } from "./attributes.ts";
import { determiners, isNumber, prepositions, pronouns, storing, subordinators } from "./grammar.ts";
import { itemsOf } from "./items.ts";
import { isDone, nounAt, type Noun } from "./nouns.ts";
import { rawOf, type Token } from "./tokens.ts";
import { appNouns, isKnownResource, isScalar } from "./vocabulary.ts";

/** A noun with the nouns that depend on it through prepositions: `rules of a flag in an environment`. */
export interface Phrase {
  readonly head: Noun;
  readonly parts: readonly Noun[];
  /** The preposition before the phrase. */
  readonly governor: string | undefined;
  readonly from: number;
  readonly to: number;
}

/** A list of attributes with its owner, and the rest of the sentence. */
export interface OwnedList {
  readonly owner: Noun;
  /** What the owner belongs to. */
  readonly parts: readonly Noun[];
  readonly list: string;
  readonly before: string;
  readonly after: string;
}

/** Parses the phrase that begins at an index. */
export function phraseAt(tokens: readonly Token[], from: number): Phrase | undefined {
  const head = nounAt(tokens, from);
  if (!head) return undefined;
  const parts: Noun[] = [];
  let to = head.to;
  for (;;) {
    const index = linkEnd(tokens, to);
    const noun = index === undefined ? undefined : nounAt(tokens, index);
    if (index === undefined || !noun) break;
    parts.push(noun);
    to = noun.to;
    // `attendance per child and day`
    const other = tokens[index - 1]?.low === "per" && tokens[to]?.low === "and" && nounAt(tokens, to + 1);
    if (!other) continue;
    parts.push(other);
    to = other.to;
  }
  return { head, parts, governor: undefined, from, to };
}

/** Where a preposition, or a participle with one, ends: `of`, `made by`. */
function linkEnd(tokens: readonly Token[], index: number): number | undefined {
  const [token, next] = [tokens[index], tokens[index + 1]];
  if (!token || token.low === "with") return undefined;
  if (prepositions.has(token.low)) return index + 1;
  return next && prepositions.has(next.low) && isDone(token.low) ? index + 2 : undefined;
}

const joins = ({ kind, low, tags }: Token): boolean =>
  kind === "word" && !tags.has("Head") && !pronouns.has(low) && !subordinators.has(low);

/** `monthly`, `daily`: a frequency or manner, not a thing. */
const isManner = (token: Token | undefined): boolean =>
  token !== undefined && (token.tags.has("Adverb") || token.low.endsWith("ly"));

/** The phrase that ends before an index. */
export function phraseBefore(tokens: readonly Token[], end: number): Phrase | undefined {
  let from = end;
  while (from > 0 && joins(tokens[from - 1] as Token)) from -= 1;
  for (; from < end; from += 1) {
    const token = tokens[from];
    if (token && (prepositions.has(token.low) || /^(?:and|or|also|then)$/.test(token.low))) continue;
    const phrase = phraseAt(tokens.slice(0, end), from);
    if (phrase?.to !== end || (phrase.from === end - 1 && isManner(token))) continue;
    let index = from - 1;
    while (index > 0 && (determiners.has(tokens[index]?.low ?? "") || isNumber(tokens[index]))) index -= 1;
    const before = tokens[index]?.low ?? "";
    return { ...phrase, governor: prepositions.has(before) ? before : undefined };
  }
  return undefined;
}

/** The owner of a list after a text: its last noun, or the subject that it describes. */
export function ownerOf(tokens: readonly Token[]): Phrase | undefined {
  const clause = clausesIn(tokens).at(-1);
  const nearest = phraseBefore(tokens, tokens.length);
  if (!clause) return nearest;
  const subject = clause.subject.length ? phraseAt(clause.subject, 0) : undefined;
  const isSoftware = appNouns.test(subject?.head.words.at(-1) ?? "");
  if (subject && !isSoftware && isAboutSubject(clause, nearest))
    return { ...subject, parts: [...subject.parts, ...(nearest ? [nearest.head, ...nearest.parts] : [])] };
  return nearest;
}

/** `absences are reported`, `attendance is per child and day`: the list belongs to the subject. */
function isAboutSubject({ verb, rest }: Clause, nearest: Phrase | undefined): boolean {
  if (verb.copula && rest[0]) return true;
  if (!nearest) return verb.passive;
  if (nearest.governor === undefined) return false;
  if (/^(?:in|on|at|into|under)$/.test(nearest.governor) && nearest.head.plural) return false;
  if (verb.passive) return true;
  // `a note hangs on a lead`: there is no object that could own the list.
  return rest[0]?.low === nearest.governor;
}

const isUsable = (owner: Noun | undefined, list: string): owner is Noun => {
  if (!owner || (appNouns.test(owner.words.at(-1) ?? "") && !owner.plural)) return false;
  const last = owner.words.at(-1) ?? "";
  if (storing.has(last) && !owner.plural && !isKnownResource([last])) return false;
  if (isScalar(owner.words) && !owner.plural && !isKnownResource([last])) return false;
  return !itemsOf(list).some(({ noun, raw }) => noun?.words.at(-1) === last && !/^which /i.test(raw));
};

/** Where a list opens: at its punctuation or `each with`, with the words before it. */
function openings(tokens: readonly Token[]): readonly { readonly end: number; readonly start: number }[] {
  return tokens.flatMap((token, index) => {
    const next = tokens[index + 1];
    if (index > 0 && next && /^[:–—-]$/.test(token.text)) return [{ end: index, start: index + 1 }];
    const isEach = token.text === "," && /^(?:each|all|every one)$/.test(next?.low ?? "");
    const opener = isEach ? tokens[index + 2]?.low : next?.low;
    if (token.text === "," && /^(?:with|having)$/.test(opener ?? ""))
      return [{ end: index, start: index + (isEach ? 3 : 2) }];
    return [];
  });
}

/** The list of a sentence after punctuation or `each with`. */
export function ownedList(tokens: readonly Token[], text: string): OwnedList | undefined {
  for (const { end, start } of openings(tokens)) {
    const phrase = ownerOf(tokens.slice(0, end));
    const to = listEnd(tokens, start);
    const list = rawOf(tokens.slice(start, to), text).replace(/(?:\s+[-–—,;]|\s*,|\s+and)+$/, "");
    if (!phrase || !isUsable(phrase.head, list) || !isAttributeList(list, phrase.head)) continue;
    return {
      owner: phrase.head,
      parts: phrase.parts,
      list,
      before: rawOf(tokens.slice(0, end), text),
      after: rawOf(tokens.slice(to), text),
    };
  }
  return undefined;
}

/** Where a list ends: at a clause with its own subject, `, and it has guests`. */
export function listEnd(tokens: readonly Token[], start: number): number {
  const list = tokens.slice(start);
  for (const { verb } of clausesIn(list)) {
    let index = verb.from;
    while (
      index > 0 &&
      list[index - 1]?.kind === "word" &&
      !/^(?:and|but|so)$/.test(list[index - 1]?.low ?? "")
    )
      index -= 1;
    const [joint, first] = [list[index - 1], list[index]];
    if (index < 2 || index === verb.from || !joint) continue;
    const isSpoken = /^(?:it|they|he|she|we|i|you)$/.test(first?.low ?? "");
    const isHelped = verb.modal !== undefined || verb.base === "have";
    if (isSpoken || isHelped) return start + index;
  }
  return tokens.length;
}
