import { numberWords } from "./grammar.ts";

/** What a definition can't express, by what somebody has to do about it. */
export type RuleKind =
  | "rule"
  | "permission"
  | "computed"
  | "upload"
  | "notification"
  | "tenancy"
  | "report"
  | "retention"
  | "integration"
  | "scope";

export interface Rule {
  readonly kind: RuleKind;
  /** As worded in the description. */
  readonly text: string;
}

/** Joins patterns as alternatives. */
const any = (...alternatives: readonly string[]): RegExp => new RegExp(alternatives.join("|"), "i");

/** Validation of a single field: not a rule across fields or records. */
const validation = [
  /\b(?:must|has to|have to|needs? to|should|may|can)(?:not| not|n't| never| always| also)? be (?:globally )?unique\b/gi,
  new RegExp(
    String.raw`\b(?:must|has to|have to|needs? to|should|may|can) (?:not )?be ` +
      String.raw`(?:given|set|provided|present|filled in|left blank|positive)\b`,
    "gi",
  ),
  new RegExp(
    String.raw`\b(?:can(?:not|'t)|mustn't|(?:may|must|can|should) not|can|may) be ` +
      String.raw`(?:empty|blank|null|negative|zero|left out|missing|changed later)\b`,
    "gi",
  ),
  /\b(?:must|has to|have to) (?:be|have) (?:at least|at most|exactly|between|no more than|up to|from)? ?[\d.]+/gi,
  /\b(?:that|which) no other \w+ (?:may|can|has|have|must)\b(?: have| share)?/gi,
  /\bno two (?:\w+ ){1,3}(?:with|share|alike|(?:(?:may|can) )?(?:have|share)|has)(?: the| a)?(?: same)?(?: one| \w+)?/gi,
  /\bmust never be the same for two \w+/gi,
  /\bread[ -]only\b/gi,
  /\bthat (?:can(?:not|'t)|may not|must not) be (?:used|given|taken) (?:twice|again|more than once)\b/gi,
  /\b(?:which|that) (?:stays?|is|remains?) (?:empty|blank|null|open) until [^,.;]*/gi,
];

/** Whether an act of a role is limited or forbidden. */
const denied = any(
  String.raw`\b(?:must|may|can|should|shall)(?: not|n't| never)\b|\b(?:cannot|nobody|no one|none but|never)\b`,
  String.raw`^no (?:\w+ ){1,3}(?:may|can|must|should)\b|\b(?:stop|prevent|keep)\w* (?:\w+ ){1,3}from \w+ing\b`,
);
const limited = any(
  String.raw`\bonly\b|\bexcept\b|\bnot allowed\b|\bforbidden\b|\bpermissions?\b|\bwithout (?:permission|the right)\b`,
  String.raw`\brestricted\b|\bprivate to\b|\bbut not\b`,
);
/** What only some may do, or everything that they may do. */
const ofRole = any(
  String.raw`^only (?:[\w'’]+ ){1,6}(?:can|may|must|should|are allowed)\b`,
  String.raw`\b(?:can|may) (?:only )?\w+ (?:everything|anything)\b`,
);
const access = any(
  String.raw`\b(?:see|view|read|edit|change|delete|remove|access|manage|approve|send|publish|create|update)\w*\b`,
  String.raw`\b(?:add|write|close|assign|look at|visible|modify|moderate|open)\w*\b`,
);

const patterns: readonly (readonly [RuleKind, RegExp])[] = [
  [
    "scope",
    any(
      String.raw`\bout of scope\b|\bnot (?:needed|part of)\b|\bfollow-up\b|\bno need (?:for|to)\b`,
      String.raw`\bwe (?:do not|don't) (?:want|need)\b|\bdon't (?:want|need)\b|^\W*(?:later|not now|no ui)\b`,
    ),
  ],
  [
    "tenancy",
    /\bmulti-?tenan\w+\b|\btenants? (?:data )?(?:isolat|separat)\w+|\bisolated per\b|\bper tenant\b/i,
  ],
  [
    "notification",
    any(
      String.raw`\bnotif(?:y|ies|ied|ications?)\b|\bremind(?:s|ed)?\b`,
      String.raw`\bremind(?:er|ers) (?!time|date|at|frequency|interval)`,
      String.raw`\b(?:sms|push|text) (?:reminder|message|notification)`,
      String.raw`\b(?:gets?|receives?|sends?|sent) (?:(?:an?|the|out|them|him|her|me|us) ){0,2}(?:\w+ )?(?:e-?mails?|mails?|texts?)\b`,
      String.raw`\b(?:gets?|receives?|sends?|sent) (?:(?:an?|the|out|them|him|her|me|us) ){0,2}(?:\w+ )?(?:sms|reminders?|alerts?|push)\b`,
      String.raw`\b(?:is|are|be) (?:e-?mailed|alerted|told|informed|warned)\b|\balert (?:me|us|the|when)\b`,
      String.raw`\b(?:call|fire|send|trigger|post)\w* (?:\w+ ){0,3}webhooks?\b|\bwebhooks? (?:when|on|for|after|if)\b`,
      String.raw`^(?:text|e-?mail|mail|message|ping|tell|inform|warn|alert) (?:\w+ who|the|every\w*|all|each|me|us|them)\b`,
    ),
  ],
  ["upload", /\bupload(?:s|ed|ing)?\b|\battach(?:ing)? (?:files?|photos?|images?|documents?)\b/i],
  [
    "retention",
    any(
      String.raw`\b(?:to|must|should|is|are|be|gets?) (?:be )?(?:logged|audited|archived automatically|anonymi[sz]ed|purged)\b`,
      String.raw`\baudit (?:log|trail)\b|\b(?:soft|hard)[ -]?delet\w+|\bkept for \d+`,
      String.raw`\b(?:delete|keep|remove)d? .{0,30}(?:after|for|older than|younger than) \d+|\bgdpr\b|\bwithin \d+ days\b`,
      String.raw`\bkeep \w+ (?:for )?\d+ (?:\w+ )?then\b|\bafter \d+ (?:days|weeks|months|years)\b`,
      String.raw`\bhistory of (?:all )?changes\b`,
    ),
  ],
  [
    "computed",
    any(
      String.raw`\b(?:re)?calculat\w+|\b(?:charge|fine)\w* .{0,30}\bfor (?:every|each)\b|\bfor free\b|\bcomput(?:ed|es?)\b|\bwork(?:ed|s)? (?:itself )?out\b|\bwork itself out\b|\bderived\b`,
      String.raw`\bautomatic(?:ally)?\b|\b(?:is|=) (?:the )?sum of\b|\bsummed\b|\badd(?:s|ed)? up\b|\bon its own\b`,
      String.raw`\bby itself\b`,
      String.raw`\b(?:show|display|see)\w* (?:the |how many |a )?(?:\w+ ){0,3}(?:count|average|total|balance|remaining|number)\b`,
      String.raw`\bhas to be shown\b|\baverage (?:rating|score)s? (?:is|are|of|should)\b|\bgoes (?:up|down)\b`,
      String.raw`\b(?:in|de)creased? (?:by|when)\b|\b\d+ ?% off\b`,
    ),
  ],
  [
    "report",
    any(
      String.raw`\breports? (?:of|on|about|per|by|showing|with|should|are|is|for)\b|^\W*reports?\b`,
      String.raw`\bexport(?:s|ed|ing)?\b|\b(?:as|to|a) (?:pdf|csv|excel|spreadsheet)\b|\bstatistics\b|\bdashboards?\b`,
      String.raw`\bcharts?\b|\bleader ?boards?\b|\branking\b|\boverview of\b|\bproduced\b|\bfull[- ]text search\b`,
      String.raw`\bsearch(?:able)? by\b`,
    ),
  ],
  [
    "integration",
    any(
      String.raw`\bstripe\b|\bpaypal\b|\boauth\b|\bsso\b|\bsync(?:s|ed|hroni[sz]ed?)? with\b`,
      String.raw`\bintegrat(?:es?|ed|ing|ions?)\b|\bimport(?:s|ed)? from\b|\bonline payments?\b`,
      String.raw`\bgoogle (?:calendar|maps|login)\b|\blog ?in with\b|\bsingle sign[- ]on\b`,
    ),
  ],
];

const across = any(
  String.raw`\boverlap\w*|\bat the same time\b|\btwice\b|\b(?:more than|only|at most|just) once\b`,
  String.raw`\bdouble[- ]?book\w*|\bexceed\w*|\b(?:higher|lower|more|less|greater|later|earlier) than the\b`,
  String.raw`\bmust (?:be|come|lie) (?:after|before|later|earlier|in the (?:future|past))\b`,
  String.raw`\bonly (?:be |if |when |while |until |after |before |one |once |possible |allowed |from |up to |to )`,
  String.raw`\bis final\b|\bmust (?:be refused|refuse|reject)\b|\b(?:can|may|must) only\b|\bone \w+ per \w+ and \w+|\bper \w+ only\b`,
  String.raw`\bfor \d+ (?:days|hours|weeks|months|minutes) (?:after|before|only)\b`,
  String.raw`\bonly\b.{0,30}\b(?:before|after|until)\b`,
  String.raw`\b(?:before|until|unless) (?:it|they|the \w+|all|every)\b.{0,20}\b(?:is|are|has|have)\b`,
  String.raw`\b(?:after|before|than) (?:the )?[a-z]+_[a-z]\w*|\bregardless of\b|\bovercommit`,
  String.raw`\bno (?:more|further) than one\b|\bmaximum of \w+ \w+ per\b|\bat most \w+ \w+ (?:at|per|for)\b`,
  String.raw`\b(?:up to|until|no later than) (?:\w+ ){1,2}(?:before|after|in advance)\b|\blimited to\b|\bin stock\b.{0,20}\bbefore\b|\bmust (?:match|agree with|add up|balance)\b`,
);

/** A number of records: what may not be more is a rule, whoever is spoken of. */
const bound = any(String.raw`\b(?:more|fewer) than (?:\d+|${[...numberWords].join("|")})\b`);

/** The kind of rule that a clause states; undefined for one that states facts. */
export function ruleKind(clause: string): RuleKind | undefined {
  const text = validation.reduce((rest, pattern) => rest.replaceAll(pattern, " "), clause);
  if (ofRole.test(text)) return "permission";
  const found = patterns.find(([, pattern]) => pattern.test(text))?.[0];
  if (found) return found;
  if (/\bown\b/i.test(text) && /\b(?:only|just)\b/i.test(text)) return "permission";
  if (
    (denied.test(text) || limited.test(text)) &&
    access.test(text) &&
    !across.test(text) &&
    !bound.test(text)
  )
    return "permission";
  if (across.test(text) || denied.test(text)) return "rule";
  return undefined;
}

/** The headings under which rules of each kind are reported, and what to do about them. */
export const headings: Readonly<Record<RuleKind, { readonly title: string; readonly todo: string }>> = {
  rule: { title: "Rules to write yourself", todo: "check it in the resource's controller" },
  permission: {
    title: "Roles and permissions",
    todo: "with --auth api.yaml can name owners and readers; check all else in the resource's controller",
  },
  computed: { title: "Computed values", todo: "compute it where the resource's controller answers" },
  upload: { title: "Uploads", todo: "store the file elsewhere and keep its URL in the field" },
  notification: { title: "Notifications", todo: "send it in the resource's controller, once it is stored" },
  tenancy: { title: "Tenancy", todo: "limit every query to the caller's organization" },
  report: { title: "Reports and exports", todo: "add an endpoint that reads the stored records" },
  retention: { title: "Logging and retention", todo: "add it to the controllers, or a scheduled job" },
  integration: { title: "Other systems", todo: "call the other system from the resource's controller" },
  scope: { title: "Left out, as described", todo: "nothing to do" },
};

/** Courtesies and requests about the work: they state nothing that is stored. */
const isPolite = new RegExp(
  String.raw`^(?:please (?:include|make sure|use|provide|write|submit|keep|don't)` +
    String.raw`|(?:many |best )?(?:thanks|thank you|thx|wishes|regards|cheers)\b)`,
  "i",
);

const isDropped = (text: string): boolean => {
  if (isPolite.test(text)) return true;
  const kind = ruleKind(text);
  if (!kind) return false;
  if (kind === "scope" || kind === "rule" || kind === "permission")
    return !/\b(?:has|have)\b.*,.*,/.test(text);
  return !/[,(].*,|\b(?:has|have) an? /.test(text);
};

/** Limits of what can be done, each with what it says without them: `only clerks may ship it` → clerks can ship it. */
const limits: readonly (readonly [RegExp, string])[] = [
  [
    /^only (.{2,40}?) (?:can|may|should be able to|(?:are|is) allowed to) (?!see\b|view|read|look)/i,
    "$1 can ",
  ],
  [/\b(?:can|may) only be (\w+)\b(?! once).*$/i, "can be $1"],
  [/,? (?:(?:by|for) )?[\w ]{2,20} only\.?$/i, ""],
  [/ (?:up to|until|no later than) (?:\w+ ){1,2}(?:before|after|in advance)\b.*$/i, ""],
];

const joint = /(,? (?:and|but|or) |, )(?![^(]*\))/;

/**
 * What a clause states besides a rule: `a visit costs some amount and can't overlap` → a visit costs some amount;
 * undefined for nothing.
 */
export function besideRules(clause: string): string | undefined {
  if (!isDropped(clause)) return clause;
  const open = limits.reduce((rest, [limit, without]) => rest.replace(limit, without), clause);
  if (open !== clause && !isDropped(open)) return open;
  const pieces = clause.split(joint);
  let rest = "";
  for (let index = 0; index < pieces.length; index += 2) {
    const piece = pieces[index] ?? "";
    if (isDropped(piece)) continue;
    if (/^(?:if|when|unless|until|after|before|once|so)\b/i.test(piece)) return undefined;
    rest += `${rest && (pieces[index - 1] ?? "")}${piece}`;
  }
  return rest && !isDropped(rest) ? rest : undefined;
}
