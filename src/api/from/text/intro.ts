import { termsOf } from "./grammar.ts";
import { nameOf } from "./state.ts";

export const having =
  /^((?:an?|the|each|every|all|any)\s+[\w -]+?|[\w-]+(?: [\w-]+)?)\s+(?:(?:which|that|who|also|always|only)\s+)*(?:has|have|with|w\/|needs?|holds?|contains?|carries|carry|includes?|stores?|records|keeps|is known by|are known by|is described by|comes? with|consists? of|is identified by|gets?|takes(?! place)|may carry|may have|can have|features|requires?|tracks|shows|must have|should have)\s*:?\s+(.+)$/is;

export const genericTitle =
  /\b(?:api|apis|service|system|app|application|platform|backend|tool|server|database|management|manager|tracker|entities|resources|models?|fields?|schema|timetable|network|agency|marketplace)\b/i;

/** The noun of `I want to track expenses`, `an API for managing movies`, `hotel rooms api`. */
export function introduced(text: string): string | undefined {
  const bare = text
    .replace(
      /^(?:(?:please|can you|could you|i|we|i'd|we'd|for|my|our)\s+)*(?:(?:would like|like|want|need|have|think of)\s+)?(?:you\s+)?(?:to\s+)?(?:(?:build|create|make|define|design|generate|write|give|set up|have|keep|develop|get)\s+)?(?:(?:me|us)\s+)?(?=\w)/i,
      "",
    )
    .replace(
      /^(?:an?|the)?\s*(?:[\w-]+\s+){0,2}?(?:rest(?:ful)?\s+)?(?:api|service|system|app|application|backend|platform|endpoints?)\s+(?:for|to|that|which)\s+/i,
      "",
    )
    .replace(
      /^(?:to\s+)?(?:(?:keep|keeping) (?:a )?(?:record|list|log) of|manage|managing|track|tracking|keep track of|keeping track of|store|storing|handle|handling|record|recording|organi[sz]e|organi[sz]ing|maintain|maintaining|book|booking|list|listing|keep|mange)\s+(?=\w+)/i,
      "",
    )
    .replace(/\s+(?:i|we|they|that|which|who)\s+.*$/i, "")
    .replace(/^(?:a (?:record|list|log) of|track of|a list of|our|my|the|some)\s+/i, "")
    .replace(
      /\s+(?:rest\s+)?(?:(?:validation|monitoring|mgmt|management|tracking|registration)\s+)?(?:api|service|system|app|application|backend|platform|mgmt|management|monitoring|list|tracker|tracking|database|db|endpoints?|resource|table|crud|mon)s?$/i,
      "",
    )
    .trim();
  return /^[A-Za-z][\w-]*(?:\s[\w-]+){0,2}$/.test(bare) &&
    !/^(?:who|what|which|how|it|this|that|entities|fields)\b/i.test(bare)
    ? bare
    : undefined;
}

/** Nouns that the description makes the subject of what records have. */
export function subjects(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (phrase: string | undefined): void => {
    const name = phrase === undefined ? undefined : nameOf(phrase);
    if (name) found.add(name);
  };
  for (const [, phrase] of text.matchAll(
    /(?:^|[.;\n:,]\s*|\band\s+)(?:an?|each|every|the)\s+([a-z][\w-]*(?: [a-z][\w-]*)?)\s+(?:has|have|with|needs|holds|records|links|belongs|is known by|is at|is on|contains)\b/gi,
  ))
    add(phrase);
  for (const [, phrase] of text.matchAll(/(?:^|[;\n]\s*|\.\s+)([A-Za-z][\w-]*)\s*[:({]/g)) add(phrase);
  for (const [, sentence = ""] of text.matchAll(
    /(?:^|[.:;\n]\s*|\b(?:and|but|while|whereas)\s+)(?=((?:an?|each|every) [^.;\n]{5,200}))/gi,
  )) {
    const terms = termsOf(sentence);
    const at = terms.findIndex(({ tags }, i) => i > 1 && i < 4 && (tags.has("Verb") || tags.has("Modal")));
    if (at > 1)
      add(
        terms
          .slice(1, at)
          .map((term) => term.text)
          .join(" "),
      );
  }
  for (const [, phrase] of text.matchAll(/(?:^|[.;\n]\s*)([A-Za-z][\w-]*s)\s+(?:have|can be|may be)\b/g))
    add(phrase);
  for (const [, phrase] of text.matchAll(/(?:^|[.\n]\s+)([A-Z][a-z]+s)\s+[a-z]+/g)) add(phrase);
  for (const [, phrase] of text.matchAll(/(?:^|[;:]\s*)([a-z]+)\s+(?:w\/|with)\s/gi)) add(phrase);
  return found;
}
