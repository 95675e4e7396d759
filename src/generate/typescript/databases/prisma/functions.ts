import { capital } from "../../../../lib/index.ts";
import {
  fieldType,
  hasEtags,
  isNullable,
  isRestricted,
  movedBy,
  ownedSets,
  parents,
  stateFields,
  storedFields,
  writableFields,
  type Action,
  type ApiDefinition,
  type Assignment,
  type Field,
  type ManyToMany,
  type Resource,
} from "../../../../api/index.ts";
import { code, imported, joined, ts, type Code } from "../../../../code/index.ts";
import { constraintName, guardsOf, quoted, tableName, type Guards } from "../../../sql/sql-identifiers.ts";
import { columnType } from "../../../sql/tables.ts";
import { credentialsOf } from "../../files/accounts.ts";
import { modelNames } from "../../typescript-names.ts";
import { changeRules, checkChange, keepTrees, notReady } from "../../rules.ts";
import { held, hold, inTransaction, matchOf, transacted, treeLock } from "../versioned.ts";
import { accessor, columnField, joinOf, modelName, type Join } from "./prisma-names.ts";

const database = imported("/src/database.ts", "type Database");
const Prisma = imported("/src/generated/prisma/client.ts", "type Prisma");
const store = (name: string): Code => imported("/src/store.ts", name);
const pageOf = (type: Code): Code => ts`${imported("/src/validation.ts", "type Page")}<${type}>`;

/** What the functions of one resource share. */
interface Context {
  readonly resource: Resource;
  readonly api: ApiDefinition;
  readonly names: ReturnType<typeof modelNames>;
  readonly type: Code;
  /** `db.task` */
  readonly delegate: string;
  /** The exported function that finds a page of what fits a condition. */
  readonly find: string;
  readonly toItem: string;
  readonly joins: readonly { readonly set: ManyToMany; readonly join: Join }[];
  /** Fields by constraint. */
  readonly constraints: Guards;
}

function contextOf(resource: Resource, api: ApiDefinition): Context {
  const names = modelNames(resource);
  const joins = ownedSets(resource).map((set) => ({ set, join: joinOf(resource, set, api) }));
  return {
    resource,
    api,
    names,
    joins,
    type: code(names.type),
    delegate: `db.${accessor(modelName(resource))}`,
    find: names.list.replace(/^list/, "find"),
    toItem: `to${names.type}`,
    constraints: guardsOf(
      resource,
      joins.map(({ set, join }) => [constraintName(join.table, join.other.column, "fkey"), [set.field]]),
    ),
  };
}

/** Answered fields with a column of their own. */
const columns = (resource: Resource): readonly Field[] =>
  storedFields(resource).filter((field) => !field.secret);

/** How a row's value becomes the record's, where they differ. */
function read({ names }: Context, field: Field): Code | undefined {
  const value = `row.${field.name}`;
  const or = (text: Code): Code => (isNullable(field) ? ts`${code(value)} === null ? null : ${text}` : text);
  switch (fieldType(field.schema)) {
    case "enum":
    case "array":
    case "json":
      return code(`${value} as ${names.type}["${field.name}"]`);
    case "date":
      return or(ts`${store("dateOf")}(${code(value)})`);
    case "decimal":
      return or(code(`${value}.toFixed(${field.decimal?.scale ?? ""})`));
    case "integer":
      return columnType(field) === "bigint" ? or(code(`Number(${value})`)) : undefined;
    default:
      return undefined;
  }
}

/** What is read of a row, and the record that is answered of it. */
function records(context: Context): Code {
  const { resource, names, joins, toItem } = context;
  const nullable = columns(resource).filter(isNullable);
  const lists = joins.map(
    ({ join }) =>
      ts`${code(join.lists.owner)}: { select: { ${code(join.other.field)}: true }, orderBy: { ${code(join.other.field)}: "asc" } },`,
  );
  const members = [
    ...columns(resource).flatMap((field) => {
      const value = read(context, field);
      return value ? [ts`${code(field.name)}: ${value},`] : [];
    }),
    ...joins.map(({ set, join }) =>
      code(`${set.field}: ${join.lists.owner}.map((link) => link.${join.other.field}),`),
    ),
  ];
  const taken = joins.map(({ join }) => `${join.lists.owner}, `).join("");
  const body = members.length ? ts`({ ...row, ${joined(members)} })` : code("row");
  const parameter = taken ? `{ ${taken}...row }` : "row";
  return ts`const selected = {
  id: true,
  ${code(
    columns(resource)
      .map((field) => `${field.name}: true,\n  `)
      .join(""),
  )}${joined(lists)}
  createdAt: true,
  updatedAt: true,
} satisfies ${Prisma}.${code(modelName(resource))}Select;
const nullable: readonly string[] = ${nullable.map(({ name }) => name)};

const ${code(toItem)} = (${code(parameter)}: Prisma.${code(modelName(resource))}GetPayload<{ select: typeof selected }>): ${code(names.type)} => ${body};`;
}

/** What a column is given for a value of the body or of a query. */
function converted(field: Field, value: Code): Code {
  const or = (text: Code): Code => (isNullable(field) ? ts`${value} === null ? null : ${text}` : text);
  switch (fieldType(field.schema)) {
    case "array":
    case "json":
      return ts`${store(isNullable(field) ? "jsonOrNull" : "json")}(${value})`;
    case "date":
      return or(ts`${store("day")}(${value})`);
    default:
      return value;
  }
}

function valueOf(field: Field): Code {
  const value = ts`input.${code(field.name)}`;
  if (!field.secret) return converted(field, value);
  const hash = imported("/src/password.ts", "hashSecret");
  return field.required ? ts`await ${hash}(${value})` : ts`${value} && (await ${hash}(${value}))`;
}

const written = ({ resource, joins }: Context): readonly Field[] =>
  writableFields(resource).filter(({ name }) => !joins.some(({ set }) => set.field === name));

const guarded = ({ constraints }: Context, statement: Code): Code =>
  ts`${statement}.catch((error: unknown) => ${store("explain")}(error, ${code(Object.keys(constraints).length ? "constraints" : "{}")}))`;

function list(context: Context): readonly Code[] {
  const { resource, names, delegate, find, toItem, type, joins } = context;
  const dates = columns(resource).filter((field) => fieldType(field.schema) === "date");
  const dated = dates.map(
    ({ name }) =>
      ts`${code(name)}: filters.${code(name)} === undefined ? undefined : ${store("day")}(filters.${code(name)}),`,
  );
  const held = joins.map(
    ({ set, join }) =>
      ts`${code(join.lists.owner)}: ${code(set.field)} === undefined ? undefined : { some: { ${code(join.other.field)}: ${code(set.field)} } },`,
  );
  const where =
    dated.length + held.length
      ? ts`${store("given")}({ ...filters, ${joined([...dated, ...held], " ")} })`
      : ts`${store("given")}(filters)`;
  const sets = joins.map(({ set }) => `${set.field}, `).join("");
  return [
    ts`/** A page of what fits a condition. */
export async function ${code(find)}(
  db: ${database},
  where: ${Prisma}.${code(modelName(resource))}WhereInput,
  { limit, offset, sort }: ${code(capital(names.page))},
): Promise<${pageOf(type)}> {
  const [rows, total] = await ${guarded(
    { ...context, constraints: {} },
    ts`Promise.all([
    ${code(delegate)}.findMany({ where, select: selected, orderBy: ${store("orderBy")}(sort, nullable), take: limit, skip: offset }),
    ${code(delegate)}.count({ where }),
  ])`,
  )};
  return { items: rows.map(${code(toItem)}), total };
}`,
    ts`export function ${code(names.list)}(db: ${database}, { limit, offset, sort, ${code(sets)}...filters }: ${code(capital(names.query))}): Promise<${pageOf(type)}> {
  return ${code(find)}(db, ${where}, { limit, offset, sort });
}`,
  ];
}

const get = ({ names, type, delegate, toItem }: Context): Code =>
  ts`export async function ${code(names.get)}(db: ${Prisma}.TransactionClient, id: string): Promise<${type} | undefined> {
  const row = await ${code(delegate)}.findUnique({ where: { id }, select: selected });
  return row ? ${code(toItem)}(row) : undefined;
}`;

/** Writes the links of a many-to-many relation, once what they lead to is known to be there. */
function link({ set, join }: Context["joins"][number], replaces: boolean): Code {
  const [field, owner, other] = [set.field, join.owner.field, join.other.field];
  const drop = replaces
    ? `
    await db.${accessor(join.model)}.deleteMany({ where: { ${owner}: id } });`
    : "";
  const target = accessor(modelName(join.other.resource));
  return ts`${store("requireAll")}(${field}, input.${code(field)}, await db.${code(target)}.findMany({ where: { id: { in: input.${code(field)} } }, select: { id: true } }));${code(drop)}
    await db.${code(accessor(join.model))}.createMany({ data: input.${code(field)}.map((other) => ({ ${code(owner)}: id, ${code(other)}: other })) });`;
}

function create(context: Context): Code {
  const { names, type, delegate, toItem, joins } = context;
  const data = joined(written(context).map((field) => ts`${code(columnField(field))}: ${valueOf(field)},`));
  const newId = imported("/src/id.ts", "newId");
  const head = (db: string): Code =>
    ts`export async function ${code(names.create)}(${code(db)}: ${database}, input: ${code(capital(names.input))}): Promise<${type}>`;
  if (!joins.length) {
    const call = ts`${code(delegate)}.create({ data: { id: ${newId}(), ${data} }, select: selected })`;
    return ts`${head("db")} {
  return ${code(toItem)}(await ${guarded(context, call)});
}`;
  }
  const work = ts`database.$transaction(async (db) => {
    const id = ${newId}();
    await ${code(delegate)}.create({ data: { id, ${data} } });
    ${joined(joins.map((join) => link(join, false)))}
    return ${code(toItem)}(await ${code(delegate)}.findUniqueOrThrow({ where: { id }, select: selected }));
  })`;
  return ts`${head("database")} {
  return ${guarded(context, work)};
}`;
}

/** A value of an input that may leave it out. */
function changedValue(field: Field): Code {
  const value = ts`input.${code(field.name)}`;
  if (field.secret) return ts`${value} && (await ${imported("/src/password.ts", "hashSecret")}(${value}))`;
  const stored = converted(field, value);
  return stored === value ? value : ts`${value} === undefined ? undefined : ${stored}`;
}

/** Keeps others from changing a record meanwhile. */
const recordLock = ({ resource }: Context): Code =>
  ts`await db.$executeRaw\`select id from ${code(quoted(tableName(resource)))} where id = \${id}::uuid for no key update\`;`;

const lockOfTree = ({ resource }: Context): Code =>
  ts`await db.$executeRaw\`select pg_advisory_xact_lock(hashtext(\${${`tree of ${tableName(resource)}`}}))\`;`;

function update(context: Context): Code {
  const { names, type, delegate, toItem, joins, resource, api } = context;
  const states = new Set(stateFields(resource).map(({ name }) => name));
  const members = written(context)
    .filter(({ name }) => !states.has(name))
    .map((field) => ts`${code(columnField(field))}: ${changedValue(field)},`);
  const data = ts`${store("given")}({ ${joined(members, " ")} })`;
  const steps = joins.length > 0 || parents(resource).length > 0 || hasEtags(api);
  const head = (db: string): Code =>
    ts`/** Changes what the input has; what it leaves out stays. */
export async function ${code(names.update)}(${code(db)}: ${database}, id: string, input: ${code(capital(names.patchInput))}${code(matchOf(context))}): Promise<${type} | undefined> {
  `;
  const call = ts`${code(delegate)}.updateManyAndReturn({ where: { id }, data: ${data}, select: selected })`;
  if (!steps)
    return ts`${head("db")}${checkChange(resource)}const [row] = await ${guarded(context, call)};
  return row && ${code(toItem)}(row);
}`;
  const links = joins.map(
    (join) => ts`if (input.${code(join.set.field)}) {
      ${link(join, true)}
    }`,
  );
  const change = joins.length
    ? ts`const { count } = await ${code(delegate)}.updateMany({ where: { id }, data: ${data} });
    if (!count) return undefined;
    ${joined(links)}
    return ${code(names.get)}(db, id);`
    : ts`const [row] = await ${call};
    return row && ${code(toItem)}(row);`;
  const work = ts`database.$transaction(async (db) => {
    ${treeLock(parents(resource), lockOfTree(context))}${held(context)}${checkChange(resource)}${change}
  })`;
  return ts`${head("database")}return ${guarded(context, work)};
}`;
}

function remove(context: Context): Code {
  const { names, delegate, resource, api } = context;
  const query = ts`${code(delegate)}.deleteMany({ where: { id } })`;
  const call = isRestricted(resource, api.resources) ? ts`${query}.catch(${store("explainRemoval")})` : query;
  return ts`/** Whether there was one. */
export async function ${code(names.remove)}(${code(transacted(context))}: ${database}, id: string${code(matchOf(context))}): Promise<boolean> {
  ${inTransaction(
    context,
    { begin: "$transaction" },
    ts`const { count } = await ${call};
  return count > 0;`,
  )}
}`;
}

function related({ names, resource, api }: Context): readonly Code[] {
  return resource.relations.flatMap((relation) => {
    const name = names.related[relation.name];
    const other = api.resources.find((candidate) => candidate.name === relation.resource);
    if (name === undefined || !other || relation.kind === "belongs-to") return [];
    const theirs = contextOf(other, api);
    const from = (what: string): Code =>
      other === resource ? code(what.replace(/^type /, "")) : imported(`/${theirs.names.module}`, what);
    const head = ts`export function ${code(name)}(db: ${database}, id: string, query: ${from(`type ${capital(theirs.names.page)}`)}): Promise<${pageOf(from(`type ${theirs.names.type}`))}>`;
    if (relation.kind === "has-many")
      return ts`${head} {
  return ${from(theirs.find)}(db, { ${code(relation.field)}: id }, query);
}`;
    const owner = relation.owner ? resource : other;
    const set = ownedSets(owner).find(({ through }) => through === relation.through);
    if (!set) return [];
    const join = joinOf(owner, set, api);
    const [mine, list] = relation.owner
      ? [join.owner.field, join.lists.other]
      : [join.other.field, join.lists.owner];
    return ts`${head} {
  return ${from(theirs.find)}(db, { ${code(list)}: { some: { ${code(mine)}: id } } }, query);
}`;
  });
}

function assigned(field: Field, what: Assignment): Code {
  if ("now" in what) return code("new Date()");
  if ("input" in what) return valueOf(field);
  const json = ["array", "json"].includes(fieldType(field.schema));
  if (what.value === null && !json) return code("null");
  return converted({ ...field, required: !json }, ts`${what.value}`);
}

/** That a field has one of the values from which an action may be called. */
function condition(field: Field, allowed: readonly unknown[]): Code {
  const values = allowed
    .filter((value) => value !== null)
    .map((value) => converted({ ...field, required: true }, ts`${value}`));
  // Booleans have no \`in\`.
  const several = values.length > 1 && fieldType(field.schema) !== "boolean";
  const tests = [
    ...(several ? [ts`{ in: [${joined(values, ", ")}] }`] : values),
    ...(allowed.includes(null) ? [code("null")] : []),
  ].map((test) => ts`{ ${code(field.name)}: ${test} },`);
  return tests.length > 1 ? ts`{ OR: [${joined(tests, " ")}] },` : joined(tests);
}

function act(context: Context, action: Action): Code {
  const { names, type, resource, delegate, toItem, joins } = context;
  const fieldOf = (name: string): Field | undefined =>
    storedFields(resource).find((field) => field.name === name);
  const input = names.actionInput[action.name];
  const moved = movedBy(resource, action);
  const lock = moved.length ? treeLock(moved, lockOfTree(context)) : undefined;
  const data = Object.entries(action.set ?? {}).flatMap(([name, what]) => {
    const field = fieldOf(name);
    return field ? ts`${code(columnField(field))}: ${assigned(field, what)},` : [];
  });
  const tests = Object.entries(action.when ?? {}).flatMap(([name, allowed]) => {
    const field = fieldOf(name);
    return field ? condition(field, allowed) : [];
  });
  const where = ts`{ id${tests.length ? ts`, AND: [${joined(tests, " ")}]` : code("")} }`;
  const refusal = ts`throw ${notReady(action, "record")};`;
  const many = ts`${code(delegate)}.updateMany({ where: ${where}, data: { ${joined(data, " ")} } })`;
  const one = ts`${code(delegate)}.updateManyAndReturn({ where: ${where}, data: { ${joined(data, " ")} }, select: selected })`;
  const statements = joins.length
    ? ts`const { count } = await ${input ? guarded(context, many) : many};
  const record = await ${code(names.get)}(db, id);
  ${tests.length ? ts`if (record && !count) ${refusal}` : code("if (!count) return undefined;")}
  return record;`
    : ts`const [row] = await ${input ? guarded(context, one) : one};
  ${
    tests.length
      ? ts`const record = row ? undefined : await ${code(names.get)}(db, id);
  if (record) ${refusal}`
      : code("")
  }
  return row && ${code(toItem)}(row);`;
  return ts`${code(`/** ${action.summary.replaceAll("*/", "")} */`)}
export async function ${code(names.actions[action.name] ?? "")}(${code(transacted(context, lock))}: ${database}, id: string${code(input ? `, input: ${capital(input)}` : "")}${code(matchOf(context))}): Promise<${type} | undefined> {
  ${inTransaction(
    context,
    { begin: "$transaction", lock },
    ts`${joined(keepTrees(resource, moved), "")}${statements}`,
  )}
}`;
}

/** Who has an address or a name, with the hash of their password. */
function credentials({ resource, api, delegate }: Context): readonly Code[] {
  const account = credentialsOf(resource, api);
  if (!account) return [];
  const { identity, secret, find, replace } = account;
  const hash = columnField(secret);
  return [
    ts`/** Whom somebody wants to be, and the hash that their password must have. */
export async function ${code(find)}(db: ${database}, ${code(identity.name)}: string): Promise<{ readonly id: string; readonly hash: string } | undefined> {
  const row = await ${code(delegate)}.findUnique({ where: { ${code(identity.name)} }, select: { id: true, ${code(hash)}: true } });
  return row ? { id: row.id, hash: row.${code(hash)} } : undefined;
}

/** Has another hash stored of the same password, unless that has changed meanwhile. */
export async function ${code(replace)}(db: ${database}, { id, hash }: { readonly id: string; readonly hash: string }, next: string): Promise<void> {
  await ${code(delegate)}.updateMany({ where: { id, ${code(hash)}: hash }, data: { ${code(hash)}: next } });
}`,
  ];
}

/** The store functions of a resource with Prisma. */
export function functions(resource: Resource, api: ApiDefinition): Code {
  const context = contextOf(resource, api);
  const guard = Object.keys(context.constraints).length
    ? [
        ts`/** Which fields the database's constraints guard. */
const constraints = ${context.constraints};`,
      ]
    : [];
  return joined(
    [
      ...changeRules(resource, ts`${Prisma}.TransactionClient`),
      records(context),
      ...guard,
      ...list(context),
      create(context),
      get(context),
      ...hold(context, { type: ts`${Prisma}.TransactionClient`, lock: recordLock(context) }),
      update(context),
      remove(context),
      ...credentials(context),
      ...related(context),
      ...resource.actions.filter((action) => action.set).map((action) => act(context, action)),
    ],
    "\n\n",
  );
}
