import { capital } from "../../../../lib/index.ts";
import { singular } from "../words/singular.ts";
import { namesFrom } from "../../../names.ts";
import type { Wording } from "../words/rewrite.ts";

/** Sentences that speak of two records at once, each in its own sentence. */
export const turns: readonly Wording[] = [
  // `Wanted: an API for bike rentals`
  [
    /^\s*(?:wanted|needed|required|task|goal|request|idea|project|todo|brief|assignment)\s*:\s*(?=(?:an?|the|some)\s)/gi,
    "",
  ],
  // `In our app users have a name`
  [
    /(^|[.;\n]\s*)(?:in|on|within|inside) (?:our|my|the|this) (?:[a-z]+ )?(?:app|application|system|platform|website|site|tool|service|api|backend|database),? (?=[a-z]+s (?:are|have|can|may|must)\b|(?:an?|each|every)\s)/gi,
    "$1",
  ],
  // `The API manages cinemas, screens and shows`
  [
    /(^|[.;\n]\s*)(?:the|this|our|my|an?) (?:[a-z]+ )?(?:api|app|application|service|system|backend|platform|server) (?:should |must |will |shall )?(?:manage|store|keep|handle|track|cover|record)s? (?=[a-z]+s(?:,| and|[.;\n]))/gi,
    "$1An API for ",
  ],
  // `can have more than one dog`
  [
    /\b(has|have|owns?|holds?|keeps?|gets?) more (?:than one )?(?!than\b)([a-z]+)(?=[.,;\n]| and\b|$)/gi,
    (_, verb: string, noun: string) => `${verb} many ${namesFrom(noun).plural.words}`,
  ],
  // `A blog has posts with a title and a body`: what has fields of its own is a record of its own
  [
    /\b(has|have|contains?|holds?) ([a-z]+(?: [a-z]+)?[^siu]s) with (?=(?:(?:an?|the|their) )?[a-z]+(?: [a-z]+)?(?:,| and) (?:(?:an?|the|their) )?[a-z])/gi,
    "$1 many $2 with ",
  ],
  [
    /\b((?:an?|the|each|every|our|my) [a-z]+) (has|contains?|holds?) many ([a-z]+s with [^.;\n]*?),? and (?:many )?([a-z]+[^siu]s) with (?=[a-z])/gi,
    "$1 $2 many $3. $1 $2 many $4 with ",
  ],
  // `Members and trainers both have a name`
  [
    /(^|[.;\n]\s*)([a-z]+s) and ([a-z]+s) (?:(?:both|each|all) )?have ((?:an?|the|their)\s(?![^.;\n]{0,300}many[ -]to[ -]many)[^.;\n]{1,300}(?=[.;\n]|$))/gi,
    "$1$2 have $4. $3 have $4",
  ],
  // `We want to know for each hive its location`
  [
    /(^|[.;\n]\s*)(we|i) ((?:(?:want|need|like|have) to )?(?:know|store|keep|note|record|track|save|log|remember|write down)) (?:for|of|about) (each|every|an?) ([a-z]+(?: [a-z]+)?),? (?=(?:its|their|the|an?|how|when|where|who|whether|what)\s)/gi,
    "$1For $4 $5 $2 $3 ",
  ],
  // `there are 5 to 25 places`, `has room for 12 people at most`
  [
    /(^|[.;\n]\s*)there (?:is|are) (?=(?:up to |at most |at least |between |from )?\d+ (?:(?:to|and) \d+ )?[a-z]+s?\b)/gi,
    "$1It has ",
  ],
  [
    /\b(?:room|space|seats?|places?|capacity) for (up to |at most |at least |exactly )?(\d+(?: to \d+)?)(?: (?:people|persons|guests|visitors|participants|passengers|members|players|students|children))?( at (?:most|least))?(?=[,.;\n]| and\b|$)/gi,
    (_, how: string | undefined, count: string, behind: string | undefined) =>
      `a capacity (${behind?.trim() ?? how ?? "at most "} ${count})`,
  ],
  // `neither below 0 nor above 100`
  [
    /\b(?:can be |may be |must be |is |are )?neither (?:below|less than|under|lower than|smaller than|fewer than) (-?\d[\d.]*) (?:n?or) (?:above|more than|over|greater than|higher than|larger than) (-?\d[\d.]*)/gi,
    "is from $1 to $2",
  ],
  // `an orchestra has many sections, section 1-n musician`
  [/\b([a-z]+) (?:has|have) many ([a-z]+?)s?,\s+(?=[a-z]+ [1nm][-:][1nm] [a-z]+)/gi, "$1 1-n $2, "],
  // `is a debit or credit (side)`
  [
    /\b(?:is|are) (?:either )?(?:an? )?([a-z-]+(?:, (?:an? )?[a-z-]+){0,5}) or (?:an? )?([a-z-]+) \((?:the |its )?([a-z]+)\)(?=[.,;\n]|$| and\b)/gi,
    (_, list: string, last: string, noun: string) =>
      `has a ${noun} (${list.replaceAll(/, an? /gi, ", ")}, ${last})`,
  ],
  // `may be wired to an inverter`, `may be accompanied by a courier`
  [
    /\bmay(?: optionally)? be (?:(?:[a-z]+(?:ed|en|nt|ld)|kept|put|set|left|made) (?:to|with|onto|at|on|in)(?! an? (?:day|week|month|year|hour|moment|time|hurry|row|batch)\b)|(?:accompanied|led|sponsored|supervised|owned|covered|hosted) by) (an? [a-z]+)(?=[.,;\n]|$)/gi,
    "optionally belongs to $1",
  ],
  // `each crew member works on many stages and vice versa`
  [
    /(^|[.;,\n]\s*)(?:an?|each|every|one) ([a-z]+(?: [a-z]+)?) (?:can |may )?(?:[a-z]+ (?:(?:on|in|at|for|to|with|of) )?)(?:many|several|multiple) ([a-z]+s) and (?:vice versa|the other way (?:a)?round)(?=[.,;\n]|$)/gi,
    (_, _start: string, noun: string, plural: string) => `. ${singular(noun)} n-m ${singular(plural)}`,
  ],
  // `same name twice? no, name is unique`: a question that is answered at once
  [/(?<=[,.;\n]\s*)(?![^?\n]{0,60} or )[^,.;:?\n]{3,60}\? (?:no|nope|yes|yep)[,.:] (?=[a-z])/gi, ""],
  // `just remember which key is with whom, so a key with a label`
  [
    /(^|[.;\n]\s*)(?:just |please )*(?:remember|note down|write down|keep track of|track|know) (?:which|who|what|where|when|how)[^,.;:\n]{3,60},? so (?=an? [a-z]+ with )/gi,
    "$1",
  ],
  // `courts (…), and coaches with a name and an hourly rate`
  [
    /(?<=\([^()\n]*\),? and )([a-z]+s) with ((?:an?|the|their) [^.;()\n]+)(?=[.;\n]|$)/gi,
    (_, noun: string, list: string) =>
      `${noun} (${list.replaceAll(/,? and (?=(?:an?|the|their) )/gi, ", ")})`,
  ],
  // `lowest 1 and highest 5`
  [
    /\b(?:the )?(?:lowest|smallest|worst)(?: is| being)? (-?\d[\d.]*)(?:,| and|, and) (?:the )?(?:highest|largest|greatest|biggest|best)(?: is| being)? (-?\d[\d.]*)/gi,
    "from $1 to $2",
  ],
  // `For a subscriber, the email is required`
  [
    /(^|[.;\n]\s*)for (?:an?|each|every) ([a-z]+(?: [a-z]+)?), (?!(?:it|they|there|that|this|he|she)\b)(?:(?:the|its|their|an?) )?(?=[a-z]+(?: [a-z]+)? (?:is|are|must|should|has to|defaults|starts)\b)/gi,
    (_, start: string, noun: string) => `${start}${capital(noun)}: `,
  ],
  // `begins with zero votes`
  [
    /\b(?:starts?|begins?)(?: (?:out|off))? with (zero|no|\d+) ([a-z]+s)(?=[.,;\n]|$| and\b)/gi,
    (_, count: string, noun: string) => `has a number of ${noun} (default ${/^\d/.test(count) ? count : 0})`,
  ],
  // `a singer has a name, though a singer can be in many choirs`
  [/,? (?:al)?though (?=(?:an?|each|every|one) [a-z]+ (?:can|may|has|is|belongs)\b)/gi, ". "],
  // `the light it wants: sun or shade`
  [
    /\b(the|an?) ([a-z]+) (?:it|they) (?:wants?|needs?|requires?|prefers?|likes?|takes?|uses?)(?=\s*[:,.;(\n]|$| and\b)/gi,
    "$1 $2",
  ],
  // `dreams, so what happened and which night`
  [/(?<=[a-z]s), so (?=(?:what|which|who|whether|how|when|where) )/gi, ": "],
  // `just make the title unique`
  [
    /(^|[.;,?\n]\s*)(?:so |and |but )?(?:just|simply|please) make (?:the |its |their )?([a-z]+(?: [a-z]+)?) (?=(?:required|unique|optional|mandatory)\b)/gi,
    ". The $2 is ",
  ],
  // `a number plus a seat count`
  [/(?<=[a-z]),? plus (?=(?:an?|the|its|their)\s)/gi, " and "],
  // `anonymous?=true`
  [/(?<=\w)\? ?= ?(?=[\w"])/g, " (optional) = "],
  // `A trader tells us a name`
  [
    /\b(?:leaves?|gives?|tells?|hands?|provides?|sends?|shows?) (?:us|me) (?=(?:an?|the|their|its|his|her)\s)/gi,
    "has ",
  ],
  // `A flash card app needs an API.`
  [
    /^\s*(?:an?|our|the|my) [a-z -]{2,40} (?:needs?|wants?|requires?) (?:an?|some) (?:[a-z]+ )?(?:api|backend|database|service)\.\s+(?=\S)/gi,
    "",
  ],
  // `a photo album api, album has a name`
  [
    /^(\s*(?:an? |the |some |my |our )?[\w -]{2,40}? (?:api|app|service|system|backend|database|db)),\s+(?=(?:an? |each |every |the )?[a-z]+ (?:has|have|needs?|w\/|with)\s)/gi,
    "$1. ",
  ],
  // `I want to water and repot them`
  [
    /(^|[.;\n]\s*)(?:i|we|people|users) (?:also )?(?:want|need|would like) to (?:be able to )?(?=[a-z]+(?:(?:,? (?:and|or)|,) [a-z]+)* (?:it|them)(?=[.,;\n]|$))/gi,
    "$1users can ",
  ],
  // `Allergies are kept as a list`
  [
    /\b(is|are) (?:kept|stored|saved|held|recorded|noted) as (?=an? (?:list|number|text|string|date|datetime|boolean|integer|flag)\b)/gi,
    "$1 ",
  ],
  // `may have one gravestone, with an inscription`
  [/\b((?:one|exactly one|many|several) [a-z]+), (?=(?:each )?(?:with|having) (?:an?|its)\s)/gi, "$1 "],
  // `sign up with their name`, `We hand them a bib number`
  [
    /\b(?:sign|register|apply|log|check|enroll?)s?(?: up| in)? with (?=(?:their|his|her|an?)\s|(?:email|e-mail|username|name|phone|nickname)\b)/gi,
    "have ",
  ],
  [
    /(^|[.;\n]\s*)(?:we|i) (?:hand|give|assign|issue) (?:them|it|each(?: of them)?|each one|him|her) (?=(?:an?|the|one)\s)/gi,
    "$1They have ",
  ],
  // `belongs to the type blood, saliva or tissue`
  [
    /\b(?:belongs? to|(?:is|are|comes? in|may be|can be) of)(?: the| an?| one)? (type|kind|class|category|colou?r|size|shape|breed|grade|sort) (?=[a-z-]+(?:,| or )\s?)/gi,
    "has a $1: ",
  ],
  [/,? unless (?:it|they) (?:is|are) open[- ]ended\b/gi, " (optional)"],
  // `one-to-many from warehouse to shelf`
  [
    /\b(one|many)[ -]to[ -](one|many) (?:relation(?:ship)? )?(?:from|between) (?:an? )?([a-z]+) (?:to|and) (?:an? )?([a-z]+)/gi,
    "$3 $1-to-$2 $4",
  ],
  // `On it there is a number`
  [/(^|[.;\n]\s*)on (?:it|them|each) there (?:is|are) /gi, "$1It has "],
  // `keep an eye on`
  [/\b(?:keep (?:an eye|tabs|a record|records) (?:on|of)|look after|take care of)\b/gi, "track"],
  // `no number is used twice`
  [
    /(?:^|[,;]\s*|\band |\bwhere )no ([a-z]+(?: [a-z]+)?) (?:is|may be|can be|must be) (?:ever )?(?:used|given|issued|assigned|taken) (?:twice|again|more than once)\b(,? and (?=(?:is|are|can|have|has)\b))?/gim,
    (_, noun: string, more: string | undefined) =>
      `. The ${noun} is unique${more === undefined ? "" : ". They "}`,
  ],
  // `as many tournaments as they like`
  [
    /\bas many ([a-z]+s) as (?:they|he|she|it|one|you|we) (?:likes?|wants?|needs?|wish(?:es)?|can)\b/gi,
    "many $1",
  ],
  // `A choir gives concerts, each on a date and at a place`
  [
    /(^|[.;\n]\s*)(?:(?:afterwards|later|then|over time|meanwhile),? )?((?:an?|the|each|every|our) [a-z]+(?: [a-z]+)?|[a-z]+s|it|they) (?:can |may |must )?[a-z]+ (?:(?:many|several|any number of|multiple|some) )?([a-z]+s),? each (with|having|on|at|in|for|of|by)\b/gi,
    (_, start: string, owner: string, plural: string, by: string) =>
      `${start}${owner} has many ${plural}. Each ${singular(plural)} ${/^(?:with|having)$/i.test(by) ? "has" : `is ${by}`}`,
  ],
  // `A technician, known by name and skill, works on it`
  [
    /(^|[.;\n]\s*)(an?|one|every|each) ([a-z]+), (known by|identified by|with|having|described by) ([^.;\n]{3,80}?), [a-z]+s (?:(?:on|at|for|in|to|after|with) )?(?:it|them)(?=[.;\n]|$)/gi,
    (_, start: string, _article: string, who: string, how: string, list: string) =>
      `${start}It belongs to a ${who}. A ${who} ${/^(?:with|having)$/i.test(how) ? "has" : `is ${how}`} ${list}`,
  ],
  // `An animal is a dog, a cat or a rabbit`
  [
    /\b(?:is|are) (?:either )?an? ([a-z-]+)((?:, an? [a-z-]+)*),? or an? ([a-z-]+)(?=[,.;\n]|$| and\b)/gi,
    (_, first: string, more: string, last: string) =>
      `has a type (${first}${more.replaceAll(/, an? /gi, ", ")}, ${last})`,
  ],
  // `Users are either admins or members`
  [
    /\b([a-z]+s|they|it) (?:are|is) (either )?([a-z]+s)((?:, [a-z]+s)*),? or ([a-z]+s)(?=[,.;\n]|$| and\b)/gi,
    (_, who: string, _sure: string | undefined, first: string, more: string, last: string) =>
      `${who} have a ${/^(?:users?|members|people|employees|staff|accounts|[a-z]+(?:er|or|ist|ant)s)$/i.test(who) ? "role" : "type"} (${[first, ...more.split(/, /), last].filter(Boolean).map(singular).join(", ")})`,
  ],
  // `one gardener tends it`
  [
    /(^|[.;\n]\s*)(?:exactly |only )?one ([a-z]+) (?!(?:is|has|can|may|must)\b)[a-z]+s (?:(?:on|at|for|in|to|after) )?it(?=[.;\n]|$)/gi,
    "$1It belongs to one $2",
  ],
  // `When a donor comes in we register the number`
  [
    /(^|[.;\n]\s*)(?:when|whenever|each time|every time|once|as soon as) (an? [a-z]+(?: [a-z]+)?) [a-z]+s(?: (?:in|up|out|by|back|over))?,? (?=(?:we|i) (?:note|write|record|enter|fill|store|keep|track|register|log|save|ask)\b)/gi,
    "$1For $2, ",
  ],
];
