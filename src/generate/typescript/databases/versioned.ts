import { hasEtags, type ApiDefinition, type BelongsTo, type Resource } from "../../../api/index.ts";
import { code, imported, ts, type Code } from "../../../code/index.ts";
import type { modelNames } from "../typescript-names.ts";

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

/** What a transaction on one record may begin with. */
interface Beginning {
  /** The method of the database that runs a function in a transaction. */
  readonly begin: "transaction" | "$transaction";
  /** Where there are several statements in any case: what waits until nobody else changes the same. */
  readonly lock?: Code | undefined;
}

/** The name of the database, where a function may open a transaction. */
export const transacted = ({ api }: Pick<Of, "api">, lock?: Code): string =>
  hasEtags(api) || lock ? "database" : "db";

/** Statements on one record, as they are or, where there are several or versions may be asked for, together. */
export const inTransaction = (of: Of, { begin, lock }: Beginning, statements: Code): Code =>
  hasEtags(of.api) || lock
    ? ts`return database.${code(begin)}(async (db) => {
    ${lock ?? code("")}${held(of)}${statements}
  });`
    : statements;

/**
 * Two changes at once must not make a circle that neither of them sees.
 * @param lock the statement that waits until nobody else changes a tree
 */
export function treeLock(trees: readonly BelongsTo[], lock: Code | undefined): Code {
  const fields = trees.map(({ field }) => `input.${field}`);
  if (!fields.length || !lock) return code("");
  return ts`if (${code(fields.join(" || "))}) ${lock}
    `;
}
