import type { Template } from "../around.ts";
import { isName, put } from "../tokens.ts";

const most = 12;

export const otherNames: Template = ({ text, tokens, names }) =>
  tokens.flatMap((token, i, all) =>
    isName(token.word) && all[i - 1]?.word !== "."
      ? names
          .filter((name) => name !== token.word)
          .slice(0, most)
          .map((name) => put(text, token, name))
      : [],
  );

/** Replaces an attribute or a method by another one. */
export const attributes: Template = ({ text, tokens, attributes: known }) =>
  tokens.flatMap((token, i, all) =>
    all[i - 1]?.word === "." && isName(token.word)
      ? known
          .filter((name) => name !== token.word)
          .slice(0, most)
          .map((name) => put(text, token, name))
      : [],
  );

/** Swaps two arguments, or two parts of a tuple. */
export const swapped: Template = ({ text, lists }) =>
  lists.flatMap((parts) =>
    parts.slice(1).map(({ from, to }, i) => {
      const before = parts[i] ?? { from, to };
      const [a, b] = [text.slice(before.from, before.to), text.slice(from, to)];
      return text.slice(0, before.from) + b + text.slice(before.to, from) + a + text.slice(to);
    }),
  );

/** Replaces a name by a number, and a number by a name. */
export const constants: Template = ({ text, tokens, names }) =>
  tokens.flatMap((token, i, all) => {
    if (/^\d+$/.test(token.word)) return names.slice(0, 6).map((name) => put(text, token, name));
    const plain =
      isName(token.word) &&
      i > 0 &&
      ![".", "def", "function", "for", "const", "let"].includes(all[i - 1]?.word ?? "");
    const left = /^[=([.]$|^(?:in|of|:)$/.test(all[i + 1]?.word ?? "");
    return plain && !left ? ["0", "1"].map((by) => put(text, token, by)) : [];
  });
