import type { Chain, Span } from "../expressions.ts";
import type { Template } from "../around.ts";

const without = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(
    ({ 0: whole, index }) => text.slice(0, index) + text.slice(index + whole.length),
  );
const cut = (text: string, from: number, to: number): string => text.slice(0, from) + text.slice(to);

/** Removes adjacent operands with an operator that joins them to the rest. */
const fewer = (text: string, { operands }: Chain): readonly string[] =>
  operands.flatMap((first, i) =>
    operands.slice(i).flatMap((last, count) => {
      const [before, after] = [operands[i - 1], operands[i + count + 1]];
      if (before) return [cut(text, before.to, last.to)];
      return after ? [cut(text, first.from, after.from)] : [];
    }),
  );

/** Removes one part of a list, or two adjacent ones. */
const shorter = (text: string, parts: readonly Span[]): readonly string[] =>
  parts.flatMap((first, i) =>
    [parts[i], parts[i + 1]].flatMap((last, count) => {
      const [before, after] = [parts[i - 1], parts[i + count + 1]];
      if (!last) return [];
      if (before) return [cut(text, before.to, last.to)];
      return after ? [cut(text, first.from, after.from)] : [];
    }),
  );

/** Removes a side of an operator, an argument, a call around something, an index or a `not`. */
export const dropped: Template = ({ text, chains, lists }) => [
  ...chains.flatMap((chain) => fewer(text, chain)),
  ...without(text, /\bnot\s+|!(?!=)/g),
  ...lists.flatMap((parts) => shorter(text, parts)),
  ...without(text, /\[[^[\]]*\](?=[^\w]|$)/g),
  ...without(text, /\.[\w$]+\((?:[^()]|\([^()]*\))*\)/g),
  ...without(text, /(?<=[=(,[]\s*|return\s+)-(?=[\w(])/g),
  ...[...text.matchAll(/\b([\w$.]+)\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))+)\)/g)].map(
    ({ 0: whole, 2: inner = "", index }) => text.slice(0, index) + inner + text.slice(index + whole.length),
  ),
];
