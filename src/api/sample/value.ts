import { capital, type Json, samplePattern, UserError } from "../../lib/index.ts";
import type { JsonSchema } from "../../schema/index.ts";
import type { Field } from "../definition.ts";
import { fieldType } from "../fields.ts";
import { matches } from "../match.ts";
import { spell, wordsOf } from "../name-spelling.ts";

const days = 86_400_000;
const start = Date.UTC(2026, 0, 1, 9);

const moment = (n: number): string => new Date(start + n * days).toISOString();

/** Returns a UUID that no database generates. */
export const sampleId = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

const bound = (schema: JsonSchema, keyword: string, otherwise: number): number =>
  typeof schema[keyword] === "number" ? schema[keyword] : otherwise;

function numberFor(schema: JsonSchema, n: number): number {
  const least = bound(schema, "minimum", Math.min(1, bound(schema, "maximum", 1)));
  const most = bound(schema, "maximum", Number.MAX_SAFE_INTEGER);
  const low = least < 0 && most > 0 ? 1 : least;
  const span = Math.max(1, Math.floor(most - low) + 1);
  return low + ((n - 1) % span);
}

function fitted(text: string, schema: JsonSchema, n: number): string {
  const most = bound(schema, "maxLength", Number.MAX_SAFE_INTEGER);
  const short = text.length > most ? String(n).padStart(Math.min(most, 4), "0").slice(-most) : text;
  return short.padEnd(bound(schema, "minLength", 0), "x");
}

function textFor(name: string, schema: JsonSchema, n: number): string {
  const { kebab, words } = spell(wordsOf(name));
  switch (schema["format"]) {
    case "email":
      return fitted(`${kebab}${n}@example.com`, schema, n);
    case "uri":
      return `https://example.com/${kebab}/${n}`;
    case "uuid":
      return sampleId(n);
    case "date":
      return moment(n).slice(0, 10);
    case "date-time":
      return moment(n);
    case "password":
      return fitted(`correct horse ${n}`, schema, n);
    default:
      return fitted(`${capital(words)} ${n}`, schema, n);
  }
}

function decimalFor({ precision, scale }: { precision: number; scale: number }, n: number): string {
  const whole = n % 10 ** Math.min(precision - scale, 6);
  return scale ? `${whole}.${"5".padEnd(scale, "0")}` : String(whole);
}

function patternFor(name: string, schema: JsonSchema, n: number): string {
  const fits = (text: string): boolean => matches(schema, text);
  const found =
    samplePattern(String(schema["pattern"]), n, fits) ??
    [schema["example"], textFor(name, schema, n)].find((text) => typeof text === "string" && fits(text));
  if (typeof found === "string") return found;
  throw new UserError(
    "no_example",
    `No example of ${name} can be made from its pattern ${String(schema["pattern"])}.`,
    "Give the schema of the field an `example` that the pattern accepts.",
  );
}

function memberFor(name: string, schema: JsonSchema, n: number): Json {
  if (schema.enum) return schema.enum[(n - 1) % schema.enum.length] ?? null;
  switch (fieldType(schema)) {
    case "integer":
    case "number":
      return numberFor(schema, n);
    case "boolean":
      return true;
    case "array":
      return listFor(name, schema, n);
    case "json":
      return objectFor(schema, n);
    default:
      return typeof schema["pattern"] === "string" ? patternFor(name, schema, n) : textFor(name, schema, n);
  }
}

function listFor(name: string, schema: JsonSchema, n: number): Json {
  const length = Math.max(1, bound(schema, "minItems", 1));
  return Array.from({ length }, (_, index) => memberFor(name, schema.items ?? {}, n + index));
}

const objectFor = (schema: JsonSchema, n: number): Json =>
  schema.properties
    ? Object.fromEntries(
        Object.entries(schema.properties).map(([key, member]) => [key, memberFor(key, member, n)]),
      )
    : { note: `Note ${n}` };

/** Returns the n-th valid value of a field (from 1); different n give different values if the rules leave room. */
export const sampleValue = (field: Pick<Field, "name" | "schema" | "decimal">, n: number): Json =>
  field.decimal ? decimalFor(field.decimal, n) : memberFor(field.name, field.schema, n);
