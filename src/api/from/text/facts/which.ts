import type { ResourceDraft } from "../draft.ts";
import { type State, addField, knownIn, nameOf, relate } from "../state.ts";
import { thirdPerson } from "../words/clause.ts";
import { verbOf } from "../words/words.ts";

/** Who does it: a record called after the deed (`borrower`), or whoever is told to do it. */
function doer(state: State, verb: string): string | undefined {
  const base = thirdPerson(verb) ?? verbOf(verb);
  const noun = `${base.replace(/e$/, "")}er`;
  const told = [...state.told, state.scene]
    .map((text) => /^(?:the |our )?([a-z]+s) ([a-z]+) /i.exec(text))
    .find((found) => found?.[2]?.toLowerCase() === base)?.[1];
  return knownIn(state, noun) ?? (told === undefined ? undefined : nameOf(told));
}

const point = (state: State, resource: ResourceDraft, noun: string): void => {
  const target = knownIn(state, noun);
  if (target !== undefined && target !== resource.name) relate(resource, { kind: "belongsTo", target });
  else addField(resource, { name: noun, type: "string" });
};

/**
 * `who borrowed which book`, `which band plays on which stage`, `which medication a patient takes`: each side is a record
 * that this one belongs to, or a field. False where the text asks something else.
 */
export function which(state: State, resource: ResourceDraft, text: string): boolean {
  const [, who = "", verb = "", what = ""] =
    /^(?:and )?(who|(?:which|what) [a-z]+(?: [a-z]+)??) ([a-z]+)(?: (?:on|in|at|for|to|from|with|up|out))? (?:which|what) ([a-z]+(?: [a-z]+)?)$/i.exec(
      text,
    ) ?? [];
  if (verb !== "") {
    const actor = /^who$/i.test(who) ? doer(state, verb.toLowerCase()) : who.replace(/^(?:which|what) /i, "");
    if (actor === undefined) return false;
    if (/^who$/i.test(who)) relate(resource, { kind: "belongsTo", target: actor });
    else point(state, resource, actor);
    point(state, resource, what);
    return true;
  }
  const [, thing = "", doing = ""] =
    /^(?:and )?(?:which|what) ([a-z]+(?: [a-z]+)?) (?:an?|the) ([a-z]+) (?:has |is |was )?[a-z]+(?: (?:on|in|at|for|to|from|with|up|out))?$/i.exec(
      text,
    ) ?? [];
  const owner = knownIn(state, doing) ?? nameOf(doing);
  if (thing === "" || owner === undefined || owner === resource.name) return false;
  point(state, resource, thing);
  relate(resource, { kind: "belongsTo", target: owner });
  return true;
}
