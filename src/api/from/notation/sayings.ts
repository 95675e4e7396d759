import type { FieldDraft } from "./draft.ts";

/** Numbers written as words. */
const numerals: Readonly<Record<string, number>> = {
  zero: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
  hundred: 100,
  thousand: 1000,
  dozen: 12,
};

export const numeral = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  const plain = text
    .replaceAll(/(?<=\d)[,_](?=\d{3})/g, "")
    .toLowerCase()
    .replace(/^(?:an?|one) (?=[a-z])/, "");
  if (/^-?\d+(\.\d+)?k$/.test(plain)) return Number(plain.slice(0, -1)) * 1000;
  return Object.hasOwn(numerals, plain)
    ? numerals[plain]
    : Number.isNaN(Number(plain))
      ? undefined
      : Number(plain);
};

/** A number, which begins at its first digit: to begin within it would take as long again for each of them. */
const N = String.raw`((?:(?=-)|(?<!\d))-?\d+(?:[,_]\d{3})*(?:\.\d+)?k?|zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|(?:a |one )?hundred|(?:a |one )?thousand|(?:a )?dozen)`;

export const units = String.raw`(?:\s*-?\s*(characters?|chars?|letters?|ltrs?|digits?|symbols?))?`;

type Bound = "min" | "max" | "both";

interface Rule {
  readonly at: RegExp;
  read(match: RegExpExecArray, draft: Draft): void;
}

/** `can't` → can not */
export const uncontracted = (text: string): string =>
  text
    .replaceAll(/\b(is|are|was|were|do|does|must|should|need|could)n['’]?t\b/gi, "$1 not")
    .replaceAll(/\bcan(?:not|['’]?t)\b/gi, "can not");

/** What is being read of one field. */
export interface Draft extends FieldDraft {
  /** Sizes whose meaning (length or value) the type decides. */
  sizes: { bound: Bound; value: number; length: boolean }[];
  positive?: boolean;
}

const put = (draft: Draft, bound: Bound, number: string | undefined, length: boolean): void => {
  const value = numeral(number);
  if (value !== undefined) draft.sizes.push({ bound, value, length });
};

const pattern = (text: string): RegExp => new RegExp(text.replaceAll("#N", N).replaceAll("#U", units), "i");

const typed =
  (type: FieldDraft["type"], format?: FieldDraft["format"]) =>
  (_: RegExpExecArray, draft: Draft): void => {
    if (draft.type === "array") return; // what its items are
    draft.type = type;
    if (format) draft.format = format;
  };

/** `unless told otherwise`, `unless somebody decides something else` */
const otherwise = String.raw`(?:(?:if|when|where) (?:(?:it|they|nothing(?: else)?|none|that|i|you|we|they|nobody|no one) )?(?:(?:is|are|was|do|does|did)(?: not|n['’]?t)? |don['’]?t |doesn['’]?t |not )?(?:otherwise )?(?:given|specified|specify|set|provided|stated|said|say|says|told|chosen|entered|omitted|missing|left out|left empty|empty|blank|absent|unspecified)(?: otherwise)?|unless (?:(?:something|anything|somebody|someone)(?: else)? (?:is )?(?:given|set|chosen|said|says|specified|entered|stated)(?: otherwise)?|otherwise (?:\w+ed|\w+en|said|told|set)|(?:explicitly |[a-z]+ (?:is )?|the [a-z]+ )?(?:told|said|says|stated|states|specified|specifies|set|sets|given|chosen|chooses|decided|decides|changed|changes|noted|indicated|asked|wanted)(?: otherwise| differently| something else)?))`;
/** `unless we agree on more`, `if nobody says so`, behind a value, whatever the words. */
const orElse = String.raw`(?:unless [^,;.()⟦]{2,50}|(?:if|when|where|as long as) (?:nothing|none|nobody|no one|no [a-z]+|not|(?:it|that) (?:is|was) not|(?:we|you|they|i|he|she|the [a-z]+) (?:do|does|did) not)[^,;.()⟦]{0,40})`;
const said = (text: string): RegExp =>
  new RegExp(text.replaceAll("#O", otherwise).replaceAll("#E", orElse), "i");

/** The words that say something about a field besides its type, in the order in which they are looked for. */
export const flags: readonly Rule[] = [
  {
    at: /\b[a-z]+(?:ed|en|t|pt)(?: (?:in|out|up|down|on))? by the (?:system|server|backend|database|service)\b|\b(?:set|filled|assigned|generated|maintained|managed|recorded|given|updated)(?: in)?(?: automatically)? by the (?:system|server|backend|database|service)\b|(?<!= ?"?|default(?: to)? "?)\bauto(?:matic(?:ally)?)?[ -]?(?:set|generated|assigned|filled|recorded)?\b(?! ?re?new)|\bsystem[ -](?:set|generated)\b|\b(?:set|filled(?: in)?|assigned|generated|maintained|managed|updated|calculated|computed|recorded|stamped|tracked) automatically\b|\bauto(?:matically)?[ -]?(?:filled|calculated|computed|updated|maintained|stamped|incremented|increment(?:ing)?|populated)\b|\b(?:calculated|computed|derived|updated|populated|incremented|stamped|determined|chosen|tracked|provided) by the (?:system|server|backend|database|service|app|application|api)\b|\bserver[ -](?:set|side|generated|assigned)\b|\b(?:that |which )?(?:the (?:system|server|backend|database)|we) (?:sets?|fills?(?: it)? in|assigns?|generates?|records?)\b(?: in)?|\bread[ -]?only\b/i,
    read: (_, d) => (d.auto = true),
  },
  {
    at: said(String.raw`\b#O(?: it is| is)? *(?!otherwise)([\w.-]+)\s*$`),
    read: (m, d) => setDefault(d, m[1]),
  },
  {
    at: /\b(?:which |that |it |and |it's |whose )?(?:defaulting|defaulted|defaults?|dflt)\b(?: (?:value|is))?\s*(?:to|is|of|=|:)?\s*(?!bool(?:ean)?\b|flag\b|value\b|string\b)("[^"]*"|-?\d[\d.]*\b|⟦Q\d+⟧|[^\s,;()]+)/i,
    read: (m, d) => setDefault(d, m[1]),
  },
  {
    at: /\b(?:(?:is |are )?(?:preset to|assumed(?: to be)?|taken to be|presumed(?: to be)?|pre-?filled with|set to (?=[\w."-]+ (?:at first|initially|to begin with|at the start)\b))|otherwise(?: it is| it's)?(?= [\w."-]+\s*$)) ("[^"]*"|⟦Q\d+⟧|[\w.-]+)(?: (?:at first|initially|to begin with|at the start))?/i,
    read: (m, d) => setDefault(d, m[1]),
  },
  {
    at: /\b(?:falls? back|fallback)(?: is|:)?(?: to)? ("[^"]*"|⟦Q\d+⟧|[\w.-]+)/i,
    read: (m, d) => setDefault(d, m[1]),
  },
  { at: /(?<![<>!])=\s*("[^"]*"|⟦Q\d+⟧|-?\d[\d.]*|[^\s,;()]+)/i, read: (m, d) => setDefault(d, m[1]) },
  {
    at: said(
      String.raw`(?<![\w.-])(-?\d[\d.]*) (?:minutes?|hours?|days?|weeks?|months?|years?|seconds?|people|euros?|dollars?|percent|points?|cm|kg|km|pieces) (?:by default\b|initially\b|at first\b|#O)`,
    ),
    read: (m, d) => setDefault(d, m[1]),
  },
  {
    at: /("[^"]*"|⟦Q\d+⟧|\b[\w-]+) (?:by|as|as the|as its|as a|is the|being the) default(?: value)?\b/i,
    read: (m, d) => setDefault(d, m[1]),
  },
  {
    at: /\b(?:which |that |it |and )?(?:starts?|begins?|starting|beginning)(?: out| off)? (?:as|at|in|with|on|from)(?! (?:date|datetime|timestamp|time|string)\b)(?! (?:an?|some|one|the) (?:\w+ )?(?:date|day|time|moment|year|place)\b)(?: an?| the)? ("[^"]*"|⟦Q\d+⟧|[\w.-]+)/i,
    read: (m, d) => setDefault(d, m[1]),
  },
  {
    at: /^\s*(?:⟦\w*⟧\s*)?(?:which |that |it )?(?:starts?|begins?)(?: out| off)? (?!(?:at|on|in|date|time|day|point|dt|ts|datetime|timestamp|string|str|int|num|req|opt|uniq|end|ends|and)\b)([a-z][\w-]*)[\s,]*$/i,
    read: (m, d) => setDefault(d, m[1]),
  },
  { at: /\bstarts? (-?\d[\d.]*)\b/i, read: (m, d) => setDefault(d, m[1]) },
  {
    at: /\b(?:is |are )?(?:initially|at first|to begin with|to start with|in the beginning)\s+("[^"]*"|⟦Q\d+⟧|[\w-]+)/i,
    read: (m, d) => setDefault(d, m[1]),
  },
  {
    at: /^\s*(?:(?:which|and|but|though|although) )?(?:(?:it|they) )?(?:isn['’]?t|is not|aren['’]?t|are not|wasn['’]?t)(?: yet)? (?:at first|initially|by default|to begin with|in the beginning)\s*$/i,
    read: (_, d) => (d.default = false),
  },
  {
    at: /\bnot (?:initially|at first|by default|to begin with|to start with|in the beginning|at the start)\b|\bnot(?: yet)? [\w-]+ (?:initially|at first|by default|to begin with|to start with|in the beginning|at the start(?: of [\w ]+)?)/i,
    read: (_, d) => (d.default = false),
  },
  {
    at: said(
      String.raw`(?<![\w-])(?!(?:empty|blank|out|null|unknown|missing|unset|open(?= ended)|it|them|one)\b)(?<!\d\.)([\w-]+(?:\.\d+)?)"? (?:initially|at first|to begin with|to start with|in the beginning|#O|at (?:the )?start(?: of [\w ]+)?)`,
    ),
    read: (m, d) => setDefault(d, m[1]),
  },
  {
    at: /\b(true|false|yes|no|on|off|zero|-?\d+) until [^,;.()⟦]{2,50}/i,
    read: (m, d) => setDefault(d, m[1]),
  },
  {
    at: said(String.raw`(?<![\w.-])(-?\d[\d.]*)(?: [a-z]+)? #E`),
    read: (m, d) => setDefault(d, m[1]),
  },
  {
    at: said(
      String.raw`\b(?!(?:empty|blank|out|null|unknown|missing|unset|it|them|one|needed|required|optional|unique|given|known)\b)([a-z][\w-]*) #E\s*$`,
    ),
    read: (m, d) => setDefault(d, m[1]),
  },
  {
    at: /\b(?:(?:is|are|was)(?: not|n['’]?t)|not|may not be|might not be) (?:always|necessarily|ever) (?:known|given|there|set|present|needed|required|available|provided|filled(?: in)?)\b|\b(?:may or may not|might or might not) (?:be (?:there|given|set|present|known|filled(?: in)?)|exist)\b|\bnon[ -](?:mandatory|required|compulsory|obligatory)\b|\bneed(?: not|n['’]?t) (?:be (?:given|set|filled(?: in)?|present|there|known|provided|entered)|exist)\b|\b(?:when|where|if) (?:it is |it's )?(?:known|available|present|applicable|given|set)\b|\b(?:not|isn't|is not|aren't|not be) (?:strictly )?(?:required|mandatory|necessary|needed|compulsory|obligatory)\b|\boptional(?:ly)?\b|\bopt\b(?!-)|\bnullable\b|\bif there (?:is|was|are|were) (?:one|any|some)\b|\bif (?:known|needed|necessary|wanted|desired|any|given|there is one|applicable|available|present|set|one exists)\b|\b(?:may|can|could) (?:be|stay|remain) (?:left (?:out|empty|blank)|missing|empty|blank|unset|unknown|omitted|null|absent|skipped)\b|\b(?:may|can) leave out\b|\bopen ended possible\b|\bwhere (?:known|given|applicable)\b|\bor null\b|\bwhen (?:known|available)\b|\bif (?:we|i|they|you|he|she|one) (?:happen to )?(?:know|have|knows|has|get|gets)(?: (?:it|one|them|that|any))?\b|\b(?:is |are |would be |be )?(?:nice to have|very welcome|welcome(?: but not (?:required|needed|mandatory|necessary))?|not a must|no must|up to (?:you|them|the user)|a bonus|fine to skip)\b|\b(?:may|can|could|might) be (?:skipped|dropped|undefined|none|nothing|not (?:set|given|known))\b|\b(?:does|do) ?n[o'’]t (?:have to|need to)(?: be)?(?: given| entered| provided| set| filled(?: in)?| present| there| known| exist)?\b|\b(?:they|he|she|one|you|we|people) (?:do|does) not (?:have|need) to (?:give|state|provide|enter|tell|share|fill in|leave)(?: (?:it|them|one))?\b|\bneed(?: not|n['’]?t) be (?:given|set|filled(?: in)?|present|there|known|provided|entered)\b|\bleave (?:it )?(?:empty|blank|out)\b|\bonly if\b|\bif (?:it (?:is|was) )?(?:remembered|asked|noted|recorded|mentioned|stated|supplied|provided|wished|desired|entered|decided|agreed|chosen)\b|\bwhere (?:there is one|available|possible)\b|\bmaybe\b|\bperhaps\b|\bpossibly\b|\bif (?:they|you|he|she|one) (?:wants?|likes?|wish(?:es)?)(?: to)?\b/i,
    read: (_, d) => (d.required = false),
  },
  {
    at: /\bif (?:the|an?|some) [a-z]+ (?:wants?|likes?|has|have|gives?|leaves?|knows?|wishes)(?: (?:to|it|one|that|them|any))?(?=[\s,.;)]*$)/i,
    read: (_, d) => (d.required = false),
  },
  {
    at: /\b(?:is |are )?always (?:be )?(?:given|present|there|known|set|filled(?: in)?|provided|entered|stated|specified|noted)\b|\b(?:is|are) never (?:missing|left out|absent|omitted)\b|\b(?:nobody|no ?one) (?:may|can|must) (?:leave out|skip|omit|leave (?:empty|blank))\b|\b(?:may|can|must) not leave (?:it |them )?(?:out|empty|blank)\b|\b(?:can ?not|can['’]?t|must not|mustn['’]?t|may not|should not|shouldn['’]?t|never|not) (?:be )?(?:empty|blank|null|missing|left out|left empty|left blank|left off|skipped|omitted|undefined|absent)\b|\bnever empty\b|\b(?:is |are )?(?:always )?(?:required|mandatory|obligatory|compulsory|necessary|needed|indispensable|essential)\b|(?<!not )\b(?:(?:is|are) )?a must(?: have)?\b(?!-)|\breq(?:'?d)?\b|\b(?:has|have|needs?) to be (?:given|present|set|provided|there|filled(?: in)?|supplied|specified|known|stated|entered)\b|\b(?:must|should) (?:always )?(?:be (?:given|present|set|provided|there|filled(?: in)?|supplied|specified|known|stated|entered)|exist|have(?! (?:exactly|precisely|at (?:least|most)|no more|between|up to|from|a (?:length|min|max)|\d|[a-z]+ (?:letters|characters|chars|digits))))\b|\bnot null\b|\bnon[ -]?(?:null|empty)\b|(?<=[\w)⟧])\s?[!*](?=\s*(?:$|,|\))|(?<=\S[!*])\s)/i,
    read: (_, d) => (d.required = true),
  },
  {
    at: /\b(?:may |can |must |does )?only (?:be (?:used|given|taken|assigned) |exists? |occurs? |appears? )?once\b|\bno (?:repeats|repetitions?|doubles|two the same)\b|\b(?:may|can|must|does|do) ?n[o'’]?t repeat\b|\b(?:is |are )?(?:not|never) shared (?:by|between|among) [a-z]+(?: [a-z]+)?\b|\b(?:may|must|can) (?:not|never) be the same (?:for|in|on|as) [a-z]+(?: [a-z]+)?\b|\b(?:must be |is |are |be )?(?:globally |case[ -]insensitively )?uniq(?:ue)?(?: (?:per|across|within|among) [\w ]+)?\b|\bno two (?:\w+ )?(?:are )?(?:alike|the same|share|may share|can share|have)\b(?: the same| it| one| them)?|\bno duplicates\b|\b(?:can ?not|can['’]?t|must (?:not|never)|may (?:not|never)|is (?:not|never)|isn['’]?t|are (?:not|never)|aren['’]?t|never|mustn['’]?t|should (?:not|never)|shouldn['’]?t|will (?:not|never)) (?:be )?(?:(?:used|the same|taken|given|assigned|issued|occur|appear|exist)(?: out)? (?:twice|more than once|again|a second time)|used twice|repeat(?:ed)?|shared?|duplicated?|reused|the same|occur twice|appear twice)\b|\b(?:which |that )?(?:nobody|no ?one|none|no other \w+)(?: else)? (?:may|can|has|have|must|uses?|shares?|bears?|carries)[\w ]*|\b(?:which |that )?no other \w+ (?:may|can|has|must)[\w ]*|\b(?:must be |is |are )?different (?:for|from|in|on) (?:each|every|any|all)(?: other)?(?: \w+)?|\b(?:may|must|can) ?not be (?:used|shared|given|taken|assigned|borne) (?:for|by|to|in|on) (?:any other|another|anyone|two)[\w ]*|\bdistinct\b|\bone[ -]of[ -]a[ -]kind\b|\b(?:must|should|has to|have to) (?:always )?(?:differ|be different)(?: (?:for|from|in|on|between) (?:each|every|any|all)(?: others?)?(?: \w+)?)?|\b(?:that |which )?(?:uniquely )?identif(?:y|ies) (?:it|them)(?: uniquely)?\b|\ball (?:of them )?different\b|\beach (?:its|their) own\b|\b(?:none|never) (?:is |are )?(?:used|given|issued|taken|repeated) twice\b/i,
    read: (match, d) => setUnique(d, match[0]),
  },
  {
    at: /\b(?:no|nobody|no ?one|none|never|not|only one|neither|nor)\b[^,;.()⟦]{0,40}?\b(?:shares?|the same|twice|again|else['’]?s?|others?|another|repeat(?:s|ed)?|duplicates?|duplicated|reused?|re-used?|more than once)\b[^,;.()⟦]*/i,
    read: (_, d) => (d.unique = true),
  },
  {
    at: /\b(?:which |that )?(?:we|i|they|you|one) (?:really |always |absolutely |do |definitely |simply )*(?:need|insist on|require|must have|have to have|can not do without)(?: (?:it|that|one|them))?(?=[\s,.;)]*$)/i,
    read: (_, d) => (d.required = true),
  },
  {
    at: /\b(?:can ?not|never|not)(?: (?!negative|below|under|less)[a-z]+){0,2} (?:negative|(?:below|under|beneath|less than|lower than|smaller than) (?:zero|0|nothing))\b(?!\.)/i,
    read: (_, d) => d.sizes.push({ bound: "min", value: 0, length: false }),
  },
  {
    at: /\b(?:can ?not|can't|must not|may not|never|should not|not|cannot) (?:be )?(?:negative|below (?:zero|0)|less than (?:zero|0))\b|\bnon[ -]?negative\b|\bnot negative\b/i,
    read: (_, d) => d.sizes.push({ bound: "min", value: 0, length: false }),
  },
  { at: /\bpositive\b/i, read: (_, d) => (d.positive = true) },
  {
    at: /(?:\b(?:more than|greater than|larger than|above|over)|>)\s*(?:zero|0)\b(?!\.)/i,
    read: (_, d) => (d.positive = true),
  },
  {
    at: pattern(
      String.raw`\b(?:exactly|of exactly|matching|precisely|always|fixed)?\s*(?<!max(?:imum)?\s)(?<!min(?:imum)?\s)len(?:gth)?\s*(?:of|=|:|is|exactly)?\s*#N\b(?!\s*(?:to|-|\.\.|–))`,
    ),
    read: (m, d) => put(d, "both", m[1], true),
  },
  {
    at: pattern(
      String.raw`(?<![\w.-])(?:(?:between|from|of|in|within|with|len(?:gth)?|has|have|(?:in )?(?:the|a) range(?: of| from| between|:)?|ranging (?:from|between))\b)?\s*#N\s*(?:\.\.\.?|–|—|-|to|and|through|up to|until|till)\s*#N#U(?:\s+(?:long|in length))?\b`,
    ),
    read: (m, d) => {
      put(d, "min", m[1], m[3] !== undefined);
      put(d, "max", m[2], m[3] !== undefined);
    },
  },
  {
    at: pattern(
      String.raw`(?:>=|≥|=>|\bat least|\bno (?:less|fewer|lower|shorter|smaller) than|\bnot (?:be |go |fall |drop )?(?:less|below|under|lower|shorter|fewer|smaller)(?: than)?|\bminimum(?: is| of| length(?: is| of)?)?|\bmin(?:imal)?\.?(?: is| of| length)?|\bfrom|\bstarting (?:at|from)|\b(?:with )?an? (?:floor|lower (?:limit|bound)|minimum) of|\bgreater than or equal to|\bequal to or (?:greater|more) than|\bnot (?:before|earlier than)|\bno earlier than|\bsince|\bmin[ _-]?len(?:gth)?)\s*[:=]?\s*#N#U(?: long)?`,
    ),
    read: (m, d) => put(d, "min", m[1], m[2] !== undefined || /len/i.test(m[0])),
  },
  {
    at: pattern(
      String.raw`(?:<=|≤|=<|\bat most|\bno (?:more|longer|greater|larger|higher) than|\bnot (?:be |go |have )?(?:more|above|over|longer|higher|larger|greater|exceeding|exceed)(?: than)?|\bmaximum(?: is| of| length(?: is| of)?)?|\bmax(?:imal)?\.?(?: is| of| length)?|\bup to|\bless than or equal to|\bequal to or less than|\bnot (?:after|later than)|\bno later than|\b(?:may|can|must|does|should) ?not exceed|\ban? maximum(?: length)? of|\bcapped at|\b(?:with )?an? (?:cap|ceiling|upper (?:limit|bound)|limit) of|\bout of|\blimited to|\bwithin|\bmax[ _-]?len(?:gth)?)\s*[:=]?\s*#N#U(?: long)?`,
    ),
    read: (m, d) => put(d, "max", m[1], m[2] !== undefined || /len/i.test(m[0])),
  },
  {
    at: pattern(
      String.raw`#N#U\s*(?:or (?:more|later|greater|higher|above|newer|older|over|up|upwards|longer|larger|bigger)|and (?:up|above|over|more)|\+|minimum|min)(?![\w])`,
    ),
    read: (m, d) => put(d, "min", m[1], m[2] !== undefined),
  },
  { at: pattern(String.raw`#N\s*at (?:the )?most\b`), read: (m, d) => put(d, "max", m[1], false) },
  { at: pattern(String.raw`#N\s*at (?:the )?least\b`), read: (m, d) => put(d, "min", m[1], false) },
  {
    at: pattern(
      String.raw`#N#U\s*(?:or (?:less|fewer|lower|below|earlier|under|younger|shorter|smaller)|maximum|max)\b`,
    ),
    read: (m, d) => put(d, "max", m[1], m[2] !== undefined),
  },
  {
    at: pattern(
      String.raw`\b(?:exactly|matching|of exactly|of|precisely|an?)?\s*#N\s*-?\s*(?:characters?|chars?|letters?|ltrs?|digits?|symbols?)\b(?: long| in length)?(?: code| string)?`,
    ),
    read: (m, d) => put(d, "both", m[1], true),
  },
  { at: /(?<=\bbool(?:ean)?) (t|f|true|false|yes|no)\b/i, read: (m, d) => setDefault(d, m[1]) },
  { at: /^[\s,]*(true|false)[\s,]*$/i, read: (m, d) => setDefault(d, m[1]) },
];

/** The words that say its type. */
const types: readonly Rule[] = [
  {
    at: pattern(
      String.raw`\b(?:exactly|of exactly|matching|precisely|always|fixed)?\s*(?<!max(?:imum)?\s)(?<!min(?:imum)?\s)size\s*(?:of|=|:|is|exactly)?\s*#N\b(?!\s*(?:to|-|\.\.|–))`,
    ),
    read: (m, d) => put(d, "both", m[1], true),
  },
  { at: /\bvalid e-?mail(?: address)?\b/i, read: typed("string", "email") },
  { at: /\bvalid (?:url|uri|link)\b/i, read: typed("string", "uri") },
  { at: /\b(?:yes\/no|y\/n|true\/false|true or false|yes or no)\b/i, read: typed("boolean") },
  {
    at: /\b(?:lists?|arrays?|set(?= of)|collection)(?: of [\w -]+)?(?:\b|$)|\[\]|\bmultiple strings\b/i,
    read: typed("array"),
  },
  { at: /\b(?:bool(?:ean)?s?)\b/i, read: typed("boolean") },
  { at: /\b(?:whole number|integer|int|int32|int64|long|bigint|smallint)s?\b/i, read: typed("integer") },
  { at: /\b(?:float|double|decimal|numeric|num|money|real)\b/i, read: typed("number") },
  {
    at: /\b(?:date ?time|timestamp|timestamptz|date and time|dt|ts(?! (?:dt|date|datetime|timestamp)\b))s?\b/i,
    read: typed("datetime"),
  },
  { at: /\buuid\b|\bguid\b/i, read: typed("string", "uuid") },
  { at: /\b(?:string|str|varchar|citext|semver|free text|plain text)s?\b/i, read: typed("string") },
  { at: /\b(?:jsonb?|object|map|dictionary|dict|hash map)\b/i, read: typed("object") },
  { at: /\benum(?:eration)?\b/i, read: typed("enum") },
];

/** Each is taken out of a text when read. */
export const rules: readonly Rule[] = [...flags, ...types];

/** Weaker type words: they may as well be a part of a name, so they count only behind one. */
export const weak: readonly Rule[] = [
  { at: /\b(?:valid |an? )?e-?mail(?: address)?\b(?=[\s,]*$)/i, read: (_, d) => (d.format = "email") },
  { at: /\b(?:an? )?percent(?:age)?\b/i, read: typed("number") },
  { at: /^[\s,]*years?[\s,]*$/i, read: typed("integer") },
  { at: /\bnumber\b/i, read: typed("number") },
  { at: /\bdate\b/i, read: typed("date") },
  { at: /\b(?:url|uri|link)\b/i, read: typed("string", "uri") },
  { at: /\btext\b/i, read: typed("string") },
  { at: /\btime\b/i, read: typed("datetime") },
];

/** `unique per company`: what it is unique within, unless that is everything. */
function setUnique(draft: Draft, said: string): void {
  draft.unique = true;
  const within = / (?:per|within) (?:(?:an?|the|each|every|its|the same) )?([\w ]+)$/i.exec(said)?.[1];
  if (within !== undefined && !/^(?:all|system|whole|database|everything)\b/i.test(within))
    draft.within = within;
}

function setDefault(draft: Draft, text: string | undefined): void {
  const value = text?.replaceAll(/^["'“”]|["'“”]$/g, "").trim();
  if (value === undefined || value === "" || value.startsWith("⟦")) return;
  const lower = value.toLowerCase();
  if (["true", "yes", "on", "t"].includes(lower)) draft.default = true;
  else if (["false", "no", "off", "f"].includes(lower)) draft.default = false;
  else if (numeral(value) !== undefined && !/^[a-z]+$/i.test(value)) draft.default = numeral(value) ?? value;
  else draft.default = lower === "zero" ? 0 : value;
}

/** Takes everything out of a text that says something about the field, and gives back the rest. */
export function takeRules(text: string, draft: Draft, all: readonly Rule[]): string {
  let rest = text;
  for (const rule of all) {
    for (let times = 0; times < 3; times++) {
      const match = rule.at.exec(rest);
      if (!match) break;
      rule.read(match, draft);
      rest = `${rest.slice(0, match.index)} ${rest.slice(match.index + match[0].length)}`;
    }
  }
  return rest;
}
