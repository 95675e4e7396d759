import { namesFrom } from "../../../names.ts";
import type { Wording } from "../words/rewrite.ts";

const start = String.raw`(^|[.;?!\n]\s*(?:[-*•][ \t]+)?)`;
/** Who has no name: whoever uses it. */
const someone =
  "(?:only )?(?:i|we|you|they|he|she|one|users?|people|staff|everyone|everybody|anyone|someone|somebody|whoever|(?:an?|the|each|every|any|our) (?:user|person|admin|administrator|manager|member of staff|staff member|employee|system|api|app|application|service|backend|server|database)|admins|administrators|managers|employees|please)";
const modal = String.raw`(?:(?:['’]d|would|will|shall|should|must|can|could|may|also|always|just|only|simply) |(?:wants?|likes?|needs?|wish(?:es)?|has|have|ought|is able|are able|be able|is allowed|are allowed|be allowed|is going|are going) to |be able to )*`;
const makes =
  "creates?|adds?|registers?|enters?|records?|stores?|saves?|keeps?|tracks?|keeps? track of|manages?|handles?|lists?|defines?|opens?|submits?|posts?|makes?|sets? up|maintains?|uploads?|offers?|files?|logs?|notes?|collects?|models?|imports?|organi[sz]es?|catalogues?|leaves?|writes?|reports?|places?|requests?";
const gives =
  "enters?|gives?|provides?|fills? in|states?|specif(?:y|ies)|suppl(?:y|ies)|types? in|writes? down|notes?(?: down)?|records?|stores?|saves?|keeps?|chooses?|sets?|leaves?|uses?|logs?|saves?";
const noNoun = String.raw`(?!(?:they|you|we|i|he|she|it|users|people|staff|someone|the|an?|each|every|our|is|are|with|and|or|of|that|which|this)\b)`;
const noun = `(${noNoun}[a-z]+(?: ${noNoun}[a-z]+)?)`;
/** What a record may be called a part of. */
const kept = "entity|entities|models?|resources?|tables?|records?|objects?|data|data set|entry|entries";
/** Where a list of what something has begins. */
const list = String.raw`(?=(?:an?|the|its|their|his|her|at least|up to|required|optional|unique)\s|[a-z]+(?: [a-z]+)?(?:, | and | \())`;
const having =
  "(?:with|having|that (?:each )?ha(?:s|ve)|which (?:each )?ha(?:s|ve)|containing|including|consisting of|by)";

const each = (before: string, name: string): string => `${before}Each ${namesFrom(name).words} has `;

/** Sentences of who does what with records, as what the records have and what can be done. */
export const people: readonly Wording[] = [
  // `As a reader, I want to …, so that …`
  [new RegExp(String.raw`${start}as (?:an?|the) [a-z-]+(?: [a-z-]+)?,? (?=(?:i|we)\b)`, "gi"), "$1"],
  [
    /,? (?:so that|in order that|in order to|so (?:i|we|they|you|users|people) can) [^.;\n]*(?=[.;\n]|$)/gi,
    "",
  ],
  // `When a customer places an order, I write down its date`, `When adding a book you have to enter its title`
  [
    new RegExp(
      String.raw`${start}(?:when|whenever|whoever|each time|every time|once|to (?=add|creat|regist|enter|open|mak|describ|fil))(?: (?:an?|the) [a-z]+| (?:someone|somebody|people|users|we|i|you|they))? ?(?:(?:${makes}|plac(?:es?|ing)|describ(?:es?|ing)|add(?:s|ing)?|creat(?:es?|ing)|register(?:s|ing)?|enter(?:s|ing)?|record(?:s|ing)?|open(?:s|ing)?|mak(?:es?|ing)|fil(?:es?|ing)|submit(?:s|ting)?)) (?:an?|each|every|any) (?:new )?${noun},? (?:(?:they|he|she|we|i|you|users|people|staff|someone|(?:the|an?) [a-z]+) )?${modal}(?:${gives})(?: down)? ${list}`,
      "gi",
    ),
    (_, before: string, name: string) => each(before, name),
  ],
  // `We enter a title when we add a book`
  [
    new RegExp(
      String.raw`${start}${someone} ${modal}(?:${gives}) ((?:an?|the|its|their) (?:[^.;:\n]|\.(?=\d)){2,300}?) (?:when|whenever|as soon as|once) (?:i|we|you|they|users|people|someone|staff) (?:${makes}) (?:an?|each|every) (?:new )?${noun}(?=[.;\n]|$)`,
      "gi",
    ),
    (_, before: string, has: string, name: string) => `${each(before, name)}${has}`,
  ],
  // `Users can add books with a title`, `We have books, each with a title`
  [
    new RegExp(
      String.raw`${start}(?:(?:${someone} ${modal}|(?=model )|then |also )(?:(?:${makes}|has|have) )|there (?:are|is|will be|should be) )(?:(?:an?|the|new|several|many|our|some|all|different|any|also) )*${noun} ?(?:,|\()? ?(?:each |all |which each )?${having} ${list}`,
      "gi",
    ),
    (whole, before: string, name: string) =>
      /\b(?:list|log|number|record|track|lot|name|copy|set)$|\b(?:and|or|of|for|to|in|by|on)\b/i.test(name)
        ? whole
        : each(before, name),
  ],
  // `I want to leave reviews on products, each with a rating`
  [
    new RegExp(
      String.raw`${start}${someone} ${modal}[a-z]+ ${noun} (?:on|for|about|of|to|at|in) (?:an? |the |each |any )?${noun}, each ${having} ${list}`,
      "gi",
    ),
    (_, before: string, name: string, of: string) =>
      `${before}Each ${namesFrom(name).words} belongs to a ${namesFrom(of).words}. Each ${namesFrom(name).words} has `,
  ],
  // `I want to report a defect with a photo, a room and a description`
  [
    new RegExp(
      String.raw`${start}(?:i|we|users?|you) (?:want to|can|would like to|need to|must|['’]d like to) [a-z]+ (?:an?|new) ${noun} with (?=an? [^.;\n]*(?:, | and )(?:an?|the) )`,
      "gi",
    ),
    (_, before: string, name: string) => each(before, name),
  ],
  // `The system should store a name for each book`: as `We store`
  [
    new RegExp(
      String.raw`${start}(?!(?:we|i) (?:${gives}|have|need|want)\b)${someone} ${modal}(store|record|keep|note|save|log|track|collect) (?=(?:an?|the|its|their) (?:[^.;\n]|\.(?=\d)){2,300} (?:for|per|of|about) (?:each|every|all|an?) )`,
      "gi",
    ),
    "$1We $2 ",
  ],
  // `The book entity has a title`, `A book record includes a title`, `Book data consists of a title`
  [
    new RegExp(
      String.raw`${start}(?:an?|the|each|every|our)? ?${noun} (${kept}) (?:has|have|contains?|includes?|consists? of|holds?|stores?|is made up of|comprises?)(?: the fields)? ${list}`,
      "gi",
    ),
    (whole, before: string, name: string, what: string, ...more: string[]) => {
      // `A DNS record has a type` is of DNS records, unless DNS is spoken of alone.
      const others = (more.at(-1) ?? "").split(
        new RegExp(String.raw`\b${name}(?:e?s)?\b(?! (?:${kept}))`, "i"),
      );
      return others.length > 1 || /^(?:entit(?:y|ies)|resources?)$/i.test(what) ? each(before, name) : whole;
    },
  ],
  // `The fields of a book are title and year`, `What makes up a book is a title`
  [
    new RegExp(
      String.raw`${start}(?:(?:the )?(?:fields|attributes|properties|columns|data|details|parts) (?:of|for)|what (?:makes up|describes|defines|belongs to|we (?:store|keep|know|need|record) (?:for|of|about|per))) (?:an?|the|each|every) ${noun} (?:is|are|:)[ \t]+${list}`,
      "gi",
    ),
    (_, before: string, name: string) => each(before, name),
  ],
  // `There are books. Each one has a title`
  [
    new RegExp(
      String.raw`${start}there (?:are|will be) (?:also )?${noun}\.\s+(?:each(?: one| of them)?|every one|they(?: all| each)?|these) (?:has|have) `,
      "gi",
    ),
    (_, before: string, name: string) => each(before, name),
  ],
  // `Let each book have a title`, `Books all have a title`
  [
    new RegExp(String.raw`${start}let (?:each|every|an?) ${noun} have (?=an? )`, "gi"),
    (_, before: string, name: string) => each(before, name),
  ],
  [
    new RegExp(String.raw`${start}([a-z]+s) (?:all|each|always) have (?=an? )`, "gi"),
    (whole, before: string, name: string) =>
      /^(?:they|these|those|its)$/i.test(name) ? whole : each(before, name),
  ],
  // `A book is basically a title and a year`
  [
    new RegExp(
      String.raw`${start}(?:an?|each|every) ${noun} is (?:basically|essentially|simply|just|mainly|really) (?=an? [^.;\n]*(?:,| and) an? )`,
      "gi",
    ),
    (_, before: string, name: string) => each(before, name),
  ],
  // `Books: we need title, year`
  [
    /(^|[.;\n]\s*)([a-z]+(?: [a-z]+)?)s?: (?:we|i) (?:need|want|have|store|keep|record|track|note)(?: to know)? (?=[a-z]+(?: [a-z]+)?(?:,| \())/gi,
    "$1$2: ",
  ],
  // `is by one visitor, who leaves an email`
  [
    new RegExp(
      String.raw`\b((?:an?|one|the|exactly one) ${noun}), who (?:(?:also|always|each) )?(?:has|leaves|gives|provides|enters|is (?:known|described|identified) by) (?=(?:an?|the|their|his|her) )([^.;\n]{2,200})(?=[.;\n]|$)`,
      "gi",
    ),
    (_, whole: string, name: string, has: string) => `${whole}. Each ${name} has ${has}`,
  ],
  // `We know a teacher's name and office, and a course's title`
  [
    new RegExp(
      String.raw`${start}(?:we|i) (?:also )?(?:know|store|keep|record|note|save|track|need|have|want) ((?:an?|the|each|every) [a-z]+['’]s [^.;\n]*?,? (?:and )?(?:an?|the|each|every) [a-z]+['’]s [^.;\n]*)(?=[.;\n]|$)`,
      "gi",
    ),
    (_, before: string, all: string) =>
      before +
      all
        .split(/,? (?:and )?(?=(?:an?|the|each|every) [a-z]+['’]s )/i)
        .map((part) => part.replace(/^(?:an?|the|each|every) ([a-z]+)['’]s /i, "Each $1 has "))
        .join(". "),
  ],
  // `Orders are placed by customers and shipped by carriers`
  [
    new RegExp(
      String.raw`${start}((?:an? |each |every )?${noun}) (is|are) ([a-z]+) by ((?:an?|one|the) )?${noun},? and ([a-z]+) by (?=(?:an? |one |the )?[a-z]+(?: [a-z]+)?(?=[.;\n]|$))`,
      "gi",
    ),
    (
      _,
      before: string,
      what: string,
      _noun: string,
      be: string,
      first: string,
      article: string | undefined,
      who: string,
      second: string,
    ) => `${before}${what} ${be} ${first} by ${article ?? ""}${who}. ${what} ${be} ${second} by `,
  ],
  // `get watered, moved and, sadly, sometimes discarded`, `can be locked remotely`
  [
    /(?<=\b(?:can|may|get|gets)\b[^.;\n]{0,80}),? (?:(?:sadly|sometimes|often|occasionally|rarely|finally|later|eventually|unfortunately),? )+(?=[a-z]{2,}(?:ed|en|nt|ld|wn)\b)/gi,
    " ",
  ],
  [
    /(?<=\b(?:can|may|could) be [^.;:\n]{0,80}(?:ed|en|nt|ld)) (?:remotely|manually|automatically|online|at any time|any time|immediately|temporarily|permanently)(?=[.;\n]|$| and | or )/gi,
    "",
  ],
  // `A customer's orders each include a total`
  [
    new RegExp(
      String.raw`${start}(?:an?|each|every|the) ([a-z]+)['’]s ([a-z]+s) (?:each |all )?(?:have|include|contain|carry|hold|store|record|come with) (?=(?:an?|the|their) )`,
      "gi",
    ),
    (_, before: string, owner: string, name: string) =>
      `${before}Each ${namesFrom(name).words} belongs to a ${owner}. Each ${namesFrom(name).words} has `,
  ],
  // `Trips belong to a car and a driver and keep a start`, `Stays connect a guest with a room and hold a date`
  [
    new RegExp(
      String.raw`${start}((?:an? |each |every )?${noun}) ((?:belongs?|connects?|links?|ties|tie|joins?) (?:to )?(?:an?|one|the) [a-z]+(?:,? (?:and|with|to) (?:to )?(?:an?|one|the) [a-z]+)?),? and (?:keeps?|holds?|stores?|records?|carr(?:y|ies)|has|have|includes?|contains?|notes?) (?=[a-z])`,
      "gi",
    ),
    (_, before: string, what: string, _noun: string, link: string) =>
      `${before}${what} ${link}. ${what} ${/^(?:an?|each|every) /i.test(what) ? "has" : "have"} `,
  ],
];
