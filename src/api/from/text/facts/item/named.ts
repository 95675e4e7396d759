import type { FieldDraft } from "../../draft.ts";
import { addField, leave } from "../../state.ts";
import { share } from "../amend.ts";
import { readField } from "../field.ts";
import type { Part } from "./rule.ts";

const isBare = (field: FieldDraft): boolean => Object.keys(field).length === 2;

/** What is said of the second of two fields is said of the first as well where the words say so. */
function pairUp(first: FieldDraft, second: FieldDraft, text: string): void {
  const { name: _, ...same } = second;
  // `length and width in cm both`
  if (/\w[\s(]+both\b/i.test(text)) Object.assign(first, same);
  // `difficulty & terrain 1-5 each`
  if (isBare(first) && /\beach\)?$/i.test(text)) Object.assign(first, same);
  // `valid from and valid to are required`
  if (
    isBare(first) &&
    /^[a-z ]{2,30}? are (?:both |all )?(?:required|optional|unique|mandatory|needed|[a-z]+(?<!e)s$)/i.test(
      text,
    )
  ) {
    const { type, ...more } = same;
    Object.assign(first, more, first.type === "string" && type !== undefined ? { type } : {});
  }
}

/** `a name (required)`: whatever no rule has read is a field; what nobody understands is left. */
export function field({ state, resource, text, plain, paired }: Part): void {
  const read = readField(plain, state.enums);
  if (!read) return leave(state, text, resource);
  addField(resource, read.field);
  const before = resource.fields.at(-2);
  if (before) pairUp(before, read.field, plain);
  if (read.rest && read.rest.split(" ").length > 3) leave(state, read.rest, resource);
  if (paired) share(resource, plain);
}
