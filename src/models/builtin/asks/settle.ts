import { anyOf, wordSet, inTable } from "../../../lib/index.ts";
import type { Json } from "../../../lib/index.ts";
import { alike } from "../fill/alike.ts";
import { facts, type Done, type Fact } from "../conversation.ts";
import { isNegation } from "../knowledge/openings.ts";
import type { Reading } from "../text/mention.ts";
import { numbers } from "../text/numbers.ts";
import { sameUnit, unitAfter } from "../text/units.ts";
import { stem } from "../../../language/index.ts";
import { content, tokenise, words } from "../text/tokens.ts";
import type { Condition } from "./clause.ts";
import { clausesOf } from "./clauses.ts";

const comparing = (...words: readonly string[]): RegExp =>
  new RegExp(String.raw`\b${anyOf(...words)}\b`, "i");
const less = comparing(
  "under|below|less|cheaper|fewer|lower|at most|within|no more",
  "colder|earlier|drier|smaller|shorter|lighter|younger|slower",
);
const more = comparing(
  "over|above|more|exceeds?|exceeding|higher|at least|greater|enough",
  "warmer|hotter|wetter|bigger|larger|longer|heavier|older|later|faster|taller",
);
const states = /^(?:status|state|stage|condition|phase|result|availability|forecast|summary)$/;
const exists =
  /\b(?:there(?:'s| is| are| isn't| aren't)|i(?: do|'m| am)?(?: not|n't)? (?:have|free)|any|free|exists?|found)\b/i;
const free = /\b(?:free|available|nothing|empty)\b/i;

const negative = (text: string): boolean =>
  tokenise(text.replaceAll("’", "'")).filter(
    ({ lower }) => isNegation(lower) || /^(?:none|nothing|nobody)$/.test(lower),
  ).length %
    2 ===
  1;

/** Words that don't contribute to a condition. */
const idle = wordSet(`
  yet still alreadi alread realli actual current case possibl so thing
`);

const meant = (text: string, reading: Reading): readonly string[] => {
  const ids = new Set(
    reading.mentions.filter(({ kind }) => kind === "code").flatMap(({ text: id }) => content(id)),
  );
  return content(text).filter((word) => !idle.has(word) && !ids.has(word));
};

/** Whether a condition holds according to results; undefined if they don't say. */
export function settled(condition: Condition, done: readonly Done[], reading: Reading): boolean | undefined {
  const succeeded = done.filter(({ failed }) => !failed);
  if (succeeded.length === 0) return undefined;
  const parts = condition.text.split(/,?\s+and\s+/i);
  if (parts.length > 1 && parts.every((text) => meant(text, reading).length + numbers(text).length > 0)) {
    const each = new Set(
      parts.map((text) => settled({ ...condition, text, reversed: false }, done, reading)),
    );
    const all = each.has(false) ? false : each.has(undefined) ? undefined : true;
    return all === undefined ? undefined : all !== condition.reversed;
  }
  const turned = negative(condition.text) !== condition.reversed;
  const turn = (found: boolean | undefined): boolean | undefined =>
    found === undefined || !turned ? found : !found;
  const state = stateIn(condition.text);
  if (state !== undefined) return turn(isIn(state, succeeded));
  const meanings = meant(condition.text, reading);
  const askedClause = clausesOf(reading).findLast(
    ({ end, standing, joint }) =>
      end <= condition.start &&
      (standing === "factual" || (standing !== "condition" && /\b(?:whether|if)\b/.test(joint))),
  );
  const text =
    meanings.length > 0 || !askedClause
      ? condition.text
      : reading.text.slice(askedClause.start, askedClause.end);
  const found = holds(text, meanings.length > 0 || !askedClause ? meanings : meant(text, reading), succeeded);
  return turn(found);
}

const opposites: Readonly<Record<string, string>> = { up: "down", down: "up", on: "off", off: "on" };

/** The state at the end of a statement: `it's down`, `the lamp is still on`. */
const stateIn = (text: string): string | undefined => {
  const last = tokenise(text).findLast(({ lower, stem }) => !idle.has(stem) && lower !== "now");
  return last && inTable(opposites, last.lower) !== undefined ? last.lower : undefined;
};

/** Whether results report a state; undefined if they contain neither it nor its opposite. */
function isIn(state: string, done: readonly Done[]): boolean | undefined {
  const opposite = inTable(opposites, state) ?? "";
  for (const { keys, value } of facts(done)) {
    const key = keys.at(-1)?.toLowerCase() ?? "";
    const named = words(key).includes(state) ? state : words(key).includes(opposite) ? opposite : undefined;
    if (typeof value === "boolean" && named !== undefined) return (named === state) === value;
    const valueWords = typeof value === "string" ? words(value) : [];
    if (valueWords.includes(state) !== valueWords.includes(opposite))
      return valueWords.includes(state) !== negative(String(value));
  }
  const raw = new Set(done.flatMap(({ data, text }) => (data === undefined ? words(text) : [])));
  return raw.has(state) === raw.has(opposite) ? undefined : raw.has(state);
}

/** Whether a statement, without its negation, agrees with the results. */
function holds(text: string, meanings: readonly string[], done: readonly Done[]): boolean | undefined {
  const known = facts(done);
  if (isComparison(text)) return compare(text, meanings, known);
  const keyed = known.find((fact) => typeof fact.value === "boolean" && isNamed(fact, meanings));
  if (keyed) return keyed.value === true;
  const listed = recorded(text, meanings, done);
  if (listed !== undefined) return listed;
  // `any seats left` holds for 3, not for 0
  const count = known.find(
    (fact) =>
      amount.test(String(fact.value)) &&
      keyWords(fact).every((word) => meanings.includes(stem(word))) &&
      !isId(fact),
  );
  if (count) return Number.parseFloat(String(count.value)) > 0;
  const knownTexts = [
    ...known.flatMap(({ value }) => (typeof value === "string" ? [value] : [])),
    ...done.flatMap((item) => (item.data === undefined ? [item.text] : [])),
  ];
  const saying = knownTexts.find((value) => {
    const valueWords = content(value);
    return valueWords.length > 0 && valueWords.every((word) => meanings.includes(word));
  });
  if (saying !== undefined) return !negative(saying);
  if (known.some(({ keys, value }) => states.test(keys.at(-1) ?? "") && typeof value === "string"))
    return false;
  return undefined;
}

/**
 * Whether a list in the results has a record for which the whole statement is true: `a backup of crm labelled nightly`.
 */
function recorded(text: string, meanings: readonly string[], done: readonly Done[]): boolean | undefined {
  const list = done.findLast(({ data }) => Array.isArray(data));
  if (!list || !exists.test(text.replaceAll("’", "'")) || free.test(text)) return undefined;
  const records = list.data as readonly Json[]; // checked to be a list before
  const keys = new Set(
    [list.call.name, ...facts([list]).flatMap((fact) => fact.keys)].flatMap((key) => words(key).map(stem)),
  );
  const askedWords = meanings.filter(
    (word) => ![...keys].some((key) => key.startsWith(word) || word.startsWith(key)),
  );
  return records.some((record) => {
    const has = content(JSON.stringify(record));
    return askedWords.every((word) => has.includes(word));
  });
}

/** Whether a condition is about the size of a number: `if it costs less than 100`. */
const isComparison = (text: string): boolean =>
  /\bthan\b/i.test(text) || ((less.test(text) || more.test(text)) && numbers(text).length > 0);

/**
 * Compares the number of the results that a condition names, or the only one in its unit, with the one in the text.
 */
function compare(text: string, meanings: readonly string[], known: readonly Fact[]): boolean | undefined {
  const [limit] = numbers(text);
  if (!limit || (!less.test(text) && !more.test(text))) return undefined;
  const all = known.filter((fact) => typeof fact.value === "number" && !isId(fact));
  const measures = words(text).filter((word) => meanings.includes(stem(word)));
  const isMeasured = (word: string): boolean => measures.some((measure) => isSameMeasure(word, measure));
  const exact = all.filter((fact) => keyWords(fact).every(isMeasured));
  const named = exact.length > 0 ? exact : all.filter((fact) => keyWords(fact).some(isMeasured));
  const unit = unitAfter(text.slice(limit.end))?.unit;
  const measured = all.filter((fact) =>
    keyWords(fact).some((word) => unit !== undefined && sameUnit(word, unit)),
  );
  const [fact, ...others] = named.length > 0 ? named : measured;
  if (!fact || others.some(({ value }) => value !== fact.value)) return undefined;
  return less.test(text) ? Number(fact.value) < limit.value : Number(fact.value) > limit.value;
}

const keyWords = ({ keys }: Fact): readonly string[] => words(keys.at(-1) ?? "");

/** Whether two words mean the same measure: `cheaper` and `price`, but not `rating` and the rate that a thing costs. */
const isSameMeasure = (a: string, b: string): boolean =>
  stem(a) === stem(b) || (!/ings?$/.test(a) && !/ings?$/.test(b) && alike(stem(a), stem(b)) >= 0.6);

/** `3`, `0 seats`. */
const amount = /^\d+(?:\.\d+)?(?: ?\p{L}+)?$/u;
const isId = ({ keys }: Fact): boolean => /(?:^|_)id$/.test(keys.at(-1) ?? "");

/** Whether the key of a fact has one of some words. */
const isNamed = ({ keys }: Fact, meanings: readonly string[]): boolean =>
  words(keys.at(-1) ?? "")
    .map(stem)
    .some((word) => meanings.includes(word));
