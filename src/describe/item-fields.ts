import {
  type FieldDraft,
  type NotationDraft as Draft,
  settle,
  spell,
  takeNotation,
  typeByName,
} from "../api/index.ts";
import { singular } from "../language/index.ts";
import { isPlural } from "./nouns.ts";
import { valuesIn } from "./values.ts";

/**
 * Combines name, remarks and type.
 * @param rest what is said of the field
 * @returns undefined for a name without letters
 */
export function finished(draft: Draft, words: readonly string[], rest: string): FieldDraft | undefined {
  const lower = words
    .join(" ")
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
  if (!/[a-z]/.test(lower)) return undefined;
  const remarks = takeValues(rest.replaceAll("[", "(").replaceAll("]", ")"), draft);
  if (/^\s*[*!]/.test(remarks)) draft.required = true;
  takeNotation(remarks.replaceAll(/[()]/g, " , "), draft);
  const field = settle(draft, lower, { weak: false, byName: typeByName(lower) });
  // `tasks with due dates`: each has one.
  const isOne = field.type === "date" || field.type === "datetime";
  const last = words.at(-1) ?? "";
  const named = isOne && isPlural(last) ? [...words.slice(0, -1), singular(last)] : words;
  const parts = named.flatMap((word) => word.split(/[^\p{L}\p{N}]+/u)).filter(Boolean);
  return { ...field, name: spell(parts).camel };
}

const valueOpeners = "of|is|one of|out of|either|in|be|which is|that is|are|(?:goes|runs|moves)(?: from)?";
const valuesBehind = new RegExp(String.raw`(?:^\s*[,:=-]|\b(?:${valueOpeners})\b)\s*(.+)$`, "s");
const valuesEnd = new RegExp(
  String.raw`\s*(?:;|—|–| - |\(|, (?=default|required|initially|start|unique` +
    String.raw`|\w+ (?:(?:by|as|is the) default|at first)|\w+ unless\b))\s*`,
);

/** Extracts the values of an enum from the remarks on a field; returns the rest. */
function takeValues(rest: string, draft: Draft): string {
  const group = /\(([^()]*)\)/.exec(rest)?.[1];
  const behind = valuesBehind.exec(rest.replace(/[()]/g, " "))?.[1];
  let left = rest;
  for (const candidate of [group, behind]) {
    if (candidate === undefined || draft.values || draft.type === "boolean") continue;
    const [head = "", ...more] = candidate.split(valuesEnd);
    const usual = /(?:default|initially|=).*$/i.exec(head)?.[0] ?? "";
    const values = valuesIn(head.replace(/\s*(?:,\s*)?(?:default(?:s|ing)?(?: to)?|initially|=)\b.*$/i, ""));
    if (!values) continue;
    draft.values = values;
    left = `${left.replace(head, " ").replace(/^\s*[:(]/, " ")} ${more.join(" ")} ${usual}`;
  }
  return left;
}
