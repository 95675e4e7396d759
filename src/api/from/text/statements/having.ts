import { genericTitle, having } from "../sentences/intro.ts";
import { ownName } from "../sentences/opening.ts";
import { introduced } from "../sentences/topic.ts";
import { fields } from "../facts/item.ts";
import { prefixed } from "../facts/prefixed.ts";
import { items } from "../words/lists.ts";
import { type State, knownIn, nameOf, open, relate } from "../state.ts";
import type { Rule } from "./rule.ts";

/** `members and their books`: nothing but nouns in the plural, all of which may be records. */
const isBareList = (list: readonly string[]): boolean =>
  list.length > 0 && list.every((one) => /^(?:their\s+)?(?:[a-z]+ )?[a-z]+s$/i.test(one));

/** Whether `a required title with …` goes on with the record before rather than names one. */
const isField = (state: State, text: string, phrase: string): boolean =>
  /\b(?:required|optional|unique|mandatory)\b/i.test(phrase) ||
  (/\s(?:with|w\/)\s/i.test(text.slice(0, phrase.length + 7)) &&
    state.current !== undefined &&
    knownIn(state, phrase) === undefined);

/** `books with a title and a year`, `a shop has customers and orders`: a noun, and what it has. */
export const holder: Rule = (state, text, { given }) => {
  const [, phrase = "", held = ""] = having.exec(text) ?? [];
  if (phrase === "" || /\s(?:is|are|was|were)$/i.test(phrase)) return false;
  const name = /^(?:it|they)\b/i.test(phrase) ? state.current?.name : ownName(state, phrase, given);
  const list = items(held);
  const bare = isBareList(list);
  if (bare && name && list.every((one) => state.known.has(nameOf(one) ?? ""))) {
    const container = open(state, name);
    for (const one of list) relate(container, { kind: "hasMany", target: nameOf(one) ?? one });
    return true;
  }
  if (bare && genericTitle.test(phrase)) {
    for (const one of list) open(state, nameOf(one) ?? one);
    return true;
  }
  const titled =
    genericTitle.test(phrase) && knownIn(state, phrase) === undefined
      ? nameOf(introduced(phrase) ?? "")
      : name;
  if (!titled || isField(state, text, phrase) || /,/.test(phrase)) return false;
  fields(state, open(state, titled), held);
  return true;
};

/** `loan item due date, returned`: fields behind the two words of a record that is known. */
export const behindTwoWords: Rule = (state, text) => {
  const [, words = "", rest = ""] = /^([a-z]+ [a-z]+)\s+(\S.*)$/is.exec(text) ?? [];
  const name = nameOf(words);
  if (!name || !state.known.has(name)) return false;
  fields(state, open(state, name), rest);
  return true;
};

/** `boat name, length`, `boat name, trip date`: fields behind the one word of a record that is known. */
export const behindOneWord: Rule = (state, text) => {
  const [first = "", ...more] = text.split(/\s+/);
  if (/s$/i.test(first) || !/^[a-z]/i.test(more[0] ?? "")) return false;
  // `…; location fk`: a key of the record before
  if (/^(?:fk|ref)(?:$| (?:null|opt|req|uniq))/i.test(more.join(" ")) && state.current) {
    fields(state, state.current, text);
    return true;
  }
  const name = nameOf(first);
  if (name === undefined || !state.known.has(name)) return false;
  const isMixed = prefixed(state, open(state, name), text) !== undefined;
  fields(state, open(state, name), isMixed ? text : more.join(" "));
  return true;
};
