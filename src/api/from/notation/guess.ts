import { anyOf } from "../../../lib/index.ts";
import type { FieldDraft } from "./draft.ts";
import { type Kind, kinds, singularPlurals, units } from "./kinds.ts";
import { type Draft, numeral } from "./sayings.ts";

type Guess = Pick<FieldDraft, "type" | "format">;

/** Returns the type and format that a name alone suggests. */
export const typeByName = (name: string): Guess =>
  guessed(name) ?? { type: isList(name.slice(name.lastIndexOf(" ") + 1)) ? "array" : "string" };

/** Whether a name is usually that of a single value: `deadline`, `notes`. */
export const isFieldName = (name: string): boolean =>
  guessed(name) !== undefined ||
  text.test(name) ||
  singularPlurals.has(name.slice(name.lastIndexOf(" ") + 1));

function guessed(name: string): Guess | undefined {
  const lastOf = (words: string): string => words.slice(words.lastIndexOf(" ") + 1);
  const find = (words: string): Kind | undefined =>
    kinds.find(({ phrase, last }) => phrase?.test(words) || last?.has(lastOf(words)));
  const last = lastOf(name);
  const [, unitOf] = /^(year|number|date|day|time) of [a-z]+$/.exec(name) ?? [];
  if (unitOf) {
    const kind = find(unitOf === "number" ? "count" : unitOf);
    if (kind) return { type: kind.type };
  }
  const measured = units.has(last) && name !== last ? find(name.slice(0, -last.length - 1)) : undefined;
  if (measured?.type === "number" || measured?.type === "integer") return { type: measured.type };
  const deed =
    /[a-z]{2}ed$|^(?:made|sold|spent|run|given|sent|lost|left|used|due)$/.test(last) && name !== last
      ? find(name.slice(0, -last.length - 1))
      : undefined;
  if (deed?.type === "number") return { type: deed.type };
  // `salary from`, `price adult`
  const parted = parts.has(last) && name !== last ? find(name.slice(0, -last.length - 1)) : undefined;
  const found =
    find(name) ??
    find(name.replace(/(?<=[a-rt-z])s$/, "")) ??
    (parted?.type === "boolean" ? undefined : parted);
  const head = found ? undefined : find(/^(.+?) of \w/.exec(name)?.[1] ?? "none");
  const kind = head ?? found;
  return kind && { type: kind.type, format: kind.format };
}

/** Qualifiers after a noun that tell two or more apart. */
const parts: ReadonlySet<string> = new Set(
  "from to min max minimum maximum home away adult adults child children net gross before after left right total".split(
    " ",
  ),
);

/** Whether a noun is a plural that means a list: `symptoms`, not `status` or `notes`. */
const isList = (word: string): boolean =>
  /[a-z]{3}[^su]s$/.test(word) && !/(?:is|ss|us|ics)$/.test(word) && !singularPlurals.has(word);

const scoreLike = /(?:^| )(?:score|rating|position|shirt number|house number)$/;

/** Names of texts, whatever their length. */
const texts = new RegExp(
  anyOf(
    "topic|subject|theme|motto|question|answer|phrase|sentence|reason|excerpt|abstract|name|title|headline|caption",
    "description|text|note|body|comment|message|bio|summary|content|label|key|token|code|reference|sku|barcode",
    "password|username|nickname|handle|slug|zip|postcode|street|address|phone|mobile|fax|iban|plate|registration",
  ),
);

const text = new RegExp(`(?:^| )${texts.source}$`);

export function settle(
  draft: Draft,
  words: string,
  { weak, byName }: { readonly weak: boolean; readonly byName: Pick<FieldDraft, "type" | "format"> },
): FieldDraft {
  const { sizes, positive, ...field } = draft;
  const worded = typeof field.default === "string" ? numeral(field.default) : undefined;
  if (worded !== undefined && field.type !== "string" && byName.type !== "string") field.default = worded;
  const lengths = sizes.some(({ length }) => length);
  if (field.default === "nothing") field.default = 0;
  if (field.default === "not") field.default = false;
  if (field.type === "boolean" && /^[yn]$/i.test(String(field.default)))
    field.default = /^y$/i.test(String(field.default));
  // `power on/off, default off`
  if (field.values && typeof field.default === "boolean") {
    const words = field.default ? /^(?:true|yes|on|t|y)$/i : /^(?:false|no|off|f|n)$/i;
    field.default = field.values.find((value) => words.test(value)) ?? field.default;
  }
  if (field.values) field.type = field.type === "array" ? "array" : "enum";
  else if (field.type === "enum") field.type = "string";
  const guessed = field.type === undefined;
  if (guessed) {
    field.type =
      typeof field.default === "boolean" ? "boolean" : lengths ? "string" : (byName.type ?? "string");
    if (byName.format && field.type === "string") field.format ??= byName.format;
    const counted = sizes.length > 0 && !lengths;
    if (field.type === "boolean" && (counted || typeof field.default === "number")) field.type = "integer";
    if (field.type === "array" && (counted || positive || typeof field.default === "number"))
      field.type = "integer";
    if (
      field.type === "string" &&
      (counted || positive) &&
      // a unique field is an identifier, not an amount: `number unique 6..20`
      !(field.unique === true && words === "number") &&
      // `alt max 125`: a single noun with only an upper bound is a text
      (positive || isList(words) || sizes.some(({ bound, value }) => bound !== "max" || value < 50)) &&
      field.format === undefined &&
      !texts.test(words)
    )
      field.type = sizes.every(({ value }) => Number.isInteger(value)) ? "integer" : "number";
    if (field.type === "string" && typeof field.default === "number")
      field.type = Number.isInteger(field.default) ? "integer" : "number";
    if (scoreLike.test(words) && byName.type !== "integer" && sizes.length > 0 && !lengths)
      field.type = /rating/.test(words) ? "number" : "integer";
  } else if (field.type === "number" && weak && byName.type === "integer") field.type = "number";
  // `hours 0.25-24`
  if (guessed && field.type === "integer" && sizes.some(({ value }) => !Number.isInteger(value)))
    field.type = "number";
  if (field.type === "string" && field.format === undefined && byName.format && !field.values)
    field.format = byName.format;
  const text = field.type === "string";
  for (const { bound, value } of sizes) {
    if (bound !== "max") field[text ? "minLength" : "min"] = value;
    if (bound !== "min") field[text ? "maxLength" : "max"] = value;
  }
  if (positive && field.type === "integer" && field.min === undefined) field.min = 1;
  // Decimals have no bounds but zero.
  if (field.type === "decimal" && (field.max !== undefined || (field.min ?? 0) !== 0)) field.type = "number";
  if (field.type !== "string") delete field.format;
  if (field.format === undefined) delete field.format;
  return field;
}
