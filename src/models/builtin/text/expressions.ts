import { unitAfter } from "./units.ts";

/** A formula in a text: `3x^2 + 2x - 4`, `f(x) = sin(x)`, `2 * (3 + y)`. */
export interface Expression {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const term = String.raw`(?:\d+(?:\.\d+)?\s?\*?\s?)?(?:\b(?:sin|cos|tan|log|ln|exp|sqrt|abs)\s?\([^()]{1,40}\)|\d+(?:\.\d+)?|(?<![A-Za-z])(?:\d*)[a-z](?![A-Za-z']))(?:\s?(?:\^|\*\*)\s?\(?-?[\d.a-z]+\)?)?`;
const formula = new RegExp(
  String.raw`(?<![\w.])(?:(?:[a-z]|f\([a-z]\))\s?=\s?)?(-?\s?\(?${term}\)?(?:\s?[-+*/]\s?\(?${term}\)?)*)`,
  "g",
);

/** The formulas in order: each has a variable or a function, and an operator. */
export function expressions(text: string): readonly Expression[] {
  const found: Expression[] = [];
  for (const match of text.matchAll(formula)) {
    const body = (match[1] ?? "").trim().replace(/\.$/, "");
    const symbolic = /(?<![A-Za-z])[a-z](?![A-Za-z])|\b(?:sin|cos|tan|log|ln|exp|sqrt)\b/.test(body);
    if (!symbolic || !/\^|\*|\d[a-z]|[a-z)\d]\s?[-+*/]\s?[a-z(\d]|\(/.test(body) || body.length < 2) continue;
    if (/^\d+[a-z]$/.test(body) && !/=\s*$/.test(text.slice(Math.max(0, match.index - 24), match.index)))
      continue;
    const number = /^-?\s?\d+(?:\.\d+)?/.exec(body)?.[0] ?? "";
    const unit =
      number || /\d\s?$/.test(text.slice(Math.max(0, match.index - 24), match.index))
        ? unitAfter(body.slice(number.length))
        : undefined;
    if (unit && unit.length >= body.length - number.length - 2) continue;
    const start = match.index + match[0].indexOf(match[1] ?? "");
    found.push({ text: body, start, end: start + body.length });
  }
  return found;
}
