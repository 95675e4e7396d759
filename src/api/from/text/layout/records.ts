import { namesFrom } from "../../../names.ts";
import type { Wording } from "../words/rewrite.ts";

/** Ways of saying which records there are, each record in a sentence of its own. */
export const records: readonly Wording[] = [
  // `trucks {…}, tours {…}`, `1) Ship: … 2) Harbour: …`
  [/\},\s*(?=[a-z]+ ?\{)/gi, "}\n"],
  [/(?<=,[^\n]*) (?=[2-9]\) [A-Z][a-z]+ ?:)/g, "\n"],
  // `candidates (name, party), results: candidate, votes`
  [/\), (?:and )?([a-z]+s): (?=[a-z]+(?: [a-z]+)?, )/gi, ")\n$1: "],
  [/\), (?:and )?([a-z]+s) (?:with|having) (?=an? [a-z]+(?: [a-z]+)?, )/gi, ")\n$1 have "],
  // `a backend for a nursery where each plant has a name`
  [/,? where (each|every) (?=[a-z]+(?: [a-z]+)? (?:has|have|is|needs|gets|can|must|belongs)\b)/gi, ". $1 "],
  // A line of names below a heading
  [/^[ \t]*#+[ \t]*([A-Za-z][\w -]*?)[ \t]*\n+(?=[a-z][^\n:]*,[^\n:]*$)/gm, "$1: "],
  // `A ship's data: …`, `A member's locker has a number and a code`
  [
    /(^|[.;\n]\s*)(?:an?|each|every|the) ([a-z]+)['’]s (?:data|information|info|details|fields)[ \t]*:/gi,
    "$1$2:",
  ],
  [
    /(^|[.;\n]\s*)(?:an?|each|every) ([a-z]+)['’]s ([a-z]+) (has|needs|holds) ((?:an?|its) [a-z]+(?:,| and) [^.;\n]+)/gi,
    "$1A $3 $4 $5. A $3 belongs to a $2",
  ],
  // `All we store about a sensor is its location`
  [
    /(^|[.;\n]\s*)(?:all|what|everything)(?: that)? (?:we|i) [a-z]+(?: to [a-z]+)? (?:about|of|for) (an?|each|every|the) ([a-z]+) (?:is|are) (?=(?:an?|the|its)\s)/gi,
    "$1$2 $3 has ",
  ],
  // `Just one table, called visitors:`
  [
    /^[^:\n,]{0,30}\b(?:table|resource|entity|model|collection),? (?:called|named) ["“]?([a-z]+)["”]?[ \t]*:/gim,
    "$1:",
  ],
  [/\bthere (?:should|must|shall|will|have to|need to) be (?=[a-z]+s )/gi, "there are "],
  // `I have a collection of stamps. I want to note the country`
  [
    /(^|\n\s*)(?:i|we) have (?:an?|some|many)? ?(?:big |large |small )?(?:collection|lot|list|number|bunch|set)s? of ([a-z]+s)\.\s*(?:i|we) (?:want|need|would like)(?: to [a-z]+)?(?: down)? (?=(?:the|its|their|an?|which|when|where|who) )/gi,
    "$1$2: ",
  ],
  // `Imagine a hotel: there are rooms with a number, and pets with a name`
  [/^\s*(?:imagine|think of|consider|picture|suppose) [^:.\n]{3,40}: (?=there )/gi, ""],
  [
    /(?<=\bthere are [a-z]+s (?:with|having) [^.;\n]{3,80}),? and ([a-z]+s) (?:with|having) (?=an?\s)/gi,
    ". The $1 have ",
  ],
  // `On the one hand there are artists, who have a name`
  [/\bon (?:the )?(?:one|other) hand,? /gi, ""],
  [/(^|[.;\n]\s*)(?:there are )?([a-z]+s), (?:who|which|that) have /gi, "$1$2 have "],
  // `Author - name, country / Book - title, year`, `ticket = title, text; comment = text`
  [/ [/|] (?=[A-Z][a-z]+ [-–:] [^/|\n]*,)/g, "\n"],
  [
    /^[a-z]+ = [a-z][^=;\n]*,[^=;\n]*(?:; ?[a-z]+ = [a-z][^=;\n]*,[^=;\n]*)+$/gim,
    (all) =>
      all.replaceAll(
        /(^|; ?)([a-z]+) = /gi,
        (_, at: string, head: string) => `${at === "" ? "" : "\n"}${head}: `,
      ),
  ],
  // `Users sign up with a name and create projects, each having a title`
  [
    /(^|[.;\n]\s*)([A-Z][a-z]+s) ([^.;:\n]{3,80}?) and (?:can |may )?[a-z]+ (?:(?:many|several) )?([a-z]+s),? each (?:with|having) /g,
    (_, start: string, who: string, said: string, plural: string) =>
      `${start}${who} ${said}. ${who} have many ${plural}. Each ${namesFrom(plural).words} has `,
  ],
  // `A "Campaign" has a name`
  [/\b(an?|the|each|every) ["“]([A-Z][a-z]+)["”](?= (?:has|have|is|are|can|belongs|needs))/gi, "$1 $2"],
  // `The entity is called Voucher. It has a code`
  [
    /(^|[.;\n]\s*)(?:the|our|my|one) (?:entity|resource|model|record|object|table|collection|thing) is (?:called |named )?(?:an? )?["“]?([A-Z][a-z]+)["”]?\.\s*(?:it|each(?: one)?) (?:has|contains|stores|holds)\s+/gi,
    "$1$2: ",
  ],
  // `Each of our buses has a plate`
  [
    /\b(each|every one|every) of (?:our|the|my|these|those|its|their) ([a-z]+s)(?= )/gi,
    (_, each: string, plural: string) =>
      `${each.startsWith("e") ? "each" : "Each"} ${namesFrom(plural).words}`,
  ],
  // `is sold by an agent who has a name and a region`
  [
    /\b(by|to|at|in|on|for|from|with|of) (an?|one|exactly one) ([a-z]+),? (?:who|which|that) (?:itself |also )?(?:has|have) ((?:an?|its|their) [^.;\n]+)(?=[.;\n]|$)/gi,
    "$1 $2 $3. A $3 has $4",
  ],
  // `of a contract we store the number; of an agent the name`
  [
    /(?<=\b(?:of|for) (?:(?:an?|each|every) )?[a-z]+,? we [^.\n]{3,120})[;,] (?:and )?(?:of|for) (?:(an?|each|every) )?([a-z]+),? (?=(?:the|its|their|an?) [a-z])/gi,
    (_, one: string | undefined, noun: string) =>
      `. For ${one === undefined ? "" : "every "}${noun} we store `,
  ],
  // `Animals in the shelter are dogs or cats`
  [
    /(^|[.;\n]\s*)([A-Z][a-z]+s) (?:in|at|on|from) the [a-z]+ (?=(?:are|have|can|must|need|belong)\s)/g,
    "$1$2 ",
  ],
  // `We'd love an API`
  [/\b(i|we)(?:['’]d| would) (?:love|like|appreciate|welcome) (?=an?\s|some\s)/gi, "$1 want "],
  // `A clinic needs to know about its devices:`
  [
    /^(?:an?|our|my|the) [a-z]+(?: [a-z]+)? (?:needs?|wants?|has|have|would like) to (?:know|keep|track|store|manage|record|remember|log|handle|see|list|administer)(?: track of| about| down)? (?:its|their|our|my|the|all|every|each)? ?([a-z]+(?: [a-z]+)?)[ \t]*:[ \t]*/gim,
    "$1: ",
  ],
];
