import type { Tightened } from "../../api/index.ts";
import { sqlText } from "./sql-identifiers.ts";

type Condition = (value: string, limit: string) => string;

/** How an SQL dialect measures values. */
interface Dialect {
  readonly length: string;
  readonly items: string;
  /** Absent: the dialect has no regular expressions. */
  readonly pattern?: Condition;
}

const postgres: Dialect = {
  length: "char_length",
  items: "jsonb_array_length",
  pattern: (value, limit) => `${value} !~ ${limit}`,
};
const sqlite: Dialect = { length: "length", items: "json_array_length" };
export const dialects = { postgres, sqlite } as const;

const conditions = ({
  length,
  items,
  pattern,
}: Dialect): Readonly<Record<string, Condition | undefined>> => ({
  minLength: (value, limit) => `${length}(${value}) < ${limit}`,
  maxLength: (value, limit) => `${length}(${value}) > ${limit}`,
  minimum: (value, limit) => `${value} < ${limit}`,
  maximum: (value, limit) => `${value} > ${limit}`,
  minItems: (value, limit) => `${items}(${value}) < ${limit}`,
  maxItems: (value, limit) => `${items}(${value}) > ${limit}`,
  pattern,
});

/** Returns the condition that is true for values that break a rule; undefined where the dialect can't tell. */
export const brokenBy = (
  dialect: Dialect,
  { keyword, limit }: Tightened,
  value: string,
): string | undefined =>
  conditions(dialect)[keyword]?.(value, typeof limit === "string" ? sqlText(limit).trim() : String(limit));
