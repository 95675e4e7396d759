import { anyOf } from "../../../lib/index.ts";
import { factual, openings, permissions, suppositions, wondering } from "../knowledge/openings.ts";
import { isPast } from "../text/tagger.ts";
import type { Standing } from "./clause.ts";

const bids = new RegExp(
  String.raw`^(?:\W|${anyOf("and", "but", "so", "ok", "okay", "just", "hey", "hi", "also", "then")} )*` +
    String.raw`(?:can|could|will|would) (?:you|u)\b(?! (?:ever|even|still|normally|usually|have))`,
);
const polite = /\bplease\b|^(?:are you able to|is it possible for you to|do you mind|would you mind)\b/;

/** Whether a sentence is a question in form, but a request in meaning: `can you …?`, `please …`. */
export const isRequest = (sentence: string): boolean => bids.test(sentence) || polite.test(sentence);

/** The mood that the beginning of a sentence implies for all of it. */
export function moodOf(sentence: string, asks: boolean): Standing {
  if (wondering.some((pattern) => pattern.test(sentence))) return "supposed";
  const words = sentence.match(/[\p{L}'-]+/gu) ?? [];
  const [index] = past(words, 0);
  // `could I have a table for two?` asks for it
  if (asks && begins(words, index, permissions)) return obtains(words, index + 2) ? "open" : "permission";
  if (begins(words, index, suppositions) && (asks || !/^(?:do|is|are)$/.test(words[index] ?? "")))
    return "supposed";
  return asks && begins(words, index, factual) ? "factual" : "open";
}

/** Whether `have` at a place is a verb of its own: `have a table`, unlike `have had` and `have already booked`. */
function obtains(words: readonly string[], index: number): boolean {
  const next = words
    .slice(index + 1)
    .find((word) => !/^(?:already|also|always|ever|just|never|only)$|ly$/.test(word));
  return words[index] === "have" && next !== undefined && !/^(?:had|been)$/.test(next) && !isPast(next);
}

/** Whether words at a place ask for permission: `can I`, `may we`. */
export const asksPermission = (words: readonly string[], index: number): boolean =>
  begins(words, index, permissions);

const begins = (words: readonly string[], index: number, phrases: readonly (readonly string[])[]): boolean =>
  phrases.some((phrase) =>
    phrase.every((word, i) =>
      word === "*" ? (words[index + i] ?? "you") !== "you" : words[index + i] === word,
    ),
  );

const byFirst = Map.groupBy(openings, ([first]) => first ?? "");

/** `plese`, `pleas`. */
const misspelt = /^p(?:l[aes]{3,5}|elase)$/;

/** Returns where the opening of a request ends, and the phrases in the opening. */
export function past(words: readonly string[], from: number): readonly [number, readonly string[]] {
  let index = from;
  const phrases: string[] = [];
  for (;;) {
    const phrase = byFirst
      .get(words[index] ?? "")
      ?.find((opening) => opening.every((word, i) => words[index + i] === word));
    if (
      phrase === undefined &&
      !misspelt.test(words[index] ?? "") &&
      !/^(?!apply|reply|supply|multiply|fly)\p{L}{3,}ly$/u.test(words[index] ?? "")
    )
      return [index, phrases];
    phrases.push(phrase?.join(" ") ?? "");
    index += phrase?.length ?? 1;
  }
}

const doubting = anyOf(
  "(?:is|are|was|were|does|do|did|would|will|could|should) (?:this|that|these|those)",
  "which of (?:these|those|them)",
  "yes or no",
  "what do you think",
);
const doubt = new RegExp(String.raw`^\W*(?:(?:and|so|but) )?${doubting}\b`);

const texts = anyOf(
  "e-?mail|mail|message|text|letter|note|post|review",
  "transcript|chat|thread|paragraph|sentence|request|conversation",
);
const rendering = new RegExp(
  String.raw`\b${anyOf(
    "summari[sz]e|translate|proofread|explain|rewrite|rephrase|shorten",
    "answer|reply to|respond to|polish|improve|correct|sum up",
  )}\b`,
);
const rendered = new RegExp(String.raw`\b${anyOf("this|that|the above|the")} ${texts}\b`);

/** Whether a sentence asks about the words before it, which are then not a request. */
export const doubts = (sentence: string, asks: boolean): boolean =>
  (asks && doubt.test(sentence)) || (rendering.test(sentence) && rendered.test(sentence));

/** Whether a sentence refuses what the writer has just asked: `cancel it? no way`. */
export const refuses = (sentence: string): boolean =>
  /^(?:no|nope|nah|never|not|don't)\b(?! (?:rush|hurry|worries|problem|need to (?:rush|hurry)))/.test(
    sentence,
  );
