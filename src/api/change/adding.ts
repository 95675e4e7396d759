import { capital, UserError, wordSet } from "../../lib/index.ts";
import type { Field, Resource } from "../definition.ts";
import type { FieldDraft } from "../from/notation/draft.ts";
import { isFieldName, typeByName } from "../from/notation/guess.ts";
import { fieldOf } from "../from/notation/reading.ts";
import { singular } from "../../language/index.ts";
import { entryFor } from "../lexicon/index.ts";
import type { LooseRelation } from "../link.ts";
import { memberName, namesFrom, wordsOf } from "../name-spelling.ts";
import { capable } from "./abilities.ts";
import { asName, type Draft } from "./draft.ts";
import { addField } from "./fields.ts";
import { each, phrases, resourcesOf, valueName, type Step } from "./meaning.ts";
import { addRelation } from "./relations.ts";
import { bare, find, referredNamed, resourceNamed, target } from "./targets.ts";
import { typed } from "./types.ts";
import { addValue } from "./values.ts";

/** Applies `add X to Y`: adds a value to an enumeration, or an action or field to a resource. */
export function add([what = "", where = ""]: readonly string[], draft: Draft): Step | undefined {
  const resource = resourceNamed(where, resourcesOf(draft));
  const action = /^(?:an? |the )?(?:action (?:called |named )?([\w-]+)|([\w-]+) action)$/i.exec(what);
  if (resource && action)
    return { draft: capable(draft, resource.name, (action[1] ?? action[2] ?? "").toLowerCase()) };
  const known = resource?.fields.find(({ name, schema }) => schema.enum && what.startsWith(`${name} `));
  if (resource && known)
    return { draft: addValue(draft, resource.name, [known.name, valueName(what.slice(known.name.length))]) };
  if (resource) return describing(resource.name, what, draft);
  const found = target(where, resourcesOf(draft), ["field"]);
  const field = draft.resources
    .find(({ name }) => name === found.resource)
    ?.fields.find(({ name }) => name === found.name);
  if (!field?.schema.enum)
    throw new UserError(
      "no_values",
      `${found.resource}.${found.name} is no enumeration, so nothing can be added to it.`,
      `Name a resource: "add ${bare(what)} to ${found.resource}".`,
    );
  return each(what, undefined, draft, (now, value) =>
    addValue(now, found.resource, [found.name, valueName(value)]),
  );
}

const notation = /^([A-Za-z][\w-]*)(?::| \(|,? of type| as|,) ?(.+?)\)?$/;
const kindOf = "(?:field|column|property|attribute)";
const named = new RegExp(
  `^(?:an? |the )?((?:new |required |optional |unique )*)(?:(.+) )?${kindOf} (?:called |named )?(\\S+?)(?:[:,]? (.+))?$`,
  "i",
);

/** Reads a field from `points: integer required`, `points, an integer` or `a required integer field points`. */
function fieldIn(what: string): Field | undefined {
  const [, flags = "", before, called, behind] = named.exec(what) ?? [];
  const [, name = bare(called ?? ""), type] = notation.exec(called === undefined ? what : "") ?? [];
  const text = type ?? before ?? behind?.replace(/^\((.*)\)$/, "$1");
  const field = name !== "" && text !== undefined ? typed(memberName(bare(name), "field"), text) : undefined;
  return (
    field && {
      ...field,
      required: field.required || (/required/i.test(flags) && field.default === undefined),
      ...(/unique/i.test(flags) ? { unique: true } : {}),
    }
  );
}

const whose = /^(.+?)(,? (?:who|which|that) (?:is|are) |, | \()(?:an? |the )?(\w+)\)?$/i;
const several = /^(?:many|several|multiple|some) /i;
const quantity = /^(?:many|several|multiple|some|one) /i;

/** Reads a relation from `a reviewer, who is a user` or `many reviewers, who are users`, if that is a resource. */
function relationIn(what: string, resources: readonly Resource[]): LooseRelation | undefined {
  const [, phrase = "", tie = "", of = ""] = whose.exec(what) ?? [];
  const many = /^many[- ]to[- ]many (\w+)$/i.exec(what)?.[1];
  const resource = referredNamed(many ?? of, resources);
  if (!resource) return undefined;
  if (many !== undefined) return { kind: "many-to-many", resource };
  const isMany = several.test(phrase) || / are $/i.test(tie) || singular(of) !== of;
  // `reviewers, authors` are two things.
  if (isMany && tie === ", ") return undefined;
  const name = memberName(asName(bare(phrase.replace(quantity, ""))), "relation");
  return isMany
    ? { kind: "many-to-many", resource, name }
    : { kind: "belongs-to", resource, name, optional: true };
}

const notInNames = wordSet(
  "many several some multiple one two three no list array of for to in on at with from by per or who which that is are can",
);

/** A member with a name and no type: `a required short note`, `notes`. */
interface Named {
  readonly name: string;
  readonly marks: Pick<FieldDraft, "required" | "unique">;
  /** Whether it is called a field. */
  readonly isSure: boolean;
}

/** Reads a phrase that says no more than a name; undefined for others. */
function namedIn(phrase: string, isSure: boolean): Named | undefined {
  const [, flags = "", name = ""] =
    /^(?:an? |the |new )*((?:(?:required|mandatory|optional|unique) )*)([a-z][\w-]*(?: [a-z][\w-]*){0,2})$/i.exec(
      phrase,
    ) ?? [];
  const words = wordsOf(name);
  if (words.length === 0 || words.some((word) => notInNames.has(word))) return undefined;
  const marks = { required: /required|mandatory/i.test(flags), unique: /unique/i.test(flags) };
  return { name: words.join(" "), marks, isSure };
}

/**
 * Adds a member that has a name and no type. The more likely reading is used, and the other can be chosen: a plural is
 * a field (`notes`) or separate records; the name of a usual resource is a relation or a field.
 */
function addNamed(draft: Draft, resource: string, { name, marks: flags, isSure }: Named): Step {
  const there = find(`${asName(name)} of ${resource}`, resourcesOf(draft));
  if (there.some(({ kind, resource: of }) => kind !== "value" && of === resource)) return {};
  const { words: one, pascal } = namesFrom(asName(name));
  const isField = isSure || isFieldName(name);
  const type = typeByName(name);
  const field = fieldOf({ name: memberName(asName(name), "field"), ...type, ...flags });
  const isOther = one !== name || entryFor(pascal) !== undefined;
  const relation = {
    kind: "belongs-to",
    resource: pascal,
    name: field.name,
    optional: !flags.required,
    soft: true,
  } as const;
  const asField = {
    step: { draft: addField(draft, resource, field) },
    text: `${resource}.${field.name} is a field: ${type.type === "array" ? "a list of texts" : (type.type ?? "string")}`,
  };
  const asResource =
    one === name
      ? {
          step: { draft: addRelation(draft, resource, relation) },
          text: `${resource} belongs to a ${pascal}`,
        }
      : { step: { draft, describe: `${resource} has ${name}` }, text: `each ${one} is a record, ${pascal}` };
  if (isSure || !isOther) return asField.step;
  const id = `${resource} ${name}`;
  const [chosen, other] = isField === draft.others.has(id) ? [asResource, asField] : [asField, asResource];
  const choice = { id, taken: `${capital(chosen.text)}.`, other: other.text };
  return { ...chosen.step, draft: { ...chosen.step.draft, choices: [...draft.choices, choice] } };
}

/** Adds a field or relation given in exact notation or by its name; leaves anything else to the reader of descriptions. */
export function describing(resource: string, phrase: string, draft: Draft): Step {
  const what = phrase.replace(/,\s*$/, "");
  const [, known = "", values] = /^an? (?:new|further|additional) (\w+): (.+)$/i.exec(what) ?? [];
  if (values !== undefined && find(`${known} of ${resource}`, resourcesOf(draft))[0]?.kind === "field")
    return add([values, `${known} of ${resource}`], draft) ?? { describe: phrase };
  const relation = relationIn(what, resourcesOf(draft));
  if (relation) return { draft: addRelation(draft, resource, relation) };
  const field = fieldIn(what);
  if (field) return { draft: addField(draft, resource, field) };
  const [, , before, called, behind] = named.exec(what) ?? [];
  const choices = /^with (?:the )?(?:possible )?values (.+)$/i.exec(behind ?? "")?.[1];
  if (called !== undefined && choices !== undefined)
    return { describe: `${resource} has ${called} (${choices})` };
  const isSure = called !== undefined && (before ?? behind) === undefined;
  const names = phrases(isSure ? called : what, "").map((name) => namedIn(name.trim(), isSure));
  if (!names.every((name) => name !== undefined)) return { describe: `${resource} has ${what}` };
  return names.reduce((step: Step, name): Step => {
    const next = addNamed(step.draft ?? draft, resource, name);
    const describe = [step.describe, next.describe].filter(Boolean).join(". ");
    return { draft: next.draft ?? step.draft ?? draft, ...(describe ? { describe } : {}) };
  }, {});
}
