import type { Resource } from "../../../../api/index.ts";
import { code, imported, ts } from "../../../../code/index.ts";
import { columnName, references, tableName, uniques, type Guards } from "../../../sql/sql-identifiers.ts";
import type { Dialect } from "../sql/functions.ts";

/** SQLite's errors name the columns of a unique constraint, but not the foreign key: tables are used instead. */
const guards = (resource: Resource, all: readonly Resource[]): Guards => {
  const unique = uniques(resource).map(({ fields }) => [
    fields.map((field) => `${tableName(resource)}.${columnName(field)}`).join(", "),
    fields.map(({ name }) => name),
  ]);
  const tables = references(resource).flatMap(({ relation }) => {
    const target = all.find(({ name }) => name === relation.resource);
    return target ? [[tableName(target), relation.field] as const] : [];
  });
  const byTable = Map.groupBy(tables, ([table]) => table);
  const fields = [...byTable].map(([table, pairs]) => [table, pairs.map(([, field]) => field)]);
  return {
    ...(unique.length ? { unique: Object.fromEntries(unique) as Guards[string] } : {}),
    ...(fields.length ? { references: Object.fromEntries(fields) as Guards[string] } : {}),
  };
};

export const dialect: Dialect = {
  list: (statement) => `(select json_group_array(id) from (${statement.replace(" from", " as id from")}))`,
  each: "value from json_each($2)",
  ids: (value) => ts`JSON.stringify(${value})`,
  guards,
  // Transactions are serialised, whoever opens them.
  forUpdate: "",
  lock: undefined,
  explain: (db, constraints) =>
    ts`${imported("/src/sql.ts", "explain")}(${code(db)}, error, { ${code(constraints === "{}" ? "" : `...${constraints}, `)}input })`,
};
