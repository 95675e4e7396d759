import type { ResourceDraft } from "../draft.ts";
import { type State, deepest, leave, open, relate } from "../state.ts";
import { items } from "../words/lists.ts";
import { asks, asksAnyhow, who } from "./item/asks.ts";
import { deeds, goal } from "./item/deeds.ts";
import { owned, pointing, turn } from "./item/lists.ts";
import { field } from "./item/named.ts";
import { arrow, orNone, parts, playedBy, related, second, unknown, whoever } from "./item/others.ts";
import { plainly } from "./item/plain.ts";
import { detailed } from "./item/record.ts";
import type { Part, Rule } from "./item/rule.ts";
import { edge, happened, noun } from "./item/times.ts";
import { about, said, saidOfAll, states, statesOfTheirOwn } from "./item/values.ts";
import { prefixed } from "./prefixed.ts";

/** In the order in which they are tried: the first that reads a part has it. */
const rules: readonly Rule[] = [
  whoever,
  playedBy,
  about,
  unknown,
  edge,
  who,
  asks,
  orNone,
  second,
  states,
  happened,
  arrow,
  noun,
  goal,
  related,
  parts,
  detailed,
  statesOfTheirOwn,
  said,
  deeds,
  saidOfAll,
  asksAnyhow,
];

/** One part of what a resource is said to have: a relation, a field, or more about the field before. */
export function item(
  state: State,
  resource: ResourceDraft,
  text: string,
  { paired = true, depth = 0 }: { readonly paired?: boolean; readonly depth?: number } = {},
): void {
  if (depth > deepest) return leave(state, text, resource);
  const before = resource.relations.length;
  const part: Part = {
    state,
    resource,
    text,
    plain: plainly(text),
    paired,
    again: (words) => item(state, resource, words, { depth: depth + 1 }),
    told: (name, list) => fields(state, open(state, name), list),
  };
  if (!rules.some((rule) => rule(part))) field(part);
  state.linked = resource.relations.length > before;
}

/** A list of what a record has, part by part, until it turns to another record; `spoken` where it is of a sentence. */
export function fields(state: State, resource: ResourceDraft, given: string, spoken = false): void {
  const text = pointing(given);
  const other = owned(state, text);
  if (other) {
    relate(resource, { kind: "belongsTo", target: other.name });
    fields(state, open(state, other.name), other.list);
    state.current = resource;
    return;
  }
  const mixed = prefixed(state, resource, text);
  if (mixed) return mixed.forEach((one) => item(state, one.resource, one.text));
  let at = 0;
  for (const one of items(text)) {
    const next = turn({ state, resource, text, one });
    if (next) return fields(state, open(state, next.name), next.list);
    at = text.indexOf(one, at);
    const paired = spoken || !text.slice(0, at).trimEnd().endsWith(",");
    at += one.length;
    const part = one.replace(/^with (?=(?:an?|the|its)\s)/i, "").replace(/(?<=\sdate) on$/i, "");
    item(state, resource, part, { paired });
  }
}
