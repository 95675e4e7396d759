import { capital, listed } from "../../../../lib/index.ts";
import { isVerb } from "../sentences/topic.ts";
import { isParticiple } from "../words/deeds.ts";
import { frequency } from "../words/dictionary.ts";
import { isOrder } from "../words/grammar.ts";
import type { Wording } from "../words/rewrite.ts";
import { participleOf } from "../words/words.ts";

/** What every record lets one do, or what one does with lists of them. */
const usual =
  "create|add|edit|update|change|delete|remove|read|get|list|view|see|browse|show|search|find|filter|sort|track|manage|store|save|keep|record|log|look|know|have|be|note|write|use|work|enter|register|maintain|organi[sz]e|handle|collect|describe|define|set|group";
const deed = String.raw`(?!(?:${usual})\b)[a-z]{3,}`;
const several = String.raw`${deed}(?:, ${deed})*,? (?:and|or) ${deed}`;
const list = String.raw`(${several}|${deed})`;
const doing = String.raw`(?!(?:creat|add|edit|updat|chang|delet|remov|read|gett|list|view|see|brows|show|search|find|filter|sort|track|manag|stor|sav|keep|record|logg|look|hav|be|us|work|enter|register)ing\b)[a-z]{3,}ing`;
const doings = String.raw`(${doing}(?:, ${doing})*,? (?:and|or) ${doing}|${doing})`;
const things = String.raw`((?:an?|the|each|every|any) [a-z]+(?: [a-z]+)?|(?:[a-z]+ )?[a-z]+s)(?=[.,;\n]|$)`;
const start = String.raw`(^|[.;\n]\s*)(?:(?:also|and|besides|in addition|finally|then|plus),? )?`;

/** Words that say that something can be done, and words around them that say by whom and how. */
const possible =
  "able|possible|add|support|endpoints?|actions?|operations?|routes?|methods?|functions?|buttons?|ways?|let|lets|allows?|allowed|enables?|supports?|provides?|offers?|exposes?|should|must|also|may|might|can|could|want|wants|wish|need|needs|like|has to|have to";
const around =
  "we|i|you|he|she|one|they|it|there|only|later|later on|user|someone|somebody|users|people|staff|admin|admins|administrator|administrators|manager|managers|members|employees|anyone|everyone|us|me|them|the|an?|some|extra|custom|separate|api|app|system|service|backend|please|make|add|include|we'd|is|are|be|will|would|shall|can|could|need|needs|want|wants|wish|like|have|to|for|of|that";

/** `cancelling` → cancel, `closing` → close, `dropping` → drop */
function infinitive(gerund: string): string {
  const stem = gerund.toLowerCase().replace(/ing$/, "");
  const short = stem.replace(/([^aeiou])\1$/, "$1");
  if (short !== stem && frequency(short) > frequency(stem)) return short;
  return frequency(`${stem}e`) > frequency(stem) ? `${stem}e` : stem;
}
const infinitives = (all: string): string => all.replaceAll(/[a-z]+ing\b/gi, infinitive);

/** Whether all of these can be done; one alone has to be a verb rather than a noun: `gift vouchers`. */
const areDeeds = (orders: string): boolean => {
  const all = orders.toLowerCase().split(/,? (?:and|or) |, /);
  return all.length > 1
    ? all.filter((one) => isOrder(one)).length * 2 > all.length
    : all.every((one) => isOrder(one) && isVerb(one));
};

/** What can be done to records, where there is more than one deed; else as an order. */
function told(before: string, orders: string, given: string): string {
  const all = orders.toLowerCase().split(/,? (?:and|or) |, /);
  const what = given.trim();
  return all.length > 1
    ? `${before}${capital(what)} can be ${listed(all.map(participleOf))}`
    : `${before}You can ${orders} ${what}`;
}

/** Ways of saying what can be done to records: as `You can …`, or `… can be …`. */
export const deeds: readonly Wording[] = [
  // `Provide endpoints to close tickets`, `Make it possible to close a ticket`, `Allow closing and reopening tickets`
  [
    new RegExp(
      String.raw`${start}(?=[^.;\n]{0,60}\b(?:${possible})\b)(?:(?:${possible}|${around})(?:['’]d)?,? ){1,12}(?:${doings}|${list}) (?:of |for )?${things.replace(".,;", ".;")}`,
      "gi",
    ),
    (whole, before: string, gerunds: string | undefined, verbs: string | undefined, what: string) => {
      const orders = gerunds === undefined ? (verbs ?? "") : infinitives(gerunds);
      return areDeeds(orders) && !/^(?:for|of|to|in|on|with|by|from|that)\b/i.test(what)
        ? told(before, orders, what)
        : whole;
    },
  ],
  // `Tickets can be cancel or reopen`
  [
    /(?<=\bcan be )([a-z]+(?:(?:, | or | and |, or |, and )[a-z]+)*)(?=[.;\n]|$)/gi,
    (all) => {
      const done = all
        .split(/(,? or |,? and |, )/)
        .map((one, i) =>
          i % 2 || isParticiple(one) ? one : isOrder(one) && isVerb(one) ? participleOf(one) : undefined,
        );
      return done.every((one) => one !== undefined) ? done.join("") : all;
    },
  ],
  // `Staff close and reopen tickets`
  [
    new RegExp(
      String.raw`${start}(?:we|i|staff|users|people|admins|administrators|managers|employees|(?:the|our) (?:staff|team|admins|users)|an? (?:user|admin|administrator|manager)) (${several}) ${things}`,
      "gi",
    ),
    (whole, before: string, verbs: string, what: string) =>
      areDeeds(verbs) ? told(before, verbs, what) : whole,
  ],
  // `Tickets are closed, reopened or merged by staff`
  [
    new RegExp(
      String.raw`${start}([a-z]+s|(?:an?|the|each|every) [a-z]+(?: [a-z]+)?) (?:is|are|gets?) ((?:[a-z]+, ){0,8}[a-z]+,? (?:and|or) [a-z]+) by (?:an? |the |our )?[a-z]+(?=[.;\n]|$)`,
      "gi",
    ),
    (whole, before: string, what: string, all: string) =>
      all.split(/, (?:and |or )?| (?:and|or) /).every((one) => isParticiple(one))
        ? `${before}${what} can be ${all}`
        : whole,
  ],
  // `Ticket actions: close, reopen`
  [
    new RegExp(
      String.raw`${start}([a-z]+(?: [a-z]+)?) (?:actions|operations|endpoints|verbs|commands|methods):[ \t]+((?:[a-z]+, ){0,8}[a-z]+(?:,? (?:and|or))? [a-z]+|[a-z]+(?:, [a-z]+)*)(?=[.;\n]|$)`,
      "gi",
    ),
    (whole, before: string, what: string, all: string) =>
      /^(?:the|possible|allowed|custom|extra|available|special|other|more|additional|api|rest|crud)$/i.test(
        what,
      ) || !areDeeds(all)
        ? whole
        : told(before, all, `a ${what.toLowerCase()}`),
  ],
  // `Tickets support closing and reopening`
  [
    new RegExp(
      String.raw`${start}([a-z]+s|(?:an?|the|each|every) [a-z]+(?: [a-z]+)?) (?:should |must |also |will )*(?:supports?|allows?(?: for)?|offers?|permits?) ${doings}(?=[.;\n]|$)`,
      "gi",
    ),
    (_, before: string, what: string, all: string) => told(before, infinitives(all), what.toLowerCase()),
  ],
  // `Closing and reopening tickets is possible`
  [
    new RegExp(
      String.raw`${start}${doings} ${things.replace("(?=[.,;\\n]|$)", "")} (?:is|are|should be|must be|has to be) (?:also )?(?:possible|allowed|supported|needed|required)(?=[.;\n]|$)`,
      "gi",
    ),
    (_, before: string, all: string, what: string) => told(before, infinitives(all), what),
  ],
  // `Actions of a ticket: close and reopen`, `Things you can do with a ticket: close or reopen it`
  [
    new RegExp(
      String.raw`${start}(?:(?:the |possible |allowed |custom |extra |available |special )*(?:actions|operations|endpoints|verbs|commands|methods) (?:of|on|for|with)|(?:the )?things (?:you|one|we|users|people) (?:can|may) do (?:with|to|on)) (?:an? |the |each |every )?([a-z]+(?: [a-z]+)?)(?::| are| include)[ \t]+((?:[a-z]+, ){0,8}[a-z]+,? (?:and |or )?[a-z]+|[a-z]+)(?: (?:it|them))?(?=[.;\n]|$)`,
      "gi",
    ),
    (_, before: string, what: string, all: string) =>
      told(before, all, /s$/i.test(what) ? what : `a ${what}`),
  ],
  // `What you can do with a ticket:`, above a bullet for each deed
  [
    new RegExp(
      String.raw`${start}(?:what|things|everything) (?:you|one|we|users|people|i) (?:can|may) do (?:with|to|on) (an? )?([a-z]+(?: [a-z]+)?)[ \t]*:?((?:\n[ \t]*[-*•][ \t]*${deed}[ \t.,;]*)+)(?=\n|$)`,
      "gi",
    ),
    (_, before: string, article: string | undefined, what: string, lines: string) =>
      told(before, (lines.match(/[a-z]+/gi) ?? []).join(", "), `${article ?? ""}${what}`),
  ],
  // `Besides CRUD, tickets have the operations close and reopen`
  [
    /(^|[.;\n]\s*)(?:besides|apart from|in addition to|next to|on top of|other than) (?:the )?(?:usual |standard |normal |basic )?crud(?: operations| endpoints)?,? /gi,
    "$1",
  ],
  [
    new RegExp(
      String.raw`${start}([a-z]+s|(?:an?|the|each|every) [a-z]+(?: [a-z]+)?) ha(?:s|ve) (?:the |these )?(?:following )?(?:custom |extra )?(?:actions|operations|endpoints|commands|methods)[ \t]*:?[ \t]+${list}(?=[.;\n]|$)`,
      "gi",
    ),
    (_, before: string, what: string, all: string) => told(before, all, what.toLowerCase()),
  ],
  // `Tickets should be able to be closed`, `can get closed`
  [
    /\b(?:(?:should|must|will|need to|needs to|have to|has to) be able to be|(?:can|may|could|might) get)(?= [a-z]+(?:ed|en|nt|ld|id)\b)/gi,
    "can be",
  ],
  [
    /(^|[.;\n]\s*)it (?:is|should be|must be|has to be|needs to be|will be) possible for ((?:an? |the )?[a-z]+(?: [a-z]+)?) to be (?=[a-z]+(?:ed|en|nt|ld|id)\b)/gi,
    (_, before: string, what: string) => `${before}${capital(what)} can be `,
  ],
];
