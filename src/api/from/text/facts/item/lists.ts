import type { ResourceDraft } from "../../draft.ts";
import { type State, knownIn, nameOf, open, relate } from "../../state.ts";
import { items } from "../../words/lists.ts";
import { fieldWords } from "../../words/marks.ts";
import { onlySays } from "../../words/says.ts";

/** A part of a list from which on the list may be another record's. */
export interface Place {
  readonly state: State;
  readonly resource: ResourceDraft;
  /** The list, and the part of it. */
  readonly text: string;
  readonly one: string;
}

/** Whose the list is from a place on. */
export interface Turn {
  readonly name: string;
  readonly list: string;
}

/** Undefined where the list goes on. */
type Rule = (place: Place) => Turn | undefined;

const from = ({ text, one }: Place, list: string): string =>
  text.slice(text.indexOf(list, text.indexOf(one)));

/** `belongs to a greenhouse, which has a name and an area`. */
const which: Rule = (place) => {
  const [, list = ""] =
    /^(?:which|who|that)(?: itself| also)? (?:has|have) ((?:an?|its|their|the)\s.+)$/i.exec(place.one) ?? [];
  const name = list !== "" && place.state.linked ? place.resource.relations.at(-1)?.target : undefined;
  return name === undefined ? undefined : { name, list: from(place, list) };
};

/** `action items that belong to the meeting with a task`. */
const belonging: Rule = (place) => {
  const { state, resource, one } = place;
  const [, noun = "", whole = "", list = ""] =
    /^(?:an? |the |many |several )?([a-z]+(?: [a-z]+)?s) (?:that|which|who) belongs? to (?:an?|the|one|its) ([a-z]+) (?:with|and have) (.+)$/i.exec(
      one,
    ) ?? [];
  const name = noun === "" ? undefined : nameOf(noun);
  if (name === undefined || name === resource.name) return undefined;
  relate(open(state, name), { kind: "belongsTo", target: knownIn(state, whole) ?? resource.name });
  return { name, list: from(place, list) };
};

/** `exactly one profile with a photo and a birthday`. */
const ownPart: Rule = (place) => {
  const { state, resource, one } = place;
  const [, many = "", part = "", list = ""] =
    /^(?:has |have |may have |can have )?(exactly one|one|a single|at most one|one or more|zero or more|several|many|multiple|any number of|at least one) ([a-z-]+(?: [a-z]+)??) (?:with|having|each with|that ha(?:s|ve)|which ha(?:s|ve)) ((?:an?|its|their|the) .+|[a-z]+)$/i.exec(
      one,
    ) ?? [];
  const name = part === "" || onlySays(`with ${list}`, state.enums) ? undefined : nameOf(part);
  if (name === undefined || name === resource.name) return undefined;
  relate(resource, {
    kind: /^(?:exactly|a single)/i.test(many) ? "hasOne" : /one$/i.test(many) ? "belongsTo" : "hasMany",
    target: name,
    ...(/most/i.test(many) ? { optional: true } : {}),
  });
  return { name, list: from(place, list) };
};

/** `children with a name, groups with a number`, `stops, each stop has a place`. */
const headed: Rule = (place) => {
  const { state, resource, one } = place;
  const [, noun = "", first = ""] =
    /^([a-z]+s) (?:with|w\/|having) (?!(?:at|up|no|more|less|default|min|max|the|\d)\b)([a-z].*)$/i.exec(
      one,
    ) ??
    /^(?:an?|each|every) ([a-z]+) (?:(?:has|needs|having) )?(an? [a-z].*|[a-z].*(?<=(?:has|needs) [a-z].*))$/i.exec(
      one,
    ) ??
    [];
  const isHaving = / having /i.test(one);
  const name = noun === "" ? undefined : (knownIn(state, noun) ?? (isHaving ? nameOf(noun) : undefined));
  if (name === undefined || name === resource.name) return undefined;
  if (resource.fields.length + resource.relations.length === 0) return undefined;
  if (isHaving && !state.resources.has(name)) relate(resource, { kind: "hasMany", target: name });
  return { name, list: from(place, first) };
};

const rules: readonly Rule[] = [which, belonging, ownPart, headed];

/** Where a part turns to another record: whose the rest of the list is. */
export function turn(place: Place): Turn | undefined {
  for (const rule of rules) {
    const found = rule(place);
    if (found) return found;
  }
  return undefined;
}

/** `one profile with a photo and a birthday`, where that is all of the text: another record and its list. */
export function owned(state: State, text: string): Turn | undefined {
  const [, noun = "", list = ""] =
    /^(?:exactly )?(?:one|an?) ([a-z][\w-]*) (?:with|which has|that has|who has) (.+)$/i.exec(text) ?? [];
  if (noun === "" || onlySays(`with ${list}`, state.enums) || items(list).length < 2) return undefined;
  const name = nameOf(noun);
  return name === undefined ? undefined : { name, list };
}

/** `text* -> post, user`: each word behind an arrow at the end is pointed at, unless the first has a role. */
export const pointing = (text: string): string =>
  text.replace(
    /(^|[,\s])([^,\s]*\s*)(?:->|→|=>)\s*([a-z]\w*(?:\s*(?:,|\band\b|&)\s*[a-z]\w*)+)\s*$/i,
    (whole, before: string, said: string, targets: string) =>
      /^\w+\s*$/.test(said) && !fieldWords.test(said.trim())
        ? whole
        : `${before}${said}${targets
            .split(/\s*(?:,|\band\b|&)\s*/)
            .map((target) => `-> ${target}`)
            .join(", ")}`,
  );
