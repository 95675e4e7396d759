import { code, imported, ts, type Code } from "../../../../code/index.ts";

/** Differences between SQL databases for pages. */
export interface PageDialect {
  /** The number of rows as an integer. */
  readonly counted: string;
  /** Start of the expression for a list column. */
  readonly list: string;
  /** What a value is compared with in that list, and how. */
  among(list: string): string;
  readonly equals: string;
}

/** First part of `src/sql.ts`: pages of a table's rows. */
export const pageFunctions = ({ counted, list, among, equals }: PageDialect): Code => ts`
/** The SQL expression of each field that is answered. */
export type Columns = Readonly<Record<string, string>>;

/** A select list that names each column as its field. */
export const selection = (columns: Columns): string =>
  Object.entries(columns)
    .map(([field, column]) => \`\${column} as "\${field}"\`)
    .join(", ");

interface Query {
  readonly limit: number;
  readonly offset: number;
  readonly sort: string;
  readonly [filter: string]: unknown;
}

/** A page of the rows \`from\` a table that equal every filter of the query; names of columns come from \`columns\` alone. */
export async function selectPage<Row>(
  db: ${imported("/src/database.ts", "type Database")},
  from: { readonly columns: Columns; readonly text: string; readonly where?: string; readonly values?: readonly unknown[] },
  { limit, offset, sort, ...filters }: Query,
): Promise<${imported("/src/validation.ts", "type Page")}<Row>> {
  const columns = new Map(Object.entries(from.columns));
  const values = [...(from.values ?? [])];
  const conditions = from.where ? [from.where] : [];
  for (const [field, value] of Object.entries(filters)) {
    const column = columns.get(field);
    if (value === undefined || column === undefined) continue;
    const hole = \`$\${String(values.push(value))}\`;
    conditions.push(column.startsWith(${list}) ? \`\${hole} ${code(equals)} ${code(among("${column}"))}\` : \`\${column} = \${hole}\`);
  }
  const rows = \`from \${from.text}\${conditions.length ? \` where \${conditions.join(" and ")}\` : ""}\`;
  const down = sort.startsWith("-");
  const order = \`\${columns.get(down ? sort.slice(1) : sort) ?? "id"} \${down ? "desc nulls last" : "asc nulls first"}\`;
  const [items, counts] = await Promise.all([
    db.query<Row>(
      // Ids ascend with time, so they settle the order of equals.
      \`select \${selection(from.columns)} \${rows} order by \${order}, id \${down ? "desc" : "asc"} limit $\${String(values.length + 1)} offset $\${String(values.length + 2)}\`,
      [...values, limit, offset],
    ),
    db.query<{ total: number }>(\`select ${code(counted)} as total \${rows}\`, values),
  ]);
  return { items, total: counts.reduce((sum, { total }) => sum + total, 0) };
}

/** What an update sets, its parameters from \`$2\` on: columns whose values are undefined stay as they are. */
export function assignments(columns: Readonly<Record<string, unknown>>): { readonly set: string; readonly values: readonly unknown[] } {
  const given = Object.entries(columns).filter(([, value]) => value !== undefined);
  const set = [...given.map(([column], index) => \`\${column} = $\${String(index + 2)}\`), "updated_at = now()"].join(", ");
  return { set, values: given.map(([, value]) => value) };
}

/** The row of a statement that gives exactly one. */
export const only = <Row>(rows: readonly Row[]): Row => [...rows].shift() as Row; // the statement gives it
`;
