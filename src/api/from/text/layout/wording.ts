import { plainly } from "./plainly.ts";
import { doings } from "./doings.ts";
import { turns } from "./turns.ts";
import { records } from "./records.ts";
import { openings } from "./openings.ts";
import { kept } from "./kept.ts";
import { ties } from "./ties.ts";
import { deeds } from "./deeds.ts";
import { said } from "./said.ts";
import { phrasings } from "./phrasings.ts";
import { spans } from "./spans.ts";
import { type Wording, rewritten } from "../words/rewrite.ts";

/** `numbered` → number, `labelled` → label */
const stemOf = (participle: string): string =>
  participle
    .replace(/^(labell?ed|numbered)$/i, (word) => (/^l/i.test(word) ? "label" : "number"))
    .replace(/(?<=e)d$/i, "");

const wordings: readonly Wording[] = [
  ...plainly,
  ...records,
  ...openings,
  ...phrasings,
  ...ties,
  ...kept,
  ...said,
  ...deeds,
  ...turns,
  ...doings,
  ...spans,
  // `draft / sent / paid`
  [/(?<![\w/.:-])[A-Za-z][\w-]*(?: \/ [A-Za-z][\w-]*){2,}/g, (list) => list.replaceAll(" / ", "/")],
  // `Sometimes I swap one`, `Every Thursday we play`
  [
    /(^|[.;\n]\s*)(?:sometimes|usually|normally|often|occasionally|of course|eventually|typically|generally|from time to time|now and then|once in a while|(?:every|each) (?:day|week|month|year|morning|evening|night|time|season|semester|spring|summer|autumn|winter|(?:mon|tues|wednes|thurs|fri|satur|sun)day)),? (?=(?:i|we|they|it|you|people|users|an?|the|each|every|[a-z]+s) )/gi,
    "$1",
  ],
  // `claimed or, after a year, disposed of`
  [/ (and|or), (?:after|in|on|at|if|when|once) [^,.;:\n]{2,40}, (?=[a-z])/gi, " $1 "],
  // `is described in a few words`, `are numbered`, `is dated and titled`
  [
    /\b(?:is|are) described (?:in|with|by) (?:a few|some|one or two|several|a couple of) (?:words|sentences|lines)/gi,
    "has a description",
  ],
  [
    /\b(?:is|are) (named|numbered|dated|titled|labell?ed|priced)(?:(?:,| and) (named|numbered|dated|titled|labell?ed|priced))?(?= and|[,.;(\n]|$)/gi,
    (_, one: string, other: string | undefined) =>
      `have a ${stemOf(one)}${other === undefined ? "" : ` and a ${stemOf(other)}`}`,
  ],
  // `A recipe, which has a title, is made up of steps`
  [
    /(^|[.;\n]\s*)((?:an?|each|every|the|our) [a-z-]+(?: [a-z-]+)?), (?:which|that|who) ((?:has|have|is|are|needs?|carries|comes|belongs?|holds?) [^,.;\n]*), (?=[a-z]+s |can |may |must |will |are )/gi,
    "$1$2 $3 and ",
  ],
  [/\bw\/(?=\s)/g, "with"],
  // `a resource "Password policy"`
  [
    /\b(?:an? |the )?(?:resource|model|entity|table|object|collection|type)\s+(?:called |named )?["“]([A-Za-z][\w -]*)["”]/gi,
    "$1",
  ],
  // `no two teams may have the same colour`
  [
    /[;,.]?\s*(?:and |where )?\bno two [a-z]+ (?:(?:may|can|must|should) )?(?:have|share|use|carry|bear) (?:the same|an?) ([a-z]+(?: [a-z]+)?)(?=[.,;\n]|$)/gi,
    ". The $1 is unique",
  ],
  [/,?\s*\bplease\b,?/gi, ""],
  // `recipe box => Recipe: title`, `make me`, `keep a list of birds seen at the feeder: species`
  [/^[\w ]{2,30}?\s*(?:=>|→|->)\s*(?=[A-Za-z][\w ]{1,30}:\s)/gm, ""],
  [
    /^(?:to )?(?:keep|make|build|store|track) a (?:list|log|record|catalog(?:ue)?) of ([a-z]+s)\b[^:.\n]*:\s*/gi,
    "$1: ",
  ],
  [
    /\b(?:a |the )?(?:resource|model|entity|table|collection|object) (?:called|named) ([a-z][\w-]*)\.\s*(?:it|they) (?:has|have)\s+/gi,
    "$1: ",
  ],
  [/\b(?:string|str|text|char)\s?\((\d+)\)/gi, "string exactly $1 chars"],
  [/\bvarchar2?\s?\((\d+)\)/gi, "string at most $1 chars"],
  // `1,000`
  [/(?<![\d,.])(\d{1,3}),(?=\d{3}(?!\d|,\s?\d))/g, "$1"],
  [/\beach of them\b/gi, "it"],
  [/\bday of (?:the )?week\b/gi, "day of week"],
  // `price/day`
  [
    /\b(?!(?:day|week|month|year|hour|yes)\b)([a-z]+) ?\/ ?(day|hour|night|week|month|year|person|kg|piece|minute)\b(?! ?\/)/gi,
    "$1 per $2",
  ],
  // `serial no. unique`, `no. of seats`
  [
    /(?<=[a-z] |[,:(] ?|^)(?:no|nr)\.(?=\s*(?:[,;:(\n]|$)|\s+(?:of|uniq(?:ue)?|req(?:uired)?|opt(?:ional)?|int|string)\b)/gim,
    "number",
  ],
  // `many children per lesson and many lessons per child`
  [
    /\b(?:many|several) ([a-z]+) (?:per|for each|in each|in an?) ([a-z]+),? (?:and|but) (?:many|several) ([a-z]+) (?:per|for each|in each|in an?) ([a-z]+)(?=[.,;\n]|$)/gi,
    "a $2 has many $1 and a $4 has many $3",
  ],
  // `tattoo studio - artists: name`, `washers @ laundromat: kind`
  [/^[A-Za-z][\w ]{2,30}? - (?=[A-Za-z][\w ]{1,30}:\s)/gm, ""],
  [/^([\w ]{2,30}?) @ [\w ]{2,30}:/gm, "$1:"],
  [
    /(^|[.;\n]\s*)(?:so|basically|also|then|now|well|additionally|besides(?: that)?|finally|furthermore|in addition),?\s+(?=(?:an?|the|each|every|we|it|they)\s)/gi,
    "$1",
  ],
  [/;\s*besides(?: that)?\s+(?=we\s)/gi, ". "],
  [/\bmarked as (?=\w+(?:ed|n)\b)/gi, ""],
  // `photos are identified by a code` names what no two share
  [
    /\b(?<=[a-z]s )(?<!\b(?:is|was) )(?:is |are )?identified by (?:its |their |an? |the )?([a-z][\w -]*?)(?= and\b|[,.;\n]|$)/gi,
    "have a unique $1",
  ],
  // `CRUD for ferries. Fields: name`
  [
    /^(?:[\w ]*?\b)?(?:crud|rest|endpoints?|api|apis|resource)(?: api| endpoints?)? for (?:an? |the |my |our )?([a-z][\w-]*(?: [a-z]+)?)\s*[.:,;]?\s*(?:with\s+)?(?:the\s+)?(?:fields|attributes|properties|columns)\s*:\s*/gi,
    "$1: ",
  ],
  // `place on a date at a venue`
  [/\btakes? place on (?:an?|some) (date|day) (?:at|in) (an?|the|some) (?=\w)/gi, "has a $1, $2 "],
  // `and, if known, an insurance number`
  [
    /\band, ((?:if|where|when|once|after) \w+|optionally), ((?:an? |the |their |its )?[\w ]+?)(?=[.,;\n]|$)/gi,
    ", $2 ($1)",
  ],
  // `A choir wants to manage its music.` says who asks
  [
    /^(?:an?|our|the|my) [\w ]{2,30} (?:wants?|needs?|would like) to (?:manage|track|keep track of|organi[sz]e|handle|store|record) (?:its|their|our) [\w ]+\.\s+(?=\S)/gi,
    "",
  ],
  [
    /^for (?:our|my|the|an?) [\w ]{2,30}?,? (?=(?:i|we) (?:want|need|would like) to (?:keep|track|store|manage|record) [a-z]+s(?: and [a-z]+s)?\.)/gi,
    "",
  ],
  // `their voice – soprano, alto or bass – and`
  [/\s[–—]\s([^–—\n]{3,60}?)\s[–—](?=\s|,)/g, " ($1)"],
  // `type = regular / electric`
  [/(?<=[=:]\s*)[A-Za-z][\w-]*(?:\s\/\s[A-Za-z][\w-]*)+/g, (list) => list.replaceAll(" ", "")],
  [/(?<=\w )dec\b(?=\s*[,;)}\n>=]|$|\s+(?:default|dflt|def|req|opt|uniq|min|max|not)\b)/gi, "decimal"],
  // `a date and time`, `shipped at date time`
  [
    /(?<=^(?:[ \t]*[-*•])?[ \t]*|(?:\b(?:has|have|with|needs|and)|,)\s+(?:an? )?)date and time(?=\s*(?:[,.;(*!]|and\b|$))/gim,
    "date-time",
  ],
  [/\b(?:certain |given |specific )?(?:date and |date )time\b/gi, "datetime"],
  // `a grade such as 6a or 7b`: examples are no values
  [
    /(?<!\b(?:can|may|could|to|and|or|an?|the|its|users?|members?|people|also|readers?|visitors?|they|you))(?:,\s*|\s+)(?:such as|like|e\.g\.,?|for (?:example|instance),?)\s+(?!it\b)[^,.;:()\n]+?(?=\s+and\s+(?:an?|the|its|has|have|is|can|may)\b|[,.;:()\n]|$)/gi,
    "",
  ],
  // `is in one of the conditions mint, used or damaged`
  [
    /\b(?:is|are) (?:in |at |of )?(?:one|any|either) of the ([a-z]+?)(?:e?s) (?=[\w-]+, |[\w-]+ or )/gi,
    "has a $1: ",
  ],
  // `goes through the states draft, edited and published`
  [
    /\b(?:go(?:es)?|pass(?:es)?|moves?|runs?) through (?:the |these )?(?:states?|stages?|steps?|phases?|statuses)(?: of)?:? ((?:[\w -]+?, )+(?:and |then |finally )*[\w-]+(?: (?:and|or) [\w-]+)?)(?=[.;\n]|$)/gi,
    (_, list: string) => `have a status (${list.replaceAll(/,? (?:and|or|then|finally) |, /g, ", ")})`,
  ],
  // `is made of one wood (oak, pine)`
  [/\b(?:is|are) (?:made )?(?:out )?of (?:one|an?) (?=[a-z]+ ?[(:])/gi, "has a "],
  // `a required and unique code`, `default: en`
  [/\b(required|unique|optional|mandatory) and (?=(?:required|unique|optional|mandatory) [a-z])/gi, "$1 "],
  [
    /(?<=[\w)][,;]? ?[-–—(]? ?)\b(default|(?:min|max)(?:imum)?(?: length)?)[ \t]*:[ \t]*(?=-?\d|["'a-z])/gi,
    "$1 ",
  ],
  // `Domain: DNS records.` above what they have
  [/^[ \t]*(?:domain|topic|subject|context|theme|use case|project) ?: ?([A-Za-z][\w' -]{2,50}\.\s)/gi, "$1"],
  // `teams & players (player: name; team: city)`
  [
    /^([\w &+,-]{3,60}?) ?\(([a-z]\w*: (?:[^()]|\([^()]*\))*; ?[a-z]\w*: (?:[^()]|\([^()]*\))*)\)[ \t]*$/gim,
    "$2",
  ],
  // `{ … } actions: send`
  [/\}[ \t]*(?=(?:actions?|endpoints?|verbs?|operations?) ?:)/gi, "}\n"],
  // `When a parcel arrives, the clerk writes down …`
  [
    /(^|[.;\n]\s*)(?:when|whenever|each time|every time|once|as soon as) (an? [a-z]+) [a-z]+(?: [a-z]+){0,3}, (?=(?:the |an? |our )?[a-z]+ (?:notes?|writes?|records?|enters?|fills?|stores?|keeps?|tracks?)\b)/gi,
    "$1For $2, ",
  ],
  // `a badge whose code is unique`
  [/\b(an? [a-z]+) whose ([a-z]+) (?=(?:is|are|must|has to|may|can)\b)/gi, "$1 $2 that "],
  // `{ … } claim, void`
  [/\}\s+(?=[a-z-]+(?:,\s*[a-z-]+)*\s*$)/g, "}\n"],
  [
    /\b(date|datetime|timestamp|string|str|int|integer|number|float|bool|boolean|text|url|uuid|decimal|dec|num)\?(?=\s|[,;)}]|$)/gi,
    "$1 optional",
  ],
  // `bought by a visitor whose name and e-mail we keep`
  [
    /\b(?:by|for|to|from|of|with) (an?|the|one) ([a-z]+) whose ([a-z-]+)(?:,? and ([a-z-]+))? (?:we|i) [a-z]+/gi,
    (_, article: string, noun: string, one: string, other: string | undefined) =>
      `, with ${article} ${noun} ${one}${other === undefined ? "" : ` and ${article} ${noun} ${other}`}`,
  ],
  [/\bdef\b(?=\s+\S)/gi, "default"],
  [/(?<=\S)[ \t]+[&+][ \t]+(?=\S)/g, " and "],
  [/^[^.\n]*?,?\s*i\.e\.,?\s+(?=an?\s)/gm, ""],
  [/[ \t]-[ \t]([^-\n;]{3,60}?)[ \t]-(?=[,. \t])/g, " ($1)"],
  [/(?<=\w)=(?=[\w"])/g, " = "],
  [/\b(string|str|int|integer|number|float|text|uuid|url)\[\]/gi, "array of $1s"],
  [/(?<=\w)\[\]/g, " array"],
  [/(^|[.;\n]\s*)(?:when|if|once|whenever|after|on)\s+[^,.;:\n]{3,40},\s+(?=(?:an?|the|it|they)\s)/gi, "$1"],
  [
    /\b((?:an?|each|every)\s+\w+)\s+(?:is|gets)\s+(?:issued|created|made|opened|printed|generated|registered|set up|stored)\s+(?=with\s)/gi,
    "$1 ",
  ],
  [
    /\b((?:the|an?)\s+[\w ]{2,30}?)(?<!\bbe)\s+(?:(?:is|are|gets)\s+)?(?:added|computed|calculated|recorded|noted|kept|stored)(?=\s+and\s+the\b|[.;,\n]|$)/gi,
    "$1",
  ],
  [/^[ \t]*(?:[-*•–—·+][ \t]+)?([A-Za-z][\w ]{1,40}) [-–—] (?=[^\n]*,)/gm, "$1: "],
];

/** `small (default), medium or large`: what is marked among values, behind them. */
export const marked: readonly Wording[] = [
  [
    /(?<![\w-])([\w-]{1,40}) ?\((?:the |is )?default\)((?: ?[|/] ?[\w-]+)+|(?:, [\w-]+(?: [\w-]+)?)*,? (?:or|and) [\w-]+)/gi,
    "$1$2, default $1",
  ],
  [
    /(?<![\w|/-])((?:[\w-]{1,40} ?[|/] ?){1,20})([\w-]{1,40}) ?\((?:the |is )?default\)/gi,
    "$1$2, default $2",
  ],
  [/\(([^()]{0,200}?)(?<![\w-])([\w-]{1,40}) ?\((?:the |is )?default\)([^()]*)\)/gi, "($1$2$3; default $2)"],
];

/** A description in the few ways of saying that are read: one notation for lists, bounds and relations. */
export const worded = (text: string): string => rewritten(text, wordings);
