import { inTable } from "../../../../lib/index.ts";
import { isOrder, termsOf } from "./grammar.ts";

/** A subject with what is said of it: `each bid | (can) be | made by a buyer`. */
export interface Clause {
  /** Empty where the clause goes on with the subject before it. */
  readonly subject: string;
  readonly modal: "can" | "must" | undefined;
  readonly negated: boolean;
  /** As in a dictionary: `be`, `have`, `carry`. */
  readonly verb: string;
  readonly rest: string;
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

const modals: Readonly<Record<string, "can" | "must">> = {
  can: "can",
  may: "can",
  might: "can",
  could: "can",
  must: "must",
  shall: "must",
  should: "must",
  will: "must",
  cannot: "can",
};
const finiteForms: Readonly<Record<string, string>> = {
  is: "be",
  are: "be",
  was: "be",
  were: "be",
  be: "be",
  has: "have",
  have: "have",
  had: "have",
  does: "do",
  goes: "go",
};

/** Verbs that say what belongs to a thing; everything behind them is a list of its parts. */
export const holding = set(
  "have hold contain carry include store record keep feature show track need require get comprise bear note list offer know come consist want state say tell receive capture save log define describe give ask expose provide specify mention remember indicate possess",
);

/** Verbs that say where a thing stands, when it happens or what it takes. */
export const standing = set(
  "belong sit stand lie live start begin end take last cost weigh seat link connect go work refer reference cover concern happen expire open close depart arrive",
);

/** What may be done to a value alone: `can be left empty`. */
export const leftOut = /^(?:left|empty|blank|missing|omitted|null|skipped)\b/;

const determiners = set(
  "a an the its their his her our my your some one two three any each every exactly many several multiple lots at no up both another either zero only all between about something anything certain",
);
const askings = set("when whether where who what how which why");
export const pronouns = set(
  "it they them these those this that he she we i you someone everyone anyone nobody us",
);
export const prepositions = set(
  "in on at to from by with for of under about into over between through per during until since near beside up out off down back as",
);
export const particles = set("in out off on up down back over away");
const relatives = set("that which who whose whom when where while if because");
const adverbs = set(
  "also always usually only then finally later never not often sometimes normally either already first itself themselves therefore thus hence typically generally occasionally mostly actually additionally simply currently just still again eventually automatically immediately directly naturally obviously basically furthermore however meanwhile",
);

const opening = set("and but also then so or");
const negations = set("not never");
/** Adverbs that may belong to the object. */
const quantifying = set("either only first");

const lower = (word: string | undefined): string => (word ?? "").toLowerCase().replace(/[,.;:]$/, "");

const numeric = (word: string): boolean => /^-?\d/.test(word);

const isHelping = (word: string): boolean =>
  inTable(finiteForms, word) !== undefined || inTable(modals, word) !== undefined;

/** `carries` → carry, `needs` → need; undefined where a word is no third person. */
export function thirdPerson(word: string): string | undefined {
  const known = inTable(finiteForms, word);
  if (known !== undefined) return known;
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:sh|ch|ss|x|zz)es$/.test(word)) return word.slice(0, -2);
  return /[^su]s$/.test(word) ? word.slice(0, -1) : undefined;
}

const many = set("people we i you they staff children");
const isPlural = (word: string): boolean => /[^su]s$/.test(word) || many.has(word);

/** Whether what stands behind a word makes it a verb with its object. */
const opensObject = (word: string): boolean =>
  determiners.has(word) ||
  askings.has(word) ||
  prepositions.has(word) ||
  numeric(word) ||
  /^(?:them|it)$/.test(word) ||
  word.startsWith("⟦");

function isVerbAt(words: readonly string[], at: number): boolean {
  const plain = words.slice(0, at + 4).map((word) => word.replaceAll(/⟦\w+⟧/g, "thing"));
  const lead = at === 0 ? ["it"] : [];
  const terms = termsOf([...lead, ...plain].join(" "));
  const term = terms[at + lead.length];
  return term !== undefined && lower(term.text) === lower(plain[at]) && term.tags.has("Verb");
}

/** The verb in its base form, where the word at that place is the finite verb of the clause. */
function finite(words: readonly string[], at: number, plural: boolean): string | undefined {
  const word = lower(words[at]);
  const before = lower(words.slice(0, at).findLast((word) => !adverbs.has(lower(word))));
  const next = lower(words[at + 1]);
  const third = thirdPerson(word);
  const several = at === 0 ? plural : isPlural(before);
  if (at === 0 && word.endsWith("ed")) return undefined;
  // `a number of seats`, `the date of the last inspection`
  if (prepositions.has(before) || /^(?:an?|the|its|their|our|my)$/.test(before)) return undefined;
  const base = several ? (third === undefined ? word : undefined) : third;
  if (base === undefined || !/^[a-z-]+$/.test(base) || determiners.has(word) || prepositions.has(word))
    return undefined;
  const following = lower(words[at + 2]);
  const isClosed =
    /^[a-z-]+(?<!ing)$/.test(next) &&
    (at + 2 === words.length ||
      (words[at + 1] ?? "").endsWith(",") ||
      prepositions.has(following) ||
      /^(?:and|or|but|while|every|each|once|twice|daily|weekly|monthly|yearly|when|whenever)$/.test(
        following,
      ));
  const isOne = at === 2 && /^(?:an?|each|every|the|our|my)$/i.test(words[0] ?? "");
  // `Residents report broken lamps`
  const isMore = at + 3 === words.length && isPlural(following) && /^[a-z]+(?:ed|en|e)$/.test(next);
  // `Guests book rooms`, `take readings from patients`, `A warehouse stores pallets on shelves`
  const closes =
    (isClosed || isMore) &&
    at > 0 &&
    (several
      ? isPlural(before) && !isOne && (isMore || isPlural(next) || prepositions.has(following))
      : isOne && isPlural(next));
  const chained =
    (words[at] ?? "").endsWith(",") &&
    at > 0 &&
    /^[a-z]+s?$/.test(next) &&
    isVerbAt(
      words.map((one) => one.replace(/,$/, "")),
      at + 1,
    );
  // `we sell or swap one`, `starts and ends at a time`
  const paired =
    at > 0 && /^(?:or|and)$/.test(next) && opensObject(lower(words[at + 3])) && isVerbAt(words, at);
  if (
    !opensObject(next) &&
    !closes &&
    !chained &&
    !paired &&
    !(base === "take" && /^(?:place|part)$/.test(next)) &&
    !(base === "get" && at > 0 && /(?:ed|en|nt|ld|de|ut)$/.test(next))
  )
    return undefined;
  const isSure =
    at > 0 ? holding.has(base) || standing.has(base) : standing.has(base) && prepositions.has(next);
  const isDeed = at === 2 && /^(?:an?|each|every)$/i.test(words[0] ?? "") && isOrder(base);
  return isSure || isDeed || isVerbAt(words, at) ? base : undefined;
}

/**
 * A clause in its parts; undefined where a text is a phrase without a finite verb. `plural` is the number of the subject
 * that an elliptic clause goes on with.
 */
export function clauseOf(text: string, plural = false): Clause | undefined {
  const words = text.trim().split(/\s+/);
  while (words.length > 1 && opening.has(lower(words[0]))) words.shift();
  if (askings.has(lower(words[0]))) return undefined;
  for (let at = 0; at < Math.min(words.length, 7); at++) {
    const word = lower(words[at]);
    if (/[("⟦[:]|^-$/.test(words[at] ?? "") || (at > 0 && (words[at - 1] ?? "").endsWith(",")))
      return undefined;
    if (at > 0 && relatives.has(word)) return undefined;
    // `a station it is parked at`
    if (
      at > 0 &&
      /^(?:it|they|we|i|you|he|she)$/.test(word) &&
      /^(?:an?|the|its|their)$/.test(lower(words[0]))
    )
      return undefined;
    // `issued at is …`
    if (at > 0 && prepositions.has(word) && isHelping(lower(words[at + 1]))) continue;
    if (at > 0 && (prepositions.has(word) || numeric(word)) && word !== "of") return undefined;
    let modal: Clause["modal"] = inTable(modals, word);
    let from = at;
    let negated = word === "cannot" || /n['’]t$/.test(word);
    if (/^(?:can|is|are|was|were|do|does|has|have|must|should)n['’]?t$/.test(word)) {
      negated = true;
      if (/^(?:ca|mus|should)n/.test(word)) modal = word.startsWith("ca") ? "can" : "must";
    }
    if (modal !== undefined || word === "do" || word === "does") from += 1;
    while (from > at && (adverbs.has(lower(words[from])) || lower(words[from]) === "not")) {
      negated ||= negations.has(lower(words[from]));
      from += 1;
    }
    let verb: string | undefined;
    if (/^(?:has|have|needs?)$/.test(word) && lower(words[at + 1]) === "to" && modal === undefined) {
      modal = "must";
      from = at + 2;
    }
    const next = lower(words[from]);
    const known = inTable(finiteForms, from > at ? next : word);
    if (from > at) verb = known ?? next;
    else if (known !== undefined) verb = known;
    else if (/^(?:is|are|was|were)n['’]?t$/.test(word)) verb = "be";
    else if (adverbs.has(word)) continue;
    else if (at > 0 || words.length > 1) verb = finite(words, at, plural);
    if (verb === undefined || verb === "") continue;
    let behind = from + 1;
    while (adverbs.has(lower(words[behind])) && !quantifying.has(lower(words[behind]))) {
      negated ||= negations.has(lower(words[behind]));
      behind += 1;
    }
    const subject = words.slice(0, at).filter((one) => !adverbs.has(lower(one)) || /^first$/i.test(one));
    const gap = (words[behind - 1] ?? "").endsWith(",") ? ", " : "";
    return { subject: subject.join(" "), modal, negated, verb, rest: gap + words.slice(behind).join(" ") };
  }
  return undefined;
}
