import { isObject, samplePattern, type Json, inTable } from "../../lib/index.ts";
import { pattern, type Pattern } from "../../schema/index.ts";
import type { Spec, SpecSchema } from "../spec.ts";
import { isChecked, isEvident } from "./evident.ts";
import { refKey, resolve } from "./shape.ts";
import { validatorOf, type Direction } from "./validator.ts";

const texts: Readonly<Record<string, string>> = {
  date: "2026-01-31",
  "date-time": "2026-01-31T12:00:00Z",
  time: "12:00:00Z",
  duration: "P1D",
  email: "somebody@example.com",
  "idn-email": "somebody@example.com",
  uuid: "00000000-0000-4000-8000-000000000001",
  uri: "https://example.com/one",
  url: "https://example.com/one",
  "uri-reference": "/one",
  iri: "https://example.com/one",
  hostname: "example.com",
  "idn-hostname": "example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  byte: "b25l",
  "json-pointer": "/one",
  regex: "^one$",
};

/** Maximum size of a sample; a schema that requires more gets none. */
const largest = { characters: 10_000, parts: 50 } as const;

interface Making {
  readonly spec: Spec;
  /** Which alternative is tried first, and how much is omitted. */
  readonly variant: number;
  readonly depth: number;
  readonly name: string;
  readonly made: Map<SpecSchema, string>;
  /** Schemas with a pattern that no text was found for. */
  readonly unfit: Set<SpecSchema>;
}

const deeper = (making: Making, name: string): Making => ({ ...making, depth: making.depth + 1, name });

function textFor(schema: SpecSchema, { name, variant, made, unfit }: Making): string {
  const least = schema.minLength ?? 0;
  const most = schema.maxLength ?? Infinity;
  if (schema.pattern !== undefined) {
    const expression = expressionOf(schema.pattern);
    const fits = (text: string): boolean =>
      text.length >= least && text.length <= most && expression?.test(text) === true;
    const found =
      samplePattern(schema.pattern, variant + 1, fits) ??
      ["a", "A", "1", "one", "One 1", "a1", "abc-def", "/a", "1.0.0"].find(fits);
    if (found !== undefined) {
      if (!isChecked(schema.format)) made.set(schema, found);
      return found;
    }
    if (expression) unfit.add(schema);
  }
  const known = schema.format === undefined ? undefined : inTable(texts, schema.format);
  const words =
    known ??
    (name
      .replaceAll(/[^A-Za-z0-9]+/g, " ")
      .trim()
      .slice(0, 20) ||
      "one");
  const long = known === undefined && words.length > most ? words.slice(0, most) : words;
  const text = long.padEnd(Math.min(least, largest.characters), "x");
  if (schema.pattern === undefined && text === known) made.set(schema, text);
  return text;
}

/** Undefined for what is no pattern, or can't be matched in linear time. */
const expressionOf = (source: string): Pattern | undefined => {
  try {
    return pattern(source);
  } catch {
    return undefined;
  }
};

function numberFor(schema: SpecSchema, whole: boolean): number {
  const step = schema.multipleOf ?? 1;
  const unit = whole && !Number.isInteger(step) ? 1 : step;
  const low = Math.max(
    schema.minimum ?? -Infinity,
    (schema.exclusiveMinimum ?? -Infinity) + (whole ? 1 : 1e-3),
  );
  const high = Math.min(
    schema.maximum ?? Infinity,
    (schema.exclusiveMaximum ?? Infinity) - (whole ? 1 : 1e-3),
  );
  const nearest = low > 1 ? low : high < 1 ? high : 1;
  if (!Number.isFinite(nearest)) return 1;
  const stepped = low > 1 ? Math.ceil(nearest / unit) * unit : Math.floor(nearest / unit) * unit;
  const fits = stepped >= low && stepped <= high && (whole ? Number.isInteger(stepped) : true);
  return fits && schema.multipleOf !== undefined ? stepped : whole ? Math.ceil(nearest) : nearest;
}

function objectFor(schema: SpecSchema, making: Making): Json {
  const required = new Set(schema.required);
  const whole = making.depth < 3 && making.variant !== 1;
  const object: Record<string, Json> = {};
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    if (name === "__proto__" || (!required.has(name) && (!whole || making.depth > 1))) continue;
    const value = make(member, deeper(making, name));
    if (value !== undefined) object[name] = value;
  }
  for (const name of required) if (!Object.hasOwn(object, name)) object[name] = "one";
  for (let n = Object.keys(object).length; n < Math.min(schema.minProperties ?? 0, largest.parts); n++)
    object[`key${n}`] = make(schema.additionalProperties ?? {}, deeper(making, "one")) ?? "one";
  return object;
}

function arrayFor(schema: SpecSchema, making: Making): Json {
  const fixed = (schema.prefixItems ?? []).map((item) => make(item, deeper(making, making.name)) ?? "one");
  const least = Math.max(
    schema.minItems ?? 0,
    making.depth < 4 && (schema.maxItems ?? 1) > 0 && making.variant !== 1 ? 1 : 0,
  );
  const items: Json[] = [...fixed];
  for (let n = fixed.length; n < Math.min(least, largest.parts); n++) {
    const value = make(schema.contains ?? schema.items ?? {}, {
      ...deeper(making, making.name),
      variant: making.variant,
    });
    if (value === undefined) break;
    items.push(schema.uniqueItems ? distinct(value, n) : value);
  }
  return items;
}

const distinct = (value: Json, n: number): Json =>
  n === 0
    ? value
    : typeof value === "number"
      ? value + n
      : typeof value === "string"
        ? `${value}${n}`
        : value;

/** Merges the values of several parts of one schema, if they are objects. */
function joined(values: readonly (Json | undefined)[]): Json | undefined {
  const objects = values.filter(isObject) as Readonly<Record<string, Json>>[]; // members of JSON are JSON
  return objects.length ? Object.assign({}, ...objects) : values.find((value) => value !== undefined);
}

function alternative(schema: SpecSchema, making: Making): Json | undefined {
  const group = schema.oneOf ?? schema.anyOf ?? [];
  const choices = group.filter((schema) => schema.type !== "null");
  const chosen = choices[(making.variant >> 1) % Math.max(choices.length, 1)];
  if (!chosen) return null;
  const value = make(chosen, deeper(making, making.name));
  const name = schema.discriminator?.propertyName;
  if (name === undefined || !isObject(value) || chosen.$ref === undefined) return value;
  const { mapping = {} } = schema.discriminator ?? {};
  const key = refKey(chosen.$ref);
  const tag =
    Object.entries(mapping).find(([, target]) => target === chosen.$ref || target === key)?.[0] ?? key;
  return { ...(value as Readonly<Record<string, Json>>), [name]: tag }; // likewise
}

function make(specSchema: SpecSchema, making: Making): Json | undefined {
  if (making.depth > 12) return undefined;
  const schema = resolve(making.spec, specSchema);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum.find((value) => value !== null) ?? null;
  const example = schema.examples?.[0] ?? schema.default;
  if (example !== undefined && making.variant === 0 && typeof example !== "object") return example;
  const parts = (schema.allOf ?? []).map((part) => make(part, { ...making, depth: making.depth + 1 }));
  const choice = schema.oneOf || schema.anyOf ? [alternative(schema, making)] : [];
  const ownSample = ownFor(schema, making, parts.length + choice.length > 0);
  return joined([...parts, ...choice, ownSample]);
}

function ownFor(schema: SpecSchema, making: Making, combined: boolean): Json | undefined {
  const type =
    [schema.type ?? []].flat().find((schemaType) => schemaType !== "null") ?? [schema.type ?? []].flat()[0];
  const shaped = [schema.properties, schema.additionalProperties, schema.required].some(
    (item) => item !== undefined,
  );
  if (type === "object" || (type === undefined && shaped)) return objectFor(schema, making);
  if (type === "array") return arrayFor(schema, making);
  if (type === "integer" || type === "number") return numberFor(schema, type === "integer");
  if (type === "boolean") return true;
  if (type === "null") return null;
  if (type === "string" || (!combined && (schema.pattern ?? schema.format) !== undefined))
    return textFor(schema, making);
  return combined ? undefined : "one";
}

/** Returns a value that the schema accepts, within a maximum of JSON characters; undefined if none was found. */
export function sampleOf(
  spec: Spec,
  schema: SpecSchema,
  name: string,
  {
    direction = "input",
    longest = Infinity,
  }: { readonly direction?: Direction; readonly longest?: number } = {},
): Json | undefined {
  const skip = direction === "input" ? "readOnly" : "writeOnly";
  for (const variant of [0, 2, 1, 4, 3, 6, 8]) {
    const madeTexts = new Map<SpecSchema, string>();
    const unfit = new Set<SpecSchema>();
    const value = make(schema, { spec, variant, depth: 0, name, made: madeTexts, unfit });
    const sent = value === undefined ? undefined : without(spec, schema, value, skip);
    if (sent === undefined || unfit.size) continue;
    if (longest < Infinity && JSON.stringify(sent).length > longest) return undefined; // compiling its validator takes the most time
    if (isEvident(schema, sent, { spec, made: madeTexts })) return sent;
    const validator = validatorOf(spec, schema, direction);
    if (!validator) return undefined;
    if (validator.fits(sent)) return sent;
  }
  return undefined;
}

/** Removes members that only the other side sends. */
function without(
  spec: Spec,
  schema: SpecSchema,
  value: Json,
  skip: "readOnly" | "writeOnly",
  depth = 0,
): Json {
  const found = resolve(spec, schema);
  if (Array.isArray(value))
    return value.map((item: Json) => without(spec, found.items ?? {}, item, skip, depth + 1));
  if (!isObject(value) || depth > 8) return value;
  let left: Readonly<Record<string, Json>> = value as Readonly<Record<string, Json>>; // members of JSON are JSON
  for (const part of [...(found.allOf ?? []), ...(found.oneOf ?? []), ...(found.anyOf ?? [])]) {
    const next = without(spec, part, left, skip, depth + 1);
    if (isObject(next)) left = next as Readonly<Record<string, Json>>; // likewise
  }
  return Object.fromEntries(
    Object.entries(left).flatMap(([name, member]) => {
      const schema = inTable(found.properties ?? {}, name);
      if (schema?.[skip] ?? (schema && resolve(spec, schema)[skip])) return [];
      return [[name, schema ? without(spec, schema, member, skip, depth + 1) : member]];
    }),
  );
}
