import { anyOf, remembered } from "../../../lib/index.ts";
import { compiled } from "../compiled.ts";
import { isPlace } from "../knowledge/cities.ts";
import type { Kind } from "../read/kind.ts";
import { identifies, type Parameter } from "../read/parameter.ts";
import type { Tool } from "../read/tool.ts";
import type { Mention, Reading } from "../text/mention.ts";
import { isCurrency } from "../text/currencies.ts";
import { sameUnit, unitsAskedFor, unitsNamed } from "../text/units.ts";
import { sums } from "../text/sums.ts";
import { side } from "./direction.ts";

const example = new RegExp(
  String.raw`(?:\b${anyOf("like", String.raw`e\.?g\.?`, "such as", "for example", "example:?", "format:?")}|\()\s*['"“‘\`]?` +
    String.raw`((?:[A-Z]+ )?[\w.:/#-]*\d[\w.:/#-]*|[a-z][\w-]*(?:\.[\w-]+)+)`,
  "i",
);
const digits = /\d/;
/** The validator for a schema's pattern; undefined if there is none, or it is rejected. */
const patternOf = remembered(({ pattern }: Parameter["schema"]) =>
  typeof pattern === "string" ? compiled({ type: "string", pattern }) : undefined,
);

/** The shape of an identifier: `SO-81` is `A-9`. */
const shape = (text: string): string => text.replaceAll(/\p{L}+/gu, "A").replaceAll(/\d+/g, "9");

/** A description that names the parts around a slash: `owner/name`. */
const slashed = /(?:^\W*|\b(?:as|like|form|format) )[a-z]\w*\/[a-z]\w*\b/i;

/** The letters at its beginning: `SO`. */
const prefix = (text: string): string => /^\p{L}*/u.exec(text)?.[0] ?? "";

/** Whether a value looks like the schema's pattern or the description's example; 0 if there is neither. */
export function shapeFit(parameter: Parameter, { kind, text, likeOf }: Mention): number {
  const { type, description, schema, item } = parameter;
  if (
    (type !== "string" && item?.type !== "string") ||
    !/^(?:code|number|name|quoted|phrase|address)$/.test(kind)
  )
    return 0;
  const fitting = patternOf(schema);
  if (fitting && parameter.kind === "currency" && isCurrency(text)) return 1;
  if (fitting) return fitting.fits(text) ? 1.5 : -4;
  if (slashed.test(description) && !parameter.closed) return text.includes("/") ? 1.5 : -9;
  const [, sample = ""] = example.exec(description) ?? [];
  const isOther = likeOf !== undefined && !likeOf.includes(parameter.name);
  if (isOther && !/^(?:query|text)$/.test(parameter.kind) && !/\p{L}/u.test(sample)) return -1.5;
  if (kind === "address") return sample !== "" && shape(sample) === shape(text) ? 1.5 : 0;
  if (!digits.test(sample) || !/\p{L}/u.test(sample))
    return kind === "code" ? abbreviates(parameter, text) : 0;
  if (!digits.test(text)) return kind === "phrase" ? -3 : kind === "name" ? -1 : 0;
  if (isOther) return -9;
  if (shape(sample) === shape(text)) return prefix(sample) === prefix(text) ? 2 : 1.5;
  return /[-_#]/.test(sample) || shape(sample).length > 2 ? -2 : -1;
}

/** Whether the letters of an identifier begin a word of the parameter's name: `M-3` is a member. */
function abbreviates({ nameStems }: Parameter, text: string): number {
  const letters = /^(\p{L}{1,4})[-_#]?\d/u.exec(text)?.[1]?.toLowerCase();
  return letters !== undefined && nameStems.some((word) => !identifies.test(word) && word.startsWith(letters))
    ? 0.6
    : 0;
}

/** A text in which each identifier knows the parameters of the tools whose examples begin with the same letters. */
export function withOwners(reading: Reading, tools: readonly Tool[]): Reading {
  const owners = new Map<string, string[]>();
  for (const { name, description } of tools.flatMap(({ parameters }) => parameters)) {
    const letters = /^\p{L}+(?=[-_#]?\d)/u.exec(example.exec(description)?.[1] ?? "")?.[0];
    if (letters !== undefined) owners.set(letters, [...(owners.get(letters) ?? []), name]);
  }
  const mentions = reading.mentions.map((mention) => {
    const likeOf = mention.kind === "code" ? owners.get(prefix(mention.text)) : undefined;
    return likeOf ? { ...mention, likeOf } : mention;
  });
  return { ...reading, mentions };
}

/** Whether a description has an example with digits (`such as 1.4.0`) but the text has none. */
export const lacksDigits = ({ description, closed }: Parameter, text: string): boolean =>
  !closed && !digits.test(text) && digits.test(example.exec(description)?.[1] ?? "");

export const question = /\?|^\W*(?:and |so )?(?:who|where|what|when|how|which)\b/i;

/** Kinds of values with a recognisable form. */
const looksOf: readonly (readonly [Kind, (mention: Mention) => boolean])[] = [
  ["currency", ({ unit = "", text }) => isCurrency(unit) || isCurrency(text)],
  ["file", ({ kind, text }) => kind === "address" && !text.includes("@")],
  ["date", ({ date }) => date?.hasDay === true],
  ["place", ({ kind, text }) => kind === "name" && isPlace(text)],
];

/** Whether a text has `from … to …`, in one pass. */
const saysRoute = (text: string): boolean => {
  const from = /\bfrom\b/i.exec(text);
  return from !== null && /\bto\b/i.test(text.slice(from.index));
};

/** Whether a tool takes the two ends of a route and nothing else. */
const takesRoute = (required: readonly Parameter[]): boolean =>
  required.length === 2 &&
  required.every(
    ({ type, closed, kind }) => type === "string" && !closed && /^(?:place|other)$/.test(kind),
  ) &&
  ["start", "end"].every((end) => required.some((parameter) => side(parameter, true) === end));

/**
 * Whether a text has each value with a recognisable form that a tool requires: identifiers of the right shape, two
 * currencies.
 */
export function givesKinds({ parameters }: Tool, { mentions, text, tokens }: Reading): boolean {
  const required = parameters.filter((parameter) => parameter.required);
  const units = required.filter(
    ({ closed, options }) => closed && options.every((option) => unitsNamed(String(option)).length > 0),
  );
  if (units.length > 1) {
    const isOption = (word: string): boolean =>
      units[0]?.options.some((option) => sameUnit(String(option), word)) === true;
    return tokens.filter(({ lower }) => lower !== "in" && isOption(lower)).length >= units.length;
  }
  const isMeasured = required.filter(({ kind, type }) => kind === "unit" && type === "string").length > 1;
  if (isMeasured) return mentions.some(({ unit }) => unit !== undefined) && unitsAskedFor(text).length > 0;
  for (const [kind, looks] of looksOf) {
    const kindCount = required.filter((parameter) => parameter.kind === kind).length;
    if (kindCount > 1) return mentions.filter(looks).length >= kindCount;
  }
  if (takesRoute(required) && question.test(text) && saysRoute(text)) return true;
  const [only, more] = required;
  if (only === undefined || more) return false;
  if (only.kind === "expression") return sums(text).length > 0;
  if (!question.test(text)) return false;
  const looks =
    only.kind === "file" || only.kind === "date" ? looksOf.find(([kind]) => kind === only.kind) : undefined;
  return mentions.some((mention) => shapeFit(only, mention) >= 2 || looks?.[1](mention) === true);
}
