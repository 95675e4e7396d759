import type { Action, Assignment, Field, Resource } from "../definition.ts";
import { participleOf, verbOf } from "../../language/index.ts";
import type { LooseResource } from "../link.ts";
import { memberName } from "../name-spelling.ts";
import { actionSummary } from "../yaml/action.ts";
import { addAction, removeAction } from "./resources.ts";
import { addField } from "./fields.ts";
import { asName, type Draft } from "./draft.ts";
import { refuseUnknown } from "./targets.ts";
import { replaceValue } from "./values.ts";

/** Returns what an action of that verb writes into the field, and the values from which it may be called. */
function effectOn({ name, schema }: Field, verb: string): Pick<Action, "set" | "when"> | undefined {
  const states = schema.enum ?? [];
  const state = states.find((value) => typeof value === "string" && verbOf(value) === verb);
  if (state !== undefined)
    return { set: { [name]: { value: state } }, when: { [name]: states.filter((value) => value !== state) } };
  const means =
    verbOf(
      name
        .replace(/^is(?=[A-Z])/, "")
        .replace(/At$/, "")
        .toLowerCase(),
    ) === verb;
  if (means && schema.type === "boolean")
    return { set: { [name]: { value: true } }, when: { [name]: [false] } };
  if (means && schema["format"] === "date-time")
    return { set: { [name]: { now: true } }, when: { [name]: [null] } };
  return undefined;
}

/** Returns what `unarchive` writes: it clears the time that `archive` set, if there is such a field. */
function undoing({ fields }: LooseResource, verb: string): Readonly<Record<string, Assignment>> | undefined {
  const base = /^(?:un|de|dis)(\w{3,})$/.exec(verb)?.[1];
  const field = fields.find(({ name }) => name.endsWith("At") && verbOf(name.slice(0, -2)) === base);
  return field && { [field.name]: { value: null } };
}

/**
 * Applies `projects can be archived`: adds an action that sets the state of that name, or else a time, in a field that
 * is added if missing.
 */
export function capable(draft: Draft, of: string, participle: string): Draft {
  const resource = draft.resources.find(({ name }) => name === of);
  const verb = verbOf(participle);
  const name = memberName(verb, "action");
  if (!resource || resource.actions.some((action) => action.name === name)) return draft;
  const summary = actionSummary(name, of);
  const undo = undoing(resource, verb);
  const effect = undo ? { set: undo } : resource.fields.map((field) => effectOn(field, verb)).find(Boolean);
  if (effect) return addAction(draft, of, { name, summary, ...effect });
  const at = `${participleOf(verb)}At`;
  return addAction(timed(draft, resource.name, participleOf(verb), "action"), of, {
    name,
    summary,
    set: { [at]: { now: true } },
    when: { [at]: [null] },
  });
}

/** Adds a field for the time at which a record reached a state. */
export const timed = (draft: Draft, of: string, participle: string, auto?: "action"): Draft =>
  addField(draft, of, {
    name: memberName(asName(`${participle} at`), "field"),
    schema: { type: "string", format: "date-time" },
    required: false,
    ...(auto ? { auto } : {}),
  });

/**
 * Applies `projects can no longer be archived`: removes the action, or else the state of that name.
 * @throws UserError if there is neither
 */
export function incapable(draft: Draft, resource: Resource, participle: string): Draft {
  const { name, fields, actions } = resource;
  const verb = verbOf(participle);
  if (actions.some((action) => action.name === verb)) return removeAction(draft, name, verb);
  const field = fields.find(({ schema }) => schema.enum?.includes(participle));
  if (!field) return refuseUnknown([name, participle], [resource]);
  return replaceValue(draft, { of: name, name: field.name, value: participle }, { stays: true });
}
