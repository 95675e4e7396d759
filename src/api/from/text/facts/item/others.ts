import { fieldWords } from "../../words/marks.ts";
import { knownIn, leave, nameOf, relate } from "../../state.ts";
import { optionalWords, relation } from "../relations.ts";
import type { Rule } from "./rule.ts";

/** `a referee who is also a player`. */
export const whoever: Rule = ({ state, resource, plain }) => {
  const [, , noun = ""] =
    /^((?:an?|the|its|their|one) [a-z]+(?: [a-z]+)?),? (?:who|which|that) (?:is|are) (?:also )?(?:an?|one|another) ([a-z]+)(?: (?:too|as well|(?:him|her|it)self|themselves))?$/i.exec(
      plain,
    ) ?? [];
  const target = noun === "" ? undefined : knownIn(state, noun);
  if (target === undefined) return false;
  relate(resource, { kind: "belongsTo", target });
  return true;
};

/** `who is a member`: what was a text before it is the record that it names. */
export const playedBy: Rule = ({ state, resource, text }) => {
  const noun =
    /^(?:who|which|that)\s+(?:is|are)\s+(?:also\s+)?(?:an?|another)\s+([a-z]+)(?:\s+(?:too|as\s+well|(?:him|her|it)self|themselves))?$/i.exec(
      text,
    )?.[1];
  const target = noun === undefined ? undefined : knownIn(state, noun);
  const player = resource.fields.at(-1);
  if (target === undefined || player?.type !== "string") return false;
  resource.fields.pop();
  relate(resource, {
    kind: "belongsTo",
    target,
    ...(player.required === false ? { optional: true } : {}),
  });
  return true;
};

/** `who is a certified diver`: no record has that name. */
export const unknown: Rule = ({ state, resource, text }) => {
  if (!/^(?:who|which)\s+(?:is|are)\s+(?:also\s+)?an?\s/i.test(text)) return false;
  leave(state, text, resource);
  return true;
};

/** `or none`, `(optional)`: said of the relation before it. */
export const orNone: Rule = ({ state, resource, plain }) => {
  const before = resource.relations.at(-1);
  const isAbsent =
    /^(?:or\s+)?(?:in|at|of|to|on)?\s*(?:none|null)$/i.test(plain) ||
    (state.linked && /^\(?(?:optional(?:ly)?|opt|nullable|if any)\)?$/i.test(plain));
  if (!before || !isAbsent) return false;
  relate(resource, { ...before, optional: true });
  return true;
};

/** `belongs to a dentist and to a patient`. */
export const second: Rule = ({ state, resource, plain }) => {
  const noun = state.linked ? /^to (?:an?|one|the|its|exactly one) ([a-z]+)$/i.exec(plain)?.[1] : undefined;
  const target = noun === undefined ? undefined : (knownIn(state, noun) ?? nameOf(noun));
  if (target === undefined) return false;
  relate(resource, { kind: "belongsTo", target });
  return true;
};

/** `author -> user`, `parent → category?`. */
export const arrow: Rule = ({ state, resource, plain, again }) => {
  const [, role = "", noun] = /^(.*?)\s*(?:->|→|=>)\s*([\w ]+?)[!?]?$/.exec(plain) ?? [];
  if (noun === undefined) return false;
  const target = nameOf(noun);
  const optional = optionalWords.test(plain) || plain.endsWith("?") ? { optional: true } : {};
  if (target) relate(resource, { kind: "belongsTo", target: knownIn(state, noun) ?? target, ...optional });
  const isRole = /^[a-z]\w*\??$/i.test(role) && !fieldWords.test(role);
  if (role !== "" && !isRole) again(role);
  return true;
};

/** `written by an author`, `customer (fk)`: every way to tell of a relation. */
export const related: Rule = ({ state, resource, plain }) => relation(state, resource, plain);

/** `wooden panels` of a record of which no field is told yet. */
export const parts: Rule = ({ state, resource, plain }) => {
  const noun = /^(?:[a-z]+ )([a-z]+s)$/.exec(plain)?.[1];
  const target = noun === undefined ? undefined : knownIn(state, noun);
  if (target === undefined || target === resource.name || resource.fields.length > 0) return false;
  relate(resource, { kind: "hasMany", target });
  return true;
};
