import type { Tightened } from "../../api/index.ts";
import type { Json } from "../../lib/index.ts";
import { sqlText } from "./sql-identifiers.ts";

type Condition = (value: string, limit: string) => string;

/** How an SQL dialect measures values. */
interface Dialect {
  readonly length: string;
  readonly items: string;
  /** The name of a JSON column's type. */
  readonly type: (json: string) => string;
  /** Names of JSON's types, where they are others. */
  readonly types: Readonly<Record<string, readonly string[]>>;
  /** The items of a list as rows, and what an item is there. */
  readonly each: (list: string) => string;
  readonly item: { readonly type: string; readonly text: string; readonly number: string };
  /** Absent: the dialect has no regular expressions. */
  readonly pattern?: Condition;
}

const postgres: Dialect = {
  length: "char_length",
  items: "jsonb_array_length",
  type: (json) => `jsonb_typeof(${json})`,
  types: {},
  each: (list) => `jsonb_array_elements(${list}) as item(value)`,
  item: {
    type: "jsonb_typeof(item.value)",
    text: "(item.value #>> '{}')",
    number: "(item.value #>> '{}')::numeric",
  },
  pattern: (value, limit) => `${value} !~ ${limit}`,
};
const sqlite: Dialect = {
  length: "length",
  items: "json_array_length",
  type: (json) => `json_type(${json})`,
  types: { string: ["text"], number: ["integer", "real"], boolean: ["true", "false"] },
  each: (list) => `json_each(${list}) as item`,
  item: { type: "item.type", text: "item.value", number: "item.value" },
};
export const dialects = { postgres, sqlite } as const;

/** The type as which values are compared with rules: numbers before they are rounded. */
export const comparedAs = (type: string): string =>
  /^(?:integer|bigint|double precision|numeric)/.test(type) ? "numeric" : type;

const ofNumbers = new Set(["minimum", "maximum", "maxWhole", "maxDecimals"]);

const conditions = ({
  length,
  items,
  pattern,
}: Dialect): Readonly<Record<string, Condition | undefined>> => ({
  type: (value, limit) => `${value} not in ${limit}`,
  enum: (value, limit) => `${value} not in ${limit}`,
  minLength: (value, limit) => `${length}(${value}) < ${limit}`,
  maxLength: (value, limit) => `${length}(${value}) > ${limit}`,
  minimum: (value, limit) => `${value} < ${limit}`,
  maximum: (value, limit) => `${value} > ${limit}`,
  maxWhole: (value, limit) => `abs(${value}) >= 1${"0".repeat(Number(limit))}`,
  maxDecimals: (value, limit) => `${value} <> round(${value}, ${limit})`,
  minItems: (value, limit) => `${items}(${value}) < ${limit}`,
  maxItems: (value, limit) => `${items}(${value}) > ${limit}`,
  pattern,
});

function constant(limit: Json): string {
  if (Array.isArray(limit)) return `(${limit.map((value) => constant(String(value))).join(", ")})`;
  return typeof limit === "string" ? sqlText(limit).trim() : String(limit);
}

/** Returns the condition that is true for values that break a rule; undefined where the dialect can't tell. */
export function brokenBy(
  dialect: Dialect,
  { keyword, limit, ofItems }: Tightened,
  value: string,
): string | undefined {
  const { item, type, types, each } = dialect;
  const measured = ofItems ? item : { type: type(value), text: value, number: value };
  const kind = keyword === "type" ? "type" : ofNumbers.has(keyword) ? "number" : "text";
  const wanted = kind === "type" ? (types[String(limit)] ?? [limit]) : limit;
  const condition = conditions(dialect)[keyword]?.(measured[kind], constant(wanted));
  return ofItems && condition !== undefined
    ? `exists (select 1 from ${each(value)} where ${condition})`
    : condition;
}
