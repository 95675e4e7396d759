import { comparing, type Template } from "../around.ts";
import { partsOf, type Span } from "../expressions.ts";
import { isName, put, tokensOf } from "../tokens.ts";
import { methods, wraps } from "./call-templates.ts";

const most = 8;
const by = (text: string, { from, to }: Span, other: string): string =>
  text.slice(0, from) + other + text.slice(to);

const pairs: readonly (readonly [string, string])[] = [
  ["and", "or"],
  ["&&", "||"],
  ["+", "-"],
  ["*", "/"],
  ["==", "!="],
  ["===", "!=="],
  ["<", ">"],
  ["<=", ">="],
  ["<", "<="],
  [">", ">="],
];

/** Replaces all operators of a kind in a line at once. */
export const together: Template = ({ text, tokens }) =>
  pairs
    .flatMap(([a, b]) => [[a, b] as const, [b, a] as const])
    .flatMap(([a, b]) => {
      const found = tokens.filter(({ word }) => word === a);
      return found.length > 1 ? [found.toReversed().reduce((all, token) => put(all, token, b), text)] : [];
    });

/** Swaps the operands of an operator. */
export const turned: Template = ({ text, chains }) =>
  chains.flatMap(({ operands, operators }) =>
    operators.flatMap((_, i) => {
      const [a, b] = [operands[i], operands[i + 1]];
      if (!a || !b) return [];
      const [one, other] = [text.slice(a.from, a.to), text.slice(b.from, b.to)];
      return [by(by(text, b, one), a, other)];
    }),
  );

/** Changes the order of evaluation: other brackets, or two steps swapped. */
export const regrouped: Template = ({ text, chains }) =>
  chains.flatMap(({ operands, operators }) =>
    operands.slice(0, -2).flatMap((a, i) => {
      const [b, c, first, second] = [operands[i + 1], operands[i + 2], operators[i], operators[i + 1]];
      if (!b || !c || !first || !second) return [];
      const bracketed = (span: Span, two: Span): string =>
        by(text, { from: span.from, to: two.to }, `(${text.slice(span.from, two.to)})`);
      const [step, other] = [text.slice(a.to, b.to), text.slice(b.to, c.to)];
      return [by(text, { from: a.to, to: c.to }, other + step), bracketed(a, b), bracketed(b, c)];
    }),
  );

/** Replaces a value by another expression of the function, or by one built from its names. */
export const otherValues: Template = ({ text, chains, variables: names, computed, language }) => {
  const near = names.slice(0, most);
  const variants = [
    ...near.map((name) => (language === "python" ? `len(${name})` : `${name}.length`)),
    ...near.slice(0, 5).flatMap((a) => near.slice(0, 5).flatMap((b) => (a === b ? [] : [`${a}[${b}]`]))),
    ...near.map((name) => `-${name}`),
  ];
  return chains.flatMap((chain) =>
    partsOf(chain).flatMap((part) => {
      const partText = text.slice(part.from, part.to);
      const short = /^[\w$.]+$/.test(partText);
      const others = [
        ...computed,
        ...(short ? variants : [...near, ...near.map((name) => `-${name}`)]),
      ].filter((item) => item !== partText);
      return others.map((item) => by(text, part, item));
    }),
  );
};

/** Applies the same operation to both sides of a comparison. */
export const alike: Template = ({ text, chains, language }) =>
  chains.flatMap(({ operands, operators }) =>
    operators.flatMap(({ word }, i) => {
      const [a, b] = [operands[i], operands[i + 1]];
      if (!a || !b || !comparing.test(word)) return [];
      const both = (to: (value: string) => string): string =>
        by(by(text, b, to(text.slice(b.from, b.to))), a, to(text.slice(a.from, a.to)));
      return [
        ...wraps[language].filter((name) => /\w$/.test(name)).map((name) => both((one) => `${name}(${one})`)),
        ...methods[language].map((method) => both((one) => one + method)),
      ];
    }),
  );

/** Repeats a comparison with another name or with two names swapped. */
export const cloned: Template = ({ text, chains, variables: names, language }) => {
  const joins = language === "python" ? [" or ", " and "] : [" || ", " && "];
  return chains.flatMap((chain) =>
    partsOf(chain).flatMap((part) => {
      const partText = text.slice(part.from, part.to);
      const tokens = tokensOf(partText, language);
      const free = tokens.filter(
        ({ word }, i) => isName(word) && tokens[i - 1]?.word !== "." && tokens[i + 1]?.word !== "(",
      );
      const inside = [...new Set(free.map(({ word }) => word))];
      if (!tokens.some(({ word }) => comparing.test(word)) || /\b(?:and|or)\b|&&|\|\|/.test(partText))
        return [];
      const renamed = (to: (word: string) => string): string =>
        free.toReversed().reduce((all, token) => put(all, token, to(token.word)), partText);
      const exchanged = inside.flatMap((a, i) =>
        inside.slice(i + 1).map((b) => renamed((one) => (one === a ? b : one === b ? a : one))),
      );
      const replaced = inside.flatMap((a) =>
        names
          .slice(0, most)
          .filter((name) => name !== a)
          .map((name) => renamed((one) => (one === a ? name : one))),
      );
      return [...exchanged, ...replaced].flatMap((item) =>
        joins.map((join) => by(text, part, `${partText}${join}${item}`)),
      );
    }),
  );
};
