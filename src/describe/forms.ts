import { type Field, numeral } from "../api/index.ts";
import { inTable, wordTable } from "../lib/index.ts";

/** Words for the form of a field, by the one that stands for all of its kind. */
const words = wordTable(
  `required required, mandatory required, req required, obligatory required, compulsory required, optional optional,
  optionally optional, opt optional, nullable optional, unique unique, uniq unique, uniquely unique, twice unique, default default,
  defaults default, dflt default, initially default, minimum min, min min, maximum max, max max, positive min,
  negative min, character length, characters length, char length, chars length, letters length, digits length,
  integer integer, integers integer, int integer, decimal decimal, numeric decimal, float number, boolean boolean, bool boolean`,
);

/** What a definition states about the form of a field or relation. */
type Stated = Pick<Field, "schema" | "required" | "default" | "decimal"> & {
  readonly type: string;
  readonly unique: boolean;
  /** Whether it is unique together with others. */
  readonly together: boolean;
};

/**
 * The form that a word stands for: `req` → required, `twelve` → 12; undefined for other words.
 * @param before the words before it
 */
export function formOf(word: string, before: readonly string[]): string | undefined {
  if (word === "two" && before.at(-1) === "no") return "unique";
  const number = word === "one" ? undefined : numeral(word);
  if (number !== undefined) return String(number);
  const isScope = word === "per" && before.some((other) => inTable(words, other) === "unique");
  return isScope ? "together" : inTable(words, word);
}

const isBound = /^(?:m(?:in|ax)(?:imum|Length|Items)|multipleOf)$/;

/** The forms that a definition states for a field or relation, its numbers included. */
export function formsOf({
  schema,
  type,
  required,
  unique,
  together,
  decimal,
  default: initial,
}: Stated): ReadonlySet<string> {
  // Integers have the bounds of their storage anyway.
  const set = Object.entries(schema).filter(
    ([name, bound]) => isBound.test(name) && Math.abs(Number(bound)) < 2 ** 31 - 1,
  );
  const has = (start: string): boolean => set.some(([name]) => name.startsWith(start));
  const forms = {
    required: required || initial !== undefined,
    optional: !required,
    unique: unique || together,
    together,
    default: initial !== undefined,
    min: has("min"),
    max: has("max"),
    length: set.some(([name]) => name.endsWith("Length")),
    number: /number|decimal/.test(type),
  };
  return new Set([
    type,
    ...[...set, ...Object.entries(decimal ?? {})].map(([, bound]) => String(bound)),
    ...Object.entries(forms).flatMap(([form, holds]) => (holds ? [form] : [])),
  ]);
}
