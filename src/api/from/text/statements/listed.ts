import { clauseOf } from "../words/clause.ts";
import { fields } from "../facts/item.ts";
import { counted } from "../facts/relations.ts";
import { statementRelation } from "../sentences/between.ts";
import { headed } from "../headings/headed.ts";
import { actionHead, actions } from "../sentences/outline.ts";
import { introduced } from "../sentences/topic.ts";
import { knownIn, nameOf, open, relate } from "../state.ts";
import type { Rule } from "./rule.ts";

/** `Actions: publish, archive`: deeds under a head that says so. */
export const actionList: Rule = (state, text) => {
  const listed = actionHead.exec(text);
  if (!listed || /^\w+\s+(?:is|are|has|have)\b/i.test(text)) return false;
  actions(state, listed[1] ?? "");
  return true;
};

/** `post.publish, post.archive`: deeds behind the records that they are done to. */
export const dotted: Rule = (state, text) => {
  if (!/^\w+\.[\w-]+(?:\s*,\s*\w+\.[\w-]+)*$/.test(text)) return false;
  actions(state, text);
  return true;
};

/** `For each book, its title, an author`: whose fields they are, said before them. */
export const forEach: Rule = (state, text) => {
  const [, topic, told = ""] =
    /^(?:and )?(?:for|of) (?:an?|each|every|the) ([a-z][\w-]*)[,:]? ((?:its|their|the|an?|whether|when|how)\s.+)$/is.exec(
      text,
    ) ?? [];
  const spokenOf = topic === undefined ? undefined : knownIn(state, topic);
  if (spokenOf === undefined || clauseOf(told) !== undefined) return false;
  fields(state, open(state, spokenOf), told);
  return true;
};

/** `turn -> chat, role, content`: what a record points at, and its fields. */
export const arrow: Rule = (state, text) => {
  const [, from = "", to = "", behind = ""] =
    /^([a-z]\w*) ?(?:->|→|=>) ?([a-z]\w*), (.+)$/is.exec(text) ?? [];
  const [pointing, target] = [nameOf(from), knownIn(state, to)];
  if (pointing === undefined || target === undefined || target === pointing) return false;
  relate(open(state, pointing), { kind: "belongsTo", target });
  fields(state, open(state, pointing), behind);
  return true;
};

/** `post 1-n comment, post n-m tag`: pairs of records, each with how many there are of either. */
export const countedPairs: Rule = (state, text) => {
  const pairs = text.split(/\s*,\s*/);
  if (pairs.length < 2 || !pairs.every((pair) => counted.test(pair))) return false;
  for (const pair of pairs) statementRelation(state, pair);
  return true;
};

/** `I want to log my swims (distance, place)`: what is asked for, with its fields in parentheses. */
export const askedFor: Rule = (state, text) => {
  const [, asked = "", kept = ""] = /^([A-Za-z][a-z ]{3,50}?) ?\(([^()]*,[^()]*)\)$/.exec(text) ?? [];
  const asks = introduced(asked);
  if (state.current || asks === undefined || asks === asked || !asks.endsWith("s")) return false;
  const name = nameOf(asks);
  if (name === undefined) return false;
  fields(state, open(state, name), kept);
  return true;
};

/** `Room: name, theme`, `room { name, theme }`: a head, and what stands behind it. */
export const underHead: Rule = (state, text, { read }) => {
  const [, before = "", rest = ""] = /^([A-Za-z][^:({]*?)\s*[:{]\s*([\s\S]+?)\}?$/.exec(text) ?? [];
  if (before === "" || /\(/.test(before)) return false;
  const isOpen = rest.split("{").length > rest.split("}").length;
  const behind = `${rest.trim()}${isOpen ? "}" : ""}`;
  headed(state, { head: before.trim(), rest: behind, braced: /^[^:]*\{/.test(text) }, read);
  return true;
};
