import { entryFor } from "../../../lexicon/index.ts";
import { genericTitle } from "./intro.ts";
import { fields } from "../facts/item.ts";
import { items } from "../words/lists.ts";
import { type State, knownIn, nameOf, open, relate } from "../state.ts";
import { introduced } from "./topic.ts";

/** The record that the subject of a sentence names. */
export function ownName(state: State, phrase: string, given: string): string | undefined {
  const known = knownIn(state, phrase);
  if (known !== undefined) return known;
  return /^\s*(?:an?|the|each|every|all|any)\s/i.test(given) ||
    phrase.endsWith("s") ||
    state.resources.size === 0
    ? nameOf(introduced(phrase) ?? phrase)
    : nameOf(phrase);
}

/** `I want to track surveys and their questions`: records that a sentence names without saying more; false where it names none. */
export function subjectlessIntro(state: State, text: string): boolean {
  if (state.current && !genericTitle.test(text)) return false;
  const with_ =
    /^(.+?),?\s+(?:each\s+)?(?:with|w\/|having|where each has|that have|containing)\s+(.+)$/is.exec(text);
  if (with_ && !/[,(]/.test(with_[1] ?? "")) {
    const noun = introduced(with_[1] ?? "");
    const name = noun === undefined ? undefined : nameOf(noun);
    if (name) {
      const list = items(with_[2] ?? "");
      if (
        list.length > 1 &&
        list.every((one) => /^[a-z]+s$/i.test(one) && entryFor(nameOf(one) ?? "") !== undefined) &&
        genericTitle.test(with_[1] ?? "")
      ) {
        for (const one of list) open(state, nameOf(one) ?? one);
        return true;
      }
      fields(state, open(state, name), with_[2] ?? "");
      return true;
    }
  }
  const noun = introduced(text);
  if (noun !== undefined && !state.current) {
    const list = noun.split(/\s+and\s+(?:their\s+)?/i);
    const opened = list.flatMap((one) => {
      const name = nameOf(one);
      return name ? [open(state, name)] : [];
    });
    const [owner, owned] = opened;
    if (owner && owned && /\band their\b/i.test(text)) relate(owner, { kind: "hasMany", target: owned.name });
    return true;
  }
  const pair = introduced(text.replace(/\s+and\s+(?:their\s+|its\s+)?/i, "-and-"));
  if (!state.current && pair?.includes("-and-")) {
    const [left, right] = pair.split("-and-").map((one) => nameOf(one));
    if (left && right) {
      open(state, left);
      open(state, right);
      if (/\band their\b/i.test(text)) relate(open(state, left), { kind: "hasMany", target: right });
      return true;
    }
  }
  return !state.current;
}
