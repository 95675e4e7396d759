import { synonymGroups } from "../knowledge/words.ts";
import { cityNamed, countryNamed, isPlace } from "../knowledge/places.ts";
import type { Parameter } from "../read/parameter.ts";
import type { Mention } from "../text/mention.ts";
import { stem } from "../text/tokens.ts";
import { sameUnit, unitsNamed } from "../text/units.ts";
import type { Context, Cue } from "./context.ts";

export const groups = synonymGroups(stem);

/** How alike two stems are in meaning: 1 the same, 0.6 synonyms, 0 otherwise. */
export function alike(a: string, b: string): number {
  if (a === b) return 1;
  if (a.length > 4 && b.length > 4 && (a.startsWith(b) || b.startsWith(a))) return 0.8;
  const of = groups(a);
  if (of.size === 0) return 0;
  for (const group of groups(b)) if (of.has(group)) return 0.6;
  return 0;
}

/** What the parameters of one tool have in common tells nothing between them. */
export type Weights = ReadonlyMap<string, number>;

export function weightsOf(parameters: readonly Parameter[]): Weights {
  const counts = new Map<string, number>();
  for (const parameter of parameters)
    for (const word of new Set([...parameter.nameStems, ...parameter.stems]))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  return new Map([...counts].map(([word, count]) => [word, 1 / count] as const));
}

const weak = new Set([
  "number",
  "name",
  "valu",
  "type",
  "id",
  "paramet",
  "given",
  "string",
  "list",
  "specifi",
  "format",
]);

function cueScore(parameter: Parameter, cues: readonly Cue[], weights: Weights): number {
  let total = 0;
  for (const word of parameter.nameStems) {
    let best = 0;
    for (const cue of cues) best = Math.max(best, alike(word, cue.stem) * cue.weight);
    total += best * (weak.has(word) ? 1.2 : 2.4) * Math.max(0.5, weights.get(word) ?? 1);
  }
  let extra = 0;
  for (const word of new Set(parameter.stems)) {
    let best = 0;
    for (const cue of cues) if (alike(word, cue.stem) >= 0.8) best = Math.max(best, cue.weight);
    extra += best * 0.8 * (weak.has(word) ? 0.3 : 1) * (weights.get(word) ?? 1);
  }
  return Math.min(total, 4) + Math.min(extra, 1.6);
}

const starts =
  /^(?:from|origin|start|source|departur|depart|begin|initi|pickup|sender|base|lower|min|first|checkin|base)/;
const finishes = /^(?:to|destin|end|target|arriv|final|dropoff|receiv|recipi|stop|upper|max|last|until|goal)/;

/** Which end of a range or a way a parameter is. */
function side(parameter: Parameter): "start" | "end" | undefined {
  for (const word of parameter.nameStems) {
    if (starts.test(word)) return "start";
    if (finishes.test(word)) return "end";
  }
  if (parameter.nameStems.join(" ").match(/^check (in|out)/))
    return parameter.nameStems[1] === "in" ? "start" : "end";
  return undefined;
}

function directionScore(parameter: Parameter, context: Context): number {
  const end = side(parameter);
  if (!end) return context.pair ? 0 : ["from", "to"].includes(context.preposition) ? -0.2 : 0;
  if (context.pair) return (context.pair === "first") === (end === "start") ? 1.5 : -1.5;
  const says = /^(?:from|since|after)$/.test(context.preposition)
    ? "start"
    : /^(?:to|until|into|before|through)$/.test(context.preposition)
      ? "end"
      : undefined;
  return says === undefined ? 0 : says === end ? 1.8 : -1.8;
}

function numberFit(parameter: Parameter, mention: Mention): number {
  if (mention.kind === "quoted" || mention.kind === "code")
    return /^-?\d+(?:\.\d+)?$/.test(mention.text) ? 1 : -9;
  if (mention.kind === "date") return parameter.kind === "year" && mention.date?.named ? 0.6 : -9;
  const { number } = mention;
  if (!number) return -9;
  let score = 1;
  const { value, percent, money, spelt, ordinal } = number;
  if (parameter.type === "integer" && !Number.isInteger(value) && !percent) score -= 1.2;
  if (spelt) score -= 0.3;
  if (ordinal)
    score -= parameter.nameStems.some((word) =>
      /order|posit|rank|index|centuri|nth|number|day|floor|place/.test(word),
    )
      ? 0
      : 0.5;
  if (percent) score += parameter.kind === "rate" ? 1.5 : -0.4;
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
  const named = parameter.nameStems
    .concat(parameter.stems)
    .some((word) => alike(word, stem(unit.toLowerCase())) >= 0.6);
  if (parameter.unit === undefined) return named ? 1 : quantityScore(parameter, unit);
  if (sameUnit(parameter.unit, unit)) return 1.5;
  const of = new Set(unitsNamed(parameter.unit).map((one) => one.quantity));
  return unitsNamed(unit).some((one) => of.has(one.quantity)) ? 0.9 : named ? 0.8 : -1;
}

const quantities: Readonly<Record<string, RegExp>> = {
  length:
    /^(?:length|distanc|height|width|depth|radiu|diamet|side|base|breadth|perimet|altitud|elev|thick|size|displac|range)/,
  mass: /^(?:mass|weight|load)/,
  volume: /^(?:volum|capac|amount)/,
  time: /^(?:time|durat|period|year|month|dai|day|hour|minut|second|age|term|night|week|interv|timeout|wait)/,
  temperature: /^(?:temp|temperatur|heat|degre)/,
  speed: /^(?:speed|veloc)/,
  acceleration: /^(?:acceler|graviti|g$)/,
  force: /^forc/,
  energy: /^(?:energi|work|calori|heat)/,
  power: /^power/,
  pressure: /^pressur/,
  electricity: /^(?:current|voltag|resist|charg|capacit|field)/,
  frequency: /^(?:frequenc|tempo|rate|bpm)/,
  data: /^(?:size|memori|storag|length|byte)/,
  angle: /^(?:angl|rotat|theta|degre)/,
  money: /^(?:price|cost|budget|amount|salari|incom|invest|princip|valu|payment|deposit|loan|balanc|fee)/,
};

function quantityScore(parameter: Parameter, unit: string): number {
  const of = unitsNamed(unit).map((one) => one.quantity);
  const fits = (quantity: string): boolean =>
    parameter.nameStems.some((word) => quantities[quantity]?.test(word));
  if (of.some(fits)) return 0.9;
  return Object.keys(quantities).some(fits) ? -0.8 : 0;
}

const place = (mention: Mention): number =>
  mention.kind === "name"
    ? isPlace(mention.text) || /, /.test(mention.text)
      ? 2.2
      : 0.7
    : mention.kind === "quoted"
      ? 0.8
      : mention.kind === "phrase"
        ? -0.1
        : -3;

function stringFit(parameter: Parameter, mention: Mention): number {
  const { kind } = mention;
  const base =
    kind === "quoted" ? 1.3 : kind === "name" ? 0.9 : kind === "code" ? 0.8 : kind === "phrase" ? 0.1 : 0;
  switch (parameter.kind) {
    case "place":
      return place(mention);
    case "date":
      return kind === "date"
        ? mention.date?.onlyTime
          ? -0.5
          : 3
        : kind === "quoted"
          ? 0.5
          : kind === "number"
            ? mention.number && mention.number.value > 1800 && !mention.unit
              ? 0
              : -2
            : -2;
    case "time":
      return kind === "date"
        ? mention.date?.hour === undefined
          ? 0.8
          : 2.6
        : kind === "number" && mention.unit
          ? 0.2
          : kind === "quoted"
            ? 0.6
            : -1.5;
    case "email":
      return kind === "address" && mention.text.includes("@") ? 3 : -3;
    case "url":
      return kind === "address" ? 2.5 : kind === "quoted" ? 0.8 : -2;
    case "file":
      return kind === "address" ? 2.5 : kind === "quoted" ? 1.4 : kind === "code" ? 0.8 : -0.5;
    case "id":
      return kind === "code"
        ? 1.6
        : kind === "number" && !mention.unit
          ? 0.8
          : kind === "address"
            ? 0.3
            : base - (kind === "phrase" ? 1 : 0);
    case "person":
    case "organisation":
      return kind === "name"
        ? isPlace(mention.text)
          ? cityNamed(mention.text) || countryNamed(mention.text)
            ? 0.3
            : 0.6
          : 1.6
        : kind === "phrase"
          ? 0
          : base - (kind === "number" || kind === "date" ? 3 : 0);
    case "unit":
      return kind === "name" && unitsNamed(mention.text).length > 0 ? 1 : -1.5;
    default:
      if (kind === "number") return -1.2;
      if (kind === "date") return -1.5;
      if (kind === "list" || kind === "object") return -1;
      if (kind === "name") return isPlace(mention.text) ? 0.4 : base;
      return base;
  }
}

function typeFit(parameter: Parameter, mention: Mention): number {
  if (mention.kind === "object")
    return parameter.type === "object" || parameter.type === "any" ? 3 : parameter.dialect ? 1 : -9;
  switch (parameter.type) {
    case "number":
    case "integer":
      return numberFit(parameter, mention);
    case "boolean":
      return -9;
    case "array": {
      if (mention.kind === "list") return 3;
      return parameter.item
        ? typeFit(
            {
              ...parameter.item,
              kind: parameter.item.kind === "other" ? parameter.kind : parameter.item.kind,
              nameStems: parameter.nameStems,
            },
            mention,
          ) - 0.3
        : 0.2;
    }
    case "object":
      return -9;
    default:
      if (mention.kind === "list")
        return parameter.dialect ? (/array|list|any/.test(parameter.dialect.type) ? 2 : 0) : -2;
      if (
        parameter.dialect &&
        /^(?:int|integer|long|short|float|double|byte|bigint)$/.test(parameter.dialect.type)
      )
        return numberFit({ ...parameter, type: "number" }, mention);
      if (parameter.dialect && parameter.dialect.type === "boolean") return -9;
      return stringFit(parameter, mention);
  }
}

/** How well a mention fits a parameter: about 1 for a right type, 2 and more with a cue; below 0 it does not. */
export function score(
  parameter: Parameter,
  mention: Mention,
  { context, weights }: { context: Context; weights: Weights },
): number {
  const fit = typeFit(parameter, mention);
  if (fit < -4) return -9;
  const cues = mention.unit
    ? [...context.before, { stem: stem(mention.unit.toLowerCase()), weight: 1 }]
    : context.before;
  const before = cueScore(parameter, cues, weights);
  const after = cueScore(parameter, context.after, weights) * (parameter.type === "string" ? 0.6 : 0.75);
  return (
    fit +
    Math.max(before, after) +
    0.3 * Math.min(before, after) +
    directionScore(parameter, context) +
    labelScore(parameter, mention)
  );
}

function labelScore(parameter: Parameter, mention: Mention): number {
  if (!mention.label) return 0;
  return mention.label.toLowerCase().replaceAll("_", "") === parameter.name.toLowerCase().replaceAll("_", "")
    ? 5
    : 0;
}
