import { addField } from "../../state.ts";
import { verbs } from "../../words/deeds.ts";
import { onlySays } from "../../words/says.ts";
import { amend } from "../amend.ts";
import { typeByName } from "../guess.ts";
import { readField } from "../field.ts";
import { attributed } from "../told.ts";
import type { Rule } from "./rule.ts";

/** `which is between 1 and 99`: more about the field before it. */
export const about: Rule = ({ state, resource, text }) => !state.linked && attributed(state, resource, text);

/** `is open or closed`: the values of a state, unless they are deeds (`can be paused or resumed`). */
export const states: Rule = ({ state, resource, plain }) => {
  const [, kind, mark = "", more = ""] =
    /^(?:is|are|can be|may be)\s+(?:either |one of |always )?(of the (?:type|kind) |)?(⟦E\d+⟧)(.*)$/i.exec(
      plain,
    ) ?? [];
  if (mark === "") return false;
  const values = state.enums.get(mark) ?? [];
  if (!/^(?:is|are)\s/i.test(plain) && values.every((value) => verbs(value))) return false;
  const read = readField(`${kind ? "type" : "status"} is ${mark} ${more}`, state.enums);
  if (read) addField(resource, read.field);
  return true;
};

/** `date, present/late/absent`: values that no date can have are those of a state. */
export const statesOfTheirOwn: Rule = ({ state, resource, plain }) => {
  const before = resource.fields.at(-1);
  const values = state.enums.get(plain) ?? [];
  const isOwn =
    /^⟦E\d+⟧$/.test(plain) &&
    /^(?:date|datetime|boolean|number|integer)$/.test(before?.type ?? "") &&
    values.every((value) => /^[a-z]/i.test(value)) &&
    !resource.fields.some(({ name }) => name === "status");
  if (isOwn) addField(resource, { name: "status", type: "enum", values });
  return isOwn;
};

/** `value, timestamp`: a name that could be a type, unless the one before it has that type: `created at, timestamp`. */
const isNamed = (plain: string, before: string): boolean =>
  /^(?:an? |the )?(?:timestamp|ts|uuid|guid)(?:,? \(?(?:auto|req|opt|uniq|required|optional|unique|set automatically|not null)\)?)*$/i.test(
    plain,
  ) && !/(?:At|On|Time|Date|Stamp|Key|^id|Id|token)$/.test(before);

/** `unique`, `at most 20 characters`: said of the field before it. */
export const said: Rule = ({ state, resource, plain }) => {
  const before = resource.fields.at(-1);
  // `comment, anonymous by default`: what is so or not, of a record
  const flag = /^(not )?([a-z]+) (?:by default|unless (?:told|said|stated) otherwise)$/i.exec(plain);
  const word = flag?.[2]?.toLowerCase() ?? "";
  if (
    flag &&
    before &&
    before.values === undefined &&
    before.type !== "boolean" &&
    typeByName(word).type === "boolean"
  ) {
    addField(resource, { name: word, type: "boolean", default: flag[1] === undefined });
    return true;
  }
  if (
    !before ||
    isNamed(plain, before.name) ||
    /^(?:can|may|could)\b(?!\s+be\s+(?:left|empty|blank|missing|omitted|null|skipped))/i.test(plain) ||
    !onlySays(plain, state.enums) ||
    /\b(?:both|all)\b/i.test(plain)
  )
    return false;
  amend(state, before, plain);
  return true;
};

/** `both required`, `all optional`: said of several fields. */
export const saidOfAll: Rule = ({ state, resource, plain }) => {
  const last = resource.fields.at(-1);
  if (!last || isNamed(plain, last.name) || !onlySays(plain, state.enums)) return false;
  const all = /\bboth\b/i.test(plain)
    ? [resource.fields.at(-2), last]
    : /^all\b/i.test(plain)
      ? resource.fields
      : [last];
  for (const field of all) if (field) amend(state, field, plain);
  return true;
};
