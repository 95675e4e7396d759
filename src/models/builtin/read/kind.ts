/** What a parameter's value is about; determines which mentions may fill it. */
export type Kind =
  | "place"
  | "date"
  | "time"
  | "year"
  | "person"
  | "organisation"
  | "language"
  | "currency"
  | "unit"
  | "expression"
  | "email"
  | "url"
  | "file"
  | "id"
  | "text"
  | "query"
  | "money"
  | "rate"
  | "count"
  | "other";

const byName: readonly (readonly [Kind, RegExp])[] = [
  ["unit", /\bunits?\b/],
  ["email", /\be ?mail\b/],
  ["url", /\b(?:url|uri|link|website)\b/],
  ["file", /\b(?:file|path|folder|directory|filename)\b/],
  [
    "id",
    /\b(?:ids?|identifier|uuid|code|ssn|isbn|sku|zip|zipcode|postal|phone|serial|docket|ticker|symbol|key|token|hash|address|number|digits|last \d)\b/,
  ],
  ["year", /\byears?$|\byear\b/],
  ["time", /\b(?:time|hour)\b/],
  [
    "date",
    /\b(?:date|day|when|dob|birthday|birthdate|deadline|checkin|checkout|departure date|check in|check out|month|weekday)\b/,
  ],
  ["currency", /\b(?:currency|currencies)\b/],
  [
    "place",
    /\b(?:location|loc|city|cities|place|country|countries|state|region|destination|origin|town|county|venue|where|jurisdiction|locality|nation|province|continent|district|from|to)\b/,
  ],
  ["language", /\b(?:language|lang|languages)\b/],
  ["expression", /\b(?:function|func|expr|expression|equation|formula|polynomial)$/],
  [
    "person",
    /\b(?:person|author|artist|player|actor|actress|director|composer|singer|scientist|president|owner|sender|recipient|receiver|customer|user|username|contact|patient|doctor|employee|cast|starring|performer|band|buyer|seller|borrower|lender|assignee|mechanic|driver|teacher|coach|nurse|guest|attendee|participant|invitee|member|passenger|client|tenant|landlord|reviewer|manager|supervisor|grantee|visitor|caller|payee|payer|beneficiary|colleague|friend|student|pupil|instructor|trainer|technician|agent|stylist|barber|vet|dentist|host|speaker|surname|first name|last name|full name|lastname|firstname|fullname)\b/,
  ],
  [
    "organisation",
    /\b(?:company|brand|team|organi[sz]ation|manufacturer|maker|university|school|airline|museum|hotel|league|bank|club)\b/,
  ],
  ["rate", /\b(?:rate|ratio|percent|percentage|probability|fraction|discount|margin|yield)\b/],
  [
    "money",
    /\b(?:price|cost|amount|budget|salary|income|revenue|fee|balance|investment|principal|payment|value|deposit|cash|loan|expenses?|profit)\b/,
  ],
  ["query", /\b(?:query|keyword|keywords|search|term|topic|subject)\b/],
  ["text", /\b(?:summary|remark|memo)\b/],
  [
    "text",
    /\b(?:text|message|content|body|title|description|comment|note|sentence|prompt|question|answer|input|string|phrase)\b/,
  ],
  [
    "count",
    /\b(?:count|num|limit|quantity|size|guests|passengers|travell?ers|adults|children|tickets|copies|people|persons|nights|days|hours|minutes|max|min|top|n)\b/,
  ],
];

/** Determines a parameter's kind from its name, then from its description and format. */
export function kindOf(nameWords: readonly string[], description: string, format: string | undefined): Kind {
  if (format === "date" || format === "date-time") return "date";
  if (format === "time") return "time";
  if (format === "email") return "email";
  if (format === "uri" || format === "url") return "url";
  const name = nameWords.join(" ");
  if (/ (?:ids?|identifier|uuid)$/.test(name)) return "id";
  const lower = description.toLowerCase();
  if (/\bhh:mm\b/.test(lower) && !/yyyy|mm-dd|dd/.test(lower)) return "time";
  if (/yyyy|mm-dd|mm\/dd|\bdate\b.*format|iso.?8601/.test(lower)) return "date";
  if (/^(?:valid |the )?e-?mail address(?:es)?\b|^recipients?['’]s? e-?mail/.test(lower)) return "email";
  if (/^(?:number|count|quantity) of\b/.test(name)) return "count";
  const end = /^(?:from|to|source|target|base)$/.test(name)
    ? ends.find(([, pattern]) => pattern.test(lower))?.[0]
    : undefined;
  if (end) return end;
  for (const [kind, pattern] of byName) {
    if (!pattern.test(name)) continue;
    if (kind === "person" && /\b(?:number|id)\b/.test(lower)) return "id";
    return kind;
  }
  const opening = lower.slice(0, 80);
  return described.find(([, pattern]) => pattern.test(opening))?.[0] ?? "other";
}

/** The kind of the two ends, if the names only say that they are ends. */
const ends: readonly (readonly [Kind, RegExp])[] = [
  ["currency", /\bcurrenc(?:y|ies)\b|\b4217\b/],
  ["language", /\blanguages?\b/],
  ["unit", /\bunits?\b/],
  ["date", /\bdates?\b/],
];

/** Kinds that the first words of a description make certain. */
const described: readonly (readonly [Kind, RegExp])[] = [
  ["id", /\bdigits\b/],
  ["place", /\b(?:city|country|town|location of|address of|geographic)\b/],
  ["count", /^\W*(?:the )?(?:total )?(?:number|count|quantity) of\b|^\W*how many\b/],
  ["date", /\bdate\b/],
  ["file", /^\W*(?:the )?(?:\w+ )?(?:file )?path\b/],
  ["year", /\bthe year\b/],
  ["person", /\bname of the (?:person|author|artist|player|actor|director|user|customer|patient)\b/],
];
