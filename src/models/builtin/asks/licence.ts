import { rememberedTwice } from "../../../lib/index.ts";
import { later, light, minding } from "../knowledge/openings.ts";
import { grave, isActNoun } from "../knowledge/acts.ts";
import { stopWords } from "../knowledge/stop-words.ts";
import { effectOfVerb, inflected, keeping, verbOf } from "../read/effect.ts";
import type { Tool } from "../read/tool.ts";
import type { Reading } from "../text/mention.ts";
import { beginningAt, between, blanked, indexed, spansOf, type Span } from "../text/spans.ts";
import { stem } from "../../../language/index.ts";
import { admit, reports } from "./admit.ts";
import type { Clause, Condition } from "./clause.ts";
import { clausesOf } from "./clauses.ts";
import {
  begun,
  directs,
  finite,
  formsOf,
  isOpening,
  isSubject,
  lowersOf,
  phraseAt,
  relative,
} from "./forms.ts";

/** Whether a text requests a tool's act, and where. */
export interface Licence {
  /** Whether it is requested, now or on a condition. */
  readonly isRequested: boolean;
  /** Whether it is only mentioned where nothing is requested: denied, hypothetical, reported. */
  readonly denied: boolean;
  /** The condition that must be checked first. */
  readonly condition: Condition | undefined;
  /** The requesting clauses. */
  readonly clauses: readonly Clause[];
}

const me = /^(?:me|us)$/;
const toldTo = /^(?:tell|give|show|notify|let|write|read|explain)$/;

interface Beside {
  readonly before: Clause | undefined;
  readonly after: Clause | undefined;
}

/** Whether a clause requests a tool's act. */
function asksFor(tool: Tool, clause: Clause, { before, after }: Beside): boolean {
  const { verbs, nouns } = tool.deed;
  const { words, bases, opening } = formsOf(clause);
  const [index, openingPhrases] = opening;
  const wants = openingPhrases.some((phrase) => /\b(?:want|need|like|love|wish)\b/.test(phrase));
  const polite = words.some((word) => /^(?:please|pls|plz|kindly)$/.test(word));
  if (clause.standing === "permission")
    return phraseAt(words, index + 2, verbs) || nounAt(words, index + 3, nouns) !== undefined;
  const mind = minding.find((phrase) => phrase.every((word, i) => words[index + i] === word));
  if (mind && words[index + mind.length] === "getting" && acquires(tool, clause)) return true;
  if (mind)
    return (
      words[index + mind.length]?.endsWith("ing") === true &&
      phraseAt(words, index + mind.length, verbs, bases)
    );
  const head = words[index] ?? "";
  const joined = /^(?:and|or|then|nor)$/.test(clause.joint) || clause.joint === "and then";
  if (
    joined &&
    !polite &&
    !wants &&
    !openingPhrases.some((phrase) => /\byou\b/.test(phrase)) &&
    !(
      before &&
      before.sentence === clause.sentence &&
      (directs(before) || isOpening(before) || begun(before) || before.standing === "condition")
    )
  ) {
    if (before?.sentence === clause.sentence) return false;
  }
  if (
    clause.asks &&
    words.length < 6 &&
    !openingPhrases.some((phrase) => /\b(?:you|help)\b/.test(phrase)) &&
    !polite &&
    !wants
  )
    return false;
  if (toldTo.test(head) && me.test(words[index + 1] ?? "")) return false;
  if (phraseAt(words, index, verbs) && words[index + 1] !== "of" && !isSubject(words, index))
    return !upon(tool, words, index);
  const passive = words.findIndex(
    (word, i) =>
      i >= index && phraseAt(words, i, verbs, bases) && /(?:ed|sent|paid|sold|bought|put)$/.test(word),
  );
  const asksInClause = words
    .slice(index, Math.max(index, passive))
    .some((word) => relative.test(word) || /^(?:why|how|whether|if)$/.test(word));
  if (passive >= 0 && !asksInClause && (wants || /^(?:get|have)$/.test(head))) return true;
  if (
    passive >= 0 &&
    /\b(?:needs?|has|have|must) (?:to )?be(?: \w+)?$/.test(
      words.slice(Math.max(0, passive - 5), passive).join(" "),
    )
  )
    return true;
  if (brings(tool, words, index)) return true;
  if (head === "get" && me.test(words[index + 1] ?? "") && acquires(tool, clause)) return true;
  const noun = nounAt(words, index, nouns);
  if (noun === undefined) return false;
  const news = after?.sentence === clause.sentence && after.joint === "" ? lowersOf(after) : [];
  return (
    ((noun === index || (noun === index + 1 && /^(?:an?|two|three|four|five|six|another|new)$/.test(head))) &&
      !isSubject(words, index) &&
      !clause.asks &&
      !isNews(words.slice(index)) &&
      !isNews(news)) ||
    wants ||
    light.has(head)
  );
}

/** Whether words report what has happened or will: `restart of billing scheduled for Sunday`, `denied by Ann`. */
const isNews = (words: readonly string[]): boolean =>
  words.some(
    (word, i) =>
      finite.test(word) || (/\wed$/.test(word) && !determiner.test(words[i - 1] ?? "") && !/\d/.test(word)),
  );

const determiner = /^(?:an?|the|my|our|your|his|her|their|this|that|any|all)$/;

/** Whether a verb is about a different act: `stop the refund` for a tool that cancels orders. */
function upon({ deed, head }: Tool, words: readonly string[], index: number): boolean {
  const noun = words[index + 2] ?? "";
  const next = words[index + 1] ?? "";
  // `stop cancelling orders` forbids the act
  if (next.endsWith("ing") && deed.verbs.some(([verb]) => verb === verbOf(next))) return true;
  return (
    determiner.test(next) &&
    isActNoun(noun) &&
    !head.has(stem(noun)) &&
    !deed.nouns.some(([first]) => first === noun) &&
    words[index] !== noun
  );
}

/**
 * Whether words set a state that the tool takes as an option or a boolean: `mark it as won`, `switch the beta flag on`.
 */
function brings({ deed, parameters }: Tool, words: readonly string[], index: number): boolean {
  if (!/^(?:mark|set|change|put|move|switch|turn|make|update|flag|label)$/.test(words[index] ?? ""))
    return false;
  if (deed.verbs.some(([verb = ""]) => grave.has(verb))) return false;
  const rest = words.slice(index + 1);
  return parameters.some(({ closed, type, required, options, nameStems }) => {
    if (type === "boolean")
      return (
        rest.some((word) => /^(?:on|off)$/.test(word)) &&
        nameStems.some((word) => /^(?:on|enabl|activ|state)$/.test(word))
      );
    return (
      required &&
      closed &&
      rest.some(
        (word, i) =>
          /^(?:as|to)$/.test(rest[i - 1] ?? "") &&
          options.some((option) => String(option).toLowerCase() === word),
      )
    );
  });
}

/** Whether a clause asks to acquire what a tool buys or books: `get me two tickets`. */
const acquires = ({ deed, head }: Tool, { tokens }: Clause): boolean =>
  deed.verbs.some(([verb]) => verb === "buy" || verb === "book") &&
  tokens.some(({ stem, stop }) => !stop && head.has(stem));

/** The index of an act's noun, after nothing but determiners. */
function nounAt(
  words: readonly string[],
  index: number,
  nouns: readonly (readonly string[])[],
): number | undefined {
  for (let i = index; i < index + 6; i++) {
    const word = words[i] ?? "";
    if (word === "") return undefined;
    if (nouns.some((noun) => noun.every((part, j) => words[i + j] === part))) return i;
    if (
      i > index &&
      stopWords.has(word) &&
      !/^(?:an?|the|my|our|your|me|us|this|another|some|new)$/.test(word)
    )
      return undefined;
  }
  return undefined;
}

/** Whether a clause mentions a tool's act in any way. */
const speaksOf = (tool: Tool, clause: Clause): boolean =>
  saysVerb(tool, clause) || lowersOf(clause).some((_, i, words) => phraseAt(words, i, tool.deed.nouns));

/** Whether a clause contains the verb of a tool's act, in any form. */
export const saysVerb = ({ deed: { verbs } }: Tool, clause: Clause): boolean => {
  const { words, bases } = formsOf(clause);
  const ownForms = formsOfVerb(verbs[0]?.[0] ?? "");
  return words.some(
    (word, i) =>
      ownForms.includes(word) ||
      (phraseAt(words, i, verbs, bases) && (!saysLittle.test(bases[i] ?? "") || bases[i] === verbs[0]?.[0])),
  );
};

/** Verbs whose meaning depends on their object: `how long will it take`. */
const saysLittle = /^(?:take|get|make|put|give|have|do)$/;

const verbForms = new Map<string, readonly string[]>();

/** Forms of a tool's verb that isn't in any table: `expelled`. */
function formsOfVerb(verb: string): readonly string[] {
  const known = verbForms.get(verb);
  if (known) return known;
  if (verbForms.size > 2000) verbForms.clear();
  const inflections = verbOf(verb) === undefined && verb.length > 3 ? inflected(verb) : [];
  verbForms.set(verb, inflections);
  return inflections;
}

/** Verbs of tools that set any state: `set_blinds` opens and closes. */
const general = /^(?:set|control|adjust|change|update|toggle|switch|manage|operate)$/;

/**
 * Whether a clause mentions an act that the tool doesn't do: `I asked Tim to unlock the door` for a tool that locks.
 */
const speaksOfAnother = ({ deed }: Tool, clause: Clause): boolean =>
  !(general.test(deed.verbs[0]?.[0] ?? "") && directs(clause)) &&
  formsOf(clause).bases.some(
    (verb) => verb !== "" && effectOfVerb(verb) === "harm" && !deed.verbs.some(([first]) => first === verb),
  );

/** Whether a clause has the verb of an act in a reporting form: `I opened it`, `she wants me to open it`. */
const isReport = ({ deed }: Tool, clause: Clause): boolean => {
  const { words, bases, opening } = formsOf(clause);
  return words.some(
    (word, i) =>
      (i > opening[0] || (i === opening[0] && word.endsWith("ed"))) &&
      (phraseAt(words, i, deed.verbs, bases) || phraseAt(words, i, deed.verbs)) &&
      (word !== bases[i] || words[i - 1] === "to") &&
      !/^(?:be|been|is|are|was|get|have)$/.test(words[i - 1] ?? ""),
  );
};

/**
 * Whether a clause may state a desired state, as `volume to 40`, and doesn't begin like a report of somebody's acts.
 */
const isState = (clause: Clause): boolean =>
  !/^(?:to|i|we|you|he|she|they|who|nobody|somebody|someone|everyone|what's)$/.test(
    formsOf(clause).words[0] ?? "to",
  );

/** Whether a clause doubts what it speaks of, or asks for something else about the act: `explain what it means to mute`. */
const doubts = (tool: Tool, clause: Clause): boolean => {
  const { words, opening } = formsOf(clause);
  const rest = words.slice(opening[0]);
  return (
    rest.some((word) => /^(?:maybe|perhaps|possibly|would|might|could)$/.test(word)) ||
    (directs(clause) && saysVerb(tool, clause) && !phraseAt(words, opening[0], tool.deed.verbs))
  );
};

/** Whether the next clause tells what happened to what a clause names: `the lamp: switched off by Ann`. */
export const isReported = (next: Clause | undefined, { sentence }: Clause): boolean =>
  next?.sentence === sentence && next.joint === "" && /\wed$/.test(lowersOf(next)[0] ?? "");

/**
 * Whether an act is requested only by a target state or an event: `volume to 40`, `weighed in at 83`. The clause names
 * a thing of the tool and is neither a question nor a denial; a tool that only records accepts a report.
 */
export function stated(tool: Tool, reading: Reading): boolean {
  const clauses = clausesOf(reading);
  const heads = (clause: Clause): boolean =>
    directs(clause) || phraseAt(lowersOf(clause), formsOf(clause).opening[0], tool.deed.verbs);
  const named = indexed(reading.mentions);
  const keeps = keeping.test(tool.deed.verbs[0]?.[0] ?? "");
  const things = ({ tokens }: Clause): boolean =>
    tokens.some(
      (token) =>
        token.kind === "word" &&
        !token.stop &&
        (verbOf(token.lower) === undefined || tool.nameStems.indexOf(token.stem) > 0) &&
        tool.head.has(token.stem) &&
        !named.hold(token),
    );
  return clauses.some(
    (clause, i) =>
      clause.standing === "permission" ||
      (clause.standing === "open" &&
        (!clause.asks || directs(clause)) &&
        clause.condition === undefined &&
        !doubts(tool, clause) &&
        !isReported(clauses[i + 1], clause) &&
        !speaksOfAnother(tool, clause) &&
        !reports(clause) &&
        !isReport(tool, clause) &&
        (keeps ||
          ((heads(clause) ? admit(tool, [clause], reading).length > 0 : isState(clause)) && things(clause)))),
  );
}

const alternative = (clauses: readonly Clause[], i: number): boolean =>
  /\bor\b/.test(clauses[i]?.joint ?? "") ||
  (/\bor\b/.test(clauses[i + 1]?.joint ?? "") && clauses[i + 1]?.sentence === clauses[i]?.sentence);

/**
 * `can we move it to Friday`: a question with all the values of an act. For irreversible acts it remains a question.
 */
const proposes = (tool: Tool, { tokens, start, end }: Clause, { mentions }: Reading): boolean =>
  tokens[1]?.lower === "we" &&
  tool.deed.verbs.every(([verb = ""]) => !grave.has(verb)) &&
  between(mentions, start, end).length > 1;

/** Whether a clause revokes an earlier request: `don't send it`. */
const revokes = ({ deed }: Tool, clause: Clause): boolean => {
  const words = lowersOf(clause);
  const index = words.findIndex((_, i) => phraseAt(words, i, deed.verbs));
  return index >= 0 && /^(?:it|that|this|them|anything|yet)$/.test(words[index + 1] ?? "yet");
};

/** Determines whether a text requests a tool's act. For acts that may do harm only a clear request counts. */
export const licenceOf = rememberedTwice((tool: Tool, reading: Reading): Licence => {
  const clauses = clausesOf(reading);
  const harm = tool.deed.effect === "harm";
  const requests = clauses.filter(
    (clause, i) =>
      (clause.standing === "open" ||
        (clause.standing === "permission" && (!harm || proposes(tool, clause, reading)))) &&
      !(harm && alternative(clauses, i)) &&
      !(harm && clause.tokens.length < 40 && later.test(lowersOf(clause).join(" "))) &&
      asksFor(tool, clause, { before: clauses[i - 1], after: clauses[i + 1] }),
  );
  const asking = [...admit(tool, requests, reading)];
  const relevantClauses = clauses.filter((clause) => speaksOf(tool, clause));
  const last = clauses.lastIndexOf(asking.at(-1) ?? ({} as Clause));
  const revoked = clauses
    .slice(last + 1)
    .some((clause) => clause.standing === "negated" && revokes(tool, clause));
  if (revoked) asking.length = 0;
  const now = asking.filter(({ condition }) => condition === undefined);
  const keptClauses = now.length > 0 ? now : asking;
  return {
    isRequested: keptClauses.length > 0,
    denied:
      keptClauses.length === 0 &&
      relevantClauses.length > 0 &&
      (harm ||
        requests.length > 0 ||
        relevantClauses.every(({ standing }) => !/^(?:open|factual|permission)$/.test(standing))),
    condition: now.length > 0 ? undefined : asking[0]?.condition,
    clauses: keptClauses,
  };
});

export const refers = /^(?:it|its|them|that|this|those|these|one|ones|there|him|her|both|same)$/;

/** Whether a clause is a statement about an identifier: `u_80 has hers already`, `B-2 stays`. */
function states({ tokens, start }: Clause, { mentions }: Reading): boolean {
  const subject = mentions[beginningAt(mentions, start)];
  if (subject?.kind !== "code" || subject.start !== start) return false;
  const [next, ...more] = tokens.filter(({ start: index }) => index >= subject.end).slice(0, 3);
  if (next?.kind !== "word") return false;
  return (
    !next.stop ||
    [next, ...more].some(
      ({ lower }) => finite.test(lower.replaceAll("’", "'")) || /['’](?:ve|s|m|re|ll|d)$/.test(lower),
    )
  );
}

/** Words that refer to several things. */
const severalBefore = /^(?:them|those|these|ones?|both|all)$/;

/**
 * Where the values of an act may be: in the request, in statements, and earlier in the text if the request refers back.
 */
function regionsOf(licence: Licence, reading: Reading, near: boolean): readonly Span[] {
  const clauses = clausesOf(reading);
  const bound = (i: number): Span => ({
    start: i === 0 ? 0 : (clauses[i - 1]?.end ?? 0),
    end: i === clauses.length - 1 ? reading.text.length : (clauses[i + 1]?.start ?? reading.text.length),
  });
  const ownIndexes = new Set<number>();
  const asking = new Set(licence.clauses);
  let inside = false;
  for (const [i, clause] of clauses.entries()) {
    if (asking.has(clause)) inside = true;
    else if (directs(clause) || states(clause, reading) || !/^(?:open|aside)$/.test(clause.standing))
      inside = false;
    else if (!clause.asks && !near) ownIndexes.add(i);
    if (inside) ownIndexes.add(i);
  }
  const back = licence.clauses.filter(
    ({ tokens }) =>
      tokens.some(({ lower }) => refers.test(lower)) &&
      !tokens.some(({ lower }) => /^(?:others?|another|different|else)$/.test(lower)),
  );
  const final = back.at(-1);
  const last = final ? clauses.lastIndexOf(final) : -1;
  const named = ({ start, end }: Clause): boolean =>
    between(reading.mentions, start, end).some(({ kind }) =>
      /^(?:code|number|name|address|quoted)$/.test(kind),
    );
  const one = back.every(({ tokens }) => !tokens.some(({ lower }) => severalBefore.test(lower)));
  for (let i = last - 1; i >= 0; i--) {
    const clause = clauses[i];
    if (!clause || !/^(?:open|factual|condition|negated)$/.test(clause.standing)) continue;
    ownIndexes.add(i);
    if (one && named(clause) && clause.joint !== "and") break;
  }
  const runs: { from: number; to: number }[] = [];
  for (const i of [...ownIndexes].toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last?.to === i - 1) last.to = i;
    else runs.push({ from: i, to: i });
  }
  return runs.map(({ from, to }) => ({ start: bound(from).start, end: bound(to).end }));
}

/**
 * A text from the view of a tool that acts: it only has the mentions where the act is requested; `near` excludes
 * adjacent statements. Tools whose acts are easily reverted otherwise see all of it.
 */
export const viewOf = (tool: Tool, reading: Reading, { near = false } = {}): Reading =>
  (near ? nearView : wideView)(tool, reading);

const viewed = (near: boolean) =>
  rememberedTwice((tool: Tool, reading: Reading): Reading => {
    const licence = licenceOf(tool, reading);
    const waits = licence.condition !== undefined;
    if (tool.deed.effect === "read" || (tool.deed.effect === "act" && !waits && !near)) return reading;
    if (near && licence.clauses.length === 0) return reading;
    const inside = spansOf(regionsOf(licence, reading, near)).hold;
    const mentions = reading.mentions.filter(inside);
    const text = blanked(
      reading.text,
      reading.mentions.filter((mention) => !inside(mention)),
    );
    const tokens = near ? reading.tokens.filter(inside) : reading.tokens;
    const whole = mentions.length === reading.mentions.length && tokens.length === reading.tokens.length;
    return whole ? reading : { text, tokens, mentions };
  });
const [nearView, wideView] = [viewed(true), viewed(false)];

/**
 * Whether a text only reports acts: it mentions some, none of its clauses requests them, and nothing else is requested.
 * Then no tool is called, not even to read.
 */
export function onlyTells(tools: readonly Tool[], reading: Reading): boolean {
  const acts = tools.filter(({ deed }) => deed.effect !== "read");
  const clauses = clausesOf(reading);
  const hasVerb = clauses.some((clause) => acts.some((tool) => saysVerb(tool, clause)));
  if (!hasVerb || acts.some((tool) => licenceOf(tool, reading).isRequested)) return false;
  return clauses.every(
    (clause) =>
      !clause.asks &&
      clause.standing !== "condition" &&
      !(directs(clause) && clause.standing === "open") &&
      !asksBare(clause),
  );
}

/** Whether a clause may be a request without a verb or a question mark: `where is it`, `the balance`. */
const asksBare = (clause: Clause): boolean => {
  const { words, opening } = formsOf(clause);
  const [index] = opening;
  return (
    words.some((word) => /^(?:want|need|like|please|wish)$/.test(word)) ||
    relative.test(words[index] ?? "") ||
    /^(?:how|when|why|any|is|are|does|do|can|could)$/.test(words[index] ?? "") ||
    !words.some((word) => finite.test(word) || verbOf(word) !== undefined)
  );
};

const alive = /^(?:open|factual|permission|condition|aside)$/;

/** The places in a text that mention an act without a request: their words don't select tools. */
export function silencedBy(tools: readonly Tool[], reading: Reading): readonly Span[] {
  const acts = tools.filter(({ deed }) => deed.effect !== "read");
  if (acts.length === 0) return [];
  const clauses = clausesOf(reading);
  const dead = clauses.filter(
    (clause) =>
      (!alive.test(clause.standing) || clause.condition !== undefined) &&
      acts.some((tool) => speaksOf(tool, clause)),
  );
  const back = clauses.some(
    (clause) => alive.test(clause.standing) && lowersOf(clause).some((word) => refers.test(word)),
  );
  const directing = spansOf(clauses.filter(directs));
  const verbs = [...new Set(acts.flatMap(({ deed }) => deed.verbs.map(([verb = ""]) => verb)))].map(
    (verb) => new RegExp(`\\b${verb}\\b`, "i"),
  );
  const quoted = reading.mentions.filter(
    ({ kind, text, start }) =>
      kind === "quoted" &&
      text.includes(" ") &&
      verbs.some((verb) => verb.test(text)) &&
      !directing.hold({ start, end: start }),
  );
  // what a question refers back to is named there
  const saying = (clause: Clause): readonly Span[] =>
    clause.tokens.filter(({ lower, stop }) => stop || verbOf(lower) !== undefined);
  return [...(back ? dead.flatMap(saying) : dead), ...quoted];
}
