import { namesFrom, spell, wordsOf } from "../../../../names.ts";
import { fieldWords } from "../../words/marks.ts";
import { type State, knownIn, nameOf, relate } from "../../state.ts";
import type { Rule } from "./rule.ts";

const isTold = (state: State, name: string): boolean => (state.resources.get(name)?.fields.length ?? 0) > 0;

const isPlural = (noun: string, target: string): boolean => {
  const { pascal } = spell(wordsOf(noun));
  return namesFrom(noun).plural.pascal === pascal && target !== pascal;
};

/** `author`, `the tags`, `one customer (required)`: nothing but the name of a record that is known. */
export const alone: Rule = ({ state, resource, text, optional }) => {
  const noun =
    /^(?:an?|one|exactly one|the|its|their)?\s*((?:parent )?[A-Za-z][\w-]*)(?:\s*\(?(optional|nullable|required|req)\)?)?$/i.exec(
      text,
    )?.[1];
  if (noun === undefined) return undefined;
  const name = nameOf(noun.replace(/^parent /i, ""));
  if (name !== undefined && state.known.has(name)) {
    relate(
      resource,
      isPlural(noun, name)
        ? { kind: "hasMany", target: name }
        : { kind: "belongsTo", target: name, ...optional },
    );
    return true;
  }
  // `station` among the columns, where polling stations are kept
  const short = /^[a-z]+$/i.test(noun) ? knownIn(state, noun) : undefined;
  if (short === undefined || !isTold(state, short) || short === resource.name || fieldWords.test(noun))
    return undefined;
  relate(resource, { kind: "belongsTo", target: short, ...optional });
  return true;
};
