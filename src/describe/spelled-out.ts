/** Abbreviations and contractions with their full forms, in the order of replacement. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/\be-mail/gi, "email"],
  [/\bi['’]m\b/gi, "I am"],
  [/\b(?:zero|none|one|0|1) (?:or|to) (?:more|many|several)\b/gi, "several"],
  [/\s*\p{Extended_Pictographic}\uFE0F?\s*/gu, ". "],
  [
    /,? (?:who|which|that) (?:may|might|can) (?:only )?be (?:chosen|assigned|picked|named|decided|added|set) later\b/gi,
    " (optional)",
  ],
  [/ ((?:their|its|the) [a-z]+s) [-–—] (?=[^.;:\n]+,)([^.;:\n]+)/g, " $1 ($2)"],
  [/, being (?=[\w-]+,)/g, " being "],
  [/(?<=[a-z]) (?<!\b(?:or|and|is|yes) )(?:no|nr)\.(?=\s*(?:[,;(]|$))/gim, " number"],
  [/ @ (?=\d)/g, " at "],
  [/ [-–—] ([^-–—.:;()\n]{3,80}) [-–—](?=,|\.| and\b)/g, " ($1)"],
  [
    /, (?=(?:of|for|about) (?:(?:an?|the|each|every) )?\w+ (?:we|i) (?:keep|store|note|record|need|want)\b)/gi,
    ". ",
  ],
  [/\b(we|i|you|they|[a-z]{3,}s) got (?!to\b|[a-z]+ed\b)/gi, "$1 have "],
  [/(?<=[a-z]{2})\+(?=[a-z]{2})/gi, " and "],
  [/\b(?:someone|somebody|anyone|anybody)(?: else)?['’]s\b/gi, "a"],
  [/\b(?:has|['’]s) got\b/gi, " has"],
  [/\b(?:have|['’]ve) got\b/gi, " have"],
  [/\b(we|i|you|they|he|she|it)['’]d\b/gi, "$1 would"],
  [/\b(\w+)['’]ll\b/gi, "$1 will"],
  [/\b(we|i|you|they)['’]ve\b/gi, "$1 have"],
  [/\b(it|that|he|she)['’]s\b/gi, "$1 is"],
  [/\b(we|you|they)['’]re\b/gi, "$1 are"],
];

/** Expands the contractions, symbols and afterthoughts of a text: `it's` → it is. */
export const spelledOut = (text: string): string =>
  spellings.reduce((spelled, [pattern, full]) => spelled.replaceAll(pattern, full), text);
