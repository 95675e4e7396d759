import { fields } from "../facts/item.ts";
import { nested } from "../sentences/outline.ts";
import { genericTitle } from "../sentences/intro.ts";
import { onlySays } from "../words/says.ts";
import { items } from "../words/lists.ts";
import { knownIn, nameOf, open } from "../state.ts";
import type { Rule } from "./heading.ts";

/** `resource: booking`, `name: invoice`: the name of a record. */
export const kindOfName: Rule = (state, { head, rest }) => {
  if (
    !/^(?:resource|model|entity|table|object|collection|name)$/i.test(head) ||
    !/^[a-z][\w -]*$/i.test(rest)
  )
    return false;
  const own = nameOf(rest);
  if (own) open(state, own);
  return true;
};

/** `fields: title, price`: fields of the record before. */
export const fieldsHead: Rule = (state, { head, rest }) => {
  if (
    !state.current ||
    !/^(?:fields|attributes|properties|columns|entities|resources|models|schema)$/i.test(head)
  )
    return false;
  fields(state, state.current, rest);
  return true;
};

/** `shop: book (title, price), order (date, total)`: records with their fields in parentheses. */
export const outline: Rule = (state, { rest }) => nested(state, rest);

/** `An API to manage a theatre: plays, actors and performances`: records that are known, below a title. */
export const recordsBelow: Rule = (state, { head, parts }) => {
  const plurals = parts();
  if (
    plurals.length < 2 ||
    !plurals.every(
      (one) => /^(?:their |its )?[a-z]+(?: [a-z]+)?s$/i.test(one) && knownIn(state, one) !== undefined,
    ) ||
    (!genericTitle.test(head) && knownIn(state, head) !== undefined)
  )
    return false;
  for (const one of plurals) open(state, knownIn(state, one) ?? one);
  return true;
};

/** `Library: book (title, author, year)`: one record with its fields in parentheses. */
export const oneBelow: Rule = (state, { rest }) => {
  const [, only = "", inner = ""] =
    /^([a-z][\w-]*(?: [a-z]+)?)\s*\(([^()]*(?:\([^()]*\)[^()]*)*)\)$/i.exec(rest) ?? [];
  const list = only === "" ? [] : items(inner);
  if (list.length < 3 || list.every((one) => onlySays(one, state.enums))) return false;
  const own = nameOf(only);
  if (!own) return false;
  fields(state, open(state, own), inner);
  return true;
};

/** `a library with books: title, author`: what the place is full of, before any record is spoken of. */
export const insideOf: Rule = (state, { head, rest, isList, parts }) => {
  const inside = /^(?:an?|my|our|the) [a-z]+(?: [a-z]+)? (?:with|of|full of) ([a-z]+s)$/i.exec(head)?.[1];
  const own = inside === undefined || state.current ? undefined : nameOf(inside);
  if (own === undefined || !isList() || parts().length < 2) return false;
  fields(state, open(state, own), rest);
  return true;
};
