import { clauseOf } from "../words/clause.ts";
import { fields } from "../facts/item.ts";
import { shown } from "../sentences/topic.ts";
import { open } from "../state.ts";
import type { Rule } from "./rule.ts";

/** `Can be archived`: what is said of the record before without its pronoun. */
export const subjectless: Rule = (state, text, { read }) => {
  if (
    !state.current ||
    !/^(?:can|may|could|must|has|have|belongs? to|needs?) (?!(?:many|\w+ fk)\b)/i.test(text) ||
    !clauseOf(`it ${text}`)
  )
    return false;
  read(`it ${text.slice(0, 1).toLowerCase()}${text.slice(1)}`);
  return true;
};

/** `They have a name`, behind `Our theatre has a cupboard full of props`: only opens the record that the scene shows. */
export const fromScene: Rule = (state, text) => {
  const they =
    state.current || !/^(?:it|they|each(?: one| of them)?|every one)\s/i.test(text)
      ? undefined
      : shown(state.scene);
  if (they !== undefined) open(state, they);
  return false;
};

/** `They all have a name`: a field of every record so far. */
export const ofAll: Rule = (state, text) => {
  const [, shared = ""] =
    /^(?:they |these |all )?(?:all|of them)(?: of them)? (?:have|with|having) (an? .+)$/i.exec(text) ?? [];
  if (shared === "") return false;
  const before = state.current;
  const all = [...state.resources.values()].flatMap(({ name, relations }) => [
    name,
    ...relations.map(({ target }) => target),
  ]);
  for (const name of new Set(all)) fields(state, open(state, name), shared);
  state.current = before;
  return true;
};
