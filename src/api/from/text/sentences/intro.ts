import { clauseOf, holding } from "../words/clause.ts";
import { onlySays } from "../words/says.ts";
import { items, statements } from "../words/lists.ts";
import { nameOf } from "../state.ts";
import { isStory, names as namedBy, tellingOf } from "../facts/story.ts";

export const having =
  /^((?:an?|the|each|every|all|any)\s+[\w -]+?|[\w-]+(?: [\w-]+)?)\s+(?:(?:which|that|who|also|always|only)\s+)*(?:has|have|having|with|w\/|needs?|holds?|contains?|carries|carry|includes?|stores?|records|keeps|is known by|are known by|is described by|comes? with|consists? of|is identified by|gets?|takes(?! place)|may carry|may have|can have|features|requires?|tracks|shows|must have|should have)\s*:?\s+(?!(?:exactly|precisely|at (?:least|most)|between|up to|no (?:more|less|fewer)|a (?:maximum|minimum) (?:of|length)|\d)\b)(.+)$/is;

export const genericTitle =
  /\b(?:api|apis|service|system|app|application|platform|backend|tool|server|database|management|manager|tracker|entities|resources|models?|fields?|schema|timetable|network|agency|marketplace)\b/i;

/** What is found of nouns: the subjects of what records have, and who only does something. */
interface Nouns {
  readonly found: Set<string>;
  readonly actors: Set<string>;
}

function add({ found }: Nouns, phrase: string | undefined): void {
  const name = phrase === undefined ? undefined : nameOf(phrase);
  if (name) found.add(name);
}

/** Wordings whose first group is a record. */
const wordings: readonly RegExp[] = [
  // `a book has`
  /(?:^|[.;\n:,]\s*|\band\s+)(?:an?|each|every|the)\s+([a-z][\w-]*(?: [a-z][\w-]*)?)\s+(?:has|have|with|needs|holds|records|links|belongs|is known by|is at|is on|contains)\b(?! (?:(?:at )?(?:least|most)|exactly|between|up to|no more|to be|-?\d|(?:an? |the )?(?:default|maximum|minimum|length|max|min))\b)/gi,
  // `Book: title, price`
  /(?:^|[;\n]\s*|\.\s+)(?:(?:An?|Each|Every) )?([A-Za-z][\w-]*)\s*[:({]/g,
  // `Test drive: car, customer`
  /(?<=[.;\n]\s*)([A-Z][a-z]+ [a-z]+):(?= [^.;:\n]*,)/g,
  // `Books have`
  /(?:^|[.;\n]\s*)([A-Za-z][\w-]*s)\s+(?:have|can be|may be)\b/g,
  // `book w/ title`
  /(?:^|[;:]\s*)([a-z]\w*)\s+(?:w\/|with)\s(?!(?:no (?:more|less|fewer)|at (?:most|least)|up to|max|min|exactly|between|a (?:maximum|minimum|length|default)|\d)\b)/gi,
  /\bbelongs? to (?:an?|one|exactly one) ([a-z]+)\b/gi,
];

/** `(required)`, `(unique, max 40)`: what is said of a field, in parentheses. */
const isSaid = (behind: string): boolean => {
  const inside = /^\(([^()\n]{1,80})\)/.exec(behind)?.[1];
  return inside !== undefined && inside.split(/[,;]/).every((one) => onlySays(one.trim()));
};

const addable =
  /^(?:added|attached|given|included|provided|uploaded|supplied|specified|entered|noted|stored)\b/i;

/** `Each book has …`, `every guest pays …`: the subject of a clause, or who does what it tells. */
function clauses(nouns: Nouns, text: string): void {
  for (const [, sentence = ""] of text.matchAll(
    /(?:^|[.:;\n]\s*|\b(?:and|but|while|whereas)\s+)(?=((?:an?|each|every) [^.;\n]{5,200}))/gi,
  )) {
    const clause = clauseOf(sentence);
    if (!clause?.subject || clause.subject.split(" ").length >= 4) continue;
    if (clause.modal === "can" && addable.test(clause.rest)) continue;
    if (isStory(sentence)) nouns.actors.add(nameOf(clause.subject) ?? "");
    else add(nouns, clause.subject);
  }
}

/** Subjects of statements that say what is held, or to what something belongs. */
function holders(nouns: Nouns, text: string): void {
  for (const one of statements(text)) {
    const clause = clauseOf(one);
    const isNoun =
      clause && /^(?:(?:an?|each|every)\s[a-z]+(?: [a-z]+)?|[a-z]+(?: [a-z]+)?s)$/i.test(clause.subject);
    const holds = clause && holding.has(clause.verb) && !onlySays(clause.rest) && !isStory(one);
    const belongs =
      clause &&
      /^(?:belong|reference|refer)$/.test(clause.verb) &&
      /^(?:to )?(?:an?|one|exactly one)\s/i.test(clause.rest);
    if (isNoun && (holds || belongs)) add(nouns, clause.subject);
    for (const part of items(one).slice(1)) inList(nouns, part);
  }
}

/** `…, a shelf has a number` */
function inList(nouns: Nouns, part: string): void {
  const own = clauseOf(part);
  if (
    own?.verb === "have" &&
    own.modal === undefined &&
    /^(?:(?:an?|each|every)\s[a-z]+|[a-z]+s)$/i.test(own.subject) &&
    /^an?\s/i.test(own.rest)
  )
    add(nouns, own.subject);
}

/** `Sellers book a stall; the booking can be cancelled`: a record that the deed before names. */
function deeds(nouns: Nouns, text: string): void {
  const verbs = new Set<string>();
  for (const one of statements(text)) {
    const clause = clauseOf(one);
    const [, noun = ""] = /^the ([a-z]+) (?:can|may|has|have|is|needs|starts|gets)\b/i.exec(one) ?? [];
    if (
      noun !== "" &&
      [...verbs].some((verb) => verb !== noun.toLowerCase() && namedBy(noun.toLowerCase(), verb))
    )
      add(nouns, noun);
    const telling = clause && clause.modal === undefined ? tellingOf(clause) : undefined;
    if (telling) verbs.add(telling.verb);
  }
}

/** `Codes are unique`: what is said of a field. */
const saysOnly = (rest: string): boolean =>
  /^ (?:are|must be|can be|may be|have to be|need to be)\b/.test(rest) && onlySays(rest.trim());

/** `Guests pay …`: who does something, or a record. */
function plurals(nouns: Nouns, text: string): void {
  for (const [, phrase = "", rest = ""] of text.matchAll(
    /(?:^|[.\n]\s+)([A-Z][a-z]+s)(\s+[a-z]+[^.;:\n]{0,300})/g,
  )) {
    if (saysOnly(rest)) continue;
    if (isStory(`${phrase}${rest}`)) nouns.actors.add(nameOf(phrase) ?? "");
    else add(nouns, phrase);
  }
}

/** `cat nm uniq; prod nm req, cat fk`; `dept fk`, `mgr fk emp` */
function foreign(nouns: Nouns, text: string): void {
  if (/\bfk\b/.test(text))
    for (const [, phrase] of text.matchAll(
      /(?:^|[;\n:]\s*)([a-z]{2,12}) (?:nm|name|email|title|code|sku|num|fname) /g,
    ))
      add(nouns, phrase);
  for (const [, role, target] of text.matchAll(
    /\b([a-z]\w*) fk\b(?: (?!null|opt|req|uniq|not)(?:to )?([a-z]+))?/gi,
  ))
    add(nouns, target ?? role);
}

/** Nouns that the description makes the subject of what records have, and those that only do something. */
export function subjects(text: string): {
  readonly found: ReadonlySet<string>;
  readonly actors: ReadonlySet<string>;
} {
  const nouns: Nouns = { found: new Set(), actors: new Set() };
  for (const wording of wordings)
    for (const found of text.matchAll(wording))
      if (!isSaid(text.slice(found.index + found[0].length - 1))) add(nouns, found[1]);
  for (const find of [clauses, holders, plurals, foreign, deeds]) find(nouns, text);
  // `An approved expense can be paid`: an expense
  for (const name of nouns.found)
    if (/^[A-Z][a-z]+ed(?=[A-Z])/.test(name) && nouns.found.has(name.replace(/^[A-Z][a-z]+(?=[A-Z])/, "")))
      nouns.found.delete(name);
  return nouns;
}
