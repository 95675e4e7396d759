import type { Parameter } from "../read/parameter.ts";
import type { Reading } from "../text/mention.ts";
import { between } from "../text/spans.ts";
import { sameUnit, unitsAskedFor, unitsNamed } from "../text/units.ts";

interface Ends {
  readonly from: Parameter;
  readonly to: Parameter;
}

/** The units from and to which a tool converts. */
export function unitEnds(parameters: readonly Parameter[]): Ends | undefined {
  const units = parameters.filter(
    ({ kind, type, closed }) => kind === "unit" && type === "string" && !closed,
  );
  const end = (words: RegExp): Parameter | undefined =>
    units.find(({ nameStems }) => nameStems.some((word) => words.test(word)));
  const [from, to] = [end(/^(?:from|sourc|input|base)$/), end(/^(?:to|target|output|into|destin)$/)];
  return from && to ? { from, to } : undefined;
}

/** The unit that a text asks for (`in miles`) or has with its numbers (`4 inches`), as one of the options. */
export function unitSaid(parameter: Parameter, reading: Reading): string | undefined {
  if (/\b(?:metric|imperial)\b/i.test(parameter.description)) return undefined;
  const start = reading.tokens[0]?.start ?? 0;
  const end = reading.tokens.at(-1)?.end ?? 0;
  const text = reading.text.slice(start, end);
  const found = [...unitsAskedFor(text)];
  const allowed = parameter.options.filter((option) => typeof option === "string");
  const measured = between(reading.mentions, start, end).flatMap(({ unit }) => unit ?? []);
  // the unit of a density is neither that of the mass nor that of the volume
  const quantities = new Set(measured.map((unit) => unitsNamed(unit)[0]?.quantity));
  if (allowed.length > 0 || quantities.size === 1) found.push(...measured);
  for (const unit of found) {
    const option = allowed.find((item) => sameUnit(item, unit));
    if (option !== undefined) return option;
  }
  return parameter.closed ? undefined : found[0];
}
