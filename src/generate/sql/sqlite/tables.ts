import type { Resource } from "../../../api/index.ts";
import { UserError } from "../../../lib/index.ts";
import { createTable, indexTexts, joinsOf, joinTable } from "../tables.ts";

const functions: Readonly<Record<string, string>> = {
  "now()": "(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))",
  "gen_random_uuid()":
    "(lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-8' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))))",
};

/** Matches escaped texts, plain texts, and the functions that only PostgreSQL has. */
const tokens = / ?\bE'((?:[^'\\]|''|\\\\)*)'|'(?:[^']|'')*'|\b(?:now|gen_random_uuid)\(\)/g;

/** Converts a table's statement to SQLite, which accepts PostgreSQL's types and constraints unchanged. */
export const toSqlite = (statement: string): string =>
  statement.replaceAll(tokens, (token: string, escaped: string | undefined) =>
    escaped === undefined ? (functions[token] ?? token) : ` '${escaped.replaceAll("\\\\", "\\")}'`,
  );

/** SQLite stores decimals as floating point, which is exact up to this many digits. */
const digits = 15;

function refuseLong({ name, fields }: Resource): void {
  const long = fields.find(({ decimal }) => decimal && decimal.precision > digits);
  if (long)
    throw new UserError(
      "decimal_too_long",
      `${name}.${long.name} has ${long.decimal?.precision ?? 0} digits, and SQLite keeps ${digits} of them exactly.`,
      `Make it a decimal of at most ${digits} digits, or use --db=postgres.`,
    );
}

/** Returns a resource's table with its foreign keys, which may refer to later tables. */
export function tableText(resource: Resource, all: readonly Resource[]): string {
  refuseLong(resource);
  return toSqlite(createTable(resource, all, new Set(all.map(({ name }) => name))));
}

/** Returns statements that create the tables of `resources`; `all` is the whole definition. */
export const createAll = (
  resources: readonly Resource[],
  all: readonly Resource[] = resources,
  joins: readonly string[] = joinsOf(resources, all).map(joinTable),
): string => {
  const tables = resources.map((resource) =>
    [tableText(resource, all), ...indexTexts(resource).values()].join("\n"),
  );
  return `${[...tables, ...joins].join("\n\n")}\n`;
};
