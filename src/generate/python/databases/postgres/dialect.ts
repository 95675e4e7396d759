import { imported, py, type Code } from "../../../../code/index.ts";
import type { Dialect } from "../sql/rows.ts";

const sa = (name: string): Code => imported("sqlalchemy", name);
const postgresql = (name: string): Code => imported("sqlalchemy.dialects.postgresql", name);
const uuid = py`${sa("Uuid")}(as_uuid=False)`;

export const dialect: Dialect = {
  called: "PostgreSQL",
  uuid,
  json: postgresql("JSONB"),
  decimal: (size) => (size ? py`${sa("Numeric")}(${size.precision}, ${size.scale})` : py`${sa("Numeric")}()`),
  ids: ({ column, table, where }) => py`${sa("func")}.array(
            ${sa("select")}(${column})
            .where(${where})
            .order_by(${column})
            .correlate_except(${table})
            .scalar_subquery(),
            type_=${postgresql("ARRAY")}(${uuid}),
        )`,
  locks: true,
  transactions: "/src/sql.py",
  taken: (_, { name }) => name,
};
