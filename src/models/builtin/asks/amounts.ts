import { remembered, wordSet } from "../../../lib/index.ts";
import type { PlannedCall } from "../call.ts";
import { words } from "../text/tokens.ts";
import type { Reading } from "../text/mention.ts";
import { numbers } from "../text/numbers.ts";
import { spansOf } from "../text/spans.ts";
import { sums } from "../text/sums.ts";

/** `lower the limit by 100`, and the words in names of tools and parameters that take such a change. */
const change = /\b(?:rais|lower|increas|decreas|reduc|cut|adjust|turn)\w*\b[^.;]{0,40}\bby\s+[$€£¥]?$/i;
const changing = wordSet(`
  by delta change amount step steps increment decrement offset difference percent percentage up down
  raise lower increase decrease reduce cut adjust
`);

/** What is before, and between, two numbers that mean something together: `between 40 and 50`, `notes 12 to 15`. */
const pairs: readonly (readonly [RegExp, RegExp])[] = [
  [/\bbetween\s+[$€£¥]?$/i, /^\s+and\s+[$€£¥]?$/i],
  [/$/, /^(?:\s+(?:to|through|until)\s+|\s?[-–]\s?)[$€£¥]?$/i],
  [/\b(?:average|mean|sum|total|difference|product) of\s+[$€£¥]?$/i, /^\s+and\s+[$€£¥]?$/i],
];

interface Amount {
  /** Its value; for `10%`, also 0.1. */
  readonly values: readonly number[];
  /** The words before it. */
  readonly ahead: string;
}

/** The numbers of a text outside dates and identifiers, and those that mean something only together. */
const amountsIn = remembered(({ text, mentions }: Reading) => {
  const fixed = spansOf(mentions.filter(({ kind }) => /^(?:date|code|address|quoted)$/.test(kind)));
  const found = numbers(text).filter((number) => !fixed.touch(number));
  const all = found.map(({ start, value, percent }): Amount => {
    const ahead = text.slice(Math.max(0, start - 60), start);
    return { values: percent ? [value, value / 100] : [value], ahead };
  });
  const ranges = all.flatMap((first, i) => {
    const second = all[i + 1];
    const gap = text.slice(found[i]?.end, found[i + 1]?.start);
    const isPair = second && pairs.some(([before, joint]) => before.test(first.ahead) && joint.test(gap));
    return isPair ? [[first, second]] : [];
  });
  const inSum = sums(text).map((sum) =>
    all.filter((_, i) => sum.start <= (found[i]?.start ?? 0) && (found[i]?.end ?? Infinity) <= sum.end),
  );
  return { all, together: [...ranges, ...inSum] };
});

/**
 * Whether a number of an act has to be computed first, as nothing here computes: it is one number of a sum or a range,
 * a change where a state is wanted, or an amount that several calls would share.
 */
export function isComputed({ name, input }: PlannedCall, reading: Reading, isOneOfSeveral: boolean): boolean {
  const given = Object.entries(input).flatMap(([key, value]) =>
    typeof value === "number" || /^\d+$/.test(String(value)) ? [[key, Number(value)] as const] : [],
  );
  if (given.length === 0) return false;
  const { all, together } = amountsIn(reading);
  const isGiven = ({ values }: Amount): boolean => given.some(([, value]) => values.includes(value));
  const isMisplaced = (key: string, { ahead }: Amount): boolean =>
    change.test(ahead) && !words(`${name} ${key}`).some((word) => changing.has(word));
  const isShared =
    isOneOfSeveral &&
    given.some(([key]) => /amount|sum|price|value/i.test(key)) &&
    all.length === 1 &&
    !/\b(?:each|every|both|apiece|per|all)\b/i.test(reading.text);
  return (
    isShared ||
    together.some((group) => new Set(group.map(isGiven)).size > 1) ||
    given.some(([key, value]) => {
      const amounts = all.filter(({ values }) => values.includes(value));
      return amounts.length > 0 && amounts.every((amount) => isMisplaced(key, amount));
    })
  );
}
