import { inTable, type Json, listed, nearest, UserError } from "../lib/index.ts";
import type { JsonSchema } from "../schema/index.ts";
import type { Field } from "./definition.ts";
import { decimalSchema, fieldType } from "./fields.ts";

/** Type words of the notation, before ranges and flags. */
export const fieldTypes: Readonly<Record<string, { readonly schema: JsonSchema; readonly secret?: true }>> = {
  string: { schema: { type: "string" } },
  text: { schema: { type: "string", maxLength: 10_000 } },
  email: { schema: { type: "string", format: "email", maxLength: 254 } },
  uri: { schema: { type: "string", format: "uri", maxLength: 2048 } },
  url: { schema: { type: "string", format: "uri", maxLength: 2048 } },
  slug: {
    schema: {
      type: "string",
      pattern: "^[a-z0-9]+(-[a-z0-9]+)*$",
      minLength: 1,
      maxLength: 100,
      example: "a-slug",
    },
  },
  phone: {
    schema: { type: "string", pattern: "^\\+[1-9][0-9]{6,14}$", maxLength: 16, example: "+4930123456" },
  },
  password: { schema: { type: "string", format: "password", minLength: 12, maxLength: 72 }, secret: true },
  uuid: { schema: { type: "string", format: "uuid" } },
  enum: { schema: { type: "string" } },
  integer: { schema: { type: "integer", minimum: -2_147_483_648, maximum: 2_147_483_647 } },
  number: { schema: { type: "number" } },
  decimal: { schema: { type: "string", format: "decimal" } },
  boolean: { schema: { type: "boolean" } },
  date: { schema: { type: "string", format: "date" } },
  datetime: { schema: { type: "string", format: "date-time" } },
  json: { schema: { type: "object" } },
};

const wrong = (text: string, why: string, fix: string): UserError =>
  new UserError("bad_field", `${JSON.stringify(text.slice(0, 80))} ${why}.`, fix);

/** Parses a number of the notation; undefined if it is none. */
const numeric = (text: string): number | undefined =>
  /^-?\d+(\.\d+)?$/.test(text) && Number.isFinite(Number(text)) ? Number(text) : undefined;

interface Draft {
  readonly text: string;
  type: string;
  args: readonly string[];
  many: boolean;
  schema: JsonSchema;
  range?: readonly [number | undefined, number | undefined];
  pattern?: string;
  field: { -readonly [K in Exclude<keyof Field, "name" | "schema">]?: Exclude<Field[K], undefined> };
}

const head = /^([a-z]+)(?:\(((?:[^()]|\bwas\([^()]*\))*)\))?(\[\])?(?:\s+|$)/;

function readType(text: string): { draft: Draft; rest: string } {
  const match = head.exec(text);
  const type = match?.[1] ?? "";
  const meaning = inTable(fieldTypes, type);
  if (!match || !meaning) {
    const word = /^[^\s([]*/.exec(text)?.[0] ?? "";
    if (inTable(fieldTypes, word))
      throw wrong(
        text,
        "has invalid parentheses",
        `Write ${word === "enum" ? "enum(draft, sent, paid)" : word}.`,
      );
    const meant = nearest(word, Object.keys(fieldTypes));
    throw new UserError(
      "unknown_type",
      `${JSON.stringify(word.slice(0, 40))} is not a type.`,
      meant ? `Did you mean ${meant}?` : `Use one of ${listed(Object.keys(fieldTypes), "or")}.`,
    );
  }
  const args = (match[2] ?? "")
    .split(",")
    .map((arg) => arg.trim())
    .filter(Boolean);
  const draft: Draft = {
    text,
    type,
    args,
    many: match[3] !== undefined,
    schema: meaning.schema,
    field: { required: false, ...(meaning.secret ? { secret: true } : {}) },
  };
  return { draft, rest: text.slice(match[0].length) };
}

/** Flags and ranges, each with a pattern that matches at the start of the remaining text. */
const parts: readonly {
  readonly at: RegExp;
  take(match: RegExpExecArray, draft: Draft): void;
}[] = [
  { at: /^required\b/, take: (_, draft) => (draft.field.required = true) },
  { at: /^optional\b/, take: (_, draft) => (draft.field.required = false) },
  { at: /^unique\b/, take: (_, draft) => (draft.field.unique = true) },
  { at: /^secret\b/, take: (_, draft) => (draft.field.secret = true) },
  {
    at: /^auto(?:\((now|uuid|action)\))?(?=\s|$)/,
    take: (match, draft) =>
      (draft.field.auto = (match[1] as Field["auto"] | undefined) ?? defaultAuto(draft)), // the pattern allows only these
  },
  {
    at: /^was\(([A-Za-z][\w-]*)\)/,
    take: (match, draft) => (draft.field.was = match[1] ?? ""),
  },
  {
    at: /^(-?\d+(?:\.\d+)?)?\.\.(-?\d+(?:\.\d+)?)?(?=\s|$)/,
    take: (match, draft) => {
      draft.range = [numeric(match[1] ?? ""), numeric(match[2] ?? "")];
    },
  },
  {
    at: /^\/(\S+?)\/(?=\s|$)/,
    take: (match, draft) => {
      draft.pattern = match[1] ?? "";
    },
  },
];

const defaultAuto = (draft: Draft): NonNullable<Field["auto"]> =>
  draft.type === "datetime" || draft.type === "date" ? "now" : draft.type === "uuid" ? "uuid" : "action";

function readParts(draft: Draft, text: string): string {
  let rest = text.trimStart();
  while (rest && !rest.startsWith("=")) {
    const part = parts.find(({ at }) => at.test(rest));
    const match = part?.at.exec(rest);
    if (!part || !match)
      throw wrong(
        rest,
        "is not understood after the type",
        "Use required, unique, auto, secret, a range such as 1..200, /pattern/ or = default.",
      );
    part.take(match, draft);
    rest = rest.slice(match[0].length).trimStart();
  }
  return rest;
}

function bounded(schema: JsonSchema, draft: Draft, many: boolean): JsonSchema {
  const [least, most] = draft.range ?? [];
  const type = fieldType(schema);
  const [low, high] = many
    ? ["minItems", "maxItems"]
    : type === "integer" || type === "number"
      ? ["minimum", "maximum"]
      : ["minLength", "maxLength"];
  if (!many && !["string", "integer", "number"].includes(type))
    throw wrong(draft.text, `has a range, which ${draft.type} can't have`, "Remove the range.");
  if (low !== "minimum" && [least, most].some((n) => n !== undefined && (n < 0 || !Number.isInteger(n))))
    throw wrong(draft.text, "has a range for a count that isn't a whole number", "Use whole numbers from 0.");
  if (least !== undefined && most !== undefined && least > most)
    throw wrong(draft.text, "has a range that ends before it starts", `Write ${most}..${least}.`);
  return {
    ...schema,
    ...(least === undefined ? {} : { [low]: least }),
    ...(most === undefined ? {} : { [high]: most }),
  };
}

function decimal(draft: Draft): void {
  const [precision = 12, scale = 2] = draft.args.map(Number);
  if (
    !(
      Number.isInteger(precision) &&
      Number.isInteger(scale) &&
      scale >= 0 &&
      precision > scale &&
      precision <= 38
    )
  )
    throw wrong(
      draft.text,
      "has invalid digits",
      "Write decimal(12, 2): total digits, digits after the point.",
    );
  const [least, most] = draft.range ?? [];
  if (most !== undefined || (least !== undefined && least !== 0))
    throw wrong(
      draft.text,
      "has a bound that decimals can't have",
      "Use 0.. or no range; digits bound it from above.",
    );
  draft.schema = decimalSchema(precision, scale, least === 0);
  draft.field.decimal = { precision, scale };
}

/** Reads the values of an enumeration, and renames: `enum(open was(todo), done)`. */
function choices(draft: Draft): void {
  const renamed = draft.args.map((arg) => /^(.*\S)\s+was\(\s*([^()]*[^()\s])\s*\)$/.exec(arg));
  const map = Object.fromEntries(
    renamed.flatMap((match) => (match ? [[match[2] ?? "", match[1] ?? ""]] : [])),
  );
  if (renamed.some(Boolean)) draft.field.map = map;
  draft.args = draft.args.map((arg, index) => renamed[index]?.[1] ?? arg);
  if (draft.args.some((arg) => /[()]/.test(arg)))
    throw wrong(
      draft.text,
      "has a value with parentheses",
      "Write enum(draft was(new), sent) for a value's former name.",
    );
  if (!draft.args.length || new Set(draft.args).size !== draft.args.length)
    throw wrong(draft.text, "needs different values", "Write enum(draft, sent, paid).");
  draft.schema = { type: "string", enum: draft.args };
}

function finish(draft: Draft): void {
  if (draft.type === "decimal") decimal(draft);
  else if (draft.type === "enum") choices(draft);
  else if (draft.args.length)
    throw wrong(draft.text, "has arguments that its type doesn't have", `Write ${draft.type}.`);
  else if (draft.range && !draft.many) draft.schema = bounded(draft.schema, draft, false);
  if (draft.pattern !== undefined) {
    if (fieldType(draft.schema) !== "string")
      throw wrong(draft.text, "has a pattern but is not a string", "Remove the pattern.");
    draft.schema = { ...draft.schema, pattern: draft.pattern };
  }
  if (!draft.many) return;
  draft.schema = { type: "array", items: draft.schema, maxItems: 100 };
  if (draft.range) draft.schema = bounded(draft.schema, draft, true);
}

/** Pads a number to the type's decimals; other texts are unchanged, to be refused later. */
function padded(text: string, scale: number): string {
  const [, whole = "", digits = ""] = /^(-?\d+)(?:\.(\d*))?$/.exec(text) ?? [];
  if (!whole || digits.length > scale) return text;
  return scale ? `${whole}.${digits.padEnd(scale, "0")}` : whole;
}

/** Reads the default after `=`: JSON, or a bare word for a string. */
function readDefault(text: string, draft: Draft): Json | undefined {
  if (!text) return undefined;
  const written = text.slice(1).trim();
  if (draft.field.decimal && !draft.many)
    return padded(written.replaceAll('"', ""), draft.field.decimal.scale);
  const isText = draft.schema.type === "string";
  if (isText && !written.startsWith('"')) return written;
  try {
    return JSON.parse(written) as Json; // JSON.parse gives JSON
  } catch (cause) {
    throw new UserError(
      "bad_default",
      `${JSON.stringify(written)} is not a valid default for ${draft.type}.`,
      "Write it as JSON.",
      { cause },
    );
  }
}

/**
 * Reads a field in the short notation of definitions: `string required 1..200`, `enum(open, paid) = open`,
 * `decimal(12, 2) 0..`, `string[] ..20`, `email required unique`, `datetime auto(action)`.
 * @throws UserError naming the part that is not understood
 */
export function readField(name: string, text: string): Field {
  const { draft, rest } = readType(text.trim());
  const ending = readParts(draft, rest);
  finish(draft);
  const value = readDefault(ending, draft);
  return {
    name,
    schema: draft.schema,
    ...draft.field,
    required: draft.field.required === true && value === undefined,
    ...(value === undefined ? {} : { default: value }),
  };
}
