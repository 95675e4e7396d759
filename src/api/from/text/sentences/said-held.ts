import { holding } from "../words/clause.ts";
import { amended } from "../facts/amend.ts";
import { fields, item } from "../facts/item.ts";
import { items } from "../words/lists.ts";
import { knownIn } from "../state.ts";
import { type Reading, goOn } from "./saying.ts";
import { measured } from "./measured.ts";

/** `is about a topic: noise or waste`, `concerns a street`: what it is about, where that is no record. */
export const concerns: Reading = (state, saying) => {
  const { verb, rest, modal, negated } = saying.clause;
  if (modal !== undefined || negated) return false;
  const [, noun = "", said = ""] =
    (verb === "be" ? /^about an? ([a-z]+)(.*)$/i : /^(?:an?|one) ([a-z]+)(.*)$/i).exec(rest) ?? [];
  if (noun === "" || !/^(?:be|concern|cover|name)$/.test(verb) || knownIn(state, noun) !== undefined)
    return false;
  if (!/^(?: ?\(?⟦|$)/.test(said)) return false;
  item(state, saying.resource, `a ${noun}${said}`);
  return goOn(state, saying);
};

/** `has a name and a size`, `must have a date`, `may come with a photo` */
export const holds: Reading = (state, { resource, clause, more }) => {
  const { verb, rest, modal } = clause;
  if (!holding.has(verb) || measured(clause) !== undefined) return false;
  if (/^(?:in(?! with\b)|at|on|to|for|from|by|near)\b/.test(rest)) return false;
  const object = [rest.replace(/^(?:in )?(?:of|with)\s+/, "").replace(/^:\s*/, ""), ...more].join(", ");
  const before = resource.fields.length;
  const isNeeded = modal === "must" || verb === "need" || verb === "require";
  // `Every ticket needs a title`, `Each has its own number`, of fields that are there
  for (const one of items(object)) {
    const [, own, name = ""] = /^(?:an?|the|(?:its|their)( own)?)\s+(.+)$/i.exec(one) ?? [];
    if (isNeeded && name !== "") amended(state, resource, name, ["required"]);
    if (own !== undefined) amended(state, resource, name, ["unique"]);
  }
  fields(state, resource, (modal === "can" ? "may have " : "") + object, true);
  if (isNeeded)
    for (const field of resource.fields.slice(before))
      if (field.default === undefined) field.required ??= true;
  return true;
};

/** `is known by its name`, `is called something`, `is a person with a name and a phone` */
export const isOf: Reading = (state, { resource, clause, more }) => {
  const { verb, rest } = clause;
  if (verb !== "be") return false;
  const [, how = "", list] =
    /^(known|identified|described|defined|characteri[sz]ed|recogni[sz]ed|listed|registered|filed|kept|entered|stored|recorded|noted)(?: uniquely)? (?:by|through|with|under(?=\s(?:an?|its|their)\s))\s+(.+)$/i.exec(
      rest,
    ) ?? [];
  const lead = /^(?:identified|recogni[sz]ed)/i.test(how) ? "a unique " : "";
  const [, kept] =
    /^(?:an? |another )?[a-z]+(?: [a-z]+)? (?:with|that (?:has|have)|which (?:has|have)|who have) (.+)$/i.exec(
      rest,
    ) ?? [];
  const first =
    list === undefined
      ? /^(?:called|named)\b/i.test(rest)
        ? "a name"
        : kept
      : lead + list.replace(/^(?:an?|the|its|their) /i, "");
  if (first === undefined) return false;
  fields(state, resource, [first, ...more].join(", "), true);
  return true;
};

export const amounts: Reading = (state, saying) => {
  const amount = measured(saying.clause);
  if (amount === undefined) return false;
  item(state, saying.resource, amount);
  return goOn(state, saying);
};
