import { light, minding } from "../knowledge/openings.ts";
import { grave, isActNoun } from "../knowledge/acts.ts";
import { verbOf } from "../read/effect.ts";
import type { Tool } from "../read/tool.ts";
import { stem } from "../../../language/index.ts";
import type { Clause } from "./clause.ts";
import { begun, directs, finite, formsOf, isOpening, isSubject, phraseAt, relative } from "./forms.ts";
import { asksPermission } from "./moods.ts";
import { nextWords, nounAt, tellsOfThing } from "./mentions.ts";

/** The clauses before and after another. */
export interface Beside {
  readonly before: Clause | undefined;
  readonly after: Clause | undefined;
}

/** Whether a clause requests a tool's act: by its verb, as a result, by a state, or by its noun. */
export function asksFor(tool: Tool, clause: Clause, { before, after }: Beside): boolean {
  const { words, opening } = formsOf(clause);
  const [index, phrases] = opening;
  const { deed } = tool;
  if (clause.standing === "permission" || asksPermission(words, index)) {
    if (clause.standing === "open" && words[index + 2] === "have") return acquires(tool, clause);
    return phraseAt(words, index + 2, deed.verbs) || nounAt(words, index + 3, deed) !== undefined;
  }
  const mind = minding.find((phrase) => phrase.every((word, i) => words[index + i] === word));
  if (mind) return asksMinding(tool, clause, index + mind.length);
  const wants = phrases.some((phrase) => /\b(?:want|need|like|love|wish)\b/.test(phrase));
  const isPlain = !wants && !words.some((word) => /^(?:please|pls|plz|kindly)$/.test(word));
  if (!wants && tellsOfThing(tool, clause, after)) return false;
  if (isPlain && (continuesStatement(clause, before) || isShortQuestion(clause, after))) return false;
  const isMe = /^(?:me|us)$/.test(words[index + 1] ?? "");
  const head = words[index] ?? "";
  if (isMe && /^(?:tell|give|show|notify|let|write|read|explain)$/.test(head)) return false;
  if (phraseAt(words, index, deed.verbs) && words[index + 1] !== "of" && !isSubject(words, index))
    return !isAboutAnother(tool, words, index);
  return (
    asksResult(tool, clause, wants) ||
    asksState(tool, words, index) ||
    (isMe && head === "get" && acquires(tool, clause)) ||
    asksNoun(tool, clause, after, wants)
  );
}

/** `would you mind cancelling it`. */
const asksMinding = (tool: Tool, clause: Clause, index: number): boolean => {
  const { words, bases } = formsOf(clause);
  const word = words[index] ?? "";
  return (
    (word === "getting" && acquires(tool, clause)) ||
    (word.endsWith("ing") && phraseAt(words, index, tool.deed.verbs, bases))
  );
};

/** Whether a conjunction joins a clause to a statement of its sentence: `he called and cancel it`. */
const continuesStatement = (clause: Clause, before: Clause | undefined): boolean =>
  /^(?:and|or|then|nor)$/.test(clause.joint) &&
  before?.sentence === clause.sentence &&
  !formsOf(clause).opening[1].some((phrase) => /\byou\b/.test(phrase)) &&
  !(directs(before) || isOpening(before) || begun(before) || before.standing === "condition");

/** `cancel it?`, but not `can you cancel it?` or `cancel it, and what else is due?`. */
const isShortQuestion = (clause: Clause, after: Clause | undefined): boolean =>
  clause.asks &&
  after?.sentence !== clause.sentence &&
  clause.tokens.length < 6 &&
  !formsOf(clause).opening[1].some((phrase) => /\b(?:you|help)\b/.test(phrase));

/** Whether a verb is about a different act: `stop the refund` for a tool that cancels orders. */
function isAboutAnother({ deed, head }: Tool, words: readonly string[], index: number): boolean {
  const [next = "", noun = ""] = words.slice(index + 1);
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

/** Whether a clause asks for the act as a result: `I want it cancelled`, `it needs to be cancelled`. */
function asksResult({ deed }: Tool, clause: Clause, wants: boolean): boolean {
  const { words, bases, opening } = formsOf(clause);
  const [index] = opening;
  const passive = words.findIndex(
    (word, i) =>
      i >= index && phraseAt(words, i, deed.verbs, bases) && /(?:ed|sent|paid|sold|bought|put)$/.test(word),
  );
  if (passive < 0) return false;
  const isQuestion = words
    .slice(index, passive)
    .some((word) => relative.test(word) || /^(?:why|how|whether|if)$/.test(word));
  const before = words.slice(Math.max(0, passive - 5), passive).join(" ");
  if (uncertain.test(words.slice(0, passive).join(" "))) return false;
  return (
    (!isQuestion && (wants || /^(?:get|have)$/.test(words[index] ?? ""))) ||
    /\b(?:needs?|has|have|must) (?:to )?be(?: \w+)?$/.test(before)
  );
}

/** `it might have to be cancelled` asks for nothing. */
const uncertain = /\b(?:might|may|could|would|should|perhaps|maybe|probably)\b/;

/**
 * Whether words set a state that the tool takes as an option or a boolean: `mark it as won`, `switch the beta flag on`.
 */
function asksState(
  { deed, parameters, head, nameStems: own }: Tool,
  words: readonly string[],
  index: number,
): boolean {
  if (!/^(?:mark|set|change|put|move|switch|turn|make|update|flag|label)$/.test(words[index] ?? ""))
    return false;
  if (deed.verbs.some(([verb = ""]) => grave.has(verb))) return false;
  const rest = words.slice(index + 1);
  const switches = rest.some((word) => /^(?:on|off)$/.test(word));
  return parameters.some(({ closed, type, required, options, nameStems }) => {
    const thing = nameStems.at(-1) ?? "";
    // `move me to seat 22A` for a tool that assigns seats
    if (
      head.has(thing) &&
      own.includes(thing) &&
      rest.some((word, i) => stem(word) === thing && /^\d/.test(rest[i + 1] ?? ""))
    )
      return true;
    if (type === "boolean")
      return switches && nameStems.some((word) => /^(?:on|enabl|activ|state)$/.test(word));
    const isOption = (word: string): boolean =>
      options.some((option) => String(option).toLowerCase() === word);
    return (
      required && closed && rest.some((word, i) => /^(?:as|to)$/.test(rest[i - 1] ?? "") && isOption(word))
    );
  });
}

/** Whether a clause asks to acquire what a tool buys or books: `get me two tickets`. */
const acquires = ({ deed, head }: Tool, { tokens }: Clause): boolean =>
  deed.verbs.some(([verb]) => verb === "buy" || verb === "book") &&
  tokens.some(({ stem, stop }) => !stop && head.has(stem));

/** Whether a clause asks for the act by its noun: `make a payment`, `a refund for A-1`. */
function asksNoun(tool: Tool, clause: Clause, after: Clause | undefined, wants: boolean): boolean {
  const { words, opening } = formsOf(clause);
  const [index] = opening;
  const head = words[index] ?? "";
  const noun = nounAt(words, index, tool.deed);
  if (noun === undefined) return false;
  if (wants || light.has(head)) return true;
  const isFirst =
    noun === index || (noun === index + 1 && /^(?:an?|two|three|four|five|six|another|new)$/.test(head));
  const isTold = isNews(words.slice(index)) || isNews(nextWords(clause, after));
  return isFirst && !clause.asks && !isSubject(words, index) && !isTold;
}

/** Whether words report what has happened or will: `restart of billing scheduled for Sunday`, `denied by Ann`. */
const isNews = (words: readonly string[]): boolean =>
  words.some(
    (word, i) =>
      finite.test(word) || (/\wed$/.test(word) && !determiner.test(words[i - 1] ?? "") && !/\d/.test(word)),
  );

const determiner = /^(?:an?|the|my|our|your|his|her|their|this|that|any|all)$/;
