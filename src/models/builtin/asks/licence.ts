import { later, light, minding } from "../knowledge/openings.ts";
import { grave, isActNoun } from "../knowledge/acts.ts";
import { stopWords } from "../knowledge/words.ts";
import { imperative } from "../knowledge/verbs.ts";
import { effectOfVerb, isVerb, keeping, verbOf } from "../read/effect.ts";
import type { Tool } from "../read/tool.ts";
import type { Reading } from "../text/mention.ts";
import { stem } from "../text/tokens.ts";
import { clausesOf, past, type Clause, type Condition } from "./clauses.ts";

interface Region {
  readonly start: number;
  readonly end: number;
}

/** Whether a text asks for what a tool does, and where it says of what. */
export interface Licence {
  /** Something asks for it, now or on a condition. */
  readonly asked: boolean;
  /** It is spoken of, but only where nothing is asked for: denied, supposed, told. */
  readonly denied: boolean;
  /** What must be known first. */
  readonly condition: Condition | undefined;
  /** Some clause of the text may ask for anything at all. */
  readonly open: boolean;
  /** The clauses that ask. */
  readonly clauses: readonly Clause[];
}

const me = /^(?:me|us)$/;
const toldTo = /^(?:tell|give|show|notify|let)$/;
const finite =
  /^(?:is|are|was|were|has|have|had|hasn't|haven't|isn't|aren't|wasn't|did|didn't|does|doesn't|will|won't|can't|came|got)$/;
const relative = /^(?:that|which|who|whose|where|what|whatever|whichever|whoever)$/;

const lowersOf = (clause: Clause): readonly string[] =>
  clause.tokens.map(({ lower }) => lower.replaceAll("’", "'"));

/** Whether one of the phrases stands at a place; the particle of a verb up to four words behind it. */
const phraseAt = (
  words: readonly string[],
  index: number,
  phrases: readonly (readonly string[])[],
  form = (word: string) => word,
): boolean =>
  phrases.some(([first, particle]) => {
    if (form(words[index] ?? "") !== first) return false;
    return particle === undefined || words.slice(index + 1, index + 6).includes(particle);
  });

/** Whether what stands there is the subject of a statement: `order SO-1 has arrived`. */
function isSubject(words: readonly string[], index: number): boolean {
  const rest = words.slice(index + 1);
  const cut = rest.findIndex((word) => relative.test(word));
  return (cut < 0 ? rest : rest.slice(0, cut)).slice(0, 7).some((word) => finite.test(word));
}

/** Whether a clause is a request of its own: its first word behind what may open one is a verb in its base. */
export function directs(clause: Clause): boolean {
  if (clause.standing !== "open" && clause.standing !== "negated") return false;
  const words = lowersOf(clause);
  const [index] = past(words, 0);
  const head = words[index] ?? "";
  return (
    (isVerb(head) ||
      (imperative.has(head) &&
        !/^(?:what|who|when|where|which|how|i|are|is|do|for|in|on|at|from|given)$/.test(head))) &&
    !isSubject(words, index)
  );
}

/** `go ahead (and …)`: nothing but what opens a request. */
const isOpening = (clause: Clause): boolean => past(lowersOf(clause), 0)[0] >= clause.tokens.length;

/** Whether a clause may be a request with a verb that is not known. */
function begun(clause: Clause): boolean {
  const words = lowersOf(clause);
  const [index] = past(words, 0);
  return clause.standing === "open" && !stopWords.has(words[index] ?? "a") && !isSubject(words, index);
}

interface Beside {
  readonly before: Clause | undefined;
  readonly after: Clause | undefined;
}

/** Whether a clause asks for what a tool does. */
function asksFor(tool: Tool, clause: Clause, { before, after }: Beside): boolean {
  const { verbs, nouns } = tool.deed;
  const words = lowersOf(clause);
  const [index, said] = past(words, 0);
  const wants = said.some((phrase) => /\b(?:want|need|like|love|wish)\b/.test(phrase));
  const polite = words.some((word) => /^(?:please|pls|plz|kindly)$/.test(word));
  if (clause.standing === "permission")
    return phraseAt(words, index + 2, verbs) || nounAt(words, index + 3, nouns) !== undefined;
  const mind = minding.find((phrase) => phrase.every((word, i) => words[index + i] === word));
  if (mind && words[index + mind.length] === "getting" && acquires(tool, clause)) return true;
  if (mind)
    return phraseAt(words, index + mind.length, verbs, (word) =>
      word.endsWith("ing") ? (verbOf(word) ?? "") : "",
    );
  const head = words[index] ?? "";
  const joined = /^(?:and|or|then|nor)$/.test(clause.joint) || clause.joint === "and then";
  if (
    joined &&
    !polite &&
    !wants &&
    !said.some((phrase) => /\byou\b/.test(phrase)) &&
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
    !said.some((phrase) => /\b(?:you|help)\b/.test(phrase)) &&
    !polite &&
    !wants
  )
    return false;
  if (toldTo.test(head) && me.test(words[index + 1] ?? "")) return false;
  if (phraseAt(words, index, verbs) && words[index + 1] !== "of" && !isSubject(words, index))
    return !upon(tool, words, index);
  const participle = (word: string): string =>
    /(?:ed|sent|paid|sold|bought|put)$/.test(word) ? (verbOf(word) ?? "") : "";
  const passive = words.findIndex((_, i) => i >= index && phraseAt(words, i, verbs, participle));
  const asked = words
    .slice(index, Math.max(index, passive))
    .some((word) => relative.test(word) || /^(?:why|how|whether|if)$/.test(word));
  if (passive >= 0 && !asked && (wants || /^(?:get|have)$/.test(head))) return true;
  if (
    passive >= 0 &&
    /\b(?:needs?|has|have|must) (?:to )?be(?: \w+)?$/.test(words.slice(0, passive).join(" "))
  )
    return true;
  if (head === "get" && me.test(words[index + 1] ?? "") && acquires(tool, clause)) return true;
  const noun = nounAt(words, index, nouns);
  if (noun === undefined) return false;
  const news = after?.sentence === clause.sentence && after.joint === "" ? lowersOf(after) : [];
  return (
    (noun === index &&
      !isSubject(words, index) &&
      !clause.asks &&
      !isNews(words.slice(index)) &&
      !isNews(news)) ||
    wants ||
    light.has(head)
  );
}

/** Whether words say what has happened or will: `restart of billing scheduled for Sunday`, `denied by Ann`. */
const isNews = (words: readonly string[]): boolean =>
  words.some(
    (word, i) =>
      finite.test(word) || (/\wed$/.test(word) && !determiner.test(words[i - 1] ?? "") && !/\d/.test(word)),
  );

const determiner = /^(?:an?|the|my|our|your|his|her|their|this|that|any|all)$/;

/** Whether a verb is about another act: `stop the refund` for a tool that cancels orders. */
function upon({ deed, head }: Tool, words: readonly string[], index: number): boolean {
  const noun = words[determiner.test(words[index + 1] ?? "") ? index + 2 : index + 1] ?? "";
  return (
    isActNoun(noun) &&
    !head.has(stem(noun)) &&
    !deed.nouns.some(([first]) => first === noun) &&
    words[index] !== noun
  );
}

/** `get me two tickets` for a tool that buys or books some. */
const acquires = ({ deed, head }: Tool, { tokens }: Clause): boolean =>
  deed.verbs.some(([verb]) => verb === "buy" || verb === "book") &&
  tokens.some(({ stem, stop }) => !stop && head.has(stem));

/** Where the noun of an act stands, behind no more than what determines it. */
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

/** Whether a clause speaks of what a tool does, however. */
const speaksOf = (tool: Tool, clause: Clause): boolean => {
  const words = lowersOf(clause);
  return words.some(
    (_, i) =>
      phraseAt(words, i, tool.deed.verbs, (word) => verbOf(word) ?? "") ||
      phraseAt(words, i, tool.deed.nouns),
  );
};

/** Verbs of tools that bring things into any state: `set_blinds` opens and closes. */
const general = /^(?:set|control|adjust|change|update|toggle|switch|manage|operate)$/;

/** Whether a clause speaks of an act that the tool does not do: `I asked Tim to unlock the door` for a tool that locks. */
const speaksOfAnother = ({ deed }: Tool, clause: Clause): boolean =>
  !(general.test(deed.verbs[0]?.[0] ?? "") && directs(clause)) &&
  lowersOf(clause).some((word) => {
    const verb = verbOf(word);
    return (
      verb !== undefined && effectOfVerb(verb) === "harm" && !deed.verbs.some(([first]) => first === verb)
    );
  });

/**
 * Whether an act is asked for by no more than what is to be or what has happened: `volume to 40`, `weighed in at 83`.
 * A thing of the tool is named in a clause that neither asks nor denies; a tool that only notes takes what is told.
 */
export const stated = (tool: Tool, reading: Reading): boolean =>
  clausesOf(reading).some(
    (clause) =>
      clause.standing === "permission" ||
      (clause.standing === "open" &&
        (!clause.asks || directs(clause)) &&
        clause.condition === undefined &&
        !speaksOfAnother(tool, clause) &&
        (keeping.test(tool.deed.verbs[0]?.[0] ?? "") ||
          clause.tokens.some(
            ({ stem, stop, kind, lower, start, end }) =>
              kind === "word" &&
              !stop &&
              (verbOf(lower) === undefined || tool.nameStems.indexOf(stem) > 0) &&
              tool.head.has(stem) &&
              !reading.mentions.some((mention) => mention.start <= start && end <= mention.end),
          ))),
  );

const alternative = (clauses: readonly Clause[], i: number): boolean =>
  /\bor\b/.test(clauses[i]?.joint ?? "") ||
  (/\bor\b/.test(clauses[i + 1]?.joint ?? "") && clauses[i + 1]?.sentence === clauses[i]?.sentence);

/** `can we move it to Friday`: a question that says all of what is to be done. Of what can't be undone it stays one. */
const proposes = (tool: Tool, { tokens, start, end }: Clause, { mentions }: Reading): boolean =>
  tokens[1]?.lower === "we" &&
  tool.deed.verbs.every(([verb = ""]) => !grave.has(verb)) &&
  mentions.filter((mention) => mention.start >= start && mention.end <= end).length > 1;

const licences = new WeakMap<Reading, Map<Tool, Licence>>();

/** Reads whether a text asks for what a tool does. Of what may hurt only a clear request counts. */
export function licenceOf(tool: Tool, reading: Reading): Licence {
  const known = licences.get(reading) ?? new Map<Tool, Licence>();
  licences.set(reading, known);
  const before = known.get(tool);
  if (before) return before;
  const made = licence(tool, reading);
  known.set(tool, made);
  return made;
}

/** `don't send it`: an act that was asked for before is denied. */
const revokes = ({ deed }: Tool, clause: Clause): boolean => {
  const words = lowersOf(clause);
  const index = words.findIndex((_, i) => phraseAt(words, i, deed.verbs));
  return index >= 0 && /^(?:it|that|this|them|anything|yet)$/.test(words[index + 1] ?? "yet");
};

function licence(tool: Tool, reading: Reading): Licence {
  const clauses = clausesOf(reading);
  const harm = tool.deed.effect === "harm";
  const asking = clauses.filter(
    (clause, i) =>
      (clause.standing === "open" ||
        (clause.standing === "permission" && (!harm || proposes(tool, clause, reading)))) &&
      !(harm && alternative(clauses, i)) &&
      !(harm && clause.tokens.length < 40 && later.test(clause.tokens.map(({ lower }) => lower).join(" "))) &&
      asksFor(tool, clause, { before: clauses[i - 1], after: clauses[i + 1] }),
  );
  const spoken = clauses.filter((clause) => speaksOf(tool, clause));
  const last = clauses.lastIndexOf(asking.at(-1) ?? ({} as Clause));
  const revoked = clauses
    .slice(last + 1)
    .some((clause) => clause.standing === "negated" && revokes(tool, clause));
  if (revoked) asking.length = 0;
  const now = asking.filter(({ condition }) => condition === undefined);
  const kept = now.length > 0 ? now : asking;
  return {
    asked: kept.length > 0,
    denied:
      kept.length === 0 &&
      spoken.length > 0 &&
      (harm || spoken.every(({ standing }) => !/^(?:open|factual|permission)$/.test(standing))),
    condition: now.length > 0 ? undefined : asking[0]?.condition,
    open: clauses.some(({ standing }) => /^(?:open|permission)$/.test(standing)),
    clauses: kept,
  };
}

export const refers = /^(?:it|its|them|that|this|those|these|one|ones|there|him|her|both|same)$/;

/** Whether a clause says something of what it names by an identifier: `u_80 has hers already`, `B-2 stays`. */
function states({ tokens, start }: Clause, { mentions }: Reading): boolean {
  const subject = mentions.find((mention) => mention.kind === "code" && mention.start === start);
  const [next, ...more] = subject
    ? tokens.filter(({ start: index }) => index >= subject.end).slice(0, 3)
    : [];
  if (next?.kind !== "word") return false;
  return !next.stop || [next, ...more].some(({ lower }) => finite.test(lower.replaceAll("’", "'")));
}

/** Words that refer to several things. */
const severalBefore = /^(?:them|those|these|ones?|both|all)$/;

/** Where the values of an act may stand: where it is asked for, in what is told, and before it where it refers back. */
export function regionsOf(licence: Licence, reading: Reading, near: boolean): readonly Region[] {
  const clauses = clausesOf(reading);
  const bound = (i: number): Region => ({
    start: i === 0 ? 0 : (clauses[i - 1]?.end ?? 0),
    end: i === clauses.length - 1 ? reading.text.length : (clauses[i + 1]?.start ?? reading.text.length),
  });
  const own = new Set<number>();
  let inside = false;
  for (const [i, clause] of clauses.entries()) {
    if (licence.clauses.includes(clause)) inside = true;
    else if (directs(clause) || states(clause, reading) || !/^(?:open|aside)$/.test(clause.standing))
      inside = false;
    else if (!clause.asks && !near) own.add(i);
    if (inside) own.add(i);
  }
  const back = licence.clauses.filter(({ tokens }) => tokens.some(({ lower }) => refers.test(lower)));
  const last = back.length === 0 ? -1 : Math.max(...back.map((clause) => clauses.indexOf(clause)));
  const named = (clause: Clause): boolean =>
    reading.mentions.some(
      ({ kind, start, end }) =>
        /^(?:code|number|name|address|quoted)$/.test(kind) && start >= clause.start && end <= clause.end,
    );
  const one = back.every(({ tokens }) => !tokens.some(({ lower }) => severalBefore.test(lower)));
  for (let i = last - 1; i >= 0; i--) {
    const clause = clauses[i];
    if (!clause || !/^(?:open|factual|condition|negated)$/.test(clause.standing)) continue;
    own.add(i);
    if (one && named(clause) && clause.joint !== "and") break;
  }
  const runs: { from: number; to: number }[] = [];
  for (const i of [...own].toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last?.to === i - 1) last.to = i;
    else runs.push({ from: i, to: i });
  }
  return runs.map(({ from, to }) => ({ start: bound(from).start, end: bound(to).end }));
}

/** A text without the acts that wait for a condition, where that speaks of something else than they do. */
export function withoutWaiting(reading: Reading, settled: (condition: Condition) => boolean): Reading {
  const waiting = clausesOf(reading).filter(
    (clause) =>
      clause.condition !== undefined &&
      !settled(clause.condition) &&
      directs(clause) &&
      !clause.condition.text.split(/\W+/).some((word) => refers.test(word.toLowerCase())),
  );
  if (waiting.length === 0) return reading;
  const outside = ({ start, end }: Region): boolean =>
    !waiting.some((clause) => start < clause.end && clause.start < end);
  let { text } = reading;
  for (const { start, end } of waiting)
    text = text.slice(0, start) + " ".repeat(end - start) + text.slice(end);
  return { text, tokens: reading.tokens.filter(outside), mentions: reading.mentions.filter(outside) };
}

const views = new WeakMap<Reading, Map<string, Reading>>();

/**
 * A text as a tool that acts sees it: values stand only where it is asked for; `near` leaves out what is merely told
 * beside that. Tools whose acts are easily changed back see all of it otherwise.
 */
export function viewOf(tool: Tool, reading: Reading, { near = false } = {}): Reading {
  const licence = licenceOf(tool, reading);
  const waits = licence.clauses.some(({ condition }) => condition !== undefined);
  if (tool.deed.effect === "read" || (tool.deed.effect === "act" && !waits && !near)) return reading;
  if (near && licence.clauses.length === 0) return reading;
  const known = views.get(reading) ?? new Map<string, Reading>();
  views.set(reading, known);
  const key = `${tool.definition.name} ${near}`;
  const before = known.get(key);
  if (before) return before;
  const regions = regionsOf(licence, reading, near);
  const inside = ({ start, end }: Region): boolean =>
    regions.some((region) => start >= region.start && end <= region.end);
  const mentions = reading.mentions.filter(inside);
  let text = reading.text;
  for (const mention of reading.mentions)
    if (!inside(mention))
      text = text.slice(0, mention.start) + " ".repeat(mention.end - mention.start) + text.slice(mention.end);
  const tokens = near ? reading.tokens.filter(inside) : reading.tokens;
  const whole = mentions.length === reading.mentions.length && tokens.length === reading.tokens.length;
  const made = whole ? reading : { text, tokens, mentions };
  known.set(key, made);
  return made;
}

const alive = /^(?:open|factual|permission|condition|aside)$/;

/** The places in a text that ask for nothing and speak of an act: no tool is chosen by their words. */
export function silencedBy(tools: readonly Tool[], reading: Reading): readonly Region[] {
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
  const quoted = reading.mentions.filter(
    ({ kind, text, start }) =>
      kind === "quoted" &&
      text.includes(" ") &&
      acts.some(({ deed }) =>
        deed.verbs.some(([verb = ""]) => new RegExp(`\\b${verb}\\b`, "i").test(text)),
      ) &&
      !clauses.some((clause) => clause.start <= start && start <= clause.end && directs(clause)),
  );
  // what a question refers back to is named there
  const verbs = (clause: Clause): readonly Region[] =>
    clause.tokens.filter(({ lower, stop }) => stop || verbOf(lower) !== undefined);
  return [...(back ? dead.flatMap(verbs) : dead), ...quoted];
}
