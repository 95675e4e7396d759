import { problemMessages } from "../../../../api/index.ts";
import { imported, ts } from "../../../../code/index.ts";
import { pageFunctions } from "../sql/page.ts";

const referred = problemMessages["referred"]?.({}) ?? "";
const Problem = imported("/src/problem.ts", "Problem");

/** `src/sql.ts`: what the models' statements share. */
export const sqlModule = ts`
${pageFunctions({ counted: "count(*)", list: "(select json_group_array", among: (list) => `(select value from json_each(${list}))`, equals: "in" })}

/** Refuses ids that no row of the table has, each by its place. */
export async function requireAll(db: ${imported("/src/database.ts", "type Database")}, table: string, field: string, ids: readonly string[]): Promise<void> {
  const missing = await db.query<{ place: number }>(
    \`select key as place from json_each($1) as wanted
     where not exists (select 1 from \${table} where \${table}.id = wanted.value)\`,
    [JSON.stringify(ids)],
  );
  if (!missing.length) return;
  throw new ${Problem}(400, missing.map(({ place }) => ({ path: \`\${field}.\${place}\`, message: "does not exist" })));
}

/** Fields that must be free by the columns of their constraint, and references by the table that they lead to. */
export interface Constraints {
  readonly unique?: Readonly<Record<string, readonly string[]>>;
  readonly references?: Readonly<Record<string, readonly string[]>>;
  /** What the statement wrote. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** Extended result codes of SQLite. */
const codes = { foreignKey: 787, restricted: 1811 };
interface Failure {
  readonly errcode?: unknown;
  readonly message?: unknown;
}
/** Jest gives modules of Node another \`Error\` than tests, so that \`instanceof\` would say no. */
const failureOf = (error: unknown): Failure => (typeof error === "object" ? (error ?? {}) : {});

/** What a broken constraint means to a client: a value taken (409) or a reference to nothing (400). */
export async function explain(db: Database, error: unknown, { unique = {}, references = {}, input }: Constraints): Promise<never> {
  const [, columns = ""] = /^UNIQUE constraint failed: (.*)$/.exec(String(failureOf(error).message)) ?? [];
  const taken = unique[columns];
  if (taken) throw new ${Problem}(409, taken.map((path) => ({ path, message: "is already taken" })));
  if (failureOf(error).errcode !== codes.foreignKey) throw error;
  const missing: string[] = [];
  // The message names no column, so each reference is looked up.
  for (const [table, fields] of Object.entries(references))
    for (const field of fields) {
      const id = input[field] ?? null;
      if (id !== null && !(await db.query(\`select 1 from "\${table}" where id = $1\`, [id])).length) missing.push(field);
    }
  if (!missing.length) throw error;
  throw new ${Problem}(400, missing.map((path) => ({ path, message: "does not exist" })));
}

/** Answers 409 where other records still refer to a record that should go. */
export function explainRemoval(error: unknown): never {
  const code = failureOf(error).errcode;
  if (code === codes.foreignKey || code === codes.restricted) 
    throw new ${Problem}(409, [{ path: "id", message: ${referred} }]);
  throw error;
}
`;
