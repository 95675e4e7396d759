import { inTable } from "../../../lib/index.ts";
import type { Json } from "../../../lib/index.ts";
import { identifies, type Parameter } from "../read/parameter.ts";
import { verbOf } from "../read/effect.ts";
import type { Tool } from "../read/tool.ts";
import type { Reading } from "../text/mention.ts";
import { beginningAt, between, endedBy, spansOf } from "../text/spans.ts";
import { booleanSaid } from "./booleans.ts";
import { entriesSaid } from "./entries.ts";
import { fallback } from "./fallback.ts";
import { framesOf, type Frame } from "./frames.ts";
import { once } from "./once.ts";
import { repeats } from "./repeats.ts";
import { unitSaid } from "./units.ts";
import type { Region } from "./candidates.ts";
import type { Filler } from "./role.ts";
import { rolesOf } from "./roles.ts";
import { lacksDigits } from "./shape.ts";

/** One filled parameter and the strength of its evidence; 0 for an assumption. */
export interface Evidence {
  readonly path: string;
  readonly value: Json;
  readonly score: number;
  readonly required: boolean;
}

/** The arguments of one call, before they are checked. */
export interface Filled {
  readonly input: { readonly [key: string]: Json };
  /** Required parameters without a value. */
  readonly missing: readonly Parameter[];
  /** Whether any of its values is in its own part of the text. */
  readonly hasOwnValue: boolean;
  /** Where its values are in the text. */
  readonly places: readonly Region[];
  /** The evidence for each parameter, by path. */
  readonly evidence: readonly Evidence[];
}

/** Fills a tool's parameters from a range of the text: one set of arguments per call. */
export const fill = once((tool, reading, region): readonly Filled[] => {
  const frames = framesOf(rolesOf(tool, reading, region), reading.text);
  const parts = frames.length > 1 ? repeats(tool, reading, region) : [region];
  if (parts.length === 1) return completed(tool, reading, { region, frames });
  const each = parts.map((part) => framesOf(rolesOf(tool, reading, part), reading.text));
  return parts.flatMap((part, i) => {
    const next = parts[i + 1];
    const open = next !== undefined && !/[.?!;\n]\s*$/.test(reading.text.slice(part.start, next.start));
    const span = open ? { ...part, end: region.end } : part;
    return completed(tool, reading, {
      region: part,
      frames: each[i] ?? [],
      wideRegion: span,
    });
  });
});

/** `said` is where a boolean or a unit may be, by default the region: the end of a sentence applies to all of it. */
function completed(
  tool: Tool,
  reading: Reading,
  {
    region,
    frames,
    wideRegion: span = region,
  }: {
    readonly region: Region;
    readonly frames: readonly Frame[];
    readonly wideRegion?: Region;
  },
): readonly Filled[] {
  const part = {
    ...reading,
    tokens: between(reading.tokens, span.start, span.end),
  };
  const sharedFrames = shared(tool, reading, { region, frames });
  // where the values end that only one of several calls has
  const ends = sharedFrames.map((frame) =>
    Math.max(0, ...[...frame.values()].filter((filler) => isOwn(filler, sharedFrames)).map(({ end }) => end)),
  );
  return sharedFrames.map((frame, i) => {
    const near = { ...part, tokens: between(part.tokens, ends[i - 1] ?? span.start, ends[i] ?? span.end) };
    return complete(tool, frame, { part, near: sharedFrames.length > 1 ? near : part, reading, region });
  });
}

/** Whether a value doesn't belong to every call. */
const isOwn = ({ start }: Filler, frames: readonly Frame[]): boolean =>
  !frames.every((frame) => [...frame.values()].some((other) => other.start === start));

/** Values that a part of a text omits because another part has them: `his birthdate`, `and the humidity`. */
function shared(
  tool: Tool,
  reading: Reading,
  { region, frames }: { region: Region; frames: readonly Frame[] },
): readonly Frame[] {
  if (region.start <= 0 && region.end >= reading.text.length) return frames;
  const lacks = (frame: Frame): boolean =>
    tool.parameters.some(
      (parameter) => parameter.required && !frame.has(parameter) && parameter.type !== "boolean",
    );
  if (!frames.some(lacks)) return frames;
  const whole = rolesOf(tool, reading, { start: 0, end: reading.text.length });
  return frames.flatMap((frame) => {
    const open = tool.parameters.filter((parameter) => parameter.required && !frame.has(parameter));
    const taken = spansOf([...frame.values()]);
    const lists = open.map((parameter) =>
      (whole.get(parameter) ?? []).filter(
        (filler) => !mistaken(parameter, filler.value) && !taken.touch(filler),
      ),
    );
    const count = Math.max(1, ...lists.map((list) => list.length));
    return Array.from({ length: count }, (_, i) => {
      const filled = new Map(frame);
      for (const [j, parameter] of open.entries()) {
        const filler = lists[j]?.[i] ?? lists[j]?.[0];
        if (filler) filled.set(parameter, filler);
      }
      return filled;
    });
  });
}

/** A name, a place or several words aren't an identifier: that comes from a result or from the user. */
const mistaken = (parameter: Parameter, value: Json): boolean => {
  if (Array.isArray(value)) return value.some((item) => mistaken(parameter, item));
  const { nameStems, description } = parameter;
  return (
    typeof value === "string" &&
    nameStems.some((word) => /^(?:id|uuid|identifi|slug|sku|code|ref|tag|plate|number)$/.test(word)) &&
    !/\bname\b/i.test(description) &&
    /^\p{Lu}\p{Ll}+\.?(?:\s\p{Lu}[\p{L}.'’-]+)*$|^\p{L}*\p{Ll}{2}(?: [\p{L}\d]+)+$/u.test(value)
  );
};

/** Words in names of identifiers that are never plain words. */
const numbers = /^(?:n[or]|num|number|ref|refer|iban|sku)$/;

/** The evidence of a value that the text calls by the parameter's name, less what an optional one needs. */
const labelled = 0.9;

/** Minimum evidence for the object of an act. */
const evident = 0.3;

/** `SO-81`, `ev_4`, `a1b2`, or at least seven digits. */
export const looksLikeIdentifier =
  /^(?=\S*\d)(?=\S*[\p{L}_/-])[\p{L}\d_/.:#-]+$|^\S+[_@/-]\S+$|^\d{7,}$|^[A-Z]{2}\d\d(?: [A-Z\d]{1,4})+$/u;

/** `3 notes`, `the 3rd note`, `three`: a count or a place, not an identifier. */
const isCount = (
  tool: Tool,
  { value, start, end }: Filler,
  { text, tokens }: Pick<Reading, "text" | "tokens">,
): boolean => {
  const next = tokens[beginningAt(tokens, end)];
  return (
    /^\d+$/.test(String(value)) &&
    (!/\d$/.test(text.slice(start, end)) ||
      (next !== undefined &&
        next.lower.endsWith("s") &&
        next.lower !== next.stem &&
        tool.stems.has(next.stem)))
  );
};

/** Whether the object of an act would be a hardly mentioned identifier, or just any number or word of the text. */
const guessed = (tool: Tool, parameter: Parameter, filler: Filler, { text, tokens }: Reading): boolean => {
  const { required, type, path, nameStems } = parameter;
  const isIdentifier = nameStems.some((word) => identifies.test(word));
  if (tool.deed.effect !== "read" && isIdentifier && isCount(tool, filler, { text, tokens })) return true;
  if (type !== "string" || path.length > 1) return false;
  if (lacksDigits(parameter, String(filler.value))) return true;
  const isNumber = nameStems.some((word) => numbers.test(word));
  // the reference of a payment may be a word, if it is called one
  if (isNumber && (required || filler.score < labelled) && /^\p{Ll}+$/u.test(String(filler.value)))
    return true;
  if (tool.deed.effect === "read" || (!isNumber && !isIdentifier)) return false;
  if (required && filler.score < evident) return true;
  const alone = filler.start === 0 && !/^\s+\p{L}/u.test(text.slice(filler.end, filler.end + 9));
  if (looksLikeIdentifier.test(String(filler.value)) || alone) return false;
  let at = endedBy(tokens, filler.start);
  let index = at - 1;
  while (tokens[at]?.stop && (tokens[at]?.start ?? 0) < filler.end) at++;
  if ((tokens[at]?.start ?? filler.end) >= filler.end) return true;
  while (/^[#:="']$/.test(tokens[index]?.lower ?? "")) index--;
  const before = tokens[index];
  const named =
    before &&
    (tool.stems.has(before.stem) || verbOf(before.lower) || /^(?:n[or]|number|and|or)$/.test(before.lower));
  return !/#\s*$/.test(text.slice(Math.max(0, filler.start - 40), filler.start)) && !named;
};

/** Values that no mention has: a boolean, a unit, or the default of a required parameter. */
function otherwise(
  tool: Tool,
  parameter: Parameter,
  about: { part: Reading; near: Reading; reading: Reading; region: Region; used: Frame },
): Json | undefined {
  const surroundings = { toolStems: tool.head, parameters: tool.parameters };
  const answer = yesNo(parameter)
    ? (booleanSaid(parameter, about.near, surroundings) ?? booleanSaid(parameter, about.part, surroundings))
    : undefined;
  if (answer !== undefined) return spelled(parameter, answer);
  if (parameter.kind === "unit" && parameter.type === "string") {
    const unit = unitSaid(parameter, about.part);
    if (unit !== undefined) return unit;
  }
  const entries = parameter.required ? entriesSaid(parameter, about.part) : undefined;
  if (entries !== undefined) return entries;
  // whether to switch something on or off must be explicit
  const open = parameter.type === "boolean" && parameter.default === undefined && tool.deed.effect === "harm";
  return parameter.required && !open ? fallback(parameter, about) : undefined;
}

function complete(
  tool: Tool,
  frame: Frame,
  about: { part: Reading; near: Reading; reading: Reading; region: Region },
): Filled {
  const input: { [key: string]: Json } = {};
  const missing: Parameter[] = [];
  const evidence: Evidence[] = [];
  for (const parameter of tool.parameters) {
    const path = parameter.path.join(".");
    const filler = frame.get(parameter);
    const quoted = filler !== undefined && /["'“‘`]/.test(about.reading.text[filler.start] ?? "");
    if (
      filler &&
      (quoted || !mistaken(parameter, filler.value)) &&
      !guessed(tool, parameter, filler, about.reading)
    ) {
      put(input, parameter.path, filler.value);
      evidence.push({ path, value: filler.value, score: filler.score, required: parameter.required });
      continue;
    }
    const value = otherwise(tool, parameter, { ...about, used: frame });
    if (value === undefined) {
      if (parameter.required) missing.push(parameter);
      continue;
    }
    put(input, parameter.path, value);
    evidence.push({ path, value, score: 0, required: parameter.required });
  }
  const hasEvidence = [...frame.values()].some(
    (filler) => filler.start >= about.region.start && filler.end <= about.region.end,
  );
  return { input, missing, hasOwnValue: hasEvidence, evidence, places: [...frame.values()] };
}

const yesNo = (parameter: Parameter): boolean =>
  parameter.type === "boolean" ||
  (parameter.type === "string" &&
    parameter.closed &&
    ["true", "false"].every((word) =>
      parameter.options.some((option) => String(option).toLowerCase() === word),
    ));

/** A boolean in the parameter's type: a string if it requires strings. */
function spelled(parameter: Parameter, value: boolean): Json {
  if (parameter.type === "boolean") return value;
  return parameter.options.find((option) => String(option).toLowerCase() === String(value)) ?? String(value);
}

/** Sets a value at a path and creates the objects in between; keys are own properties, whatever their names. */
function put(target: { [key: string]: Json }, path: readonly string[], value: Json): void {
  const [first, ...rest] = path;
  if (first === undefined) return;
  if (rest.length === 0) {
    Object.defineProperty(target, first, { value, enumerable: true, writable: true, configurable: true });
    return;
  }
  const known = inTable(target, first);
  const below = (typeof known === "object" && known !== null ? known : {}) as { [key: string]: Json }; // made here, so an object
  Object.defineProperty(target, first, {
    value: below,
    enumerable: true,
    writable: true,
    configurable: true,
  });
  put(below, rest, value);
}
