/** Descriptions written anew from what others mean: one part of them (a list, a rule, a relation, deeds) in the way of one author. */
import { namesFrom, wordsOf } from "../../src/api/names.ts";
import { describe } from "../../src/api/from/text/index.ts";
import { participleOf } from "../../src/api/from/text/words/words.ts";
import type { Change, Described } from "./changing.ts";
import { Score, type Expected } from "./score.ts";

type Field = Expected["fields"][number];

const upper = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
const one = (noun: string): string => `${/^(?:[aeio]|u(?!n[ai]|s|ni))/i.test(noun) ? "an" : "a"} ${noun}`;
export const listed = (all: readonly string[], between: string): string =>
  all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} ${between} ${all.at(-1) ?? ""}`;
const said = (name: string): string => wordsOf(name).join(" ");
const shown = (value: unknown): string =>
  value === true ? "true" : value === false ? "false" : String(value);

const isPlural = (words: string): boolean => /[^s]s$/.test(words);
const withArticle = (words: string): string => (isPlural(words) ? words : one(words));

/** What is said of a field, as words in parentheses. */
export function flags(field: Field): readonly string[] {
  const { min, max, minLength, maxLength } = field;
  return [
    ...(["integer", "number", "boolean", "date", "datetime"].includes(field.type) ? [field.type] : []),
    ...(field.enum ? [listed(field.enum, "or")] : []),
    ...(field.required === true ? ["required"] : field.required === false ? ["optional"] : []),
    ...(field.unique ? ["unique"] : []),
    ...(min !== undefined && max !== undefined ? [`${min} to ${max}`] : []),
    ...(min !== undefined && max === undefined ? [`at least ${min}`] : []),
    ...(max !== undefined && min === undefined ? [`at most ${max}`] : []),
    ...(maxLength !== undefined && minLength === maxLength ? [`exactly ${maxLength} characters`] : []),
    ...(maxLength !== undefined && minLength === undefined ? [`at most ${maxLength} characters`] : []),
    ...(field.default === undefined ? [] : [`default ${shown(field.default)}`]),
  ];
}
const plainly = (field: Field): string => {
  const [all, name] = [flags(field), said(field.name)];
  return `${withArticle(name)}${all.length ? ` (${all.join(", ")})` : ""}`;
};

/** A frame with its words: `{n}` as they stand, `{N}` with a capital. */
export const fill = (frame: string, words: Readonly<Record<string, string>>): string =>
  frame.replaceAll(/\{(\w+)\}/g, (_, key: string) => {
    const low = key.slice(0, 1).toLowerCase() + key.slice(1);
    return words[key] ?? upper(words[low] ?? "");
  });

/** How one author says what another says plainly; undefined where there is nothing of the kind to say. */
export interface Author {
  readonly record?: (record: Told, fields: readonly Field[]) => string | undefined;
  readonly apart?: (record: Told, field: Field) => Apart | undefined;
  readonly owner?: (child: Told, parent: Told) => string;
  readonly both?: (left: Told, right: Told) => string;
  readonly deeds?: (record: Told, verbs: readonly string[]) => string;
  /** What stands between two parts. */
  readonly between?: string;
}
/** What is said of a field in a sentence of its own, and the field without it. */
export interface Apart {
  readonly sentence: string;
  readonly rest: Field;
}
/** A record's name in words. */
export interface Told {
  readonly n: string;
  readonly ns: string;
  readonly an: string;
}
const tell = (name: string): Told => {
  const { words, plural } = namesFrom(name);
  return { n: words, ns: plural.words, an: one(words) };
};

export const plainRecord = ({ an }: Told, fields: readonly Field[]): string =>
  `${upper(an)} has ${listed(fields.map(plainly), "and")}.`;
const plainOwner = ({ n }: Told, { an }: Told): string => `Each ${n} belongs to ${an}.`;
const plainBoth = (left: Told, right: Told): string =>
  `${upper(left.an)} has many ${right.ns} and ${right.an} has many ${left.ns}.`;
const plainDeeds = ({ ns }: Told, verbs: readonly string[]): string =>
  `${upper(ns)} can be ${listed(verbs.map(participleOf), "and")}.`;

/** All of a description; undefined where this author's way never came to be used. */
function written(resources: readonly Expected[], author: Author): string | undefined {
  const parts: string[] = [];
  let used = false;
  const use = (text: string | undefined, plain: string): string => {
    if (text !== undefined) used = true;
    return text ?? plain;
  };
  for (const { name, fields } of resources) {
    if (fields.length === 0) continue;
    const record = tell(name);
    let apart: Apart | undefined;
    const rest = fields.map((field) => {
      if (apart || used) return field;
      apart = author.apart?.(record, field);
      return apart?.rest ?? field;
    });
    parts.push(use(author.record?.(record, rest), plainRecord(record, rest)));
    if (apart) parts.push(use(apart.sentence, ""));
  }
  const isBlock = parts.some((part) => part.includes("\n"));
  for (const { name, relations } of resources)
    for (const { kind, target } of relations) {
      const [from, to] = [tell(name), tell(target)];
      if (kind === "manyToMany") parts.push(use(author.both?.(from, to), plainBoth(from, to)));
      else if (kind === "belongsTo") parts.push(use(author.owner?.(from, to), plainOwner(from, to)));
      else if (kind === "hasMany") parts.push(use(author.owner?.(to, from), plainOwner(to, from)));
    }
  for (const { name, actions } of resources)
    if (actions.length) {
      const verbs = actions.map((action) => said(action.name));
      parts.push(use(author.deeds?.(tell(name), verbs), plainDeeds(tell(name), verbs)));
    }
  return used
    ? parts.join(author.between ?? (isBlock || parts.some((part) => part.includes("\n")) ? "\n\n" : " "))
    : undefined;
}

const wrong = (resources: readonly Expected[], text: string): readonly string[] =>
  new Score().add(resources, describe(text).resources);
const always: Author = { deeds: plainDeeds, both: plainBoth, owner: plainOwner, record: plainRecord };

/** What of the meaning can be said plainly so that it is read right: at most three records, with at most six fields each. */
const known = new WeakMap<readonly Expected[], readonly Expected[] | undefined>();
export function sayable(resources: readonly Expected[]): readonly Expected[] | undefined {
  if (known.has(resources)) return known.get(resources);
  const fit = (name: string): boolean => /^[A-Za-z]+$/.test(name) && wordsOf(name).length < 3;
  const names = new Set(
    resources.filter(({ fields, implicit }) => fields.length > 1 && !implicit).map(({ name }) => name),
  );
  let all: readonly Expected[] = resources
    .filter(({ name }) => names.has(name) && fit(name))
    .slice(0, 3)
    .map((resource) => ({
      ...resource,
      fields: resource.fields
        .filter(
          ({ name, type, format, auto }) =>
            fit(name) && !auto && !format && type !== "array" && type !== "object",
        )
        .slice(0, 6),
      actions: resource.actions.filter(({ name }) => /^[a-z]+$/.test(name)),
      relations: resource.relations.filter(({ target }) => names.has(target) && target !== resource.name),
    }));
  for (let i = 0; i < 2; i += 1) {
    const text = written(all, always);
    const misses = text === undefined ? [] : wrong(all, text);
    all = all
      .map((resource) => ({
        ...resource,
        fields: resource.fields.filter(
          ({ name }) => !misses.some((miss) => miss.includes(`${resource.name}.${name}`)),
        ),
        actions: resource.actions.filter(
          ({ name }) => !misses.some((miss) => miss.includes(`action ${resource.name}.${name}`)),
        ),
      }))
      .filter(({ fields }) => fields.length > 1);
    all = all.map((resource) => ({
      ...resource,
      relations: resource.relations.filter(({ target }) => all.some(({ name }) => name === target)),
    }));
  }
  const text = written(all, always);
  const found = text !== undefined && all.length && wrong(all, text).length === 0 ? all : undefined;
  known.set(resources, found);
  return found;
}

/** The same meaning, as far as it can be said plainly, in the way of an author. */
export const authored =
  (author: Author): Change =>
  ({ resources }): Described | undefined => {
    const all = sayable(resources);
    const text = all && written(all, author);
    return all && text !== undefined ? { text, resources: all } : undefined;
  };

export { said, shown, withArticle, plainly, type Field };
