const stop = new Set(
  "a an and are as at be by can do does for from how i if in is it its me my not of on or our that the this to was we what when where which who why will with you".split(
    " ",
  ),
);

/** Splits a text into words, and names into their parts: `createUserById` is create, user, by, id. Plurals lose their s. */
export function words(text: string): readonly string[] {
  return text
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replaceAll(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1 && word.length < 40 && !stop.has(word))
    .map(singular);
}

function singular(word: string): string {
  if (/(?:ss|x|sh|ch)es$/.test(word)) return word.slice(0, -2);
  return word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}
