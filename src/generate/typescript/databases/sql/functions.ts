import { capital } from "../../../../lib/index.ts";
import {
  answeredFields,
  fieldType,
  hasEtags,
  isRestricted,
  movedBy,
  ownedSets,
  parents,
  stateFields,
  writableFields,
  type Action,
  type ApiDefinition,
  type Field,
  type ManyToMany,
  type Resource,
} from "../../../../api/index.ts";
import { code, imported, joined, member, ts, type Code } from "../../../../code/index.ts";
import {
  columnName,
  joinColumns,
  quoted,
  storedFields,
  tableName,
  type Guards,
} from "../../../sql/sql-identifiers.ts";
import { credentialsOf } from "../../files/accounts.ts";
import { modelNames } from "../../typescript-names.ts";
import { changeRules, checkChange, keepTrees, notReady } from "../../rules.ts";
import { held, hold, inTransaction, matchOf, transacted, treeLock } from "../versioned.ts";

const database = imported("/src/database.ts", "type Database");
const pageOf = (type: Code): Code => ts`${imported("/src/validation.ts", "type Page")}<${type}>`;
const sql = (name: string): Code => imported("/src/sql.ts", name);
const table = (resource: Resource): string => quoted(tableName(resource));

/** What SQL databases word differently. */
export interface Dialect {
  /** An expression for the ids that a statement selects, as a list. */
  list(statement: string): string;
  /** What is selected from the list of ids in `$2`, and the value of that parameter. */
  readonly each: string;
  ids(value: Code): Code;
  /** Fields by the constraint that guards them, as `explain` of `src/sql.ts` finds them in an error. */
  guards(resource: Resource, all: readonly Resource[]): Guards;
  /** Ends a query for a row that nobody else may change until the transaction ends. */
  readonly forUpdate: string;
  /** A statement that nobody else with the same name in `$1` gets past until the transaction ends. */
  readonly lock: string | undefined;
  /** A call of `explain` with the error of a statement that `db` ran with values of `input`. */
  explain(db: string, constraints: string): Code;
}

/** What the functions of one resource share. */
interface Context {
  readonly dialect: Dialect;
  readonly resource: Resource;
  readonly api: ApiDefinition;
  readonly type: Code;
  readonly names: ReturnType<typeof modelNames>;
  /** Fields by constraint. */
  readonly constraints: Guards;
  readonly sets: readonly ManyToMany[];
  /** Fields with a column of their own that bodies write. */
  readonly written: readonly Field[];
}

function contextOf(dialect: Dialect, resource: Resource, api: ApiDefinition): Context {
  const names = modelNames(resource);
  const sets = ownedSets(resource);
  return {
    dialect,
    resource,
    api,
    names,
    sets,
    type: code(names.type),
    written: writableFields(resource).filter(({ name }) => !sets.some(({ field }) => field === name)),
    constraints: dialect.guards(resource, api.resources),
  };
}

function columns({ dialect, resource, sets, api }: Context): Code {
  const expression = (field: Field): string => {
    const set = sets.find((relation) => relation.field === field.name);
    if (!set) return quoted(columnName(field));
    const { owner, other } = joinColumns(resource, set);
    return dialect.list(
      `select ${other} from ${quoted(set.through)} where ${owner} = ${table(resource)}.id order by ${other}`,
    );
  };
  const listedElsewhere = api.resources.some((other) =>
    other.relations.some(
      ({ kind, soft, resource: to }) =>
        kind === "many-to-many" && !soft && to === resource.name && other !== resource,
    ),
  );
  return ts`${code(listedElsewhere ? "export " : "")}const columns = {
  id: "id",
  ${joined(answeredFields(resource).map((field) => ts`${code(field.name)}: ${expression(field)},`))}
  createdAt: "created_at",
  updatedAt: "updated_at",
};
const selected = ${sql("selection")}(columns);`;
}

/** The value that goes into a column, out of a parameter called \`input\`. */
function valueOf(field: Field): Code {
  const value = ts`input.${code(field.name)}`;
  const type = fieldType(field.schema);
  if (field.secret) {
    const hash = imported("/src/password.ts", "hashSecret");
    return field.required ? ts`await ${hash}(${value})` : ts`${value} && (await ${hash}(${value}))`;
  }
  if (type !== "json" && type !== "array") return value;
  // The drivers write arrays and texts each in its own way; JSON they take alike.
  return isOptional(field) ? ts`${value} && JSON.stringify(${value})` : ts`JSON.stringify(${value})`;
}

const isOptional = (field: Field): boolean => !field.required && field.default === undefined;

const guarded = ({ dialect, constraints }: Context, db: string, statement: Code): Code =>
  ts`${statement}.catch((error: unknown) => ${dialect.explain(db, Object.keys(constraints).length ? "constraints" : "{}")})`;

/** Replaces the rows of a many-to-many table that belong to one record. */
function link({ dialect, resource, api }: Context, set: ManyToMany, replaces: boolean): Code {
  const { owner, other } = joinColumns(resource, set);
  const through = quoted(set.through);
  const drop = ts`await db.query(${`delete from ${through} where ${owner} = $1`}, [id]);
`;
  const target = api.resources.find(({ name }) => name === set.resource) ?? resource;
  const check = ts`await ${sql("requireAll")}(db, ${table(target)}, ${set.field}, input.${code(set.field)});
`;
  return ts`${check}${replaces ? drop : code("")}await db.query(${`insert into ${through} (${owner}, ${other}) select $1, ${dialect.each}`}, [id, ${dialect.ids(ts`input.${code(set.field)}`)}]);`;
}

const list = ({ names, type, resource }: Context): Code =>
  ts`export function ${code(names.list)}(db: ${database}, query: ${code(capital(names.query))}): Promise<${pageOf(type)}> {
  return ${sql("selectPage")}<${type}>(db, { columns, text: ${table(resource)} }, query);
}`;

const get = ({ names, type, resource }: Context): Code =>
  ts`export async function ${code(names.get)}(db: ${database}, id: string): Promise<${type} | undefined> {
  const [row] = await db.query<${type}>(\`select \${selected} from ${code(table(resource))} where id = $1\`, [id]);
  return row;
}`;

function create(context: Context): Code {
  const { names, type, resource, written, sets } = context;
  const list = ["id", ...written.map((field) => quoted(columnName(field)))].join(", ");
  const holes = ["$1", ...written.map((_, index) => `$${index + 2}`)].join(", ");
  const insert = `insert into ${table(resource)} (${list})\n     values (${holes})`;
  const newId = imported("/src/id.ts", "newId");
  const values = (id: Code): Code => joined([id, ...written.map(valueOf)], ", ");
  const head = (db: string): Code =>
    ts`export async function ${code(names.create)}(${code(db)}: ${database}, input: ${code(capital(names.input))}): Promise<${type}>`;
  if (!sets.length) {
    const query = ts`db.query<${type}>(
    \`${code(insert)}
     returning \${selected}\`,
    [${values(ts`${newId}()`)}],
  )`;
    return ts`${head("db")} {
  const rows = await ${guarded(context, "db", query)};
  return ${sql("only")}(rows);
}`;
  }
  const work = ts`database.transaction(async (db) => {
    const id = ${newId}();
    await db.query(\`${code(insert)}\`, [${values(code("id"))}]);
    ${joined(sets.map((set) => link(context, set, false)))}
    return ${sql("only")}(await db.query<${type}>(\`select \${selected} from ${code(table(resource))} where id = $1\`, [id]));
  })`;
  return ts`${head("database")} {
  return ${guarded(context, "database", work)};
}`;
}

/** A value of an input that may leave it out. */
function changedValue(field: Field): Code {
  const value = ts`input.${code(field.name)}`;
  if (field.secret) return ts`${value} && (await ${imported("/src/password.ts", "hashSecret")}(${value}))`;
  return ["json", "array"].includes(fieldType(field.schema))
    ? ts`${value} && JSON.stringify(${value})`
    : value;
}

/** Keeps others from changing a record meanwhile; undefined where a transaction does. */
const recordLock = ({ resource, dialect }: Context): Code | undefined =>
  dialect.forUpdate
    ? ts`await db.query(${`select id from ${table(resource)} where id = $1 ${dialect.forUpdate}`}, [id]);`
    : undefined;

const lockOfTree = ({ resource, dialect }: Context): Code | undefined =>
  dialect.lock === undefined
    ? undefined
    : ts`await db.query(${dialect.lock}, [${`tree of ${tableName(resource)}`}]);`;

function update(context: Context): Code {
  const { names, type, resource, written, sets, api } = context;
  const states = new Set(stateFields(resource).map(({ name }) => name));
  const members = written
    .filter(({ name }) => !states.has(name))
    .map((field) => ts`${member(quoted(columnName(field)))}: ${changedValue(field)},`);
  const given = ts`const { set, values } = ${sql("assignments")}({ ${joined(members, " ")} });`;
  const statement = `update ${table(resource)} set \${set} where id = $1 returning`;
  const steps = sets.length > 0 || parents(resource).length > 0 || hasEtags(api);
  const head = (db: string): Code =>
    ts`/** Changes what the input has; what it leaves out stays. */
export async function ${code(names.update)}(${code(db)}: ${database}, id: string, input: ${code(capital(names.patchInput))}${code(matchOf(context))}): Promise<${type} | undefined> {
  `;
  const query = ts`db.query<${type}>(\`${code(statement)} \${selected}\`, [id, ...values])`;
  if (!steps)
    return ts`${head("db")}${checkChange(resource)}${given}
  const [row] = await ${guarded(context, "db", query)};
  return row;
}`;
  const links = sets.map(
    (set) => ts`if (input.${code(set.field)}) {
      ${link(context, set, true)}
    }`,
  );
  const change = sets.length
    ? ts`const rows = await db.query(\`${code(statement)} id\`, [id, ...values]);
    if (!rows.length) return undefined;
    ${joined(links)}
    return ${code(names.get)}(db, id);`
    : ts`const [row] = await ${query};
    return row;`;
  const work = ts`database.transaction(async (db) => {
    ${treeLock(parents(resource), lockOfTree(context))}${held(context)}${checkChange(resource)}${change}
  })`;
  return ts`${head("database")}${given}
  return ${guarded(context, "database", work)};
}`;
}

function remove(context: Context): Code {
  const { names, resource, api } = context;
  const query = ts`db.query(${`delete from ${table(resource)} where id = $1 returning id`}, [id])`;
  const call = isRestricted(resource, api.resources) ? ts`${query}.catch(${sql("explainRemoval")})` : query;
  return ts`/** Whether there was one. */
export async function ${code(names.remove)}(${code(transacted(context))}: ${database}, id: string${code(matchOf(context))}): Promise<boolean> {
  ${inTransaction(
    context,
    { begin: "transaction" },
    ts`const rows = await ${call};
  return rows.length > 0;`,
  )}
}`;
}

function related({ names, resource, api }: Context): readonly Code[] {
  return resource.relations.flatMap((relation) => {
    const name = names.related[relation.name];
    const other = api.resources.find((candidate) => candidate.name === relation.resource);
    if (name === undefined || !other || relation.kind === "belongs-to") return [];
    const theirs = modelNames(other);
    const from = (what: string): Code =>
      other === resource ? code(what.replace(/^type /, "")) : imported(`/${theirs.module}`, what);
    const type = from(`type ${theirs.type}`);
    const head = ts`export function ${code(name)}(db: ${database}, id: string, query: ${from(`type ${capital(theirs.names.camel)}Page`)}): Promise<${pageOf(type)}>`;
    if (relation.kind === "has-many") {
      return ts`${head} {
  return ${from(theirs.list)}(db, { ...query, ${code(relation.field)}: id });
}`;
    }
    const owner = relation.owner ? resource : other;
    const ends = joinColumns(owner, {
      name: relation.name,
      resource: (relation.owner ? other : resource).name,
    });
    const [mine, their] = relation.owner ? [ends.owner, ends.other] : [ends.other, ends.owner];
    const where = `id in (select ${their} from ${quoted(relation.through)} where ${mine} = $1)`;
    const alias = `${theirs.names.camel}Columns`;
    const theirColumns =
      other === resource
        ? code("columns")
        : code(`columns: ${alias}`, [{ from: `/${theirs.module}`, names: [`columns as ${alias}`] }]);
    return ts`${head} {
  const from = { ${theirColumns}, text: ${table(other)}, where: ${where}, values: [id] };
  return ${sql("selectPage")}<${type}>(db, from, query);
}`;
  });
}

/** Tests, in SQL, that the record is in a state from which the action may be called. */
function conditions(resource: Resource, action: Action, values: Code[]): readonly string[] {
  return Object.entries(action.when ?? {}).flatMap(([fieldName, allowed]) => {
    const field = storedFields(resource).find(({ name }) => name === fieldName);
    if (!field) return [];
    const holes = allowed.filter((value) => value !== null).map((value) => `$${values.push(ts`${value}`)}`);
    const name = quoted(columnName(field));
    const tests = [
      ...(holes.length ? [`${name} in (${holes.join(", ")})`] : []),
      ...(allowed.includes(null) ? [`${name} is null`] : []),
    ];
    return tests.length > 1 ? `(${tests.join(" or ")})` : tests;
  });
}

function act(context: Context, action: Action): Code {
  const { names, type, resource } = context;
  const name = names.actions[action.name] ?? action.name;
  const input = names.actionInput[action.name];
  const moved = movedBy(resource, action);
  const lock = moved.length ? treeLock(moved, lockOfTree(context)) : undefined;
  const values: Code[] = [code("id")];
  const assignments = Object.entries(action.set ?? {}).flatMap(([fieldName, what]) => {
    const field = storedFields(resource).find((candidate) => candidate.name === fieldName);
    if (!field) return [];
    const column = quoted(columnName(field));
    if ("now" in what) return `${column} = now()`;
    return `${column} = $${values.push("input" in what ? valueOf(field) : ts`${what.value}`)}`;
  });
  const tests = conditions(resource, action, values);
  const statement = `update ${table(resource)}
     set ${[...assignments, "updated_at = now()"].join(", ")}
     where ${["id = $1", ...tests].join(" and ")}`;
  const query = ts`db.query<${type}>(
    \`${code(statement)}
     returning \${selected}\`,
    [${joined(values, ", ")}],
  )`;
  const refusal = ts`
  const record = row ? undefined : await ${code(names.get)}(db, id);
  if (record) throw ${notReady(action, "record")};`;
  return ts`${code(`/** ${action.summary.replaceAll("*/", "")} */`)}
export async function ${code(name)}(${code(transacted(context, lock))}: ${database}, id: string${code(input ? `, input: ${capital(input)}` : "")}${code(matchOf(context))}): Promise<${type} | undefined> {
  ${inTransaction(
    context,
    { begin: "transaction", lock },
    ts`${joined(keepTrees(resource, moved), "")}const [row] = await ${input ? guarded(context, "db", query) : query};${tests.length ? refusal : code("")}
  return row;`,
  )}
}`;
}

function credentials({ resource, api }: Context): readonly Code[] {
  const account = credentialsOf(resource, api);
  if (!account) return [];
  const { identity, secret, find, replace } = account;
  const query = `select id, ${columnName(secret)} as hash from ${table(resource)} where ${quoted(columnName(identity))} = $1`;
  return [
    ts`/** Whom somebody wants to be, and the hash that their password must have. */
export async function ${code(find)}(db: ${database}, ${code(identity.name)}: string): Promise<{ readonly id: string; readonly hash: string } | undefined> {
  const [row] = await db.query<{ id: string; hash: string }>(${query}, [${code(identity.name)}]);
  return row;
}

/** Has another hash stored of the same password, unless that has changed meanwhile. */
export async function ${code(replace)}(db: ${database}, { id, hash }: { readonly id: string; readonly hash: string }, next: string): Promise<void> {
  await db.query(${`update ${table(resource)} set ${columnName(secret)} = $3 where id = $1 and ${columnName(secret)} = $2`}, [id, hash, next]);
}`,
  ];
}

/** The store functions of a resource in a database that speaks SQL. */
export function sqlFunctions(dialect: Dialect, resource: Resource, api: ApiDefinition): Code {
  const context = contextOf(dialect, resource, api);
  const guard = Object.keys(context.constraints).length
    ? [
        ts`/** Which fields the database's constraints guard. */
const constraints = ${context.constraints};`,
      ]
    : [];
  return joined(
    [
      ...changeRules(resource, database),
      columns(context),
      ...guard,
      list(context),
      create(context),
      get(context),
      ...hold(context, { type: database, lock: recordLock(context) }),
      update(context),
      remove(context),
      ...credentials(context),
      ...related(context),
      ...resource.actions.filter((action) => action.set).map((action) => act(context, action)),
    ],
    "\n\n",
  );
}
