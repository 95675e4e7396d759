import { problemMessages } from "../../../../api/index.ts";
import { imported, ts } from "../../../../code/index.ts";
import { pageFunctions } from "../sql/page.ts";

const referred = problemMessages["referred"]?.({}) ?? "";
const Problem = imported("/src/problem.ts", "Problem");

/** `src/sql.ts`: what the models' statements share. */
export const sqlModule = ts`
${pageFunctions({ counted: "count(*)::int", list: "array(", among: (list) => `any(${list})`, equals: "=" })}

/** Refuses ids that no row of the table has, each by its place. */
export async function requireAll(db: ${imported("/src/database.ts", "type Database")}, table: string, field: string, ids: readonly string[]): Promise<void> {
  const missing = await db.query<{ place: number }>(
    \`select place::int - 1 as place from unnest($1::uuid[]) with ordinality as wanted (id, place)
     where not exists (select from \${table} where \${table}.id = wanted.id)\`,
    [ids],
  );
  if (!missing.length) return;
  throw new ${Problem}(400, missing.map(({ place }) => ({ path: \`\${field}.\${String(place)}\`, message: "does not exist" })));
}

/** Fields by the constraint that guards them: values that must be free, and references to other records. */
export interface Constraints {
  readonly unique?: Readonly<Partial<Record<string, readonly string[]>>>;
  readonly references?: Readonly<Partial<Record<string, readonly string[]>>>;
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
