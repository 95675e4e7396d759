import type { Clause } from "../words/clause.ts";
import { isParticiple } from "../words/deeds.ts";
import type { ResourceDraft } from "../draft.ts";
import { item } from "../facts/item.ts";
import { onlySays } from "../words/says.ts";
import { type State, knownIn } from "../state.ts";
import { type Phrase, isPhrase, phrasesOf } from "./phrase.ts";
import { type Phrased, phrase, timely } from "./phrased.ts";

/** `is valid until some day`: a field of the word and what stands before the day. */
function stretch(rest: string): string | undefined {
  const [, word = "", by = "", noun = ""] =
    /^([a-z]+) (until|till|from|since|to|on|at|by) (?:an?|some|the|one) (?:certain |given )?(date|day|time|moment|year)$/i.exec(
      rest.replace(/ (?:another(?: date| day)?|a later (?:one|date|day))$/i, " a date"),
    ) ?? [];
  if (word === "" || isParticiple(word)) return undefined;
  return `${word}-${by} (${/time|moment/i.test(noun) ? "datetime" : "date"})`;
}

/** `is in stock`: a word that says how it is, and no record. */
const isIdiom = (state: State, rest: string): boolean =>
  /^(?:in|on|at|for|under) [a-z]+$/i.test(rest) && knownIn(state, rest.split(" ")[1] ?? "") === undefined;

/** Participles that name or ask rather than tell of a deed. */
const naming = /^(?:required|needed|limited|called|named|known|identified|described|based|made up)$/i;

/** The text behind `made`, without its particle. */
const behind = (spoken: string, word: string): string =>
  spoken
    .slice(word.length)
    .trim()
    .replace(/^(?:out|up|off|down|over|back) (?=(?:by|in|at|on|to|for|with)\b)/i, "");

/** Whether one of the phrases says something that can be kept. */
const tells = (
  state: State,
  { found, text }: { readonly found: readonly Phrase[]; readonly text: string },
  { verb, isDone }: Phrased,
): boolean =>
  found.some(
    ({ noun, by, one }) =>
      knownIn(state, noun) !== undefined ||
      (one && /^[a-z]+$/i.test(noun)) ||
      timely.test(noun) ||
      verb !== "be" ||
      (!isDone && /^(?:at|in|on|from|near|inside) an?\s/i.test(text)) ||
      (isDone && by === "by") ||
      found.length > 1,
  );

/**
 * What `is made for a guest on some day`, `sits on one wall`, `was set by a setter` say of a record: a relation for each
 * noun that is kept too, a field for each other. False where the clause has no such phrases.
 */
export function phrases(state: State, resource: ResourceDraft, clause: Clause): boolean {
  const happens = clause.verb === "take" && /^place\s/i.test(clause.rest);
  const { verb, rest, modal } = happens ? { ...clause, verb: "be", rest: clause.rest.slice(6) } : clause;
  if (clause.negated || /^(?:have|belong|need|require|consist|get)$/.test(verb)) return false;
  const until = verb === "be" ? stretch(rest) : undefined;
  if (until !== undefined) {
    item(state, resource, until);
    return true;
  }
  if (verb === "be" && isIdiom(state, rest)) return true;
  const [word = ""] = rest.split(/\s+/);
  const isDone = verb === "be" && isParticiple(word) && !naming.test(word);
  // `ends in a result: win or draw`
  const at = /^[a-z][a-z ]*?(?=\s*[:(]?\s*⟦)/i.exec(rest)?.[0].length ?? rest.length;
  const tail = rest.slice(at).replace(/^\s*:/, "");
  const text = isDone ? behind(rest.slice(0, at), word) : rest;
  if (
    onlySays(`is ${rest}`, state.enums) ||
    /[⟦\d]/.test(text) ||
    /\(.*\s(?:by|in|at|on|for|to|from|with)\s/.test(text)
  )
    return false;
  const found = phrasesOf(text);
  const isPossible = modal === "can" || /\bor (?:in )?none\b/.test(text);
  const phrased = { resource, verb, word, isDone, many: /s$/i.test(clause.subject), isPossible };
  if (!found.length || !isPhrase(text) || !tells(state, { found, text }, phrased)) return false;
  for (const [i, one] of found.entries())
    if (tail !== "" && i === found.length - 1) item(state, resource, `a ${one.noun} ${tail}`);
    else phrase(state, phrased, one);
  return true;
}
