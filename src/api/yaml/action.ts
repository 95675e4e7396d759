import { capital, isObject, type Json } from "../../lib/index.ts";
import type { Action, Assignment } from "../definition.ts";
import { memberName, spell, wordsOf } from "../name-spelling.ts";
import { child, fail, members, onlyKeys, optionalText, within, type Reader } from "./document.ts";

/** Parses `$now`, `$input` or `$input?`; anything else is a constant, as is `{ value: … }`. */
function readAssignment(value: unknown): Assignment {
  if (value === "$now") return { now: true };
  if (value === "$input") return { input: true, required: true };
  if (value === "$input?") return { input: true, required: false };
  const constant = isObject(value) && Object.keys(value).join() === "value" ? value["value"] : value;
  return { value: constant as Json }; // parsed YAML is JSON
}

function writeAssignment(assignment: Assignment): unknown {
  if ("now" in assignment) return "$now";
  if ("input" in assignment) return assignment.required ? "$input" : "$input?";
  const { value } = assignment;
  return isObject(value) || (typeof value === "string" && value.startsWith("$")) ? { value } : value;
}

const known = ["summary", "set", "when"];

/** Reads an action; `checkResources` checks its field names. */
export function readAction(text: string, resource: string, reader: Reader): Action {
  const name = within(reader, () => memberName(text, "action"), true);
  onlyKeys(reader, "an action", known);
  const set = child(reader, "set");
  const when = child(reader, "when");
  const summary = optionalText(child(reader, "summary"), "summary") ?? actionSummary(name, resource);
  const assignments = members(set, "set").map(([key, { value }]) => [key, readAssignment(value)] as const);
  const conditions = members(when, "when").map(([key, member]) => {
    const values: unknown = Array.isArray(member.value) ? member.value : [member.value];
    return [key, values as readonly Json[]] as const; // parsed YAML is JSON
  });
  if (conditions.length && !assignments.length)
    fail(
      when,
      `${name} has a condition but sets nothing.`,
      "Add `set`, or check the condition in your own handler.",
    );
  return {
    name,
    summary,
    ...(assignments.length ? { set: Object.fromEntries(assignments) } : {}),
    ...(conditions.length ? { when: Object.fromEntries(conditions) } : {}),
  };
}

/** Returns the summary of an action. Only one-word verbs get an object: `Mark paid an invoice` reads badly. */
export function actionSummary(name: string, resource: string): string {
  const verb = spell(wordsOf(name)).words;
  const noun = spell(wordsOf(resource)).words;
  const start = capital(verb);
  return verb.includes(" ") ? `${start} (${noun})` : `${start} ${/^[aeio]/.test(noun) ? "an" : "a"} ${noun}`;
}

export function writeAction(action: Action, resource: string): unknown {
  return {
    ...(action.summary === actionSummary(action.name, resource) ? {} : { summary: action.summary }),
    ...(action.set
      ? {
          set: Object.fromEntries(
            Object.entries(action.set).map(([key, value]) => [key, writeAssignment(value)]),
          ),
        }
      : {}),
    ...(action.when ? { when: action.when } : {}),
  };
}
