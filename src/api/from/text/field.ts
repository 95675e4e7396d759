import { spell, wordsOf } from "../../names.ts";
import { inFull } from "./words.ts";
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
  twelve: 12,
  twenty: 20,
  hundred: 100,
};

export const numeral = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  const plain = text.replaceAll(/(?<=\d)[,_](?=\d{3})/g, "").toLowerCase();
  if (/^-?\d+(\.\d+)?k$/.test(plain)) return Number(plain.slice(0, -1)) * 1000;
  return Object.hasOwn(numerals, plain)
    ? numerals[plain]
    : Number.isNaN(Number(plain))
      ? undefined
      : Number(plain);
};

const N = String.raw`(-?\d[\d,_]*(?:\.\d+)?k?|zero|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|hundred)`;
const units = String.raw`(?:\s*-?\s*(characters?|chars?|letters?|digits?|symbols?))?`;

type Bound = "min" | "max" | "both";
interface Rule {
  readonly at: RegExp;
  read(match: RegExpExecArray, draft: Draft): void;
}

/** What is being read of one field. */
interface Draft extends FieldDraft {
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
    draft.type = type;
    if (format) draft.format = format;
  };

/** The words that say something about a field, in the order in which they are looked for; each is taken out when read. */
const rules: readonly Rule[] = [
  {
    at: /\b(?:set|filled|assigned|generated|maintained|managed|recorded|given|updated)(?: in)?(?: automatically)? by the (?:system|server|backend|database|service)\b|\bauto(?:matic(?:ally)?)?[ -]?(?:set|generated|assigned|filled|recorded)?\b(?! ?re?new)|\bsystem[ -](?:set|generated)\b|\bread[ -]?only\b/i,
    read: (_, d) => (d.auto = true),
  },
  {
    at: /\b(?:unless (?:told|said|stated|specified|set|given) otherwise|unless otherwise (?:stated|specified|set)) *(?:it is|is)? *(\S+)?$/i,
    read: (m, d) => setDefault(d, m[1]),
  },
  {
    at: /\b(?:which |that |it |and |it's )?(?:defaulting|defaulted|defaults?|dflt)\b(?: (?:value|is))?\s*(?:to|is|of|=|:)?\s*("[^"]*"|-?\d[\d.]*\b|⟦Q\d+⟧|[^\s,;()]+)/i,
    read: (m, d) => setDefault(d, m[1]),
  },
  { at: /(?<![<>!])=\s*("[^"]*"|⟦Q\d+⟧|-?\d[\d.]*|[^\s,;()]+)/i, read: (m, d) => setDefault(d, m[1]) },
  {
    at: /("[^"]*"|⟦Q\d+⟧|\b[\w-]+) (?:by|as|is the|being the) default\b/i,
    read: (m, d) => setDefault(d, m[1]),
  },
  {
    at: /\b(?:which |that |it |and )?(?:starts?|begins?|starting|beginning)(?: out| off)? (?:as|at|in|with|on|from)(?: an?| the)? ("[^"]*"|⟦Q\d+⟧|[\w.-]+)/i,
    read: (m, d) => setDefault(d, m[1]),
  },
  {
    at: /\b(?:is |are )?(?:initially|at first|to begin with|to start with|in the beginning)\s+("[^"]*"|⟦Q\d+⟧|[\w-]+)/i,
    read: (m, d) => setDefault(d, m[1]),
  },
  {
    at: /\b([\w-]+) (?:initially|at first|to begin with|to start with|in the beginning|unless (?:told|said|stated|specified|set) otherwise|unless otherwise \w+|at the start)/i,
    read: (m, d) => setDefault(d, m[1]),
  },
  {
    at: /\b(?:not|isn't|is not|aren't|not be) (?:strictly )?(?:required|mandatory|necessary|needed)\b|\boptional(?:ly)?\b|\bopt\b|\bnullable\b|\bif (?:known|any|given|there is one|applicable|available|present|set|one exists)\b|\b(?:may|can|could) be (?:left (?:out|empty|blank)|missing|empty|omitted|null|absent|skipped)\b|\b(?:may|can) leave out\b|\bopen ended possible\b|\bwhere (?:known|given|applicable)\b|\bor null\b|\bwhen (?:known|available)\b/i,
    read: (_, d) => (d.required = false),
  },
  {
    at: /\b(?:can ?not|can't|must not|mustn't|may not|should not|shouldn't|never|not) (?:be )?(?:empty|blank|null|missing|left out|left empty|left blank|omitted)\b|\bnever empty\b|\b(?:is |are )?(?:always )?(?:required|mandatory|obligatory|compulsory|necessary|needed)\b|\breq(?:'?d)?\b|\bmust (?:always )?(?:be (?:given|present|set|provided|there|filled(?: in)?|supplied|specified|known)|have|exist)\b|\bnot null\b|\bnon[ -]?(?:null|empty)\b|(?<=[\w)])[!*](?=\s|$|,|\))/i,
    read: (_, d) => (d.required = true),
  },
  {
    at: /\b(?:must be |is |are |be )?(?:globally |case[ -]insensitively )?uniq(?:ue)?(?: (?:per|across|within|among) [\w ]+)?\b|\bno two (?:\w+ )?(?:are )?(?:alike|the same|share|may share|can share|have)\b(?: the same| it)?|\bno duplicates\b|\b(?:can ?not|can't|must not|may not|never|mustn't) (?:be )?(?:used twice|repeated?|shared?|duplicated?|reused|the same|occur twice|appear twice)\b|\bnobody else (?:may|can|has|must)[\w ]*|\bdistinct\b|\bone of a kind\b/i,
    read: (_, d) => (d.unique = true),
  },
  {
    at: /\b(?:can ?not|can't|must not|may not|never|should not|not|cannot) (?:be )?(?:negative|below (?:zero|0)|less than (?:zero|0))\b|\bnon[ -]?negative\b|\bnot negative\b/i,
    read: (_, d) => d.sizes.push({ bound: "min", value: 0, length: false }),
  },
  { at: /\bpositive\b/i, read: (_, d) => (d.positive = true) },
  {
    at: /\b(?:more than|greater than|larger than|above|over|>)\s*(?:zero|0)\b/i,
    read: (_, d) => (d.positive = true),
  },
  {
    at: pattern(
      String.raw`\b(?:exactly|of exactly|matching|precisely|always)?\s*(?:len(?:gth)?|size)\s*(?:of|=|:|is|exactly)?\s*#N\b(?!\s*(?:to|-|\.\.|–))`,
    ),
    read: (m, d) => put(d, "both", m[1], true),
  },
  {
    at: pattern(
      String.raw`\b(?:between|from|of|in|within|with|len(?:gth)?|has|have)?\s*#N\s*(?:\.\.\.?|–|—|-|to|and|through|up to|until)\s*#N#U(?:\s+(?:long|in length))?\b`,
    ),
    read: (m, d) => {
      put(d, "min", m[1], m[3] !== undefined);
      put(d, "max", m[2], m[3] !== undefined);
    },
  },
  {
    at: pattern(
      String.raw`(?:>=|≥|=>|\bat least|\bno (?:less|fewer|lower|shorter) than|\bnot (?:less|below|under|lower|shorter|fewer)(?: than)?|\bminimum(?: is| of| length(?: is| of)?)?|\bmin(?:imal)?\.?(?: is| of| length)?|\bfrom|\bstarting (?:at|from)|\bgreater than or equal to|\bequal to or (?:greater|more) than|\bmin[ _-]?len(?:gth)?)\s*[:=]?\s*#N#U(?: long)?`,
    ),
    read: (m, d) => put(d, "min", m[1], m[2] !== undefined || /len/i.test(m[0])),
  },
  {
    at: pattern(
      String.raw`(?:<=|≤|=<|\bat most|\bno (?:more|longer|greater|larger|higher) than|\bnot (?:more|above|over|longer|exceeding|exceed)(?: than)?|\bmaximum(?: is| of| length(?: is| of)?)?|\bmax(?:imal)?\.?(?: is| of| length)?|\bup to|\bless than or equal to|\bequal to or less than|\bcapped at|\blimited to|\bwithin|\bmax[ _-]?len(?:gth)?)\s*[:=]?\s*#N#U(?: long)?`,
    ),
    read: (m, d) => put(d, "max", m[1], m[2] !== undefined || /len/i.test(m[0])),
  },
  {
    at: pattern(
      String.raw`#N\s*(?:or (?:more|later|greater|higher|above|newer|over)|and (?:up|above|over|more)|\+|minimum|min)(?![\w])`,
    ),
    read: (m, d) => put(d, "min", m[1], false),
  },
  {
    at: pattern(String.raw`#N\s*(?:or (?:less|fewer|lower|below|earlier|under)|maximum|max)\b`),
    read: (m, d) => put(d, "max", m[1], false),
  },
  {
    at: pattern(
      String.raw`\b(?:exactly|matching|of exactly|of|precisely|an?)?\s*#N\s*-?\s*(?:characters?|chars?|letters?|digits?|symbols?)\b(?: long| in length)?(?: code| string)?`,
    ),
    read: (m, d) => put(d, "both", m[1], true),
  },
  { at: /\bvalid e-?mail(?: address)?\b/i, read: typed("string", "email") },
  { at: /\bvalid (?:url|uri|link)\b/i, read: typed("string", "uri") },
  { at: /\b(?:yes\/no|y\/n|true\/false|true or false|yes or no)\b/i, read: typed("boolean") },
  {
    at: /\b(?:list|array|set|collection)s?(?: of [\w -]+)?(?:\b|$)|\[\]|\bmultiple strings\b/i,
    read: typed("array"),
  },
  { at: /\b(?:bool(?:ean)?s?)\b/i, read: typed("boolean") },
  { at: /\b(?:whole number|integer|int|int32|int64|long|bigint)s?\b/i, read: typed("integer") },
  { at: /\b(?:float|double|decimal|numeric|num|money|real)\b/i, read: typed("number") },
  { at: /\b(?:date ?time|timestamp|timestamptz|date and time|dt)s?\b/i, read: typed("datetime") },
  { at: /\buuid\b|\bguid\b/i, read: typed("string", "uuid") },
  { at: /\b(?:string|str|varchar|free text|plain text)s?\b/i, read: typed("string") },
  { at: /\b(?:json|object|map|dictionary|dict|hash map)\b/i, read: typed("object") },
  { at: /\benum(?:eration)?\b/i, read: typed("enum") },
];

/** Weaker type words: they may as well be a part of a name, so they count only behind one. */
const weak: readonly Rule[] = [
  { at: /\b(?:valid |an? )?e-?mail(?: address)?\b(?= *$)/i, read: (_, d) => (d.format = "email") },
  { at: /\bnumber\b/i, read: typed("number") },
  { at: /\bdate\b/i, read: typed("date") },
  { at: /\b(?:url|uri|link)\b/i, read: typed("string", "uri") },
  { at: /\btext\b/i, read: typed("string") },
  { at: /\btime\b/i, read: typed("datetime") },
];

function setDefault(draft: Draft, text: string | undefined): void {
  const value = text?.replaceAll(/^["'“”]|["'“”]$/g, "").trim();
  if (value === undefined || value === "") return;
  const lower = value.toLowerCase();
  if (["true", "yes", "on", "t"].includes(lower)) draft.default = true;
  else if (["false", "no", "off", "f"].includes(lower)) draft.default = false;
  else if (numeral(value) !== undefined && !/^[a-z]+$/i.test(value)) draft.default = numeral(value) ?? value;
  else draft.default = lower === "zero" ? 0 : value;
}

/** Takes everything out of a text that says something about the field, and gives back the rest. */
function takeRules(text: string, draft: Draft, all: readonly Rule[]): string {
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

/** Where a name ends and what is said about it begins. */
const verbs =
  /\s(?:(?:which|that|who)\s+)?(?:is|are|was|must|should|can|may|has|have|cannot|can't|defaults?|defaulting|starts?|begins?|being|with|of type|as|needs?|matching|either|initially|will|never|holds?|takes?|like|out of|counts?|means|such as|going|ranging|ranges?|kept|from)\s/i;

const articles =
  /^(?:(?:and|also|plus|an?|the|its|their|his|her|some|each|every|any|own|one|then|finally|possibly|perhaps|maybe|as well as|it|they|of course|there is|with|has|have|needs|carries|by|including)\s+)+/i;

const plainType: readonly {
  readonly name: RegExp;
  readonly type: NonNullable<FieldDraft["type"]>;
  readonly format?: FieldDraft["format"];
}[] = [
  {
    name: /(?:opening|business|office|working) hours$|(?<!^max(?:imum)? )(?:phone|house|room|serial|shirt|passport|licen[cs]e|account|student|policy|order|invoice|flight|tracking|card|tax|vat|registration|telephone|mobile|part|model|batch|lot|ticket|reference|identification|id|bank|iban|case|contract|employee|member|membership|customer|patient|badge|plate|chip|gate|seat|table|locker|room) (?:number|no|code)$|(?:^| )code$|^number$/,
    type: "string",
  },
  { name: /(?:price|fee|cost|rate|amount|salary|rent|wage) per \w+$/, type: "number" },
  { name: /(?:^| )(?:e ?mail)(?: address)?$/, type: "string", format: "email" },
  {
    name: /(?:^| )(?:url|uri|link|website|homepage|web ?site|web page|webpage)$/,
    type: "string",
    format: "uri",
  },
  {
    name: /^(?:is|has|can|was|allow|allows|accepts) |(?:^| )(?:flag|enabled|disabled|active|inactive|published|verified|available|archived|deleted|completed|locked|unlocked|revoked|paid|public|private|visible|hidden|featured|approved|read|online|offline|vaccinated|furnished|used|anonymous|explicit|bought|returned|confirmed|required|recurring|pinned|urgent|done|closed|open|resolved|blocked|banned|valid|up|neutered|insured|subscribed|opted in|cancelled|accepted|refundable|mandatory|sold|in stock|discontinued|auto renew|delivered|taxable|billable|searchable|muted|starred|favou?rite|gluten free|vegan|vegetarian|pet friendly|wheelchair accessible|newsletter)$/,
    type: "boolean",
  },
  {
    name: /(?:^| )(?:at|timestamp|datetime|moment|last (?:login|seen|active|used|run|visit)|start|end|starts|ends|departure time|arrival time|start time|end time|scheduled time|expires|expiry|deadline|scheduled for|time)$/,
    type: "datetime",
  },
  {
    name: /(?:^| )(?:date|day|on|birthday|birthdate|dob|available from|valid (?:from|until|to)|expiration|since|until)$/,
    type: "date",
  },
  {
    name: /(?:^| )(?:price|amount|weight|cost|fee|salary|rent|total|subtotal|balance|budget|rate|percentage|percent|temperature|humidity|latitude|longitude|elevation|altitude|distance|length|width|height|depth|score|rating|value|tax|discount|deposit|revenue|wage|volume|area|speed|pressure|commission|tip|gpa|lat|lng|lon|premium|mileage rate|voltage|power|energy|ph|interest|fare|bid|kg|km\/h|mm|cm|liters?|litres?|kilograms?|grams?|euros?|dollars?|reading|calories burned)$/,
    type: "number",
  },
  {
    name: /(?:^| )(?:count|quantity|qty|age|years?|stock|position|capacity|seats|pages?|duration|minutes?|seconds?|hours?|days?|months?|weeks?|floors?|beds?|bedrooms?|bathrooms?|rooms?|attempts?|retries|clicks?|views?|likes?|votes?|points?|level|credits?|servings|size|order|index|rank|season|episode|track|version|attendees|people|guests|players|participants|number of .*|max(?:imum)? .*|min(?:imum)? number.*|tempo|bpm|cpu|ram|ram gb|port|km|mileage|copies|downloads|pieces|units|steps|reps|sets|laps|goals|wins|losses|calories|headcount|population|cooking time|prep(?:aration)? time|bytes|interval|priority|zoom|cores|memory|disk|timeout|ttl|odometer|horsepower|doors|stars|party size|group size|shoe size)$/,
    type: "integer",
  },
  {
    name: /(?:^| )(?:tags|genres|ingredients|keywords|labels|aliases|scopes|skills|languages|categories|environments|features|amenities|colou?rs|images|photos|permissions|topics|allergens|toppings|options|subjects|steps list|attachments|hobbies|interests|synonyms|roles|events)$/,
    type: "array",
  },
  {
    name: /(?:^| )(?:payload|metadata|settings|config(?:uration)?|preferences|data|attributes|geo|coordinates|properties)$/,
    type: "object",
  },
];

/** Type and format that a name alone suggests. */
export function typeByName(words: string): Pick<FieldDraft, "type" | "format"> {
  const found = plainType.find(({ name }) => name.test(words));
  return found ? { type: found.type, format: found.format } : { type: "string" };
}

const scoreLike = /(?:^| )(?:score|rating|position|shirt number|house number)$/;

function settle(draft: Draft, words: string, weakType: boolean): FieldDraft {
  const { sizes, positive, ...field } = draft;
  const lengths = sizes.some(({ length }) => length);
  const byName = typeByName(words);
  if (field.values) field.type = field.type === "array" ? "array" : "enum";
  else if (field.type === "enum") field.type = "string";
  const guessed = field.type === undefined;
  if (guessed) {
    field.type =
      typeof field.default === "boolean" ? "boolean" : lengths ? "string" : (byName.type ?? "string");
    if (byName.format && field.type === "string") field.format ??= byName.format;
    const counted = sizes.length > 0 && !lengths;
    if (
      field.type === "string" &&
      (counted || positive) &&
      field.format === undefined &&
      !/name|title|code|description|text|note|body|password|username|slug|headline|comment|message|bio|summary|zip|street|address|label|token|key|reference|caption|subject|content|nickname|handle|iban|sku/.test(
        words,
      )
    )
      field.type = sizes.every(({ value }) => Number.isInteger(value)) ? "integer" : "number";
    if (field.type === "string" && typeof field.default === "number")
      field.type = Number.isInteger(field.default) ? "integer" : "number";
    if (scoreLike.test(words) && sizes.length > 0 && !lengths)
      field.type = /rating/.test(words) ? "number" : "integer";
    if (words === "score" && typeof field.default === "number") field.type = "integer";
  } else if (field.type === "number" && weakType && byName.type === "integer") field.type = "number";
  if (field.type === "string" && field.format === undefined && byName.format && !field.values)
    field.format = byName.format;
  const text = field.type === "string";
  for (const { bound, value } of sizes) {
    if (bound !== "max") field[text ? "minLength" : "min"] = value;
    if (bound !== "min") field[text ? "maxLength" : "max"] = value;
  }
  if (positive && field.type === "integer" && field.min === undefined) field.min = 1;
  if (field.type !== "string") delete field.format;
  if (field.format === undefined) delete field.format;
  return field;
}

export interface ReadField {
  readonly field: FieldDraft;
  /** What of the text was not understood. */
  readonly rest: string;
}

const filler =
  /\b(?:is|are|was|be|been|being|must|should|shall|will|may|can|could|has|have|an?|the|and|or|to|of|in|on|at|it|its|that|which|who|with|as|by|for|valid|only|set|field|value|flag|free|each|per|both|type|kind|format|known|simple|short|long|also|plus|like|given|if|any|some|just|there|from|own|our|my|we|e\.g\.|i\.e\.)\b/gi;

/** Words at the end of a name that only say its type. */
const tails = /\s+(?:flag|field|value|string|attribute|property)$/i;

/**
 * One item of a list of fields: its name, and everything said about it. `enums` resolves the marks that stand for lists of values.
 * Undefined where no name is in it.
 */
export function readField(
  text: string,
  enums: ReadonlyMap<string, readonly string[]>,
): ReadField | undefined {
  const draft: Draft = { name: "", sizes: [] };
  let whole = text
    .trim()
    .replace(articles, "")
    .replace(/[.;:]+$/, "");
  const mark = /⟦E\d+⟧/.exec(whole);
  if (mark) {
    draft.values = enums.get(mark[0]) ?? [];
    whole = whole.replace(mark[0], " ⟦⟧ ");
  }
  const listed = /^(?:list|array|set|collection) of (\w+.*)$/i.exec(whole);
  if (listed) {
    draft.type = "array";
    whole = listed[1] ?? whole;
  }
  const flagged =
    /^(?:(?:flag|boolean|indicator|marker)\s+)?(?:if|whether|indicating|saying|showing|that says|for whether)\s+(?:if\s+|whether\s+)?(?:it|they|he|she|this|the \w+)\s+(?:(?:is|are|was|were|has been|have been|has|can be|should be)\s+)?(.+)$/i.exec(
      whole,
    );
  if (flagged) {
    draft.type = "boolean";
    whole = flagged[1] ?? whole;
  }
  const when =
    /^when (?:it|they|he|she|this|the \w+) (?:(?:is|are|was|were|has been|will be|got|gets)\s+)?(\w+)(.*)$/i.exec(
      whole,
    );
  if (when) {
    draft.type = "datetime";
    whole = `${when[1] ?? ""}-at ${when[2] ?? ""}`;
  }
  whole = whole
    .replace(/^(?:is|are)\s+(?:at|on|in|from|of)\s+(?:an?|the)\s+/i, "")
    .replace(/^(?:on|at|for|in)\s+(?:an?|the|some)\s+(?=\w+$)/i, "")
    .replace(
      /^(?:pays|costs|shows|stores|keeps|notes|gets|carries|records|covers|charges)\s+(?:an?|the)\s+/i,
      "",
    );
  const leading = /^((?:(?:required|optional|unique|mandatory|nullable)\s+(?:and\s+)?)+)(?=\w)/i.exec(whole);
  if (leading && !/^(?:flag|field|boolean)\b/i.test(whole.slice(leading[0].length))) {
    takeRules(leading[0], draft, rules);
    whole = whole.slice(leading[0].length).replace(articles, "");
  }
  const parens = [...whole.matchAll(/\(([^()]*)\)|\[([^\]]*)\]/g)].map((match) => match[1] ?? match[2] ?? "");
  const outside = whole.replaceAll(/\([^()]*\)|\[[^\]]*\]/g, " ⟦P⟧ ");
  const bang = /^[\w ]+?([!*])(?=\s|$|⟦)/.exec(outside);
  if (bang) draft.required = true;
  const flat = bang ? outside.replace(/[!*](?=\s|$|⟦)/, " ") : outside;
  const cut = splitName(flat);
  let saying = `${cut.saying} , ${parens.join(" , ")}`.replaceAll("⟦P⟧", " ");
  saying = takeRules(saying, draft, rules);
  const weakBefore = draft.type;
  if (draft.type === undefined && !draft.values) saying = takeRules(saying, draft, weak);
  const bare = cut.name
    .replaceAll(/⟦[^⟧]*⟧/g, " ")
    .replaceAll(/["'“”‘’]/g, "")
    .replace(articles, "")
    .trim();
  const tailed = bare.replace(tails, "");
  const flag = /\sflag$/i.test(bare);
  if (flag && draft.type === undefined) draft.type = "boolean";
  const unit = /^(.+?)\s+in\s+(?:whole |full )?((?:square |cubic )?[a-z]+)$/i.exec(tailed);
  const words = wordsOf(
    (unit?.[1] ?? tailed)
      .replaceAll("'", "")
      .replaceAll(/[^\w\s-]/g, " ")
      .replace(/\s+(?:of|with|from|in|at|to|is|as|for|by|on)\s*$/i, ""),
  ).map(inFull);
  if (!words.length || words.length > 6) return undefined;
  if (
    unit?.[2] &&
    draft.type === undefined &&
    /^(?:minutes?|seconds?|hours?|days?|months?|bpm|bytes|years?|km|milliseconds|ms)$/i.test(unit[2])
  )
    draft.type = "integer";
  if (
    unit?.[2] &&
    draft.type === undefined &&
    /^(?:kilograms?|kg|grams?|meters?|metres?|cm|mm|euros?|dollars?|usd|eur|celsius|litres?|liters?|miles|percent|cents|kilomet(?:er|re)s)$/i.test(
      unit[2],
    )
  )
    draft.type = "number";
  const most = /^max(?:imum)? number of (.+)$/.exec(words.join(" "))?.[1];
  const counted =
    most === undefined ? /^(?:the )?number of (?:free )?(.+)$/.exec(words.join(" "))?.[1] : `max ${most}`;
  if (counted) draft.type ??= "integer";
  const name = spell(counted ? counted.split(" ") : words);
  const field = settle({ ...draft, name: name.camel }, name.words, weakBefore === undefined);
  const rest = saying
    .replaceAll(/⟦[^⟧]*⟧/g, " ")
    .replaceAll(filler, " ")
    .replaceAll(/[\s,.;:!*]+/g, " ")
    .trim();
  return { field, rest };
}

const hard =
  /\s(?:⟦|req\b|required|uniq|unique|opt\b|optional|nullable|int\b|integer|float|double|decimal|num\b|string\b|str\b|bool|boolean|datetime|timestamp|uuid|enum\b|array|list of|object\b|json\b|default|dflt|auto\b|min\b|max\b|minimum\b|maximum\b|between|at least|at most|up to|exactly|>=|<=|>|<|=|\d|by default|if known|if any|not null|never|initially|unless|positive|less than|more than|greater|no two|len\b|length \d|one of\b|out of|zero|defaulting|defaults|yes\b|no\b|false\b|true\b|dt\b|set by|filled|fk\b|each\b)/i;

/** The name stands first, and ends where something is said about it. */
function splitName(text: string): { readonly name: string; readonly saying: string } {
  const padded = ` ${text} `;
  const offset = /^\s*\S+/.exec(padded)?.[0].length ?? 0;
  const tail = padded.slice(offset);
  const ends = [verbs.exec(tail)?.index, hard.exec(tail)?.index, /\s*[:–—]\s/.exec(tail)?.index].filter(
    (index) => index !== undefined,
  );
  const end = offset + Math.min(...ends, tail.length);
  const name = padded.slice(0, end).trim();
  const saying = padded
    .slice(end)
    .trim()
    .replace(/^[:–—-]\s*/, "");
  const weakTail = /^(\S*[a-z](?:At|On|Date|Url)|\S+) (date|url|text|number|time)$/.exec(name);
  const meansType = weakTail && /[a-z](?:At|On)$/.test(weakTail[1] ?? "");
  return meansType
    ? { name: weakTail[1] ?? name, saying: `${weakTail[2] ?? ""} ${saying}` }
    : { name, saying };
}

const connective =
  /^(?:\s|\b(?:an?|the|is|are|can|may|could|must|should|be|one|of|either|out|from|among|which|that|it|has|have|to|enum|values?|with|as|and|being|only|any|in)\b|[:=(,])*$/i;

const small =
  /\b(?:is|are|was|be|been|being|must|should|shall|will|may|can|could|has|have|an?|the|and|or|to|of|in|on|at|it|its|that|which|with|as|by|for|valid|only|both|all|each|also|plus|long|like|if|always|so)\b/gi;

/** Whether an item says something about the field before it and names none itself. */
export function onlySays(text: string, enums: ReadonlyMap<string, readonly string[]>): boolean {
  if (/^(?:an?\s+|the\s+)?[\w-]+ (?:flag|field)\b/i.test(text)) return false;
  const things = /^(?:an? |the )?(?:list|array|set|collection) of (\w+)/i.exec(text)?.[1];
  if (things !== undefined && !/^(?:strings?|numbers?|texts?|words?|integers?|urls?)$/i.test(things))
    return false;
  const at = text.search(/⟦E\d+⟧/);
  if (at !== -1 && !connective.test(text.slice(0, at))) return false;
  const bare = text
    .slice(Math.max(0, at))
    .replace(/^(?:and|but|or|also|which|that|it|is|are|must be|must|both|all|each)\s+/i, "")
    .replaceAll(/[()]/g, " ");
  const draft: Draft = { name: "", sizes: [] };
  const before = bare.replaceAll(/⟦E\d+⟧/g, (mark) => (enums.has(mark) ? " " : mark));
  const rest = takeRules(before, draft, rules)
    .replaceAll(/⟦[^⟧]*⟧/g, " ")
    .replaceAll(small, " ")
    .replaceAll(/[\s,.;:!*]+/g, "");
  const said = JSON.stringify(draft) !== JSON.stringify({ name: "", sizes: [] }) || before !== bare;
  if (rest === "") return said;
  return /^(?:number|date|text|url|link|string|time)$/i.test(rest) && /^(?:is|are)\s/i.test(text);
}
