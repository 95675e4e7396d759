import type { Json } from "../../../lib/index.ts";
import { verbs } from "../knowledge/verbs.ts";
import { stopWords } from "../knowledge/stop-words.ts";
import { unitsNamed } from "./units.ts";
import type { Mention } from "./mention.ts";
import { inTable } from "../../../lib/index.ts";

const quotes =
  /(?<![\p{L}\p{N}])'((?:[^'\n]|'(?=\p{L}))+)'(?!\p{L})|"([^"\n]+)"|“([^”\n]+)”|‘([^’\n]+)’|`([^`\n]+)`|«([^»\n]+)»|「([^」\n]+)」/gu;
const address =
  /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]*\w|https?:\/\/[^\s'"<>)]+[^\s'"<>).,?!]|(?<![\w@<])(?:[A-Za-z]:\\|\.{0,2}\/)(?:[\w.-]+(?: [\w.-]+)*[\\/])*[\w.-]*\w(?:\/(?=[\s'"?.,]|$))?|(?<![\w@./-])(?:[\w.-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|io|gov|edu|dev|co|ai|app|cloud|shop|info|example|test|local|internal|uk|de|fr|nl|eu|txt|csv|json|xml|pdf|png|jpe?g|gif|mp[34]|docx?|xlsx?|zip|py|js|ts|java|html|md|ya?ml|db|sql|log|wav|pth?)\b(?:\/[^\s'"]*)?|(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/giu;
const code =
  /(?<![\w.'"-])(?=[\w/-]*\d)(?=[\w/-]*[A-Za-z_])[A-Za-z\d][\w-]*(?:\/[\w-]+)?(?!\w|'(?!s\b))|\b[a-z]+(?:[A-Z][a-z\d]*)+\b|(?<![</])\b[A-Za-z]+(?:_[A-Za-z\d]+)+\b|(?<![\w.-])(?:19|20)\d\d[-/](?:19|20)?\d\d(?![\w-])/g;
/** `DE89 3704 0044 0532 0130 00`: a bank account in groups of four. */
const account = /\b[A-Z]{2}\d{2}(?: [A-Z\d]{4}){2,7}(?: [A-Z\d]{1,3})?\b/g;
/** `1.4.2`, `v2.0.0-rc.1`, but not dates with dots. */
const version =
  /(?<![\w.,-])(?!(?:19|20)\d\d\.|\d\d?\.\d\d?\.(?:19|20)?\d\d\b)v?\d+\.\d+\.\d+(?:[-+][\w.]*\w)?(?![\w-]|\.\d)/g;
/** `5th`, `10cm`, `3pm`, `2x`: numbers with a suffix, not identifiers. */
const notCode =
  /^(?!1?\d[abcef]$)\d+(?:\.\d+)?(?:st|nd|rd|th|[a-zµ]{1,4}|-?[a-z]+|[eE]-?\d+)$|^\d+(?:[KkMm]|[AP]M)$/;

/** `project ID badae`, `id: 098-293`: an identifier of any form after a word that announces it. */
const identified =
  /\b(?:id|ID|Id|identifier|uuid|UUID|username|token)(?:\s+(?:is|of|number|as)|\s*[:=])?\s+#?([\p{L}\d][\p{L}\d_-]{2,40})(?![\p{L}\d_.@/-])/gu;

/** `9c`: a class, as no measure has so few. */
const numbered = /^1?\d[abcef]$/;
/** `in 1A`: a flat or a seat, not a current. */
const flat =
  /(?<=\b(?:in|for|flat|unit|room|class|apartment|apt|seat|gate|suite|house|door) )1?\d[A-H](?!\w)/g;

/** `440Hz`, `298K`: a number with its unit. */
const measured = (text: string): boolean => {
  if (numbered.test(text)) return false;
  const unit = /^\d+(?:\.\d+)?(\p{L}{1,5})$/u.exec(text)?.[1];
  return unit !== undefined && unitsNamed(unit).length > 0;
};

/** Parses a list or an object written as data, leniently; undefined if it isn't one. */
export function literal(text: string): Json | undefined {
  const tries = [text, text.replaceAll(/'((?:[^'\\]|\\.)*)'/g, (_, body: string) => JSON.stringify(body))];
  const spelled = (tries[1] ?? text)
    .replaceAll(/\bTrue\b/g, "true")
    .replaceAll(/\bFalse\b/g, "false")
    .replaceAll(/\bNone\b/g, "null")
    .replaceAll(/([{,]\s*)([A-Za-z_]\w*)\s*:/g, '$1"$2":');
  const round = spelled.replaceAll("(", "[").replaceAll(")", "]");
  const bare = round.replaceAll(/(?<=[[,:]\s*)([A-Za-z][\w .-]*?)(?=\s*[,\]}])/g, (word: string) =>
    /^(?:true|false|null)$/.test(word) ? word : JSON.stringify(word),
  );
  for (const attempt of [...tries, spelled, round, bare]) {
    try {
      return JSON.parse(attempt) as Json; // JSON.parse returns Json
    } catch {
      // try the next, more lenient form
    }
  }
  return undefined;
}

/** Ranges of balanced brackets, outermost first. */
function* bracketed(text: string): Generator<readonly [number, number]> {
  const closing: Readonly<Record<string, string>> = { "[": "]", "{": "}", "(": ")" };
  let tries = 0;
  for (let i = 0; i < text.length && tries < 200; i++) {
    if (inTable(closing, text[i] ?? "") === undefined) continue;
    tries++;
    const open: string[] = [];
    for (let j = i; j < text.length && j - i < 5000; j++) {
      const close = inTable(closing, text[j] ?? "");
      if (close !== undefined) open.push(close);
      else if (text[j] === open.at(-1)) open.pop();
      if (open.length > 0) continue;
      yield [i, j + 1];
      i = j;
      break;
    }
  }
}

function brackets(text: string): readonly Mention[] {
  const found: Mention[] = [];
  for (const [start, end] of bracketed(text)) {
    const raw = text.slice(start, end);
    const parsed = raw.startsWith("(") && !/^\([^()]*,[^()]*\)$/.test(raw) ? undefined : literal(raw);
    if (typeof parsed !== "object" || parsed === null) continue;
    if (raw.startsWith("(") && !/^\[[-+\d.e,]+\]$/.test(JSON.stringify(parsed))) continue;
    found.push({ kind: Array.isArray(parsed) ? "list" : "object", text: raw, start, end, value: parsed });
  }
  return found;
}

const street =
  /\b\d{1,5}[A-Z]?\s+(?:[\p{Lu}\d][\p{L}\d.]*\s+){1,4}?(?:Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr|Way|Court|Ct|Square|Sq|Place|Pl)\b\.?(?:,\s*\p{Lu}[\p{L}]+(?:\s\p{Lu}\p{L}+)*){0,2}(?:,\s*[A-Z]{2}\b)?(?:,\s*[A-Z]{2,3}\b)?/gu;

/** Numbers separated only by blanks are a list. */
const row = /(?<![\w.])-?\d+(?:\.\d+)?(?:\s+-?\d+(?:\.\d+)?){2,}(?![\w.])/g;
/** `+49 30 1234567`, `07700 900412`. */
const telephone =
  /(?<![\w+])\+\d[\d ()-]{6,20}\d(?!\w)|(?<![\w.,:+/-])0\d{2,4}(?: \d{3,8}){1,2}(?![\w.,:/-]*\d)/g;
const dotfile = /(?<![\w./])\.[a-z][\w-]+(?:\.[\w-]+)*(?![\w/])/g;
/** `555-0199`, `0042`: groups of digits that aren't a date, and digits after a zero. */
const grouped = /(?<![\p{L}\d.,:/-])\d{2,}(?:-\d{2,})+(?![\p{L}\d-])/gu;
const day = /^(?:19|20)\d\d-\d\d?(?:-\d\d?)?$|^\d\d?-\d\d?-(?:19|20)?\d\d$/;
const padded = /(?<![\p{L}\d.,:/-])0\d{4,}(?![\p{L}\d.,:/-]|[.,]\d)/gu;
const repository =
  /(?<=\b(?:in|of|on|for|to|from|into|called|named|branch|repo|repository)\s)[a-z][\w.-]*\/[a-z][\w-]*(?![\w/])/g;

/** Patterns of literals in order of precedence, with a test for exceptions. */
const plain: readonly (readonly [Mention["kind"], RegExp, ((text: string) => boolean)?])[] = [
  ["name", street],
  ["address", address],
  ["address", dotfile],
  ["code", version],
  ["code", flat],
  ["code", grouped, (text) => day.test(text)],
  ["code", padded],
  ["code", repository],
  ["code", code, (text) => notCode.test(text) || measured(text)],
];

const all = (kind: Mention["kind"], pattern: RegExp, text: string): readonly Mention[] =>
  [...text.matchAll(pattern)].map(({ 0: text, index }) => ({
    kind,
    text: text,
    start: index,
    end: index + text.length,
  }));

/** The literals of a text: data in brackets, quotations, addresses, identifiers. */
export function literals(text: string): readonly Mention[] {
  const found: Mention[] = [
    ...all("code", account, text),
    ...all("code", telephone, text),
    ...brackets(text),
    ...all("list", row, text).map((mention) => ({
      ...mention,
      value: mention.text.split(/\s+/).map(Number),
    })),
  ];
  for (const match of text.matchAll(quotes)) {
    const inner = match.slice(1).find((group) => group !== undefined) ?? "";
    if (match[0].length > 100 && match[0].length > text.trim().length - 3) continue; // the whole text is quoted
    found.push({ kind: "quoted", text: inner, start: match.index, end: match.index + match[0].length });
  }
  for (const match of text.matchAll(identified)) {
    const [whole, word = ""] = match;
    const start = match.index + whole.length - word.length;
    if (/^\d+$/.test(word) || stopWords.has(word.toLowerCase()) || verbs.has(word.toLowerCase())) continue;
    found.push({ kind: "code", text: word, start, end: start + word.length });
  }
  for (const [kind, pattern, none] of plain)
    found.push(...all(kind, pattern, text).filter((mention) => !none?.(mention.text)));
  return found;
}
