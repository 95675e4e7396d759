import { verbOf } from "../language/index.ts";
import { isAttributeList } from "./attributes.ts";
import { appNouns } from "./vocabulary.ts";
import { clausesIn } from "./clauses.ts";
import { prepositions, storing } from "./grammar.ts";
import { nounAt, type Noun } from "./nouns.ts";
import { tokensOf, type Token } from "./tokens.ts";

/** A list of what is stored, with its owner. */
export interface StoredList {
  readonly owner: Noun | undefined;
  readonly list: string;
}

const perNoun =
  /(?:^|[,;]?\s*(?:and\s+|then\s+)?)\b(?:for|on|about) (?=(?:an?|the|each|every|all|that|this|one|any)\s)/i;

/** `for each member …` */
const ofWhat = new RegExp(
  String.raw`^(?:and |also |then )?(?:for|on|about|of|per|at|during|upon|after) ` +
    String.raw`(?:an?|the|each|every|all|that|this|any|one|such)? ?(?=\w)`,
  "i",
);

/**
 * Reads `for a member we keep the name, for a pet the species`, `we store a member's name`; undefined if nothing is
 * stored.
 */
export function storedLists(text: string, tokens: readonly Token[]): readonly StoredList[] | undefined {
  const behind =
    clausesIn(tokens).length === 0
      ? /^((?:[^,]+,)*[^,]+) of (?:an?|the|each|every) ([\w-]+(?: [\w-]+)?)[.]?$/is.exec(text)
      : undefined;
  const of = behind && /,| and /.test(behind[1] ?? "") ? nounAt(tokensOf(behind[2] ?? "")) : undefined;
  if (behind && of) return [{ owner: of, list: behind[1] ?? "" }];
  const opening = ofWhat.exec(text);
  const [clause] = clausesIn(tokens);
  const about = clause?.verb.copula ? askedAbout(clause.subject) : undefined;
  if (clause && about) return [{ owner: about, list: text.slice(clause.rest[0]?.start) }];
  const speaker = clause?.subject.at(-1)?.low ?? "";
  const isOurs =
    /^(?:we|i|you|us)$/.test(speaker) ||
    (clause !== undefined &&
      clause.subject.length < 4 &&
      appNouns.test(speaker) &&
      clause.verb.base !== "have");
  const listNoun = nounAt(clause?.rest ?? []);
  if (isOurs && listNoun && !listNoun.plural && appNouns.test(listNoun.words.at(-1) ?? "")) return undefined;
  if (clause && isOurs && !clause.verb.negated && storing.has(clause.verb.base)) {
    const rest = text
      .slice(clause.rest[0]?.start)
      .replace(/[.;]\s*$/, "")
      .replace(/^(?:down|up) /, "")
      .replace(/^to (?:know|store|keep|track|record|save|note)\s+/i, "");
    const owner = opening ? nounAt(tokens, 1) : undefined;
    const isMoment = /^(?:end|beginning|start|moment|time)$/.test(owner?.words.at(-1) ?? "");
    return split(isMoment ? undefined : owner, rest);
  }
  return undefined;
}

/** `what we store of a boat`: the noun that a question about what is stored asks for. */
function askedAbout(subject: readonly Token[]): Noun | undefined {
  if (!/^(?:what|all|everything)$/.test(subject[0]?.low ?? "")) return undefined;
  const verb = subject.findIndex(({ low }) => storing.has(verbOf(low)));
  const of = subject.findIndex(({ low }, index) => index > verb && prepositions.has(low));
  return verb > 0 && of > 0 ? nounAt(subject, of + 1) : undefined;
}

/** Assigns each part of a list to the noun before it. */
function split(owner: Noun | undefined, list: string): readonly StoredList[] {
  const found: StoredList[] = [];
  const parts = list.split(perNoun);
  const isOpened = perNoun.exec(list)?.index === 0;
  parts.forEach((part, index) => {
    if (!part.trim()) return;
    if (index === 0 && !isOpened) {
      found.push(...head(owner, part));
      return;
    }
    const tokens = tokensOf(part);
    const noun = nounAt(tokens);
    if (!noun) return;
    const rest = part.slice(tokens[noun.to - 1]?.end).replace(/^[\s,:]+/, "");
    if (rest) found.push({ owner: noun, list: rest });
  });
  return found.filter(({ list: all }) => all);
}

/** Reads `a trainer's name and age`, `books with a title`, `books`. */
function head(owner: Noun | undefined, list: string): readonly StoredList[] {
  if (owner) return [{ owner, list }];
  const possessive = /^((?:an? |the |each |every |all )?[\w-]+(?: [\w-]+)?)(?:['’]s|s['’]) (.+)$/is.exec(
    list,
  );
  if (possessive) {
    const noun = nounAt(tokensOf(possessive[1] ?? ""));
    return noun ? [{ owner: noun, list: possessive[2] ?? "" }] : [];
  }
  // `recipes with a title and a note`
  const tokens = tokensOf(list);
  const noun = nounAt(tokens);
  const joint = tokens[noun?.to ?? 0];
  const behind = list.slice(joint?.end);
  return [
    noun && joint?.low === "with" && !behind.includes(" with ") && isAttributeList(behind, noun)
      ? { owner: noun, list: behind }
      : { owner: undefined, list },
  ];
}
