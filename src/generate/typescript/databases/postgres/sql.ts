import { problemMessages } from "../../../../api/index.ts";
import { imported, ts } from "../../../../code/index.ts";

const referred = problemMessages["referred"]?.({}) ?? "";
const Problem = imported("/src/problem.ts", "Problem");

/** `src/sql.ts`: what the models' statements have in common. */
export const sqlModule = ts`
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
  const values = [...(from.values ?? [])];
  const conditions = from.where ? [from.where] : [];
  for (const [field, value] of Object.entries(filters)) {
    const column = from.columns[field];
    if (value === undefined || column === undefined) continue;
    const hole = \`$\${values.push(value)}\`;
    conditions.push(column.startsWith("array(") ? \`\${hole} = any(\${column})\` : \`\${column} = \${hole}\`);
  }
  const rows = \`from \${from.text}\${conditions.length ? \` where \${conditions.join(" and ")}\` : ""}\`;
  const down = sort.startsWith("-");
  const order = \`\${from.columns[down ? sort.slice(1) : sort] ?? "id"} \${down ? "desc nulls last" : "asc nulls first"}\`;
  const [items, counts] = await Promise.all([
    db.query<Row>(
      // Ids ascend with time, so they settle the order of equals.
      \`select \${selection(from.columns)} \${rows} order by \${order}, id \${down ? "desc" : "asc"} limit $\${values.length + 1} offset $\${values.length + 2}\`,
      [...values, limit, offset],
    ),
    db.query<{ total: number }>(\`select count(*)::int as total \${rows}\`, values),
  ]);
  return { items, total: counts[0]?.total ?? 0 };
}

/** What an update sets, its parameters from \`$2\` on: columns whose values are undefined stay as they are. */
export function assignments(columns: Readonly<Record<string, unknown>>): { readonly set: string; readonly values: readonly unknown[] } {
  const given = Object.entries(columns).filter(([, value]) => value !== undefined);
  const set = [...given.map(([column], index) => \`\${column} = $\${index + 2}\`), "updated_at = now()"].join(", ");
  return { set, values: given.map(([, value]) => value) };
}

/** The row of a statement that gives exactly one. */
export const only = <Row>(rows: readonly Row[]): Row => rows.at(0) as Row; // the statement gives it

/** Refuses ids that no row of the table has, each by its place. */
export async function requireAll(db: Database, table: string, field: string, ids: readonly string[]): Promise<void> {
  const missing = await db.query<{ place: number }>(
    \`select place::int - 1 as place from unnest($1::uuid[]) with ordinality as wanted (id, place)
     where not exists (select from \${table} where \${table}.id = wanted.id)\`,
    [ids],
  );
  if (!missing.length) return;
  throw new ${Problem}(400, missing.map(({ place }) => ({ path: \`\${field}.\${place}\`, message: "does not exist" })));
}

/** Fields by the constraint that guards them: values that must be free, and references to other records. */
export interface Constraints {
  readonly unique?: Readonly<Record<string, readonly string[]>>;
  readonly references?: Readonly<Record<string, readonly string[]>>;
}

/** What a broken constraint means to a client: a value taken (409) or a reference to nothing (400). */
export function explain(error: unknown, { unique = {}, references = {} }: Constraints): never {
  if (error instanceof Error && "code" in error && typeof error.code === "string") {
    // Class 22: a null character, a date out of range, and other values that no column holds.
    if (error.code.startsWith("22")) throw new ${Problem}(400, [{ path: "", message: "has a value that can't be stored" }]);
    const constraint = "constraint" in error ? String(error.constraint) : "";
    const taken = unique[constraint];
    if (taken) throw new ${Problem}(409, taken.map((path) => ({ path, message: "is already taken" })));
    const missing = references[constraint];
    if (missing) throw new ${Problem}(400, missing.map((path) => ({ path, message: "does not exist" })));
  }
  throw error;
}

const stillUsed = new Set(["23503", "23001"]);

/** Answers 409 where other records still refer to a record that should go. */
export function explainRemoval(error: unknown): never {
  if (error instanceof Error && "code" in error && stillUsed.has(String(error.code))) {
    throw new ${Problem}(409, [{ path: "id", message: ${referred} }]);
  }
  throw error;
}
`;
