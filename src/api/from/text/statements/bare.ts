import { wordsOf } from "../../../names.ts";
import { verbLike } from "../words/deeds.ts";
import { typeByName } from "../facts/guess.ts";
import { isDeed, isOrder } from "../words/grammar.ts";
import { fieldWords } from "../words/marks.ts";
import { isVerb } from "../sentences/topic.ts";
import { type State, act, leave, recordOf } from "../state.ts";
import { fields } from "../facts/item.ts";
import type { Rule } from "./rule.ts";

/** `swap`, `drop`: words that are rather done than had. */
const isCommand = (word: string): boolean => /^[a-z]+$/.test(word) && isOrder(word) && isVerb(word);

/** The words of `start stop reboot`, the parts of any other list. */
function partsOf(text: string): readonly string[] {
  const row = text.split(" ");
  const isRow = row.length > 2 && row.every((word) => /^[a-z]+$/.test(word) && isOrder(word));
  return isRow ? row : text.split(/\s*,\s*(?:and\s+)?|\s+(?:and|\/)\s+/);
}

/** `pin message, mute room`: deeds, each with the record that it is done to. */
export const ordersWithObjects: Rule = (state, text) => {
  const ordered = partsOf(text).map((one) => /^([a-z]+) ([a-z]+)(?: ([a-z]+(?:ed|ne|en)))?$/.exec(one));
  const goals = ordered.map((one) =>
    one && (isOrder(one[1] ?? "") || verbLike.test(one[1] ?? "")) ? recordOf(state, one[2] ?? "") : undefined,
  );
  if (!goals.every((goal) => goal !== undefined)) return false;
  for (const [i, goal] of goals.entries())
    act(goal, [ordered[i]?.[1], ordered[i]?.[3]].filter(Boolean).join(" "));
  return true;
};

const isLoneWord = (word: string): boolean =>
  /^[a-z]+(?:-[a-z]+|[A-Z][a-z]+)?(?: (?:now|again|in|out|off|on|up|down|back|over|as [a-z]+))?$/.test(word);

/** `markRead`, `mark as read` */
const isMarking = (word: string): boolean => /^(?:mark|set|flag)(?:[A-Z]|[- ](?:as )?)[a-z]+$/.test(word);

/** Whether a word of a list is done rather than kept: a verb by its form, its opposite or its particle. */
const mayBeDone = (word: string, text: string, all: readonly string[]): boolean =>
  verbLike.test(word) ||
  isMarking(word) ||
  all.includes(`un${word}`) ||
  (/^re[a-z]{3,}$/.test(word) && !fieldWords.test(word) && isOrder(word.slice(2)) && isVerb(word.slice(2))) ||
  (word.startsWith("un") && all.includes(word.slice(2))) ||
  (isCommand(word) && !fieldWords.test(word)) ||
  (/ as [a-z]+$/.test(word) && isOrder(text.split(" ")[0] ?? "")) ||
  (isOrder(wordsOf(word)[0] ?? "") && typeByName(word).type === "string");

const isSurelyDone = (word: string): boolean =>
  isMarking(word) ||
  verbLike.test(wordsOf(word)[0] ?? "") ||
  isDeed(word) ||
  isCommand(word) ||
  /\s/.test(word);

/** `publish, archive, lock and unlock`: nothing but deeds of the record before. */
export const bareDeeds: Rule = (state, text) => {
  const { current } = state;
  if (!current || current.fields.length + current.relations.length < 2) return false;
  const bare = partsOf(text);
  if (
    (bare.length < 2 && !verbLike.test(text) && !isMarking(text)) ||
    !bare.every(isLoneWord) ||
    !bare.every((word) => mayBeDone(word, text, bare)) ||
    !bare.some(isSurelyDone)
  )
    return false;
  for (const verb of bare) act(current, verb);
  return true;
};

/** `title, an optional note`: fields of the record before; without one, it is left for the second reading. */
export function bareFields(state: State, text: string): true {
  if (state.current) fields(state, state.current, text);
  else leave(state, text);
  return true;
}
