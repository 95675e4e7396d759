import { numeral } from "./sayings.ts";

/** `numbered` → number, `labelled` → label */
const stemOf = (participle: string): string =>
  participle
    .replace(/^(labell?ed|numbered)$/i, (word) => (/^l/i.test(word) ? "label" : "number"))
    .replace(/(?<=e)d$/i, "");

/** What is said in one way is read as another; each is rewritten wherever it stands, in this order. */
export type Wording = readonly [RegExp, string | ((whole: string, ...groups: string[]) => string)];

const wordings: readonly Wording[] = [
  // `hello, need`, `of course`
  [/^\s*(?:hello|helo|hi|hey|hiya|ok|okay|so|well)(?: there| all| everyone| team)?\s*[,!.:-]+\s*/gi, ""],
  [/,?\s+of course\b,?/gi, ""],
  [/\b(i|we)(?:['’]d| would) (?:like|love|want) to\b/gi, "$1 want to"],
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
  // `the same note is found in many perfumes`
  [/\bthe same (?=[a-z]+ (?:is|are|can|may|turns?|appears?|occurs?|shows?)\b)/gi, "a "],
  [/\bwith (?:the )?(?:properties|fields|attributes|columns|members) (?=[a-z]\w* ?[(,])/gi, "with "],
  // `all three required`
  [
    /\ball (?:two|three|four|five|six|seven)(?: of (?:them|these|which))?(?: are)? (?=required|optional|unique|mandatory|needed)/gi,
    "all ",
  ],
  // `can't be more than 3000`
  [
    /\b(?:can(?:not| not|['’]t)|must(?: not|n['’]t)|may not|should(?: not|n['’]t)|never) be (?=(?:more|less|longer|shorter|higher|lower|fewer|greater|larger|smaller) than \d|(?:above|below|over|under) \d)/gi,
    "not ",
  ],
  // `must not be taken already`
  [
    /\b(?:which |that |it )?(?:must|may|can)(?: ?not|n['’]t) be (?:taken|used|in use|assigned|known)(?: (?:already|yet|before|by (?:others|another|anyone|someone|anybody)(?: else)?))/gi,
    "is unique",
  ],
  // `for 3D print jobs`
  [/(?<=\b(?:for|of|manage|track|store) )\d[a-z]{1,2} (?=[a-z]+ ?[a-z]*s\b)/gi, ""],
  // `one or two people`
  [
    /\b(one or two|two or three|three or four|four or five) (?=[a-z]+s\b|people\b)/gi,
    (_, two: string) =>
      `${two
        .split(/ or /i)
        .map((one) => numeral(one))
        .join(" to ")} `,
  ],
  // `though it is not always known`
  [
    /,? (?:though|although|but|which) (?:(?:the |its |their )?[a-z]+ )?(?:(?:is|are|was|may be|might be)(?: not|n['’]t)|cannot be|can['’]t be) (?:always|necessarily|ever|all) (?:known|there|given|needed|present|set|recorded|available|filled(?: in)?)\b/gi,
    " (optional)",
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
  // `Bridges of the county: we want a code`
  [
    /(?<=:\s)(?:i|we) (?:want|need|keep|store|record|note|track|have|would like)(?: to (?:keep|store|record|know|track|note|have))? (?=(?:an?|the|its|their)\s)/gi,
    "",
  ],
  // `never goes above 99`, `cannot exceed 5`
  [
    /\b(?:(?:is|are|may|must|can|should|will|does|do) ?)?(?:never|not|n['’]t)(?: be| go(?:es)?| gets?| rises?| climbs?)? (?:above|over|beyond|more than|exceeds?) (?=-?\d)/gi,
    "at most ",
  ],
  // `A library system where an author has many books`
  [
    /^(?:(?:an?|the|my|our|build|make|create|some)\b)?[\w -]{2,40}? (?:system|app|application|platform|service|api|site|tool|backend|database|software|program|world|place)s? (?:where|in which) (?=(?:an?|each|every|the|[a-z]+s)\b)/gi,
    "",
  ],
  // `: it has`
  [/:\s+(?=(?:it|they|each(?: one)?) (?:has|have|is|are|can|may|must|needs?) )/gi, ". "],
  // `an expected date and, later, a yield`
  [
    /,? and, (?:later|eventually|at some point|afterwards|finally|in the end|sometimes|usually|at the end)(?: on)?, /gi,
    ", ",
  ],
  // `when they are added they are fine`
  [
    /\b(?:when|once|as soon as) (?:they|it|he|she|one|an? [a-z]+) (?:is|are|was|were|gets?|has been) (?:first |newly )?(?:added|created|new|made|registered|opened|posted|submitted|entered|placed|reported|received|filed|born|bought)\s*,?\s+(?=(?:they|it)\b)/gi,
    "initially, ",
  ],
  // `with their name`
  [/(?<=\bwith )(?:their|his|her) (?=[a-z]+)/gi, "a "],
  // `yes or no`
  [/\b(yes|true) (?:or|\/) (no|false)\b/gi, "$1/$2"],
  // `In the game, a player owns characters`
  [
    /(^|[.;\n]\s*)(?:in|at|on|during|within|for) (?:the|our|my|this) [a-z]+(?: [a-z]+)?, (?=(?:an?|each|every|the|[a-z]+s) )/gi,
    "$1",
  ],
  // `it's`, `they're`
  [/\b(it|he|she|that|there|who|what)['’]s(?= (?!own\b)\w)/gi, "$1 is"],
  [/\b(they|we|you)['’]re\b/gi, "$1 are"],
  // `GET/POST /notes: title`, `POST /notes/:id/archive`
  [
    /\b(?:POST|PUT|PATCH) \/(?:api\/)?(?:v\d+\/)?([a-z][\w-]*)\/(?::\w+|\{\w+\})\/([a-z][\w-]*)/g,
    "\n$1.$2\n",
  ],
  [
    /^[ \t]*(?:(?:GET|POST|PUT|PATCH|DELETE)\b[\s,/|&+]*)*\/(?:api\/)?(?:v\d+\/)?([a-z][\w-]*)(?:\/(?::\w+|\{\w+\}))?[ \t]*(?=[:–—-](?:\s|$))/gim,
    "$1",
  ],
  // `role [admin, user]`
  [/\[((?:[\w -]+,\s*)+[\w -]+)\]/g, "($1)"],
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
  // `starts and ends at some time`
  [
    /\b(starts|begins|opens|departs|leaves) and (ends|finishes|closes|arrives|stops) ((?:at|on) (?:an?|some|one|the) (?:certain |given )?(?:time|date|day|moment))\b/gi,
    "$1 $3, $2 $3",
  ],
  // `a position made of latitude and longitude`
  [
    /\b(?:(?:an?|the|its|their) (?:[a-z]+ )?)?(?!and\b|or\b)[a-z]+ (?:made(?: up)? of|consisting of|composed of|broken down into|split into|given as|stored as|expressed as) (?:an? )?([a-z]+[^s\W]) and (?:an? )?([a-z]+[^s\W])(?:,? (?:both )?in [a-z]+)?(?=[.,;)\n]|$)/gi,
    "a $1 and a $2",
  ],
  [/\bw\/(?=\s)/g, "with"],
  // `a resource "Password policy"`
  [
    /\b(?:an? |the )?(?:resource|model|entity|table|object|collection|type)\s+(?:called |named )?["“]([A-Za-z][\w -]*)["”]/gi,
    "$1",
  ],
  // `no two teams may have the same colour`
  [
    /[;,.]?\s*(?:and |where )?\bno two [a-z]+ (?:(?:may|can|must|should) )?(?:have|share|use|carry|bear) the same ([a-z]+(?: [a-z]+)?)(?=[.,;\n]|$)/gi,
    ". The $1 is unique",
  ],
  [/,?\s*\bplease\b,?/gi, ""],
  // `recipe box => Recipe: title`, `make me`, `keep a list of birds seen at the feeder: species`
  [/^[\w ]{2,30}?\s*(?:=>|→)\s*(?=[A-Za-z][\w ]{1,30}:\s)/gm, ""],
  [
    /^(?:to )?(?:keep|make|build|store|track) a (?:list|log|record|catalog(?:ue)?) of ([a-z]+s)\b[^:.\n]*:\s*/gi,
    "$1: ",
  ],
  [
    /\b(?:a |the )?(?:resource|model|entity|table|collection|object) (?:called|named) ([a-z][\w-]*)\.\s*(?:it|they) (?:has|have)\s+/gi,
    "$1: ",
  ],
  [/(?<=\b(?:string|str|text|varchar|char)\s?)\((\d+)\)/gi, " exactly $1 chars"],
  [/\beach of them\b/gi, "it"],
  // `tattoo studio - artists: name`, `washers @ laundromat: kind`
  [/^[A-Za-z][\w ]{2,30}? - (?=[A-Za-z][\w ]{1,30}:\s)/gm, ""],
  [/^([\w ]{2,30}?) @ [\w ]{2,30}:/gm, "$1:"],
  [
    /(^|[.;\n]\s*)(?:so|basically|also|then|now|well|additionally|besides(?: that)?|finally|furthermore|in addition),?\s+(?=(?:an?|the|each|every|we|it|they)\s)/gi,
    "$1",
  ],
  [/;\s*besides(?: that)?\s+(?=we\s)/gi, ". "],
  [/\bmarked as (?=\w+(?:ed|n)\b)/gi, ""],
  // `coordinates (latitude from -90 to 90, longitude from -180 to 180)`
  [
    /\b[a-z]+ \(((?:[a-z]+ (?:from |between |in )?-?\d[\d.]*\s*(?:to|and|-|\.\.)\s*-?\d[\d.]*(?:,\s*(?:and )?)?){2,})\)/gi,
    "$1",
  ],
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
  [/(?<=(?:has|have|with|needs|,|and)\s+an? )date and time(?=\s*(?:[,.;(]|and\b|$))/gim, "date-time"],
  [/\b(?:certain |given |specific )?(?:date and |date )time\b/gi, "datetime"],
  // `a grade such as 6a or 7b`: examples are no values
  [
    /(?<!\b(?:can|may|could|to|and|or|users?|members?|people|also|readers?|visitors?|they|you))(?:,\s*|\s+)(?:such as|like|e\.g\.,?|for (?:example|instance),?)\s+(?!it\b)[^,.;:()\n]+?(?=\s+and\s+(?:an?|the|its|has|have|is|can|may)\b|[,.;:()\n]|$)/gi,
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
  // `from a start date until an end date`
  [
    /,? from (an? [a-z ]{0,20}?(?:date|day|time|moment)) (?:until|till|to) (an? [a-z ]{0,20}?(?:date|day|time|moment))\b/gi,
    ", with $1 and $2",
  ],
  // `A coupon's code is required`
  [
    /(^|[.;\n]\s*)(an?|each|every) ([a-z]+)['’]s ([a-z]+(?: [a-z]+)?) (?=(?:is|are|must|has|may|can|cannot|starts?|defaults?)\b)/gi,
    "$1$2 $3 has a $4 that ",
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
  // `a first and last name`
  [
    /\b(first|given|start|starting|begin|beginning|minimum|min|home|billing|pick-?up|opening|departure|sender|old|previous|current|gross|source|buy|buying|from|check-in|lower|front|left|planned|estimated|expected|oldest|birth|daily|weekly|regular|low|inner|upper|top|native|base|debit|net|summer|male|morning|public) and (?:an? |the )?(last|family|end|ending|maximum|max|away|shipping|delivery|drop-?off|return|closing|arrival|receiver|recipient|new|next|net|target|sell|selling|to|check-out|upper|back|right|actual|newest|death|weekly|monthly|sale|discounted|high|outer|lower|bottom|foreign|credit|gross|winter|female|evening|private) ((?:number|amount|size|count|date|time|price) of [a-z]+|(?!(?:and|or|are|is|was|of|both|in|at|on|to|for|which|that|with|has|have|as|by|must|can|may|needs?|required|optional|unique)\b)[a-z]+?)s?(?![\w-])/gi,
    "$1 $3 and $2 $3",
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
  // `from one day to another`
  [
    /(?:\b(?:runs|goes|lasts|spans|is valid|is on show|is shown|is open|takes place))?,?\s*\bfrom (?:one|an?|some) ([a-z]+) to (?:another|the next|an? \1|one|the other)(?: \1)?\b/gi,
    (whole: string, noun: string) =>
      `${/^[\s,]*from/i.test(whole) ? ", with" : "has"} ${
        /date|day/i.test(noun)
          ? "a start date and an end date"
          : /time/i.test(noun)
            ? "a start time and an end time"
            : "an origin and a destination"
      }`,
  ],
  [/\bdef\b(?=\s+\S)/gi, "default"],
  // `never below 100 nor above 3500`
  [
    /\b(?:is |are |may |must |can )?(?:never|not)(?: be| go(?:es)?| gets?| rises?| drops?| falls?| sinks?)? (?:below|under|less than) (-?[\d.]+)(?:,? (?:nor|or|and)(?: never| not)? (?:above|over|more than|beyond) (-?[\d.]+))?/gi,
    (whole, low: string, high: string | undefined) =>
      Number(low) === 0 && high === undefined
        ? whole
        : high === undefined
          ? `at least ${low}`
          : `${low}..${high}`,
  ],
  [/\s[&+]\s/g, " and "],
  [
    /\bbe{1,2}t{1,2}we{1,2}n\s+(-?[\w.]+)\s+and\s+(-?[\w.]*\w)/gi,
    (whole, low: string, high: string) =>
      numeral(low) === undefined || numeral(high) === undefined ? whole : `${numeral(low)}..${numeral(high)}`,
  ],
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

export const rewritten = (text: string, by: readonly Wording[]): string =>
  by.reduce(
    (all, [from, to]) => (typeof to === "string" ? all.replaceAll(from, to) : all.replaceAll(from, to)),
    text,
  );

/** A description in the few ways of saying that are read: one notation for lists, bounds and relations. */
export const worded = (text: string): string => rewritten(text, wordings);
