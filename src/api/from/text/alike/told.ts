import { capital } from "../../../../lib/index.ts";
import { namesFrom } from "../../../names.ts";
import type { Wording } from "../words/rewrite.ts";
import { start } from "./start.ts";

const keeps =
  "keep|store|record|note(?: down)?|save|track|log|know|remember|collect|capture|register|write down|enter|need|want|have";
const kept =
  "kept|stored|recorded|noted(?: down)?|saved|tracked|logged|remembered|collected|captured|registered|written down|entered|needed|known";
const each = "(each|every|each single|every single|any|an?)";
const noun = "([a-z]+(?: [a-z]+)?)";
/** The things that a record has. */
const parts = String.raw`((?:an?|the|its|their|his|her) (?:[^.;:\n]|\.(?=\d)){2,300}?)`;

const record = (before: string, one: string, has: string): string =>
  `${before}Each ${one.toLowerCase()} has ${has.slice(0, 1).toLowerCase()}${has.slice(1)}`;

/** What opens a sentence and says nothing of what it is about. */
const openings = [
  String.raw`(?:please )?(?:note|remember|be aware|mind|keep in mind|bear in mind|assume)(?: also)? that`,
  String.raw`(?:please )?(?:also )?(?:make sure|ensure)(?: that)?`,
  String.raw`(?:i|we) (?:think|guess|believe|suppose|assume|would say|['’]d say)(?: that)?`,
  String.raw`(?:let['’]?s|let us) (?:say|assume|suppose)(?: that)?`,
  String.raw`it(?:['’]s| is) (?:important|clear|obvious|essential)(?: that)?`,
  String.raw`(?:first|second|third|last)(?:ly| of all)?,`,
  String.raw`(?:next|then|after that|as said|as mentioned|in general|generally speaking|for (?:us|me)|to us|obviously|naturally),`,
].join("|");

/** Sentences in the order in which they are read: who has it, then what it is. */
export const told: readonly Wording[] = [
  // `Note that a ticket …`, `I think the title …`
  [
    new RegExp(
      String.raw`${start}(?:${openings}) (?=(?:an?|the|each|every|its|their|it|they|all|both|only|no|one|[a-z]+s) [a-z])`,
      "gi",
    ),
    "$1",
  ],
  // `Now the tickets: each has`, `As for tickets, they have`, `What about tickets? They have`
  [
    new RegExp(
      String.raw`${start}(?:(?:as for|as to|regarding|concerning|about|when it comes to|with regard to|what about|how about|now|now for|now to|next|next,|then|then,|and|finally,?|on to)(?: (?:the|our|my))?|then there (?:are|is)(?: (?:the|our|my))?|(?:next|then) come(?: the)?) ((?:[a-z]+ )?[a-z]+s)[ \t]*[,:.?][ \t]*(?:they|each(?: of them| one)?|these|those|all|every one(?: of them)?) (have|has|are|is|can|may|must|need|needs|belong|belongs) `,
      "gi",
    ),
    (_, before: string, plural: string, verb: string) => {
      const isOne = /^(?:has|is|needs|belongs)$/i.test(verb);
      const name = isOne ? `Each ${namesFrom(plural).words}` : capital(plural);
      return `${before}${name} ${verb} `;
    },
  ],
  // `Then there are tickets. Each ticket …`
  [
    new RegExp(
      String.raw`${start}(?:and |then |also |finally,? |next,? |lastly,? )+there (?:are|is) (?:also )?(?:the )?((?:[a-z]+ )?[a-z]+s)\.\s+(?=(?:each|every|an?|the) )`,
      "gi",
    ),
    "$1",
  ],
  // `We record a name and a date per ticket`, `We keep the name of each ticket`
  [
    new RegExp(
      String.raw`${start}(?:we|i) (?:also )?(?:(?:want|need|would like|like) to )?(?:${keeps}) ${parts} (?:for|per|about|of|on|with)(?: ${each})? ${noun}(?=[.;\n]|$)`,
      "gi",
    ),
    (whole, before: string, has: string, article: string | undefined, one: string) =>
      (article === undefined && !/ per [^ ]+$/i.test(whole)) ||
      (/^an?$/i.test(article ?? "") && / for an? /i.test(whole))
        ? whole
        : record(before, one, has),
  ],
  // `A name and a date are stored for every ticket`
  [
    new RegExp(
      String.raw`${start}${parts} (?:is|are|gets?|should be|must be|will be) (?:also )?(?:${kept}) (?:for|per|about|of|with)(?: ${each})? ${noun}(?=[.;\n]|$)`,
      "gi",
    ),
    (_, before: string, has: string, _article: string | undefined, one: string) => record(before, one, has),
  ],
  // `When creating a ticket, users enter a name`, `For a ticket, users enter a name`
  [
    new RegExp(
      String.raw`${start}(?:when (?:creating|adding|registering|entering|making|opening|filing)|to (?:create|add|register|enter|open|file)|for) ${each} (?:new )?${noun}, (?:users|people|you|one|they|staff|we|i|admins) (?:must |should |have to |need to |can |may )?(?:enter|give|provide|fill in|state|specify|supply|type in|write down|choose|set) (?=(?:an?|the|its|their)\s)`,
      "gi",
    ),
    (_, before: string, _article: string, one: string) => `${before}Each ${one} has `,
  ],
  // `A ticket's data are a name and a date`, `The name of a ticket is kept too`
  [
    new RegExp(
      String.raw`${start}${each} ([a-z]+)['’]s? (?:data|fields|attributes|properties|details|information|parts) (?:is|are|include|consist of|comprise)[ \t]*:?[ \t]+(?=[a-z])`,
      "gi",
    ),
    (_, before: string, _article: string, one: string) => `${before}Each ${one} has `,
  ],
  [
    new RegExp(
      String.raw`${start}the ${noun} of ${each} ([a-z]+) (?:is|are|should be|must be|will be) (?:also )?(?:${kept})(?: too| as well| also)?(?=[.;\n]|$)`,
      "gi",
    ),
    (_, before: string, has: string, _article: string, one: string) => record(before, one, `the ${has}`),
  ],
  // `We store tickets, which have a name`
  [
    new RegExp(
      String.raw`${start}(?:we|i) (?:also )?(?:(?:want|need|would like|like) to )?(?:${keeps}|manage|handle) ((?:[a-z]+ )?[a-z]+s),? (?:which|that|who)(?: each| all)? (have|can|belong|are|need) `,
      "gi",
    ),
    (_, before: string, plural: string, verb: string) => `${before}${capital(plural)} ${verb} `,
  ],
  // `Add a ticket with a name`
  [
    new RegExp(
      String.raw`${start}(?:please )?(?:also )?(?:add|include|create|define|model|make|have) (?:also )?an? ${noun} (?:entity |resource |model |table |record )?(?:with|having|that has) (?=(?:an?|the|its)\s)`,
      "gi",
    ),
    (_, before: string, one: string) => `${before}Each ${one} has `,
  ],
  // `For the lane we store its number`, `and for the stay the arrival`
  [
    new RegExp(
      String.raw`(?:${start}(?:and |also )?|,? and )(?:for|about|of|on) the ([a-z]+)(?:,? (?:we|i|you|they)(?: also| (?:want|need|would like) to)? (?:${keeps}))?,? (?=(?:an?|the|its) [^.;:\n]{3,200}(?:,| and ))`,
      "gi",
    ),
    (whole, before: string | undefined, one: string) =>
      before === undefined || / (?:we|i|you|they) /i.test(whole)
        ? `${before ?? ". "}For each ${one} we keep `
        : whole,
  ],
  // `the ticket knows the guest's name`, behind a story
  [
    /(?<=[a-z] ?: ?|[.;] )((?:the|an?|each|every) [a-z]+) (?:knows|remembers|states|names|tells|gives|says) (?=(?:an?|the|its|how|when|who|whether|what) )/gi,
    "$1 has ",
  ],
  // `Bad weather means that crossings get cancelled`
  [
    new RegExp(
      String.raw`${start}[a-z]+(?: [a-z]+){0,4} (?:means?|implies|leads to it|makes sure) that (?=[a-z]+ (?:is|are|gets?|can|must) )`,
      "gi",
    ),
    "$1",
  ],
  // `Children are signed up by their parents with a name and a birthday`
  [
    new RegExp(
      String.raw`${start}((?:an?|each|every|the) [a-z]+|[A-Z][a-z]+(?:s|ren|en|le)) (?:is|are) (?:signed up|signed in|registered|enrolled|enroled|entered|added|booked in|checked in|recorded|reported|filed|listed)(?: (?:by|for|at|in) (?:an?|the|their|its|our) [a-z]+)? with (?=(?:an?|the|their|its) )`,
      "g",
    ),
    (_, before: string, who: string) =>
      `${before}${who} ${/^(?:an?|each|every|the) /i.test(who) ? "has" : "have"} `,
  ],
  // `from which day to which day it lasts`
  [
    /(?:\b(lasts|runs|goes) )?\bfrom (?:which|what) (day|date|time|hour) (?:to|until|till) (?:which|what) (?:day|date|time|hour)(?: (?:it|they) [a-z]+| the [a-z]+ [a-z]+)?(?=[,.;\n]| and\b|$)/gi,
    (_, verb: string | undefined, noun: string) => {
      const unit = /time|hour/i.test(noun) ? "time" : "date";
      return `${verb === undefined ? "" : "has "}a start ${unit}, an end ${unit}`;
    },
  ],
  // `a phone number, without which nobody may come`
  [
    /,? without (?:which|it|that) (?:nobody|no ?one|it|nothing|they|we|no [a-z]+) [^,.;\n]{3,50}(?=[,.;\n]|$)/gi,
    " which is required",
  ],
  // `some are shiny`
  [
    /,?(?: [-–—])? (?:and|but) some(?: of (?:them|these))? are ([a-z]+[^s\W])(?=[.;,\n]|$)/gi,
    ", and a $1 flag",
  ],
  // `can't be shorter than 15 minutes or longer than 240`
  [
    /\b(?:can ?not|can['’]t|must not|may not|mustn['’]t|should not) be shorter than (\d+)(?: (?:minutes|hours|days|weeks))?,? (?:or|nor|and) longer than (\d+)(?: (?:minutes|hours|days|weeks))(?=[.,;\n]|$)|\b(?:can ?not|can['’]t|must not|may not|mustn['’]t|should not) be shorter than (\d+) (?:minutes|hours|days|weeks),? (?:or|nor|and) longer than (\d+)(?=[.,;\n]|$)/gi,
    (_, a?: string, b?: string, c?: string, d?: string) =>
      `has a duration between ${a ?? c ?? ""} and ${b ?? d ?? ""}`,
  ],
  // `Room codes look like B-204, are unique`
  [/ (?:looks?|reads?) like ["“']?[A-Z\d][\w-]*["”']?, (?=(?:is|are|must|has|have|can)\b)/g, " "],
  // `…, and he wants to mark trains as sold`
  [
    /, and (?=(?:he|she|they|we|i|you|users|people) (?:wants? to|would like to|needs? to|likes? to) )/gi,
    ". ",
  ],
  // `Only the name and the age are needed`
  [
    new RegExp(
      String.raw`${start}only (?=the [^.;\n]{3,80} (?:is|are|has to be|have to be|must be) (?:needed|required|mandatory|necessary|given))`,
      "gi",
    ),
    "$1",
  ],
  // `We need the guest's name and phone number`
  [
    new RegExp(
      String.raw`${start}(?:we|i|you|the (?:app|system|api)) (?:also )?(?:(?:want|wants|need|needs|have|has|would like) to )?(?:${keeps}|needs|stores|ask for) (?:the|an?|each|every) ([a-z]+)['’]s ((?!(?:an?|the)\b)[a-z][^.;:\n]*?)(?=[.;\n]|, (?:the|an?) |$)`,
      "gi",
    ),
    (whole, before: string, one: string, has: string) =>
      /(?:,| and) (?:the|an?|its) /i.test(has) ? whole : `${before}Each ${one} has ${has}`,
  ],
  // `Singers sign up for rehearsals, which have a date`
  [
    /\b([a-z]+[^su\W]s), (?:which|that|who) (?:each |all )?have (?=(?:an?|their|the) )/gi,
    (_, nouns: string) => `${nouns}. ${capital(nouns)} have `,
  ],
  // `Don't forget the name`
  [
    new RegExp(String.raw`${start}(?:and )?(?:do not|don['’]t) forget (?=(?:an?|the|its|their)\s)`, "gi"),
    "$1It also has ",
  ],
  // `Every one needs a name`, `We require the name`
  [
    new RegExp(
      String.raw`${start}(?:every|each) (?:one|of (?:them|these)) (?=(?:needs|has|must|is|can|gets)\s)`,
      "gi",
    ),
    "$1It ",
  ],
  [
    new RegExp(String.raw`${start}(?:we|i) (?:always )?(?:require|insist on) the ${noun}(?=[.;\n]|$)`, "gi"),
    "$1The $2 is required",
  ],
  // `Any ticket has a name`
  [new RegExp(String.raw`${start}any (?=${noun} (?:has|must|needs|belongs|is|can)\b)`, "gi"), "$1Each "],
  // `Rental ties bike to customer`, `Agreement connects tenant and flat`
  [
    new RegExp(
      String.raw`${start}(?:an? |each |every )?([a-z]+(?: [a-z]+)?[^s\W]) (ties|connects|links|joins|binds) (?!an?\b|the\b|one\b|two\b|it\b)([a-z]+) (to|and|with) (?!an?\b|the\b|one\b|two\b|it\b)([a-z]+)(?=[.,;\n]|$| and\b)`,
      "gi",
    ),
    (_, before: string, one: string, verb: string, left: string, to: string, right: string) =>
      `${before}A ${one.toLowerCase()} ${verb} a ${left} ${to} a ${right}`,
  ],
  // `Crate carries label and weight`
  [
    new RegExp(
      String.raw`(^|[.;\n]\s*)([A-Z][a-z]+(?: [a-z]+)?[^s\W]) (?=(?:carries|holds|stores|contains|includes|records|consists of|comes with|takes place|is (?:owned|made|written|led|headed|held|given|taught|sold|rented|driven) by) )`,
      "g",
    ),
    (whole, before: string, one: string) =>
      /^(?:it|they|this|that|each|every|an?|the|our|my|its|their|no|one|someone|everyone|nobody)\b/i.test(one)
        ? whole
        : `${before}A ${one.toLowerCase()} `,
  ],
];
