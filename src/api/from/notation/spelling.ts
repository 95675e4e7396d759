import { capital, distance, inTable, wordTable } from "../../../lib/index.ts";
import { entryFor, lexiconWords } from "../../lexicon/index.ts";
import { fieldNouns } from "./kinds.ts";
import {
  doubles,
  frequency,
  frequent,
  irregularVerbs,
  isWord,
  participleOf,
} from "../../../language/index.ts";
import { abbreviations } from "./abbreviations.ts";

/** Actions that APIs often have. */
const deedsOften: readonly string[] =
  "rotate revoke cancel pause resume publish archive approve reject close open reopen start stop restart enable disable lock unlock send resend retry refund renew activate deactivate suspend assign complete confirm ship deliver return void pay pin unpin mute block unblock ban verify sync reset restore accept decline submit withdraw extend expire escalate merge duplicate transfer check print export run abort rollback".split(
    " ",
  );

/** Words of API descriptions that are not in the lexicon. */
const terms =
  `required unique default defaults defaulting optional boolean integer minimum maximum characters between
  number string nullable positive negative datetime timestamp array object text username belongs many action actions statuses
  true false email last first name date time phone address price title status state type`.split(/\s+/);

/** Abbreviations that are no typing errors. */
const shortForms: ReadonlySet<string> = new Set(
  `chars char ints bool bools enum uuid guid json float nums mins secs varchar attr attrs config params semver cron regex regexp
  http https html yaml toml jpeg webp uris urls apis skus isbn issn iban oauth fqdn ipv4 ipv6 wifi rfid imei iccid gtin
  cvss cidr vlan vpns saml totp hmac utms webhook webhooks changelog sitemap hostname hostnames dnssec subnet kwh mime geojson
  codec codecs bitrate framerate keyframe latlng tinyint bigint smallint longtext mediumtext jsonb timestamptz enums dto dtos crud repo repos todo todos prio dept
  acct addr desc qtys admin admins auth stddev kpis okrs saas vegan halal kosher sudoku ebook ebooks vlog lorem tshirt tshirts`.split(
    /\s+/,
  ),
);

const domain: ReadonlySet<string> = new Set([
  ...deedsOften.flatMap((verb) => [verb, participleOf(verb)]),
  ...terms,
  ...fieldNouns,
  "meter",
  "meters",
  ...[...lexiconWords].flatMap((word) =>
    /[^s]$/.test(word) && word.length > 4 ? [word, `${word}s`] : [word],
  ),
]);

/** Frequency that every domain word counts as. */
const trade = 20_000;

/** Words that often name fields, which are the most likely. */
const ofFields: ReadonlySet<string> = new Set([...fieldNouns, ...terms]);

const weight = (word: string): number =>
  (ofFields.has(word) ? trade * 5 : domain.has(word) ? trade : 0) + frequency(word);

/** Restores a doubled consonant: `shiped` → shipped, `stoping` → stopping. */
function doubled(word: string): string | undefined {
  const ied = /^(.+[^aeiou])yed$/.exec(word)?.[1];
  if (ied !== undefined && isWord(`${ied}y`)) return `${ied}ied`;
  const [, stem = "", ending = ""] = /^(.+?)(ed|ing)$/.exec(word) ?? [];
  return doubles.test(stem) && isWord(stem) ? `${stem}${stem.slice(-1)}${ending}` : undefined;
}

/** Whether a word is two frequent words: `callout`, `timesheet`. */
const isCompound = (word: string): boolean => {
  for (let index = 3; index <= word.length - 3; index++)
    if (Math.min(frequency(word.slice(0, index)), frequency(word.slice(index))) > 2500) return true;
  return false;
};

/** Whether the rest of a word after `re`, `un` or `over` is a common word. */
const isRoot = (word: string): boolean =>
  [word, word.replace(/(?<=e)d$/, ""), word.replace(/(.)\1?ed$/, "$1")].some(
    (root) => frequency(root) > (root.length > 3 ? 400 : 1000),
  );

/** Whether a lower-case word is English, a domain word, or a compound of two. */
export const isKnown = (word: string): boolean =>
  (word.length > 6 && word.length < 25 && isCompound(word)) ||
  domain.has(word) ||
  domain.has(`${word}s`) ||
  (word.endsWith("e") && domain.has(`${word}d`)) ||
  (/(?<![^aeiou]y)ed$/.test(word) && !doubles.test(word.slice(0, -2)) && frequency(word.slice(0, -2)) > 30) ||
  (word.endsWith("ed") &&
    (domain.has(word.slice(0, -1)) || frequency(word.slice(0, -1)) > (word.endsWith("eed") ? 200 : 20))) ||
  shortForms.has(word) ||
  frequency(word) > 30 ||
  (word.endsWith("s") && frequency(word.slice(0, -1)) > 30) ||
  (/\w{3}ing$/.test(word) && !doubles.test(word.slice(0, -3)) && frequency(word.slice(0, -3)) > 200) ||
  domain.has(word.replace(/(?:s|ly)$/, "")) ||
  // `enrolment`, `fulfilment`
  (/lments?$/.test(word) && frequency(word.replace("lment", "llment").replace(/s$/, "")) > 10) ||
  // `funder`: somebody who does it
  (/^\w{4,}ers?$/.test(word) && frequency(word.replace(/ers?$/, "")) > 400) ||
  Object.hasOwn(irregularVerbs, word) ||
  (/^(?:re|un|de|dis|pre|non|over|sub|co)\w{3}/.test(word) &&
    isRoot(word.replace(/^(?:re|un|de|dis|pre|non|over|sub|co)/, ""))) ||
  entryFor(capital(word)) !== undefined;

/** Whether a word abbreviates a longer one with its letters in order, and is kept: `desc`, `addr`, `qty`. */
const isAbbreviation = (word: string): boolean =>
  Object.hasOwn(abbreviations, word) ||
  !/[aeiouy]/.test(word) ||
  (word.length < 6 && terms.some((term) => term.startsWith(word))) ||
  (word.length < 5 && [...lexiconWords].some((term) => term.startsWith(word)));

const sorted = (word: string): string => [...word].toSorted().join("");

/** Neighbouring keys, and letters that sound alike. */
const near = ["qwertyuiop", "asdfghjkl", "zxcvbnm", "aeiouy", "cs", "sz", "ck", "ph", "vw"];
const alike = (a: string, b: string, long: boolean): boolean =>
  near.some((row, i) => {
    const [index, to] = [row.indexOf(a), row.indexOf(b)];
    return index >= 0 && to >= 0 && (i > 2 || (long && Math.abs(index - to) === 1));
  });

/**
 * Returns how likely a one-letter typing error is: swapped, missing and doubled letters are common, others only in
 * long words.
 */
function likelihood(word: string, right: string): number {
  if (right.length === word.length) {
    if (sorted(word) === sorted(right)) return 1;
    const index = [...word].findIndex((letter, i) => letter !== right[i]);
    const same = /^(?:[cs]{2}|[ck]{2})$/.test(`${word[index] ?? ""}${right[index] ?? ""}`);
    if (same && word.length > 4) return 0.5;
    return alike(word[index] ?? "", right[index] ?? "", word.length > 6) ? 0.2 : word.length > 6 ? 0.05 : 0;
  }
  if (right.length > word.length) return 0.8;
  const doubled =
    /(.)\1/.test(word) && word.replaceAll(/(.)\1+/g, "$1") === right.replaceAll(/(.)\1+/g, "$1");
  return doubled ? 1 : word.length > 6 ? 0.2 : 0;
}

const consonants = (word: string): string => word.replaceAll(/[aeiouy]/g, "").replaceAll(/(.)\1/g, "$1");

const candidates = new Map<string, readonly string[]>();
function startingWith(letter: string): readonly string[] {
  let found = candidates.get(letter);
  if (!found) {
    const domainWords = [...domain].filter((word) => word.startsWith(letter) && word.length > 3);
    candidates.set(letter, (found = [...new Set([...domainWords, ...frequent(letter)])]));
  }
  return found;
}

/**
 * Returns the word that a misspelt one stands for. A word that occurs repeatedly is more likely a name or a domain
 * word.
 */
function meant(word: string, isRepeated: boolean): string | undefined {
  const most = word.length > 4 ? 2 : 1;
  const isRare = isWord(word);
  let best: string | undefined;
  let score = 0;
  for (const candidate of startingWith(word.slice(0, 1))) {
    const away = distance(word, candidate, most);
    if (away > most) continue;
    const same = sorted(word) === sorted(candidate);
    const ours = domain.has(candidate);
    // Two errors are accepted only in terms, and in long words whose consonants are right.
    if (away === 2 && !same && !terms.includes(candidate))
      if (!ours || word.length < 8 || consonants(word) !== consonants(candidate)) continue;
    // A short word with other letters may be a name.
    const inside = candidate.length === word.length && candidate.slice(0, -1) !== word.slice(0, -1);
    if (word.length < 5 && !same && (!ours || inside)) continue;
    const likely = away === 1 ? likelihood(word, candidate) : 0.001;
    if (isRepeated && !ours && (likely < 0.8 || candidate.startsWith(word))) continue;
    // Rare words exist: one is an error only if a domain word is very similar.
    if (isRare && !(ours && likely >= (ofFields.has(candidate) ? 0.5 : 0.8))) continue;
    const value = Math.sqrt(weight(candidate) + 1) * likely;
    if (value > score) [best, score] = [candidate, value];
  }
  return best;
}

/** Typing errors in short words, which otherwise look like names. */
const slips = wordTable(`
  hav have, ahve have, haev have, thay they, tehy they, teh the, hte the, adn and, nad and, wiht with, wtih with, whit with,
  hsa has, cna can, acn can, thier their, eahc each, eash each, evrey every, evry every, wich which, whcih which, wihch which,
  taht that, thta that, fo of, dte date, daet date, tiem time, dayte date, nam name, naem name, nmae name, mian main, snet sent,
  sned send, payed paid, paied paid, aslo also, alos also, woudl would, shoud should, shoudl should, coudl could, liek like,
  mkae make, amke make, nead need, wnat want, opn open, clsoed closed, nto not, onyl only, olny only, tehn then, htis this,
  thsi this, btwn between, betwen between, lsit list, lits list, ofr for, fro for, yse yes, ture true, treu true, flase false,
  fasle false, fals false, nul null, unqiue unique, uniqe unique, untill until, thats that's, mange manage, rout route`);

const stemOf = (word: string): string => word.replace(/e?s$/, "");

/** Maximum unknown words looked up per text; a text with more isn't English. */
const mostUnknown = 300;

/**
 * Returns the text with misspelt words corrected (letters swapped, missing, doubled or wrong). Names in camel case, in
 * capitals or with digits are kept, and so are words that resemble no known one.
 */
export function mended(text: string): string {
  const seen = new Map<string, string>();
  const times = new Map<string, number>();
  for (const [word] of text.toLowerCase().matchAll(/[a-z]{4,}/g))
    times.set(stemOf(word), (times.get(stemOf(word)) ?? 0) + 1);
  const isRepeated = (word: string): boolean => (times.get(stemOf(word)) ?? 0) > 1;
  const mend = (word: string): string => {
    const lower = word.toLowerCase();
    if (isKnown(lower) || isAbbreviation(lower)) return word;
    // `setters`: the plural of a rare word is a word.
    if (/[^s]s$/.test(lower) && isWord(lower.slice(0, -1))) return word;
    let right = seen.get(lower) ?? doubled(lower);
    if (right === undefined) {
      right = seen.size < mostUnknown ? (meant(lower, isRepeated(lower)) ?? lower) : lower;
      seen.set(lower, right);
    }
    if (right === lower) return word;
    return word[0] === lower[0] ? right : capital(right);
  };
  return text
    .replaceAll(
      /(?<![\w.@/-])[a-z]{2,7}(?![\w.@/-]\w)/gi,
      (word) => inTable(slips, word.toLowerCase()) ?? word,
    )
    .replaceAll(/\bwether(?= (?:it|they|he|she|the|an?|i|we|there)\b)/gi, "whether")
    .replaceAll(/\b(?:dat|nam|typ)\b/g, (word) => `${word}e`)
    .replaceAll(/\be-(?:mial|mali|amil|mil|maill|mai)\b/gi, "e-mail")
    .replaceAll(/(?<![\w@./#|-])[A-Za-z]{4,}(?![\w@/|-])/g, (word) =>
      /^[a-z]+(?:[A-Z][a-z]+)+$/.test(word)
        ? word.replaceAll(/[A-Z]?[a-z]{3,}/g, (part) => (part.length > 3 ? mend(part) : part))
        : /[a-z][A-Z]|[A-Z]{2}/.test(word)
          ? word
          : mend(word),
    );
}
