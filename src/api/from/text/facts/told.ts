import { wordsOf } from "../../../names.ts";
import { verbs } from "../words/deeds.ts";
import type { FieldDraft, ResourceDraft } from "../draft.ts";
import { readField } from "./field.ts";
import type { State } from "../state.ts";

/** What a text says of a field where it stands behind its name; undefined where it says something else, or nothing. */
export function saidOf(state: State, field: FieldDraft, text: string): Partial<FieldDraft> | undefined {
  // `codes can be verified or revoked`
  const done = /^(?:can|may|could) be\s+(⟦E\d+⟧)/i.exec(text)?.[1] ?? "";
  if (done !== "" && state.enums.get(done)?.every((value) => verbs(value))) return undefined;
  const known = field.type === "enum" ? "string" : field.type;
  const read = readField(`${wordsOf(field.name).join("-")} : ${text}`, state.enums, known);
  if (!read || read.rest !== "" || read.field.name !== field.name) return undefined;
  const { name: _, type, ...said } = read.field;
  if (Object.keys(said).length === 0 && !read.typed) return undefined;
  return type === known ? said : { ...said, type };
}

/** Lays what several parts say over a field; false, and nothing done, where one of them says something else. */
export function lay(state: State, fields: readonly FieldDraft[], parts: readonly string[]): boolean {
  const all = fields.map((field) => parts.map((part) => saidOf(state, field, part)));
  if (!all.flat().every((said) => said !== undefined)) return false;
  for (const [i, field] of fields.entries()) Object.assign(field, ...(all[i] ?? []));
  return true;
}

/** `which is between 1 and 99`, `and must be given`: more about the field before it; false where it is something else. */
export function attributed(state: State, resource: ResourceDraft, text: string): boolean {
  const field = resource.fields.at(-1);
  const said = /^(?:and |but )?(?:which|that) (.+)$/is.exec(text)?.[1];
  return field !== undefined && said !== undefined && lay(state, [field], [said]);
}
