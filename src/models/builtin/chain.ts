import { type Json, remembered } from "../../lib/index.ts";
import type { Fact } from "./conversation.ts";
import { alike } from "./fill/alike.ts";
import { isMeant, picked, refersToListed } from "./pick.ts";
import { identifies, type Parameter } from "./read/parameter.ts";
import { stem } from "../../language/index.ts";
import { content, words } from "./text/tokens.ts";

const searches = remembered<readonly Fact[], Map<string, (parameter: Parameter) => Json | undefined>>(
  () => new Map(),
);

/**
 * The fact that fits a parameter best: its key matches the parameter's name, or is `id` of the thing that the parameter
 * identifies. If several records match, the words of the request decide, and undefined means that they don't. Many
 * calls may lack the same value: it is searched once.
 */
export function factFor(parameter: Parameter, known: readonly Fact[], text: string): Json | undefined {
  const byText = searches(known);
  const search = byText.get(text) ?? remembered((item: Parameter) => bestFact(item, known, text));
  byText.set(text, search);
  return search(parameter);
}

function bestFact(parameter: Parameter, known: readonly Fact[], text: string): Json | undefined {
  let found: { readonly value: Json; readonly fact: Fact }[] = [];
  let best = 0.99;
  for (const fact of known) {
    const value = typed(parameter, fact.value);
    if (value === undefined) continue;
    const score = closeness(parameter, fact);
    if (score > best) [best, found] = [score, []];
    if (score === best) found.push({ value, fact });
  }
  if (found.length === 0 && parameter.kind === "date") found = described(known, text);
  if (found.length === 0 && parameter.type === "string" && refersToListed(text)) {
    const listed = known.filter(
      ({ record, value }) =>
        "item" in record &&
        record.item === value &&
        (/\d/.test(String(value)) || !parameter.nameStems.some((word) => identifies.test(word))),
    );
    const [call] = listed.at(-1)?.keys ?? [];
    found = listed.filter(({ keys }) => keys[0] === call).map((fact) => ({ value: fact.value, fact }));
  }
  return theOne(found, text);
}

/** The dates whose keys the text names: `the day it will be ready` for `ready_on`. */
function described(known: readonly Fact[], text: string): { readonly value: Json; readonly fact: Fact }[] {
  const textWords = new Set(content(text));
  return known
    .filter(({ keys, value }) => {
      const key = content(words(keys.at(-1) ?? "").join(" ")).filter(
        (word) => !/^(?:date|day|time)$/.test(word),
      );
      return (
        key.length > 0 && key.every((word) => textWords.has(word)) && /^\d{4}-\d\d-\d\d/.test(String(value))
      );
    })
    .map((fact) => ({ value: fact.value, fact }));
}

/** Of several records the one that the text mentions, or the first if the text asks for that; otherwise none. */
function theOne(
  found: readonly { readonly value: Json; readonly fact: Fact }[],
  text: string,
): Json | undefined {
  const values = new Set(found.map(({ value }) => JSON.stringify(value)));
  if (values.size < 2)
    return found.some(({ fact }) => isMeant(fact.record, text)) ? found[0]?.value : undefined;
  const record = picked([...new Set(found.map(({ fact }) => fact.record))], text);
  if (record) return found.find(({ fact }) => fact.record === record)?.value;
  const words = new Set(content(text));
  const hits = found.map(
    ({ fact }) => new Set(fact.beside.flatMap(content).filter((word) => words.has(word))).size,
  );
  const most = Math.max(...hits);
  const named = found.filter((_, i) => hits[i] === most);
  return most > 0 && new Set(named.map(({ value }) => JSON.stringify(value))).size === 1
    ? named[0]?.value
    : undefined;
}

function typed({ type, item }: Parameter, value: Json): Json | undefined {
  if (type === "array") {
    const element = item && typed(item, value);
    return element === undefined ? undefined : [element];
  }
  if (type === "string") return /^(?:string|number)$/.test(typeof value) ? String(value) : undefined;
  if (type === "integer") return Number.isInteger(value) ? value : undefined;
  return typeof value === type && type !== "object" ? value : undefined;
}

/** Words in keys of things that are related to the one that a record is about. */
const another = /^(?:relat|parent|previou|old|next|other|link|duplic|replac|origin|similar|block)/;

/** 2: same name; 1.5: same last word, related object; 1.2: id and id; 1.1: one has all words of the other; or 0. */
function closeness(parameter: Parameter, fact: Fact): number {
  const key = words(fact.keys.at(-1) ?? "").map(stem);
  const name = parameter.nameStems;
  if (key.join(" ") === name.join(" ")) return 2;
  if (key.some((word) => another.test(word)) && !name.some((word) => another.test(word))) return 0;
  if (key.at(-1) !== name.at(-1))
    return name.every((word) => key.includes(word)) || key.every((word) => name.includes(word)) ? 1.1 : 0;
  const above = fact.keys.flatMap((key) => words(key).map(stem));
  const related = name.slice(0, -1).some((word) => above.some((other) => alike(word, other) >= 0.6));
  if (related) return 1.5;
  return key.at(-1) === "id" && (key.length === 1 || name.length === 1) ? 1.2 : 0;
}
