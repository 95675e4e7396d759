import { distance } from "../../../lib/index.ts";
import type { Template } from "../around.ts";
import { isString, put } from "../tokens.ts";

/** Lengths of texts whose difference is looked at. */
const longest = 40;
const brackets = "()[]{}<>";

/** A text by another: of the same function, of the tests if it is much like it, or by letters of another size. */
export const strings: Template = ({ text, tokens, strings: known, wanted }) => {
  const texts = tokens.filter(({ word }) => isString(word));
  const quoted = (word: string, by: string): string => (word[0] ?? '"') + by + (word[0] ?? '"');
  const near = (word: string): readonly string[] => {
    const own = word.slice(1, -1);
    return wanted.filter((one) => one !== own && isNear(one, own)).map((one) => quoted(word, one));
  };
  const sized = [
    (one: string) => one.toLowerCase(),
    (one: string) => one.toUpperCase(),
    (one: string) => (one[0] ?? "").toUpperCase() + one.slice(1),
  ];
  const together = sized.map((by) => texts.reduce((all, one) => put(all, one, by(one.word)), text));
  const all = texts.map((one) => near(one.word)[0]);
  return [
    ...texts.flatMap((one) => near(one.word).map((by) => put(text, one, by))),
    ...(texts.length > 1 && all.every(Boolean)
      ? [texts.toReversed().reduce((whole, one) => put(whole, one, near(one.word)[0] ?? one.word), text)]
      : []),
    ...texts.flatMap((one) =>
      [
        ...new Set([
          ...known,
          '""',
          '" "',
          ...turned(one.word),
          ...sized.map((by) => quoted(one.word, by(one.word.slice(1, -1)))),
        ]),
      ]
        .filter((by) => by !== one.word)
        .map((by) => put(text, one, by)),
    ),
    ...together,
  ];
};

const turned = (word: string): readonly string[] =>
  word.length === 3 && brackets.includes(word[1] ?? "")
    ? [...brackets].map((by) => `${word[0]}${by}${word[2]}`)
    : [];

/** The same but for the size of letters, or for two letters or fewer and at most a third. */
function isNear(a: string, b: string): boolean {
  if (a.toLowerCase() === b.toLowerCase()) return true;
  if (Math.min(a.length, b.length) < 3 || Math.max(a.length, b.length) > longest) return false;
  return distance(a, b, 2) <= Math.min(2, a.length / 3);
}
