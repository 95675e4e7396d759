import type { Template } from "../around.ts";
import { isName, operand, put, tokensOf } from "../tokens.ts";

const most = 12;

export const otherNames: Template = ({ text, names }) =>
  tokensOf(text).flatMap((one, i, all) =>
    isName(one.word) && all[i - 1]?.word !== "."
      ? names
          .filter((name) => name !== one.word)
          .slice(0, most)
          .map((name) => put(text, one, name))
      : [],
  );

/** What is read of something is another of its parts; a method another method. */
export const attributes: Template = ({ text, attributes: known }) =>
  tokensOf(text).flatMap((one, i, all) =>
    all[i - 1]?.word === "." && isName(one.word)
      ? known
          .filter((name) => name !== one.word)
          .slice(0, most)
          .map((name) => put(text, one, name))
      : [],
  );

/** Two arguments, or two parts of a tuple, in the other order. */
export const swapped: Template = ({ text }) =>
  [
    ...text.matchAll(
      /(?<=[([{,]\s*|^\s*(?:return\s+)?|=\s)([^()[\]{},=]+(?:\([^()]*\))?),(\s*)([^()[\]{},]+(?:\([^()]*\))?)(?=[)\]},]|$)/g,
    ),
  ].map(
    ({ 0: whole, 1: a = "", 2: space = "", 3: b = "", index }) =>
      `${text.slice(0, index)}${b.trim()},${space || " "}${a.trim()}${text.slice(index + whole.length)}`,
  );

/** The sides of an operator in the other order. */
export const turned: Template = ({ text }) =>
  [
    ...text.matchAll(
      new RegExp(`(${operand})(\\s*(?:-|\\+|/|//|%|\\*\\*|<|>|<=|>=|\\bin\\b)\\s*)(${operand})`, "g"),
    ),
  ].map(
    ({ 0: whole, 1: a = "", 2: sign = "", 3: b = "", index }) =>
      text.slice(0, index) + b + sign + a + text.slice(index + whole.length),
  );

/** A number where a name stands, and a name where a number does. */
export const constants: Template = ({ text, names }) =>
  tokensOf(text).flatMap((one, i, all) => {
    if (/^\d+$/.test(one.word)) return names.slice(0, 6).map((name) => put(text, one, name));
    const plain =
      isName(one.word) &&
      i > 0 &&
      ![".", "def", "function", "for", "const", "let"].includes(all[i - 1]?.word ?? "");
    const left = /^[=([.]$|^(?:in|of|:)$/.test(all[i + 1]?.word ?? "");
    return plain && !left ? ["0", "1"].map((by) => put(text, one, by)) : [];
  });
