import type { Wording } from "../words/rewrite.ts";

/** `a choir by its name, a singer by name only`: a sentence for each. */
const knownBy = (all: string): string =>
  all
    .split(/,(?: and)? (?=an? [a-z]+(?: [a-z]+)? by )/i)
    .map((one) => one.replace(/ by /i, " is known by ").replace(/ (?:only|alone)$/i, ""))
    .join(". ");

/** Ways in which a sentence or a description begins. */
export const openings: readonly Wording[] = [
  // `Need to know which plants I have and where they stand`
  [
    /(^|[.;\n]\s*)(?:(?:i|we) )?(?:need|want|would like|have) to (?:know|see|remember|note|record|track|keep track of|write|store)(?: down)? (?:which|what|all the|all|the|my|our) ([a-z]+s) (?:i|we|they|there) [a-z]+(?:,| and|, and) (?=(?:where|when|how|whether|what|who|if) )/gi,
    "$1$2: ",
  ],
  // `In each entry stand the date and the weather`
  [
    /(^|[.;\n]\s*)(?:in|on|at|to|with) (?:each|every|an?) ([a-z]+) (?:stands?|there (?:is|are)|goes|go|belongs?|comes?) (?=(?:an?|the|its|their)\s)/gi,
    "$1Each $2 has ",
  ],
  // `every patient who comes in gets a number`
  [
    /(^|[.;\n]\s*)((?:each|every|an?) [a-z]+) (?:who|that|which) [a-z]+s(?: (?:in|up|out|by|along|over))?,? (?=(?:gets|has|needs)\s)/gi,
    "$1$2 ",
  ],
  // `On every inspection we count the frames`
  [
    /(^|[.;\n]\s*)(?:on|at|in|with|during|after) (each|every) ([a-z]+),? (?=(?:we|i|they|the [a-z]+) (?:know|have|need|see|print|count|judge|measure|rate|weigh|note|record|write|enter|log|keep|store)s? )/gi,
    "$1For $2 $3, ",
  ],
  // `For each one store a title`, `For every plot keep its size`
  [
    /(^|[.;\n]\s*)for (?:each|every)(?: (?:one|of (?:them|these)))?,? (?:please )?(?:store|keep|note|record|track|save|log|remember|have) (?=(?:an?|the|its|their)\s)/gi,
    "$1It has ",
  ],
  [
    /(^|[.;\n]\s*)for (each|every) ([a-z]+),? (?:please )?(?:store|keep|note|record|track|save|log|remember|have) (?=(?:an?|the|its|their)\s)/gi,
    "$1$2 $3 has ",
  ],
  // `If a plot is neglected, we can warn its gardener`
  [/(^|[.;\n]\s*)if [^,.;\n]{5,50}, (?=(?:we|i|you|they|users?|[a-z]+s) can )/gi, "$1"],
  // `It must be possible to close and reopen tickets`, `There must be a way to close them`
  [
    /(^|[.;,\n]\s*|\band )(?:it(?: is|['’]s| (?:must|should|has to|needs to|shall) be| will be) possible (?:for [a-z ]+? )?to|(?:there (?:is|(?:must|should|has to|needs to|shall) be)|i need|we need|i want|we want|with|plus) (?:an? |the )?(?:way|ways|possibility|option|ability|means) to) (?=[a-z]+)/gi,
    "$1users can ",
  ],
  // `Of a gardener we know the name`, `We know a choir by its name`
  [
    /(^|[.;,\n]\s*|\band )(?:we|i|you) (?:know|identify|recogni[sz]e|describe|call) ((?:an? [a-z]+(?: [a-z]+)?|each(?: one)?|it|them) by [a-z][^.;\n]{0,300})/gi,
    (_, start: string, all: string) => `${start}${knownBy(all)}`,
  ],
  // `Leave requests at our company carry …`
  [
    /(^|[.;\n]\s*)((?:[A-Za-z][a-z]+ ){1,3})(?:at|in|of|for) (?:our|my) [a-z]+(?: [a-z]+)?(?= (?:carry|have|has|hold|contain|consist|are|is|can|must|include|come)\b)/gi,
    "$1$2",
  ],
  // `Donors who are ill get deferred`
  [
    /(^|[.;\n]\s*)([A-Z][a-z]+s) (?:who|that|which) (?:are|is|were|have|has) [a-z]+(?: [a-z]+)? (?=(?:get|can|may|are)\b)/g,
    "$1$2 ",
  ],
  // `hello, need`, `of course`
  [/^\s*(?:hello|helo|hi|hey|hiya|ok|okay|so|well)(?: there| all| everyone| team)?\s*[,!.:-]+\s*/gi, ""],
  // `At the shop every pledge gets a number`
  [
    /(^|[.;\n]\s*)(?:in|at|on|during|within|for) (?:the|our|my|this) [a-z]+(?: [a-z]+)? (?=(?:each|every)\s)/gi,
    "$1",
  ],
  // `There are pitches, each with a number`, `There is room for a remark`
  [/(^|[.;\n]\s*)there (?:is|are|['’]s)(?: also)? (?:room|space|place) for (an? )/gi, "$1It may have $2"],
  [
    /(^|[.;\n]\s*)there (?:is|are)(?: also)? (?:an? |some |several |many )?([a-z]+(?: [a-z]+)?),? (?:each (?:with|having)|that have|which have|with|having) /gi,
    "$1The $2 have ",
  ],
  // `A new pledge is active`
  [
    /(^|[.;\n]\s*)(?:an?|every|each) (?:new|fresh|newly [a-z]+) ([a-z]+) (?=(?:is|starts|begins)\b)/gi,
    "$1Initially, the $2 ",
  ],
  // `Sometimes I add a remark, sometimes not`
  [
    /(^|[.;\n]\s*)(?:sometimes|occasionally|at times|now and then|if needed),? (?:i|we|they|you|people|users) (?:add|note|leave|attach|write|give|put) (an? [a-z]+(?: [a-z]+)?)(?:,? (?:but )?sometimes not)?(?=[.;\n]|$)/gi,
    "$1It may have $2",
  ],
  // `A library system where an author has many books`
  [
    /^(?:(?:an?|the|my|our|build|make|create|some)\b)?[\w -]{2,40}? (?:system|app|application|platform|service|api|site|tool|backend|database|software|program|world|place)s? (?:where|in which) (?=(?:an?|each|every|the|[a-z]+s)\b)/gi,
    "",
  ],
  // `In the game, a player owns characters`
  [
    /(^|[.;\n]\s*)(?:in|at|on|during|within|for) (?:the|our|my|this) [a-z]+(?: [a-z]+)?, (?=(?:an?|each|every|the|[a-z]+s) )/gi,
    "$1",
  ],
  // `Define job postings as follows: the title …`
  [
    /^(?:[\w ]{2,20}? )?(?:define|describe|model|specify|design|describes?|defines?) (?:an? |the |our |my )?([a-z][\w-]*(?: [a-z]+)?) (?:as follows|like this|like so|this way|in this way)[ \t]*[:.,][ \t]*/gim,
    "$1: ",
  ],
];
