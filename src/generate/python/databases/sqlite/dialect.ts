import { code, imported, py, type Code } from "../../../../code/index.ts";
import { columnName, tableName } from "../../../sql/sql-identifiers.ts";
import type { Dialect } from "../sql/rows.ts";

const sa = (name: string): Code => imported("sqlalchemy", name);
const fromDatabase = (name: string): Code => imported("/src/database.py", name);

export const dialect: Dialect = {
  called: "SQLite",
  uuid: sa("Text"),
  json: py`${sa("JSON")}(none_as_null=True)`,
  decimal: (size) => py`${fromDatabase("Exact")}(${size ? py`${size.scale}` : code("")})`,
  ids: ({
    column,
    table,
    where,
  }) => py`${sa("select")}(${sa("func")}.json_group_array(${column}, type_=${fromDatabase("Ids")}))
        .where(${where})
        .correlate_except(${table})
        .scalar_subquery()`,
  // Transactions are serialised, whoever opens them.
  locks: false,
  transactions: "/src/transactions.py",
  // Its errors name columns, not constraints.
  taken: (resource, { fields }) =>
    fields.map((field) => `${tableName(resource)}.${columnName(field)}`).join(", "),
};
