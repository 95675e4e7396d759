import { UserError } from "../../lib/index.ts";
import type { Field } from "../definition.ts";
import { readField } from "../notation.ts";

/** English names of types, by their notation in definitions. */
const called: Readonly<Record<string, string>> = {
  integer: "integer",
  int: "integer",
  "whole number": "integer",
  count: "integer",
  number: "number",
  float: "number",
  double: "number",
  decimal: "decimal",
  "decimal number": "decimal",
  money: "decimal",
  "amount of money": "decimal",
  text: "text",
  "long text": "text",
  string: "string",
  "short text": "string",
  boolean: "boolean",
  bool: "boolean",
  flag: "boolean",
  "yes/no": "boolean",
  date: "date",
  day: "date",
  datetime: "datetime",
  timestamp: "datetime",
  "date and time": "datetime",
  "point in time": "datetime",
  email: "email",
  "e-mail": "email",
  "email address": "email",
  url: "uri",
  uri: "uri",
  link: "uri",
  uuid: "uuid",
  slug: "slug",
  json: "json",
  phone: "phone",
  "phone number": "phone",
};

/** Returns a field of the type that a phrase names in English or in notation; undefined if it names none. */
export function typed(name: string, phrase: string): Field | undefined {
  const plain = phrase.trim().replace(/^(?:an?|the|of type)\s+/i, "");
  const [range, least, most] = / (?:from|between) (-?\d+) (?:to|and) (-?\d+)$/i.exec(plain) ?? [""];
  const list = /^(?:list|array) of (.+?)s?$/i.exec(plain)?.[1];
  const words = (list ?? plain.slice(0, plain.length - range.length)).toLowerCase();
  const notation = Object.hasOwn(called, words)
    ? `${called[words] ?? ""}${list === undefined ? "" : "[]"}${range && ` ${least}..${most}`}`
    : plain;
  try {
    return readField(name, notation);
  } catch (error) {
    if (error instanceof UserError && ["unknown_type", "bad_field"].includes(error.code)) return undefined;
    throw error;
  }
}
