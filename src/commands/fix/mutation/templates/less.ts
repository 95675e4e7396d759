import type { Template } from "../around.ts";
import { operand } from "../tokens.ts";

const without = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(
    ({ 0: whole, index }) => text.slice(0, index) + text.slice(index + whole.length),
  );

const joins = String.raw`(?:\+|-|\*\*?|\/\/?|%|\band\b|\bor\b|&&|\|\|)`;
const compared = String.raw`${operand}(?:\s*(?:===?|!==?|[<>]=?|\bnot in\b|\bin\b|\bis not\b|\bis\b|%)\s*${operand})*`;

/** A side of an operator, an argument, a call around something, an index or a `not` left out. */
export const dropped: Template = ({ text }) => [
  ...without(text, new RegExp(`\\s*${joins}\\s*${operand}`, "g")),
  ...without(text, new RegExp(`${operand}\\s*${joins}\\s*`, "g")),
  ...without(
    text,
    new RegExp(`\\s*(?:\\band\\b|\\bor\\b|&&|\\|\\|)\\s*(?:\\bnot\\b|!)?\\s*${compared}`, "g"),
  ),
  ...without(
    text,
    new RegExp(`(?:\\bnot\\b|!)?\\s*${compared}\\s*(?:\\band\\b|\\bor\\b|&&|\\|\\|)\\s*`, "g"),
  ),
  ...without(text, /\bnot\s+|!(?!=)/g),
  ...without(text, /,\s*(?:\w+\s*=\s*)?[^,()[\]{}]+(?=[)\]])/g),
  ...without(text, /(?<=[([])[^,()[\]{}]+,\s*/g),
  ...without(text, /\[[^[\]]*\](?=[^\w]|$)/g),
  ...without(text, /\.[\w$]+\((?:[^()]|\([^()]*\))*\)/g),
  ...without(text, /(?<=[=(,[]\s*|return\s+)-(?=[\w(])/g),
  ...[...text.matchAll(/\b([\w$.]+)\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))+)\)/g)].map(
    ({ 0: whole, 2: inner = "", index }) => text.slice(0, index) + inner + text.slice(index + whole.length),
  ),
];
