import { fieldWords } from "./named.ts";

const connector =
  /(?:\b(?:can be|may be|could be|must be|should be|will be|is|are|being|either|one of|any of|out of|among|of type|of the type|of the kind|of kind|as|enum|values?|in|as one of|such as|called)\b|[:=])\s*(?:an?\s+|the\s+|one of\s+|either\s+)*/gi;

/** The first value of a chain and where it starts, in the chunk before a comma or `or`. */
export function firstValue(chunk: string): { readonly value: string; readonly ended: boolean } {
  const own = chunk.slice(chunk.search(/(?:(?!\s(?:and|but)\s).)*$/is));
  const all = [...own.matchAll(connector)];
  const last = /^\s*(?:in|being|out of) [a-z]+\s*$/i.test(own) ? undefined : all.at(-1);
  const before = all.at(-2);
  // `a state: in stock, in use or lost`
  if (last && before && /^in\s/i.test(last[0]) && before.index + before[0].length === last.index)
    return { value: own.slice(last.index), ended: true };
  if (last) return { value: own.slice(last.index + last[0].length), ended: true };
  const words = own.trim().split(/\s+/);
  if (/^(?:in|not|out|under|on) /i.test(own.trim()) && words.length < 4)
    return { value: chunk, ended: false };
  // `picked up or sent back`
  const end = /^(?:up|out|in|off|back|down|over|away|on)$/i.test(words.at(-1) ?? "") ? -2 : -1;
  return words.length > 1
    ? { value: words.slice(end).join(" "), ended: true }
    : { value: chunk, ended: false };
}

/** Where a row of values of up to three words begins, which `missing parts` in `a state: complete, missing parts` goes on. */
const row =
  /(?:\b(?:one|any) of(?: the(?: following)?)?:?|\beither|\b(?:is|are|be|being)|\b(?:an?|the|its) [a-z]+(?: (?:it|they) [a-z]+| [a-z]+)? ?:)\s+((?:[a-z][\w'-]*(?: [a-z][\w'-]*){0,2}, )+[a-z][\w'-]*(?: [a-z][\w'-]*){1,2})$/i;

/** Words that no value of several words has inside. */
export const noValue =
  /(?:^|\s)(?:an?|the|its|their|is|are|was|has|have|can|may|must|which|that|who|with|and|we|it|they|default|defaults|required|optional|unique|min|max|at|by|from|first|then|later|finally|i|you)(?:\s|$)/i;

/** Whether a row of values goes on here, so that the words before the comma are one more of them. */
export const isMiddle = (before: string): boolean => {
  const pieces = row.exec(before)?.[1]?.split(", ") ?? [];
  return pieces.length > 1 && pieces.every((one) => !noValue.test(one) && !fieldWords.test(one));
};
