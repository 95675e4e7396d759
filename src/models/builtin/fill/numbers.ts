import type { Parameter } from "../read/parameter.ts";
import type { Mention } from "../text/mention.ts";
import { stem } from "../../../language/index.ts";
import { sameUnit, unitsNamed } from "../text/units.ts";
import { alike } from "./alike.ts";

/** How well a mention fits a numeric parameter; -9 if it isn't a number. */
export function numberFit(parameter: Parameter, mention: Mention): number {
  if (mention.kind === "quoted" || mention.kind === "code")
    return /^-?\d+(?:\.\d+)?$/.test(mention.text) ? 1 : -9;
  if (mention.kind === "date") return parameter.kind === "year" && mention.date?.named ? 0.6 : -9;
  const { number } = mention;
  if (!number) return -9;
  if (number.perYear)
    return /compound|times|frequenc/i.test(`${parameter.name} ${parameter.description}`) &&
      parameter.kind !== "rate"
      ? 3
      : -9;
  let score = 1;
  const { value, percent, money, spelt, ordinal } = number;
  // `58100` is no number of results
  if (parameter.kind === "count" && !mention.unit && !money && value >= 1000) score -= 0.8;
  if (parameter.type === "integer" && !Number.isInteger(value) && !percent) score -= 1.2;
  if (spelt) score -= ordinal ? 1.5 : parameter.kind === "count" || mention.unit ? 0.6 : 1.8;
  if (percent) score += parameter.kind === "rate" || /\bpercent|%/i.test(parameter.description) ? 1.5 : -0.4;
  if (money) score += parameter.kind === "money" ? 0.8 : -0.4;
  const looksYear =
    Number.isInteger(value) && value >= 1000 && value <= 2100 && !money && !percent && !mention.unit;
  if (
    parameter.kind === "year" &&
    !/\b(?:number of|how many|duration|period|term|over)\b/i.test(parameter.description)
  )
    score += looksYear ? 1.6 : mention.unit && /^(?:years?|yrs?)$/.test(mention.unit) ? 0.3 : -0.8;
  if (mention.unit) score += unitScore(parameter, mention.unit);
  const { minimum, maximum } = parameter.schema;
  if ((typeof minimum === "number" && value < minimum) || (typeof maximum === "number" && value > maximum))
    score -= 3;
  return score;
}

function unitScore(parameter: Parameter, unit: string): number {
  const named =
    unit.length > 2 &&
    parameter.nameStems.concat(parameter.stems).some((word) => alike(word, stem(unit.toLowerCase())) >= 0.6);
  if (parameter.unit === undefined) return named ? 1 : 0;
  if (sameUnit(parameter.unit, unit)) return 1.5;
  const of = new Set(unitsNamed(parameter.unit).map((unit) => unit.quantity));
  return unitsNamed(unit).some((unit) => of.has(unit.quantity)) ? 0.9 : named ? 0.8 : -1;
}
