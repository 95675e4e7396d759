/** Where `have` is omitted: `members have a name, coaches a phone`, but not `a name, plus a phone`. */
const omitted = new RegExp(
  String.raw`(?<=\bhave [^.;:\n]{0,300})(?:, (?:and )?| and )` +
    String.raw`(?!(?:plus|sometimes|always|as|besides|perhaps) )([a-z]+s) (?=an? (?!day|week|month|year))`,
  "g",
);

/** Abbreviations and contractions with their full forms, in the order of replacement. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/\be-mail/gi, "email"],
  [/\s+(?:lol|haha|tbh|imho|ofc)\b/gi, ""],
  [/\bi['’]m\b/gi, "I am"],
  [/\b(?:zero|none|one|0|1) (?:or|to) (?:more|many|several)\b/gi, "several"],
  [/(?<!\s)\s*\p{Extended_Pictographic}\uFE0F?\s*/gu, ". "],
  // a sentence of its own behind one without a full stop
  [/(?<=[a-z)])(\s+)(?=(?:It|There|We|They|Each|Every|Only|Nobody|If|When) [a-z])/g, ".$1"],
  [/ [-–—] ([^-–—.:;()\n]{3,80}) [-–—](?=,|\.| and\b)/g, " ($1)"],
  [/\b(?:has|['’]s) got\b/gi, " has"],
  [/\b(?:have|['’]ve) got\b/gi, " have"],
  [/\b(we|i|you|they|he|she|it)['’]d\b/gi, "$1 would"],
  [/\b(\w+)['’]ll\b/gi, "$1 will"],
  [/\b(we|i|you|they)['’]ve\b/gi, "$1 have"],
  [/\b(it|that|he|she)['’]s\b/gi, "$1 is"],
  [/\b(we|you|they)['’]re\b/gi, "$1 are"],
  [/\b(?:it (?:should|must|has to|is|would)|would it)(?: also)?(?: be)? possible to /gi, "we can "],
  [/\bwe can ([^.;\n]{2,60}) and to (?=\w+ (?:it|them)\b)/g, "we can $1 and "],
  [/\bthere (?:should|must|has to) (?:also )?be (?=an? )/gi, "it has "],
  [
    /\bno two (\w+) (?:(?:may|can|must|should) )?(?:have|share) the same (\w+)/gi,
    "the $2 of the $1 must be unique",
  ],
  [omitted, ". $1 have "],
  [/(?<=\bhas [^.;:\n]{0,300})(?:, (?:and )?| and )(an? [a-z]+) (?=an? )/g, ". $1 has "],
];

/** Expands the contractions, symbols and afterthoughts of a text: `it's` → it is. */
export const spelledOut = (text: string): string =>
  spellings.reduce((spelled, [pattern, full]) => spelled.replaceAll(pattern, full), text);
