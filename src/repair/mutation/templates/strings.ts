import { distance } from "../../../lib/index.ts";
import type { Template } from "../around.ts";
import { isString, put } from "../tokens.ts";

/** Maximum length of strings that are compared. */
const longest = 40;
const brackets = "()[]{}<>";

/** Replaces a string: by one of the function, a similar one of the tests, or with other letter case. */
export const strings: Template = ({ text, tokens, strings: known, wanted }) => {
  const texts = tokens.filter(({ word }) => isString(word));
  const quoted = (word: string, by: string): string => (word[0] ?? '"') + by + (word[0] ?? '"');
  const near = (word: string): readonly string[] => {
    const inner = word.slice(1, -1);
    return wanted.filter((item) => item !== inner && isNear(item, inner)).map((item) => quoted(word, item));
  };
  const sized = [
    (one: string) => one.toLowerCase(),
    (one: string) => one.toUpperCase(),
    (one: string) => (one[0] ?? "").toUpperCase() + one.slice(1),
  ];
  const together = sized.map((by) => texts.reduce((all, token) => put(all, token, by(token.word)), text));
  const all = texts.map((text) => near(text.word)[0]);
  return [
    ...texts.flatMap((token) => near(token.word).map((by) => put(text, token, by))),
    ...(texts.length > 1 && all.every(Boolean)
      ? [
          texts
            .toReversed()
            .reduce((whole, token) => put(whole, token, near(token.word)[0] ?? token.word), text),
        ]
      : []),
    ...texts.flatMap((token) =>
      [
        ...new Set([
          ...known,
          '""',
          '" "',
          ...turned(token.word),
          ...sized.map((by) => quoted(token.word, by(token.word.slice(1, -1)))),
        ]),
      ]
        .filter((by) => by !== token.word)
        .map((by) => put(text, token, by)),
    ),
    ...together,
  ];
};

const turned = (word: string): readonly string[] =>
  word.length === 3 && brackets.includes(word[1] ?? "")
    ? [...brackets].map((by) => `${word[0]}${by}${word[2]}`)
    : [];

/** Whether two strings differ only in case, or in at most two letters and a third of them. */
function isNear(a: string, b: string): boolean {
  if (a.toLowerCase() === b.toLowerCase()) return true;
  if (Math.min(a.length, b.length) < 3 || Math.max(a.length, b.length) > longest) return false;
  return distance(a, b, 2) <= Math.min(2, a.length / 3);
}
