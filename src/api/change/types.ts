import { UserError } from "../../lib/index.ts";
import type { Field } from "../definition.ts";
import { readField } from "../notation.ts";

/** Types of definitions with their English names. */
const names = `
integer: integer, int, whole number, count
number: number, float, double
decimal: decimal, decimal number, money, amount of money
text: text, long text
string: string, short text
boolean: boolean, bool, flag, yes/no
date: date, day
datetime: datetime, timestamp, date and time, point in time
email: email, e-mail, email address
uri: url, uri, link
uuid: uuid
slug: slug
json: json
phone: phone, phone number`;

/** Types by their English names. */
const called = new Map(
  names
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [type = "", all = ""] = line.split(": ");
      return all.split(", ").map((name) => [name, type] as const);
    }),
);

/** Returns a field's name, and other words for it if it is called like its type: an `email` is an email address. */
export const typeNames = (name: string): readonly string[] => [
  name,
  ...[...called].flatMap(([words, type]) => (type === name && words !== name ? [words] : [])),
];

/** Returns a field of the type that a phrase names in English or in notation; undefined if it names none. */
export function typed(name: string, phrase: string): Field | undefined {
  const plain = phrase.trim().replace(/^(?:an?|the|of type)\s+/i, "");
  const [range, least, most] = / (?:from|between) (-?\d+) (?:to|and) (-?\d+)$/i.exec(plain) ?? [""];
  const list = /^(?:list|array) of (.+?)s?$/i.exec(plain)?.[1];
  const words = (list ?? plain.slice(0, plain.length - range.length)).toLowerCase();
  const type = called.get(words);
  const notation = type ? `${type}${list === undefined ? "" : "[]"}${range && ` ${least}..${most}`}` : plain;
  try {
    return readField(name, notation);
  } catch (error) {
    if (error instanceof UserError && ["unknown_type", "bad_field"].includes(error.code)) return undefined;
    throw error;
  }
}
