import { isAttributeList } from "./attributes.ts";
import { verbsIn } from "./clauses.ts";
import type { VerbGroup } from "./verb-groups.ts";
import { isPerson } from "../api/index.ts";
import { determiners, having, havings, relatives } from "./grammar.ts";
import { phraseBefore } from "./lists.ts";
import { nounAt, type Noun } from "./nouns.ts";
import { pluralOf } from "./items.ts";
import { tokensOf, type Token } from "./tokens.ts";
import { request } from "./request.ts";
import { isKnownResource, isScalar } from "./vocabulary.ts";

/** A relative clause: its tokens, and the words that complete it to a sentence. */
interface Relative {
  readonly from: number;
  readonly to: number;
  /** The beginning of the sentence, the tokens of the clause that follow, and the words between verb and rest. */
  readonly opens: string;
  readonly verb: VerbGroup;
  readonly start: number;
  readonly object: string;
}

/**
 * Turns the relative clauses about things into separate sentences: `bikes that mechanics repair` → bikes; mechanics
 * repair bikes. Those about fields stay, because they describe the field.
 */
export function unfolded(text: string): readonly string[] {
  const tokens = tokensOf(text);
  const found = relativesIn(tokens);
  if (found.length === 0) return [text];
  const without = (from: number, to: number): string => {
    let text = "";
    for (let index = from; index < to; index += 1) {
      const inner = found.find(
        (relative) => relative.from === index && (relative.from > from || relative.to < to),
      );
      if (inner) index = inner.to;
      const token = index < to ? tokens[index] : undefined;
      if (!token) continue;
      const gap = tokens[index - 1] && text && token.start > (tokens[index - 1]?.end ?? 0) ? " " : "";
      text += `${gap || (inner && !/^[,;.:]/.test(token.text) ? " " : "")}${token.text}`;
    }
    return text;
  };
  const sentences = found.map(({ opens, verb, start, to, object }) =>
    `${opens} ${without(start, verb.to)} ${object} ${without(verb.to, to)}`
      .replaceAll(/\s+/g, " ")
      .trim()
      .replace(/[.,;]*$/, "."),
  );
  return [without(0, tokens.length), ...sentences];
}

/** Splits sentences joined by only a comma: `we have boats, they carry divers, each diver has a name`. */
export function spliced(text: string): readonly string[] {
  const tokens = tokensOf(text);
  if (/^(?:given|when|once|if)$/.test(tokens[0]?.low ?? "")) return [text];
  const verbs = verbsIn(tokens);
  const parts: string[] = [];
  let start = 0;
  // `make an API for a studio with artists, an artist has a name`: a request counts as a sentence although its verb is
  // ignored.
  const isAsked = request.test(text);
  for (const { verb, kind } of isAsked ? verbs : verbs.slice(1)) {
    if (kind !== "main") continue;
    const comma = tokens.slice(0, verb.from).findLastIndex(({ text: sign }) => sign === ",");
    const opener = tokens[comma + 1]?.low ?? "";
    const isNext =
      /^(?:they|it|he|she|we|each|every)$/.test(opener) ||
      (/^an?$/.test(opener) && (havings.has(verb.word) || verb.copula || verb.modal !== undefined));
    if (comma < 1 || verb.from - comma > 4 || !isNext) continue;
    if (!isAsked && !verbs.some(({ verb: before }) => before.from < comma)) continue;
    const end = tokens[comma]?.start ?? 0;
    if (end > start) parts.push(text.slice(start, end));
    start = tokens[comma + 1]?.start ?? 0;
  }
  return [...parts, text.slice(start)];
}

function relativesIn(tokens: readonly Token[]): readonly Relative[] {
  const verbs = verbsIn(tokens);
  const found: Relative[] = [];
  // Inner clauses begin after outer ones, so that their ends are known first.
  for (const [index, { verb, kind }] of [...verbs.entries()].reverse()) {
    if (kind !== "relative" || verb.negated) continue;
    const pronoun = pronounOf(tokens, verb.from);
    if (pronoun === undefined || pronoun === 0) continue;
    const isLoose = tokens[pronoun - 1]?.text === ",";
    const from = isLoose ? pronoun - 1 : pronoun;
    const noun = antecedent(tokens, from, verb);
    if (!noun || !isThing(noun, verb)) continue;
    const mains = verbs.slice(index + 1).flatMap((next) => (next.kind === "main" ? [next.verb] : []));
    const end = endOf(tokens, verb, mains, isLoose, found);
    const isClosed = isLoose && tokens[end]?.text === "," && mains.some((next) => next.from === end + 1);
    const to = isClosed ? end + 1 : end;
    const subject = nounAt(tokens.slice(pronoun + 1, verb.from));
    const hasSubject = subject !== undefined;
    // `which singer has which score` is a question
    const isBare = !determiners.has(tokens[pronoun + 1]?.low ?? "");
    if (subject && tokens[pronoun]?.low === "which" && !subject.plural && isBare) continue;
    const name = named(noun);
    found.unshift({
      from,
      to,
      verb,
      start: pronoun + 1,
      opens: hasSubject ? "" : name,
      object: hasSubject ? name : "",
    });
  }
  return found;
}

const isRecord = (words: readonly string[]): boolean =>
  isKnownResource(words) || isPerson(words.at(-1) ?? "");

/** Whether a relative clause is about a possible resource: in `a mood that is calm or nervous` it is about a field. */
function isThing(noun: Noun, verb: VerbGroup): boolean {
  if (isRecord(noun.words)) return true;
  if (isScalar(noun.words) || (verb.copula && !verb.word.includes(" "))) return false; // but `take place`
  return noun.plural || (having.has(verb.base) && !verb.passive);
}

/** The relative pronoun of a verb, with at most its subject in between. */
function pronounOf(tokens: readonly Token[], verb: number): number | undefined {
  for (let index = verb - 1; index >= Math.max(0, verb - 4); index -= 1) {
    const token = tokens[index];
    if (token?.kind !== "word") return undefined;
    if (relatives.has(token.low)) return /^(?:which|that|who)$/.test(token.low) ? index : undefined;
  }
  return undefined;
}

/** The antecedent of a relative clause: the nearest noun that agrees with its verb. */
function antecedent(tokens: readonly Token[], end: number, verb: VerbGroup): Noun | undefined {
  const group = tokens[end - 1]; // `members (name, email) who …`
  const isGroup = group?.kind === "group";
  const phrase = phraseBefore(tokens, isGroup ? end - 1 : end);
  if (!phrase || (isGroup && !isAttributeList(group.text.slice(1, -1), phrase.head))) return undefined;
  // `a length in inches that may be left blank`
  const isMeasure = isScalar(phrase.head.words) && phrase.parts.every(({ words }) => !isRecord(words));
  const nouns = isMeasure ? [phrase.head] : [...phrase.parts].reverse().concat(phrase.head);
  const first = tokens[verb.from]?.low ?? "";
  const isObject = tokens[verb.from - 1] && !relatives.has(tokens[verb.from - 1]?.low ?? "");
  if (isObject || verb.modal) return nouns[0];
  const isThird = /^(?:is|has|does|was)$/.test(first) || (verb.word !== verb.base && verb.base !== "be");
  return nouns.find(({ plural }) => plural !== isThird) ?? nouns[0];
}

const named = (noun: Noun): string => {
  const before = noun.words.slice(0, -1);
  const last = noun.words.at(-1) ?? "";
  return noun.plural ? [...before, pluralOf(last)].join(" ") : `the ${noun.words.join(" ")}`;
};

/** Where a relative clause ends: at the next clause, or at the next item of a list with its own clause. */
function endOf(
  tokens: readonly Token[],
  verb: VerbGroup,
  mains: readonly VerbGroup[],
  isLoose: boolean,
  inner: readonly Relative[],
): number {
  const isList = having.has(verb.base) || verb.copula;
  for (let index = verb.to; index < tokens.length; index += 1) {
    const nested = inner.find(({ from }) => from === index);
    if (nested) index = nested.to;
    const token = tokens[index];
    if (!token) break;
    if (/^[;.!?]$/.test(token.text) || mains.some(({ from }) => from === index)) return index;
    if (!/^(?:,|and|but|so)$/.test(token.low)) continue;
    if (isLoose && !isList && token.text === ",") return index;
    let next = index + 1;
    while (/^(?:and|but|so|,)$/.test(tokens[next]?.low ?? "")) next += 1;
    const opener = tokens[next];
    if (!opener || /^(?:when|if|once|after|before|while|where|there)$/.test(opener.low)) return index;
    const noun = nounAt(tokens, next);
    if (noun && mains.some(({ from }) => from >= noun.to && from <= noun.to + 1)) return index;
    if (isLoose && token.text === "," && mains.some(({ from }) => from === index + 1)) return index;
    const follows = tokens[noun?.to ?? 0];
    const isItem = isList && /^(?:an?|the|its|their|one)$/.test(opener.low);
    if (noun && follows && !isItem && (relatives.has(follows.low) || follows.low === "with")) return index;
  }
  return tokens.length;
}
