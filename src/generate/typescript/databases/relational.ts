import {
  hasEtags,
  isRestricted,
  movedBy,
  parents,
  preconditions,
  type Action,
  type BelongsTo,
  type ManyToMany,
} from "../../../api/index.ts";
import { code, imported, joined, ts, type Code } from "../../../code/index.ts";
import { checkChange, notReady } from "../rules.ts";
import type { Bodies, Of } from "./repository.ts";

/** How a database with transactions expresses changes: promises and statements on `db`, with `id` and `input`. */
export interface Statements {
  /** The database's method that runs a function in a transaction. */
  readonly begin: "transaction" | "$transaction";
  /** Statements that lock a record or a tree until the transaction ends; absent if not needed. */
  readonly locks: { readonly record?: Code | undefined; readonly tree?: Code | undefined };
  /** Wraps a promise so that violated constraints are explained; `db` is the name of the transaction. */
  guarded(promise: Code, db?: string): Code;
  /** The module with `explainRemoval`. */
  readonly helpers: string;
  /** The many-to-many relations that the resource owns, and the function that writes the links of one. */
  readonly sets: readonly ManyToMany[];
  link(set: ManyToMany, replaces: boolean): Code;
  /**
   * Promise of the written record and its variable; for records with sets, the first statement and the promise that
   * reads them.
   */
  readonly insert: { readonly one: Code; readonly name: string; readonly first: Code; readonly read: Code };
  /** Returns the record from what these promises return. */
  only(body: Code): Code;
  /** The record of a row, which may be missing. */
  readonly row: Code;
  /**
   * Statements before a change and the promise of its rows; for records with sets, statements that return undefined if
   * there is none.
   */
  readonly change: { readonly before: Code; readonly rows: Code; readonly first: Code };
  /** Promise of what is deleted, its variable, and the expression that tells whether a record was deleted. */
  readonly deletion: { readonly promise: Code; readonly name: string; readonly found: string };
  /** Returns the promise of the rows that an action changed, or of their number. */
  acted(action: Action): { readonly promise: Code; readonly counts: boolean };
}

const holdName = ({ names }: Of): Code => code(`hold${names.type}Version`);

/** Generates the function that locks a record against other changes, and refuses a version other than requested. */
function hold(of: Of, reader: Code, lock: Code | undefined): readonly Code[] {
  if (!hasEtags(of.api)) return [];
  const locked = lock
    ? ts`${lock}
  `
    : code("");
  return [
    ts`/** Lets nobody else change a record until the transaction ends; refuses another version than \`match\` names. */
async function ${holdName(of)}(db: ${reader}, id: string, match: string | undefined): Promise<void> {
  ${locked}const record = await ${code(of.names.get)}(db, id);
  if (record) ${imported("/src/etag.ts", "requireMatch")}(record, match);
}`,
  ];
}

/** Returns the call of that function, before a change. */
const lockRows = (of: Of): Code =>
  hasEtags(of.api)
    ? ts`await ${holdName(of)}(db, id, match);
    `
    : code("");

/** Prevents two concurrent changes from forming a cycle that neither of them sees. */
function treeLock(trees: readonly BelongsTo[], lock: Code | undefined): Code {
  const fields = trees.map(({ field }) => `input.${field}`);
  if (!fields.length || !lock) return code("");
  return ts`if (${code(fields.join(" || "))}) ${lock}
    `;
}

function update(of: Of, { begin, locks, guarded, sets, link, row, change }: Statements): Code {
  const { resource, api, names } = of;
  const trees = parents(resource);
  const check = checkChange(resource);
  if (!sets.length && !trees.length && !hasEtags(api))
    return ts`${check}${change.before}const [row] = await ${guarded(change.rows)};
  return ${row};`;
  const links = sets.map(
    (set) => ts`if (input.${code(set.field)}) {
      ${link(set, true)}
    }`,
  );
  const statements = sets.length
    ? ts`${change.first}
    ${joined(links)}
    return ${code(names.get)}(db, id);`
    : ts`const [row] = await ${change.rows};
    return ${row};`;
  const work = ts`database.${code(begin)}(async (db) => {
    ${treeLock(trees, locks.tree)}${lockRows(of)}${check}${statements}
  })`;
  return ts`${change.before}return ${guarded(work, "database")};`;
}

function create({ begin, guarded, sets, link, insert, only }: Statements): Code {
  const name = code(insert.name);
  if (!sets.length)
    return ts`const ${name} = await ${guarded(insert.one)};
  return ${only(name)};`;
  const work = ts`database.${code(begin)}(async (db) => {
    const id = ${imported("/src/id.ts", "newId")}();
    ${insert.first}
    ${joined(sets.map((set) => link(set, false)))}
    return ${only(ts`await ${insert.read}`)};
  })`;
  return ts`return ${guarded(work, "database")};`;
}

/** Returns the bodies of functions that change records, for a database with transactions. */
export function changesIn(
  of: Of,
  statements: Statements,
  reader: Code,
): Pick<Bodies, "create" | "helpers" | "update" | "remove" | "act"> {
  const { resource, api, names } = of;
  const { begin, locks, guarded, row, deletion } = statements;
  /** Wraps statements on one record in a transaction, if there are several or versions may be requested. */
  const together = (work: Code, lock = code("")): Code =>
    hasEtags(api) || lock.text
      ? ts`return database.${code(begin)}(async (db) => {
    ${lock}${lockRows(of)}${work}
  });`
      : work;
  const gone = isRestricted(resource, api.resources)
    ? ts`${deletion.promise}.catch(${imported(statements.helpers, "explainRemoval")})`
    : deletion.promise;
  return {
    create: create(statements),
    helpers: hold(of, reader, locks.record),
    update: update(of, statements),
    remove: together(ts`const ${code(deletion.name)} = await ${gone};
  return ${code(deletion.found)};`),
    act(action, trees) {
      const { promise, counts } = statements.acted(action);
      const done = names.actionInput[action.name] === undefined ? promise : guarded(promise);
      const get = ts`await ${code(names.get)}(db, id)`;
      const refusal = preconditions(action).length && ts`throw ${notReady(action, "record")};`;
      const work = counts
        ? ts`const { count } = await ${done};
  const record = ${get};
  ${refusal ? ts`if (record && !count) ${refusal}` : code("if (!count) return undefined;")}
  return record;`
        : ts`const row = [...(await ${done})].shift();${
            refusal
              ? ts`
  const record = row ? undefined : ${get};
  if (record) ${refusal}`
              : code("")
          }
  return ${row};`;
      return together(ts`${trees}${work}`, treeLock(movedBy(resource, action), locks.tree));
    },
  };
}
