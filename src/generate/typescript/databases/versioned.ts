import { hasEtags, parents, type ApiDefinition, type Resource } from "../../../api/index.ts";
import { code, imported, ts, type Code } from "../../../code/index.ts";
import type { modelNames } from "../names.ts";

/** A resource whose functions are written. */
interface Of {
  readonly api: ApiDefinition;
  readonly resource: Resource;
  readonly names: ReturnType<typeof modelNames>;
}

/** The parameter of functions that may change one version of a record alone. */
export const matchOf = ({ api }: Pick<Of, "api">): string => (hasEtags(api) ? ", match?: string" : "");

const holdName = ({ type }: Of["names"]): string => `hold${type}`;

/** The function that keeps a record from others who change it, and refuses another version of it than is asked for. */
export function hold(
  { api, names }: Of,
  { type, lock }: { readonly type: Code; readonly lock: Code | undefined },
): readonly Code[] {
  if (!hasEtags(api)) return [];
  const locked = lock
    ? ts`${lock}
  `
    : code("");
  return [
    ts`/** Lets nobody else change a record until the transaction ends; refuses another version than \`match\` names. */
async function ${code(holdName(names))}(db: ${type}, id: string, match: string | undefined): Promise<void> {
  ${locked}const record = await ${code(names.get)}(db, id);
  if (record) ${imported("/src/etag.ts", "requireMatch")}(record, match);
}`,
  ];
}

/** The call of it, before a change. */
export const held = ({ api, names }: Of): Code =>
  hasEtags(api)
    ? ts`await ${code(holdName(names))}(db, id, match);
    `
    : code("");

/** The name of the database, where a function opens a transaction if versions are asked for. */
export const transacted = ({ api }: Pick<Of, "api">): string => (hasEtags(api) ? "database" : "db");

/**
 * Statements on one record, as they are or, where versions may be asked for, together.
 * @param begin the method of the database that runs a function in a transaction
 */
export const inTransaction = (of: Of, begin: "transaction" | "$transaction", statements: Code): Code =>
  hasEtags(of.api)
    ? ts`return database.${code(begin)}(async (db) => {
    ${held(of)}${statements}
  });`
    : statements;

/**
 * Two changes at once must not make a circle that neither of them sees.
 * @param lock the statement that waits for nobody else to change a tree
 */
export function treeLock({ resource }: Pick<Of, "resource">, lock: Code | undefined): Code {
  const fields = parents(resource).map(({ field }) => `input.${field}`);
  if (!fields.length || !lock) return code("");
  return ts`if (${code(fields.join(" || "))}) ${lock}
    `;
}
