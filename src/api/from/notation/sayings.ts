import { optional, required, setBySystem, unique } from "./phrases.ts";
import { inTable, wordTable } from "../../../lib/index.ts";
import type { FieldDraft } from "./draft.ts";

/** Numbers written as words. */
const numerals =
  wordTable(`zero 0, one 1, two 2, three 3, four 4, five 5, six 6, seven 7, eight 8, nine 9, ten 10, eleven 11,
  twelve 12, thirteen 13, fourteen 14, fifteen 15, sixteen 16, seventeen 17, eighteen 18, nineteen 19, twenty 20, thirty 30,
  forty 40, fifty 50, sixty 60, seventy 70, eighty 80, ninety 90, hundred 100, thousand 1000, dozen 12`);

export const numeral = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  const plain = text
    .replaceAll(/(?<=\d)[,_](?=\d{3})/g, "")
    .toLowerCase()
    .replace(/^(?:an?|one) (?=[a-z])/, "");
  if (/^-?\d+(\.\d+)?k$/.test(plain)) return Number(plain.slice(0, -1)) * 1000;
  const value = Number(inTable(numerals, plain) ?? plain);
  return Number.isNaN(value) ? undefined : value;
};

/** Matches a number, only from its first digit: starting inside one would repeat the work for each digit. */
const N =
  String.raw`((?:(?=-)|(?<!\d))-?\d+(?:[,_]\d{3})*(?:\.\d+)?k?|(?:(?:a |one )?` +
  `(?:${Object.keys(numerals).join("|")})))`;

export const units = String.raw`(?:\s*-?\s*(characters?|chars?|letters?|ltrs?|digits?|symbols?))?`;

type Bound = "min" | "max" | "both";

interface Rule {
  readonly at: RegExp;
  read(match: RegExpExecArray, draft: Draft): void;
}

/** Expands contractions: `can't` → can not. */
export const uncontracted = (text: string): string =>
  text
    .replaceAll(/\b(is|are|was|were|do|does|must|should|need|could)n['’]?t\b/gi, "$1 not")
    .replaceAll(/\bcan(?:not|['’]?t)\b/gi, "can not");

/** One field while it is being read. */
export interface Draft extends FieldDraft {
  /** Sizes that bound the length or the value, depending on the type. */
  sizes: { bound: Bound; value: number; length: boolean }[];
  positive?: boolean;
}

const put = (draft: Draft, bound: Bound, number: string | undefined, length: boolean): void => {
  const value = numeral(number);
  if (value !== undefined) draft.sizes.push({ bound, value, length });
};

const typed =
  (type: FieldDraft["type"], format?: FieldDraft["format"]) =>
  (_: RegExpExecArray, draft: Draft): void => {
    if (draft.type === "array") return; // what its items are
    draft.type = type;
    if (format) draft.format = format;
  };

/** Wordings such as `unless told otherwise` or `unless somebody decides something else`. */
const otherwise = [
  String.raw`(?:(?:if|when|where) (?:(?:it|they|nothing(?: else)?|none|that|i|you|we|they|nobody|no one)`,
  String.raw` )?(?:(?:is|are|was|do|does|did)(?: not|n['’]?t)? |don['’]?t |doesn['’]?t |not )?(?:otherwise`,
  String.raw` )?(?:given|specified|specify|set|provided|stated|said|say|says|told|chosen|entered|omitted|missing`,
  String.raw`|left out|left empty|empty|blank|absent|unspecified)(?: otherwise)?|unless (?:(?:something|anything`,
  String.raw`|somebody|someone)(?: else)? (?:is )?(?:given|set|chosen|said|says|specified|entered|stated)(?:`,
  String.raw` otherwise)?|otherwise (?:\w+ed|\w+en|said|told|set)|(?:explicitly |[a-z]+ (?:is )?|the [a-z]+`,
  String.raw` )?(?:told|said|says|stated|states|specified|specifies|set|sets|given|chosen|chooses|decided`,
  String.raw`|decides|changed|changes|noted|indicated|asked|wanted)(?: otherwise| differently| something`,
  String.raw` else)?))`,
].join("");
/** Wordings after a value such as `unless we agree on more` or `if nobody says so`. */
const orElse = [
  String.raw`(?:unless [^,;.()]{2,50}|(?:if|when|where|as long as) (?:nothing|none|nobody|no one|no [a-z]+|not`,
  String.raw`|(?:it|that) (?:is|was) not|(?:we|you|they|i|he|she|the [a-z]+) (?:do|does|did)`,
  String.raw` not)[^,;.()]{0,40})`,
].join("");
/** Builds a pattern from parts: `#N` is a number, `#U` a unit, `#O` "unless otherwise", `#E` any "unless" clause. */
const phrase = (...parts: readonly string[]): RegExp =>
  new RegExp(
    parts
      .join("")
      .replaceAll("#N", N)
      .replaceAll("#U", units)
      .replaceAll("#O", otherwise)
      .replaceAll("#E", orElse),
    "i",
  );

type Effect = Rule["read"];

/** Rules with the same effect. */
const each = (read: Effect, ...patterns: readonly (string | RegExp)[]): readonly Rule[] =>
  patterns.map((at) => ({ at: typeof at === "string" ? phrase(at) : at, read }));

const value: Effect = (match, draft) => setDefault(draft, match[1]);
const optionally: Effect = (_, draft) => (draft.required = false);
const needed: Effect = (_, draft) => (draft.required = true);

/** Rules for everything about a field but its type, in order of precedence. */
export const flags: readonly Rule[] = [
  ...each((_, d) => (d.auto = true), setBySystem),
  ...each(
    value,
    String.raw`\b#O(?: it is| is)? *(?!otherwise)([\w.-]+)\s*$`,
    String.raw`\b(?:which |that |it |and |it's |whose )?(?:defaulting|defaulted|defaults?|dflt)\b(?: (?:value` +
      String.raw`|is))?\s*(?:to|is|of|=|:)?\s*(?!bool(?:ean)?\b|flag\b|value\b|string\b)("[^"]*"|-?\d[\d.]*\b` +
      String.raw`|[^\s,;()]+)`,
    /\b(?:falls? back|fallback)(?: is|:)?(?: to)? ("[^"]*"|[\w.-]+)/i,
    /(?<![<>!])=\s*("[^"]*"|-?\d[\d.]*|[^\s,;()]+)/i,
    String.raw`(?<![\w.-])(-?\d[\d.]*) (?:minutes?|hours?|days?|weeks?|months?|years?|seconds?|people|euros?` +
      String.raw`|dollars?|percent|points?|cm|kg|km|pieces) (?:by default\b|initially\b|at first\b|#O)`,
    /("[^"]*"|\b[\w-]+) (?:by|as|as the|as its|as a|is the|being the) default(?: value)?\b/i,
    String.raw`\b(?:which |that |it |and )?(?:starts?|begins?|starting|beginning)(?: out| off)? (?:as|at|in|with` +
      String.raw`|on|from)(?! (?:date|datetime|timestamp|time|string)\b)(?! (?:an?|some|one|the) (?:\w+ )?(?:date` +
      String.raw`|day|time|moment|year|place)\b)(?: an?| the)? ("[^"]*"|[\w.-]+)`,
    /\bstarts? (-?\d[\d.]*)\b/i,
    /\b(?:is |are )?(?:initially|at first|to begin with|to start with|in the beginning)\s+("[^"]*"|[\w-]+)/i,
    String.raw`(?<![\w-])(?!(?:empty|blank|out|null|unknown|missing|unset|open(?= ended)|it|them` +
      String.raw`|one)\b)(?<!\d\.)([\w-]+(?:\.\d+)?)"? (?:initially|at first|to begin with|to start with|in the` +
      String.raw` beginning|#O|at (?:the )?start(?: of [\w ]+)?)`,
    /\b(true|false|yes|no|on|off|zero|-?\d+) until [^,;.()]{2,50}/i,
    String.raw`(?<![\w.-])(-?\d[\d.]*)(?: [a-z]+)? #E`,
  ),
  ...each(optionally, optional),
  ...each(needed, required),
  ...each((match, d) => setUnique(d, match[0]), unique),
  ...each(
    (_, d) => (d.unique = true),
    String.raw`\b(?:no|nobody|no ?one|none|never|not|only one|neither|nor)\b[^,;.()]{0,40}?\b(?:shares?|the same` +
      String.raw`|twice|again|else['’]?s?|others?|another|repeat(?:s|ed)?|duplicates?|duplicated|reused?|re-used?` +
      String.raw`|more than once)\b[^,;.()]*`,
  ),
  ...each(
    (_, d) => d.sizes.push({ bound: "min", value: 0, length: false }),
    String.raw`\b(?:can ?not|never|not)(?: (?!negative|below|under|less)[a-z]+){0,2} (?:negative|(?:below|under` +
      String.raw`|beneath|less than|lower than|smaller than) (?:zero|0|nothing))\b(?!\.)`,
    /\bnon[ -]?negative\b/i,
  ),
  ...each(
    (_, d) => (d.positive = true),
    /\bpositive\b/i,
    /(?:\b(?:more than|greater than|larger than|above|over)|>)\s*(?:zero|0)\b(?!\.)/i,
  ),
  ...each(
    (m, d) => put(d, "both", m[1], true),
    String.raw`\b(?:exactly|of exactly|matching|precisely|always` +
      String.raw`|fixed)?\s*(?<!max(?:imum)?\s)(?<!min(?:imum)?\s)len(?:gth)?\s*(?:of|=|:|is` +
      String.raw`|exactly)?\s*#N\b(?!\s*(?:to|-|\.\.|–))`,
  ),
  ...each(
    (m, d) => {
      put(d, "min", m[1], m[3] !== undefined);
      put(d, "max", m[2], m[3] !== undefined);
    },
    String.raw`(?<![\w.-])(?:(?:between|from|of|in|within|with|len(?:gth)?|has|have|(?:in )?(?:the|a) range(?: of|` +
      String.raw` from| between|:)?|ranging (?:from|between))\b)?\s*#N\s*(?:\.\.\.?|–|—|-|to|and|through|up to|until` +
      String.raw`|till)\s*#N#U(?:\s+(?:long|in length))?\b`,
  ),
  ...each(
    (m, d) => put(d, "min", m[1], m[2] !== undefined || /len/i.test(m[0])),
    String.raw`(?:>=|≥|=>|\bat least|\bno (?:less|fewer|lower|shorter|smaller) than|\bnot (?:be |go |fall |drop` +
      String.raw` )?(?:less|below|under|lower|shorter|fewer|smaller)(?: than)?|\bminimum(?: is| of| length(?: is|` +
      String.raw` of)?)?|\bmin(?:imal)?\.?(?: is| of| length)?|\bfrom|\bstarting (?:at|from)|\b(?:with )?an?` +
      String.raw` (?:floor|lower (?:limit|bound)|minimum) of|\bgreater than or equal to|\bequal to or (?:greater` +
      String.raw`|more) than|\bnot (?:before|earlier than)|\bno earlier than|\bsince` +
      String.raw`|\bmin[ _-]?len(?:gth)?)\s*[:=]?\s*#N#U(?: long)?`,
  ),
  ...each(
    (m, d) => put(d, "max", m[1], m[2] !== undefined || /len/i.test(m[0])),
    String.raw`(?:<=|≤|=<|\bat most|\bno (?:more|longer|greater|larger|higher) than|\bnot (?:be |go |have` +
      String.raw` )?(?:more|above|over|longer|higher|larger|greater|exceeding|exceed)(?: than)?|\bmaximum(?: is| of|` +
      String.raw` length(?: is| of)?)?|\bmax(?:imal)?\.?(?: is| of| length)?|\bup to|\bless than or equal to|\bequal` +
      String.raw` to or less than|\bnot (?:after|later than)|\bno later than|\b(?:may|can|must|does|should) ?not` +
      String.raw` exceed|\ban? maximum(?: length)? of|\bcapped at|\b(?:with )?an? (?:cap|ceiling|upper (?:limit` +
      String.raw`|bound)|limit) of|\bout of|\blimited to|\bwithin|\bmax[ _-]?len(?:gth)?)\s*[:=]?\s*#N#U(?: long)?`,
  ),
  ...each(
    (m, d) => put(d, "min", m[1], m[2] !== undefined),
    String.raw`#N#U\s*(?:or (?:more|later|greater|higher|above|newer|older|over|up|upwards|longer|larger|bigger)` +
      String.raw`|and (?:up|above|over|more)|\+|minimum|min)(?![\w])`,
  ),
  ...each((m, d) => put(d, "max", m[1], false), String.raw`#N\s*at (?:the )?most\b`),
  ...each((m, d) => put(d, "min", m[1], false), String.raw`#N\s*at (?:the )?least\b`),
  ...each(
    (m, d) => put(d, "max", m[1], m[2] !== undefined),
    String.raw`#N#U\s*(?:or (?:less|fewer|lower|below|earlier|under|younger|shorter|smaller)|maximum|max)\b`,
  ),
  ...each(
    (m, d) => put(d, "both", m[1], true),
    String.raw`\b(?:exactly|matching|of exactly|of|precisely|an?)?\s*#N\s*-?\s*(?:characters?|chars?|letters?` +
      String.raw`|ltrs?|digits?|symbols?)\b(?: long| in length)?(?: code| string)?`,
  ),
  ...each(value, /(?<=\bbool(?:ean)?) (t|f|true|false|yes|no)\b/i, /^[\s,]*(true|false)[\s,]*$/i),
];

const types: readonly Rule[] = [
  { at: /\bvalid e-?mail(?: address)?\b/i, read: typed("string", "email") },
  { at: /\bvalid (?:url|uri|link)\b/i, read: typed("string", "uri") },
  { at: /\b(?:yes\/no|y\/n|true\/false|true or false|yes or no)\b/i, read: typed("boolean") },
  {
    at: /\b(?:lists?|arrays?|set(?= of)|collection)(?: of [\w -]+)?(?:\b|$)|\[\]|\bmultiple strings\b/i,
    read: typed("array"),
  },
  { at: /\b(?:bool(?:ean)?s?)\b/i, read: typed("boolean") },
  { at: /\b(?:whole number|integer|int|int32|int64|long|bigint|smallint)s?\b/i, read: typed("integer") },
  {
    at: /\b(?:decimal|numeric)\b(?:[\s,(]+(\d{1,2})\s*,\s*(\d{1,2})\b)?/i,
    read: (match, draft) => {
      typed("decimal")(match, draft);
      if (match[2] !== undefined) draft.digits = [Number(match[1]), Number(match[2])];
    },
  },
  { at: /\b(?:float|double|num|money|real)\b/i, read: typed("number") },
  {
    at: /\b(?:date ?time|timestamp|timestamptz|date and time|dt|ts(?! (?:dt|date|datetime|timestamp)\b))s?\b/i,
    read: typed("datetime"),
  },
  { at: /\buuid\b|\bguid\b/i, read: typed("string", "uuid") },
  { at: /\b(?:string|str|varchar|citext|semver|free text|plain text)s?\b/i, read: typed("string") },
  { at: /\b(?:jsonb?|object|map|dictionary|dict|hash map)\b/i, read: typed("object") },
  { at: /\benum(?:eration)?\b/i, read: typed("enum") },
];

/** All rules; each removes its match from the text. */
export const rules: readonly Rule[] = [...flags, ...types];

/** Weaker rules for types: these words may be part of a name, so they count only after one. */
const weak: readonly Rule[] = [
  { at: /\b(?:valid |an? )?e-?mail(?: address)?\b(?=[\s,]*$)/i, read: (_, d) => (d.format = "email") },
  { at: /\b(?:an? )?percent(?:age)?\b/i, read: typed("number") },
  { at: /^[\s,]*years?[\s,]*$/i, read: typed("integer") },
  { at: /\bnumber\b/i, read: typed("number") },
  { at: /\bdate\b/i, read: typed("date") },
  { at: /\b(?:url|uri|link)\b/i, read: typed("string", "uri") },
  { at: /\btext\b/i, read: typed("string") },
  { at: /\btime\b/i, read: typed("datetime") },
];

/** Reads `unique per company`: sets the scope of uniqueness, or plain uniqueness if the scope is everything. */
function setUnique(draft: Draft, text: string): void {
  draft.unique = true;
  const within = / (?:per|within) (?:(?:an?|the|each|every|its|the same) )?([\w ]+)$/i.exec(text.trim())?.[1];
  if (within !== undefined && !/^(?:all|system|whole|database|everything)\b/i.test(within))
    draft.within = within.replace(/ and (?:between|at|up|from|has|is|no|\d).*/i, "");
}

function setDefault(draft: Draft, text: string | undefined): void {
  const value = text?.replaceAll(/^["'“”]|["'“”]$/g, "").trim();
  if (value === undefined || value === "") return;
  const lower = value.toLowerCase();
  if (["true", "yes", "on", "t"].includes(lower)) draft.default = true;
  else if (["false", "no", "off", "f"].includes(lower)) draft.default = false;
  else if (numeral(value) !== undefined && !/^[a-z]+$/i.test(value)) draft.default = numeral(value) ?? value;
  else draft.default = lower === "zero" ? 0 : value;
}

/** Applies rules to a text about a field, and returns the text without what they matched. */
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

/** Takes everything that notation says of a field from a text, and returns the rest. */
export const takeNotation = (text: string, draft: Draft = { name: "", sizes: [] }): string =>
  takeRules(takeRules(text, draft, rules), draft, weak);
