import { clauseOf, holding } from "../words/clause.ts";
import { onlySays } from "../words/says.ts";
import { items, statements } from "../words/lists.ts";
import { nameOf } from "../state.ts";
import { isStory } from "../facts/story.ts";

export const having =
  /^((?:an?|the|each|every|all|any)\s+[\w -]+?|[\w-]+(?: [\w-]+)?)\s+(?:(?:which|that|who|also|always|only)\s+)*(?:has|have|having|with|w\/|needs?|holds?|contains?|carries|carry|includes?|stores?|records|keeps|is known by|are known by|is described by|comes? with|consists? of|is identified by|gets?|takes(?! place)|may carry|may have|can have|features|requires?|tracks|shows|must have|should have)\s*:?\s+(?!(?:exactly|precisely|at (?:least|most)|between|up to|no (?:more|less|fewer)|a (?:maximum|minimum) (?:of|length)|\d)\b)(.+)$/is;

export const genericTitle =
  /\b(?:api|apis|service|system|app|application|platform|backend|tool|server|database|management|manager|tracker|entities|resources|models?|fields?|schema|timetable|network|agency|marketplace)\b/i;

/** Nouns that the description makes the subject of what records have, and those that only do something. */
export function subjects(text: string): {
  readonly found: ReadonlySet<string>;
  readonly actors: ReadonlySet<string>;
} {
  const found = new Set<string>();
  const actors = new Set<string>();
  const add = (phrase: string | undefined): void => {
    const name = phrase === undefined ? undefined : nameOf(phrase);
    if (name) found.add(name);
  };
  for (const [, phrase] of text.matchAll(
    /(?:^|[.;\n:,]\s*|\band\s+)(?:an?|each|every|the)\s+([a-z][\w-]*(?: [a-z][\w-]*)?)\s+(?:has|have|with|needs|holds|records|links|belongs|is known by|is at|is on|contains)\b(?! (?:(?:at )?(?:least|most)|exactly|between|up to|no more|to be|-?\d|(?:an? |the )?(?:default|maximum|minimum|length|max|min))\b)/gi,
  ))
    add(phrase);
  for (const [, phrase] of text.matchAll(
    /(?:^|[;\n]\s*|\.\s+)(?:(?:An?|Each|Every) )?([A-Za-z][\w-]*)\s*[:({]/g,
  ))
    add(phrase);
  // `Test drive: car, customer`
  for (const [, phrase] of text.matchAll(/(?<=[.;\n]\s*)([A-Z][a-z]+ [a-z]+):(?= [^.;:\n]*,)/g)) add(phrase);
  for (const [, sentence = ""] of text.matchAll(
    /(?:^|[.:;\n]\s*|\b(?:and|but|while|whereas)\s+)(?=((?:an?|each|every) [^.;\n]{5,200}))/gi,
  )) {
    const clause = clauseOf(sentence);
    const subject = clause?.subject;
    if (
      clause?.modal === "can" &&
      /^(?:added|attached|given|included|provided|uploaded|supplied|specified|entered|noted|stored)\b/i.test(
        clause.rest,
      )
    )
      continue;
    if (subject && subject.split(" ").length < 4)
      if (isStory(sentence)) actors.add(nameOf(subject) ?? "");
      else add(subject);
  }
  for (const one of statements(text)) {
    const clause = clauseOf(one);
    if (
      clause &&
      /^(?:(?:an?|each|every)\s[a-z]+(?: [a-z]+)?|[a-z]+(?: [a-z]+)?s)$/i.test(clause.subject) &&
      ((holding.has(clause.verb) && !onlySays(clause.rest, new Map()) && !isStory(one)) ||
        (/^(?:belong|reference|refer)$/.test(clause.verb) &&
          /^(?:to )?(?:an?|one|exactly one)\s/i.test(clause.rest)))
    )
      add(clause.subject);
    for (const part of items(one).slice(1)) {
      const own = clauseOf(part);
      if (
        own?.verb === "have" &&
        own.modal === undefined &&
        /^(?:(?:an?|each|every)\s[a-z]+|[a-z]+s)$/i.test(own.subject) &&
        /^an?\s/i.test(own.rest)
      )
        add(own.subject);
    }
  }
  for (const [, phrase] of text.matchAll(/(?:^|[.;\n]\s*)([A-Za-z][\w-]*s)\s+(?:have|can be|may be)\b/g))
    add(phrase);
  for (const [, phrase, rest = ""] of text.matchAll(
    /(?:^|[.\n]\s+)([A-Z][a-z]+s)(\s+[a-z]+[^.;:\n]{0,300})/g,
  ))
    if (isStory(`${phrase}${rest}`)) actors.add(nameOf(phrase ?? "") ?? "");
    else add(phrase);
  for (const [, phrase] of text.matchAll(/(?:^|[;:]\s*)([a-z]\w*)\s+(?:w\/|with)\s/gi)) add(phrase);
  for (const [, phrase] of text.matchAll(/\bbelongs? to (?:an?|one|exactly one) ([a-z]+)\b/gi)) add(phrase);
  // `cat nm uniq; prod nm req, cat fk`
  if (/\bfk\b/.test(text))
    for (const [, phrase] of text.matchAll(
      /(?:^|[;\n:]\s*)([a-z]{2,12}) (?:nm|name|email|title|code|sku|num|fname) /g,
    ))
      add(phrase);
  // `dept fk`, `mgr fk emp`
  for (const [, role, target] of text.matchAll(
    /\b([a-z]\w*) fk\b(?: (?!null|opt|req|uniq|not)(?:to )?([a-z]+))?/gi,
  ))
    add(target ?? role);
  // `An approved expense can be paid`: an expense
  for (const name of found)
    if (/^[A-Z][a-z]+ed(?=[A-Z])/.test(name) && found.has(name.replace(/^[A-Z][a-z]+(?=[A-Z])/, "")))
      found.delete(name);
  return { found, actors };
}
