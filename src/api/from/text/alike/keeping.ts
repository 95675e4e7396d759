import { capital } from "../../../../lib/index.ts";
import type { Wording } from "../words/rewrite.ts";

/** What may stand before the first of the things that a record has. */
const first = String.raw`(?=(?:an?|the|its|their|at least|exactly|one|(?:required|optional|unique|mandatory)\b) ?)`;

/** Ways of saying `has`, with what follows. */
const ways = [
  String.raw`possess(?:es)?`,
  String.raw`bears?`,
  String.raw`comprises?`,
  String.raw`ha(?:s|ve) got`,
  String.raw`(?:would|should|will|shall|needs to|need to|ought to) have`,
  String.raw`(?:is|are) (?:always )?(?:stored|saved|recorded|kept|registered|entered|listed|equipped) (?:together )?with`,
  String.raw`(?:is|are) (?:fully )?(?:described|defined|characteri[sz]ed|modell?ed|represented) (?:with|by|through|via|in terms of)`,
  String.raw`(?:is|are) (?:made up|composed|comprised) of`,
  String.raw`(?:is|are) given`,
  String.raw`comes? along with`,
].join("|");

/** The list that follows, announced: `the following fields:`, `these details:`, `the fields`. */
const announced = String.raw`(?:the following|these|those|the|its|their|some|a few|several|\d+|two|three|four|five|six|seven|eight|nine|ten) (?:basic |main |simple |own )*(?:fields?|attributes?|properties|columns|details|information|data|things|facts|parts|members|values)`;
const behind = String.raw`(?:,? (?:namely|such as|like|as follows))?[ \t]*:?[ \t]*`;

const plural = (subject: string): boolean =>
  /(?:[^su]s|people|children)$/i.test(subject) && !/^(?:an?|each|every|one)\s/i.test(subject);

const field =
  "name|title|label|code|number|text|body|description|date|email|status|price|type|value|colou?r|first name|last name|address|phone";

/** How it is said what a record has: as `has`. */
export const keeping: readonly Wording[] = [
  // `Tickets are having a price`
  [/\b(is|are) having (?=[a-z])/gi, (_, verb: string) => (/^is$/i.test(verb) ? "has " : "have ")],
  // `has to be unique`
  [/(?<!(?:\bnot|\bmay|\bmight|n['’]t) )\b(?:needs?|ha(?:s|ve)|ought|got) to be\b/gi, "must be"],
  [/\bneed(?:s? not|n['’]?t) be\b/gi, "does not have to be"],
  // `Employees include a name`, `A laptop records a code`
  [
    new RegExp(
      String.raw`(^|[.;:\n]\s*|,? (?:and|while|but) |, )((?:(?:an?|each|every) )?[a-z-]+) (?:shows?|records?|includes?|features?|lists?|tracks?|stores?|keeps?|contains?|captures?|holds?|carr(?:y|ies)) (?=an? (?:[a-z]+ )?(?:${field})\b)`,
      "gi",
    ),
    (_, start: string, subject: string) => `${start}${subject} ${plural(subject) ? "have" : "has"} `,
  ],
  // `The fields of a printer are a name and a location`
  [
    new RegExp(
      String.raw`(^|[.;\n]\s*)(?:the |its )?(?:fields|attributes|properties|columns|details|data|contents) (?:of|for) (an?|the|each|every) ([a-z]+(?: [a-z]+)?) (?:is|are|should be|will be)[ \t]*:?[ \t]+(?=an? |the |its )`,
      "gi",
    ),
    (_, start: string, article: string, noun: string) => `${start}${capital(article)} ${noun} has `,
  ],
  // `There's a plot with a section`
  [
    /(^|[.;\n]\s*)there(?:['’]s| is)(?: also)? (an?) ([a-z]+(?: [a-z]+)?),? (?:with|having|that has|which has) (?=(?:an?|the|its)\s)/gi,
    (_, start: string, article: string, noun: string) => `${start}${capital(article)} ${noun} has `,
  ],
  // `has the following: a name`, `consists of these fields: name`
  [
    new RegExp(
      String.raw`(?<=[a-z] )(has|have|holds?|contains?|consists? of|includes?|stores?|keeps?|records?|carr(?:y|ies)|needs?|requires?|features?|comes? with|comprises?|${ways})(?: only| all)? (?:${announced}${behind}|the following[ \t]*:[ \t]*|(?:fields|attributes|properties|columns)(?: (?:like|such as|namely)|:)[ \t]*)(?=(\n?))`,
      "gi",
    ),
    (_, verb: string, line: string) =>
      `${/^(?:has|is|[a-z]+[^su]s\b)/i.test(verb) ? "has" : "have"}${line === "" ? " " : ":"}`,
  ],
  // `has a bunch of pages`, `is home to many pages`
  [
    /\b(?:a (?:bunch|handful|lot|variety|range|series|couple)|lots|loads|plenty|tons|dozens|hundreds) of (?=[a-z]+s\b)/gi,
    "many ",
  ],
  [/\b(?:is|are) (?:home to|full of|made (?:up )?of|composed of) (?=(?:many|several|multiple) )/gi, "has "],
  // `possesses a name`, `is composed of a title`
  [
    new RegExp(String.raw`([a-z]+(?: [a-z]+)?) (?:${ways}) ${first}`, "gi"),
    (_, before: string) => `${before} ${plural(before) ? "have" : "has"} `,
  ],
];
