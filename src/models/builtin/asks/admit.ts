import { wordSet } from "../../../lib/index.ts";
import { attributing, mocks } from "../knowledge/openings.ts";
import { isVerb, verbOf } from "../read/effect.ts";
import type { Tool } from "../read/tool.ts";
import type { Reading } from "../text/mention.ts";
import { indexed } from "../text/spans.ts";
import { isForename } from "../text/tagger.ts";
import type { Clause } from "./clause.ts";
import { clausesOf } from "./clauses.ts";
import { isVerbForm } from "./extent.ts";
import { directs, finite, formsOf, isOpening } from "./forms.ts";

/** Words that introduce a time, a place, a person or a topic. */
const relating = wordSet(`
  for in on at from to with regarding about as by after before under per of since during within re inside
`);
/** Subjects of a statement of fact, and words of degree: `I lost it`, `too loud`. */
const subjects = wordSet(
  "i we it he she they you there this that these those too so nobody everybody somebody",
);
const calling = wordSet(
  "um uh er erm hm hmm argh gosh damn guys team folks buddy mate everyone all computer assistant dear there bot friend sir",
);
const firstPerson = /^(?:(?:ok|okay|well|so|now|yes) )*(?:i|we)\b/;

/** Whether a part of a sentence attributes it to somebody else: `the manager says`, `as Ann put it`. */
const attributes = (lowers: readonly string[]): boolean =>
  !firstPerson.test(lowers.join(" ")) &&
  lowers.some(
    (word, i) =>
      i > 0 &&
      attributing.has(word) &&
      lowers
        .slice(i + 1)
        .every((next) => /^(?:it|that|so|this|me|us|him|her|them|to|once|too|again)$/.test(next)),
  );

/** Whether a clause reports an opinion or a wish: `Sabine reckons we should offboard C-330`. */
export function reports(clause: Clause): boolean {
  const lowers = clause.tokens.map(({ lower }) => lower);
  const index = lowers.findIndex((word) => attributing.has(word) && verbOf(word) !== word && !isVerb(word));
  return (
    index > 0 &&
    index < 4 &&
    !directs(clause) &&
    !lowers.slice(0, index).some((word) => /^(?:you|please|i|we|to|and)$/.test(word))
  );
}

/** Whether a request is addressed to the reader: `please report it`, `could you report it`. */
const isBid = (clause: Clause): boolean =>
  formsOf(clause).opening[1].some((phrase) => /^(?:please|pls|plz|kindly)$|^\w+ you\b/.test(phrase));

/**
 * Whether the part of a sentence before a request is known to leave it a request: another request, an opening, an
 * addressee, a topic, a time, or a fact.
 */
function leaves(
  tool: Tool,
  clause: Clause,
  { mentions }: Reading,
  { announced, bids }: { readonly announced: boolean; readonly bids: boolean },
): boolean {
  const words = clause.tokens.filter(({ kind }) => kind !== "mark");
  const lowers = words.map(({ lower }) => lower);
  if (mocks(lowers.join(" ")) || attributes(lowers)) return false;
  if (clause.standing === "condition" || clause.standing === "negated" || isOpening(clause)) return true;
  const named = indexed(mentions);
  const topical = words.every((word) => word.stop || named.hold(word) || tool.vocabulary.has(word.stem));
  // what a sentence announces with a colon is quoted, written, played or said by somebody, unless it only names a topic
  if (announced) return topical && !lowers.some((word) => isVerbForm(word) || isForename(word));
  if (directs(clause) || clause.asks || bids) return true;
  const [first = ""] = lowers;
  if (
    relating.has(first) ||
    subjects.has(first) ||
    (words.length < 3 && lowers.some((word) => calling.has(word)))
  )
    return true;
  // `thinking of Friday`, unlike `billing is down`
  if (/\p{L}ing$/u.test(first) && !words[0]?.stop && !lowers.some((word) => finite.test(word))) return false;
  if (lowers.some(isVerbForm)) return true;
  return topical;
}

/** Whether nothing after a request in its sentence turns it into a quotation or retracts it. */
const follows = ({ tokens }: Clause): boolean => {
  const lowers = tokens.map(({ lower }) => lower);
  return !attributes(lowers) && !mocks(lowers.join(" "));
};

/** For each clause of a sentence, whether a colon separates it from the next request. */
function announcing(
  beside: readonly Clause[],
  requests: ReadonlySet<Clause>,
  text: string,
): readonly boolean[] {
  let announced = false;
  return beside
    .toReversed()
    .map((clause) => {
      announced =
        !requests.has(clause) && (announced || /^["'”’)]*\s*:/.test(text.slice(clause.end, clause.end + 4)));
      return announced;
    })
    .toReversed();
}

/**
 * Returns the requesting clauses that are the user's own request: everything else in the sentence must be understood.
 * Anything unknown keeps a tool from acting.
 */
export function admit(tool: Tool, all: readonly Clause[], reading: Reading): readonly Clause[] {
  const asking = all.filter((clause) => !reports(clause));
  if (asking.length === 0) return asking;
  const requests = new Set(asking);
  const sentences = Map.groupBy(clausesOf(reading), ({ sentence }) => sentence);
  const admitted = new Set<Clause>();
  for (const sentence of new Set(asking.map((clause) => clause.sentence))) {
    const beside = sentences.get(sentence) ?? [];
    const strict = announcing(beside, requests, reading.text);
    const bids = beside.some((clause) => requests.has(clause) && isBid(clause));
    const until = beside.findIndex(
      (clause, i) =>
        !requests.has(clause) && !leaves(tool, clause, reading, { announced: strict[i] === true, bids }),
    );
    const from = beside.findLastIndex((clause) => !requests.has(clause) && !follows(clause));
    for (const clause of beside.slice(from + 1, until < 0 ? undefined : until)) admitted.add(clause);
  }
  return asking.filter((clause) => admitted.has(clause));
}
