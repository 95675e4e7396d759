import {
  fieldType,
  isNullable,
  ownedSets,
  storedFields,
  type Action,
  type ApiDefinition,
  type Assignment,
  type Field,
  type ManyToMany,
  type Resource,
} from "../../../../api/index.ts";
import { code, imported, joined, ts, type Code } from "../../../../code/index.ts";
import { capital } from "../../../../lib/index.ts";
import { constraintName, guardsOf, quoted, tableName, type Guards } from "../../../sql/sql-identifiers.ts";
import { columnType } from "../../../sql/tables.ts";
import { changesIn } from "../relational.ts";
import { byField, changeable, columnsWritten } from "../../../served.ts";
import { database, inputOf, ofResource, repository, type Of } from "../repository.ts";
import { accessor, columnField, joinOf, modelName, type Join } from "./prisma-names.ts";

const Prisma = imported("/src/generated/prisma/client.ts", "type Prisma");
const store = (name: string): Code => imported("/src/store.ts", name);
const pageOf = (type: Code): Code => ts`${imported("/src/validation.ts", "type Page")}<${type}>`;

/** What the functions of one resource share. */
interface Context extends Of {
  /** `db.task` */
  readonly delegate: Code;
  /** The exported function that returns a page of records matching a condition. */
  readonly find: string;
  readonly toItem: Code;
  readonly joins: readonly { readonly set: ManyToMany; readonly join: Join }[];
  /** Fields by constraint. */
  readonly constraints: Guards;
}

function contextOf(resource: Resource, api: ApiDefinition): Context {
  const of = ofResource(resource, api);
  const joins = ownedSets(resource).map((set) => ({ set, join: joinOf(resource, set, api) }));
  return {
    ...of,
    joins,
    delegate: code(`db.${accessor(modelName(resource))}`),
    find: of.names.list.replace(/^list/, "find"),
    toItem: code(`to${of.names.type}`),
    constraints: guardsOf(
      resource,
      joins.map(({ set, join }) => [constraintName(join.table, join.other.column, "fkey"), [set.field]]),
    ),
  };
}

/** Returned fields with their own column. */
const columns = (resource: Resource): readonly Field[] =>
  storedFields(resource).filter((field) => !field.secret);

/** Returns the conversion of a row's value to the record's, if they differ. */
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

/** Generates the columns to select, and the conversion to a record. */
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
  const listNames = joins.map(({ join }) => `${join.lists.owner}, `).join("");
  const body = members.length ? ts`({ ...row, ${joined(members)} })` : code("row");
  const parameter = listNames ? `{ ${listNames}...row }` : "row";
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

const ${toItem} = (${code(parameter)}: Prisma.${code(modelName(resource))}GetPayload<{ select: typeof selected }>): ${code(names.type)} => ${body};`;
}

/** Returns the column's value for a value of the body or query. */
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

const valueOf = (field: Field): Code => inputOf(field, (value) => converted(field, value));

const guarded = (promise: Code, constraints: Guards): Code =>
  ts`${promise}.catch((error: unknown) => ${store("explain")}(error, ${code(Object.keys(constraints).length ? "constraints" : "{}")}))`;

/** Generates the function for a page of matching records; lists and relations use it. */
const finding = ({ resource, names, delegate, find, toItem, type }: Context): Code =>
  ts`/** A page of what fits a condition. */
export async function ${code(find)}(
  db: ${database},
  where: ${Prisma}.${code(modelName(resource))}WhereInput,
  { limit, offset, sort }: ${code(capital(names.page))},
): Promise<${pageOf(type)}> {
  const [rows, total] = await ${guarded(
    ts`Promise.all([
    ${delegate}.findMany({ where, select: selected, orderBy: ${store("orderBy")}(sort, nullable), take: limit, skip: offset }),
    ${delegate}.count({ where }),
  ])`,
    {},
  )};
  return { items: rows.map(${toItem}), total };
}`;

function list({ resource, find, joins }: Context): Code {
  const dates = columns(resource).filter((field) => fieldType(field.schema) === "date");
  const dated = dates.map(
    ({ name }) =>
      ts`${code(name)}: filters.${code(name)} === undefined ? undefined : ${store("day")}(filters.${code(name)}),`,
  );
  const lists = joins.map(
    ({ set, join }) =>
      ts`${code(join.lists.owner)}: ${code(set.field)} === undefined ? undefined : { some: { ${code(join.other.field)}: ${code(set.field)} } },`,
  );
  const where =
    dated.length + lists.length
      ? ts`${store("given")}({ ...filters, ${joined([...dated, ...lists], " ")} })`
      : ts`${store("given")}(filters)`;
  const sets = joins.map(({ set }) => `${set.field}, `).join("");
  return ts`const { limit, offset, sort, ${code(sets)}...filters } = query;
  return ${code(find)}(db, ${where}, { limit, offset, sort });`;
}

/** Writes the links of a many-to-many relation, after checking that the targets exist. */
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

/** Returns a value of an input that may omit it. */
function changedValue(field: Field): Code {
  const convert = (value: Code): Code => {
    const stored = converted(field, value);
    return stored === value ? value : ts`${value} === undefined ? undefined : ${stored}`;
  };
  return inputOf(field, convert, true);
}

function assigned(field: Field, what: Assignment): Code {
  if ("now" in what) return code("new Date()");
  if ("input" in what) return valueOf(field);
  const json = ["array", "json"].includes(fieldType(field.schema));
  if (what.value === null && !json) return code("null");
  return converted({ ...field, required: !json }, ts`${what.value}`);
}

/** Returns the condition that a field has a value from which an action may be called. */
function condition(field: Field, allowed: readonly unknown[]): Code {
  const values = allowed
    .filter((value) => value !== null)
    .map((value) => converted({ ...field, required: true }, ts`${value}`));
  // Booleans have no `in`.
  const several = values.length > 1 && fieldType(field.schema) !== "boolean";
  const tests = [
    ...(several ? [ts`{ in: [${joined(values, ", ")}] }`] : values),
    ...(allowed.includes(null) ? [code("null")] : []),
  ].map((test) => ts`{ ${code(field.name)}: ${test} },`);
  return tests.length > 1 ? ts`{ OR: [${joined(tests, " ")}] },` : joined(tests);
}

/** Generates the statement with which an action changes a record; it can't return lists of other records. */
function acting({ resource, delegate, joins }: Context, action: Action) {
  const data = byField(resource, action.set).map(
    ([field, what]) => ts`${code(columnField(field))}: ${assigned(field, what)},`,
  );
  const tests = byField(resource, action.when).map(([field, allowed]) => condition(field, allowed));
  const where = ts`{ id${tests.length ? ts`, AND: [${joined(tests, " ")}]` : code("")} }`;
  const counts = joins.length > 0;
  const how = counts
    ? ts`updateMany({ where: ${where}, data: { ${joined(data, " ")} } })`
    : ts`updateManyAndReturn({ where: ${where}, data: { ${joined(data, " ")} }, select: selected })`;
  return { promise: ts`${delegate}.${how}`, counts };
}

function inserting({ delegate, resource }: Context) {
  const fields = columnsWritten(resource);
  const data = joined(fields.map((field) => ts`${code(columnField(field))}: ${valueOf(field)},`));
  return {
    one: ts`${delegate}.create({ data: { id: ${imported("/src/id.ts", "newId")}(), ${data} }, select: selected })`,
    name: "row",
    first: ts`await ${delegate}.create({ data: { id, ${data} } });`,
    read: ts`${delegate}.findUniqueOrThrow({ where: { id }, select: selected })`,
  };
}

function changing({ delegate, resource }: Context) {
  const members = changeable(resource, columnsWritten(resource)).map(
    (field) => ts`${code(columnField(field))}: ${changedValue(field)},`,
  );
  const data = ts`${store("given")}({ ${joined(members, " ")} })`;
  return {
    before: code(""),
    rows: ts`${delegate}.updateManyAndReturn({ where: { id }, data: ${data}, select: selected })`,
    first: ts`const { count } = await ${delegate}.updateMany({ where: { id }, data: ${data} });
    if (!count) return undefined;`,
  };
}

/** Generates the store functions of a resource with Prisma. */
export function functions(resource: Resource, api: ApiDefinition): Code {
  const context = contextOf(resource, api);
  const { constraints, delegate, toItem, joins } = context;
  const reader = ts`${Prisma}.TransactionClient`;
  const guard = Object.keys(constraints).length
    ? [
        ts`/** Which fields the database's constraints guard. */
const constraints = ${constraints};`,
      ]
    : [];
  const table = code(quoted(tableName(resource)));
  return repository(context, {
    reader,
    declarations: [records(context), ...guard, finding(context)],
    list: list(context),
    get: ts`const row = await ${delegate}.findUnique({ where: { id }, select: selected });
  return row ? ${toItem}(row) : undefined;`,
    ...changesIn(
      context,
      {
        begin: "$transaction",
        locks: {
          record: ts`await db.$executeRaw\`select id from ${table} where id = \${id}::uuid for no key update\`;`,
          tree: ts`await db.$executeRaw\`select pg_advisory_xact_lock(hashtext(\${${`tree of ${tableName(resource)}`}}))\`;`,
        },
        guarded: (promise) => guarded(promise, constraints),
        helpers: "/src/store.ts",
        sets: joins.map(({ set }) => set),
        link: (relation, replaces) =>
          joined(joins.filter(({ set }) => set === relation).map((join) => link(join, replaces))),
        insert: inserting(context),
        only: (row) => ts`${toItem}(${row})`,
        row: ts`row && ${toItem}(row)`,
        change: changing(context),
        deletion: {
          promise: ts`${delegate}.deleteMany({ where: { id } })`,
          name: "{ count }",
          found: "count > 0",
        },
        acted: (action) => acting(context, action),
      },
      reader,
    ),
    owned: (field, from, other) =>
      ts`return ${from(contextOf(other, api).find)}(db, { ${code(field)}: id }, query);`,
    linked({ relation, other, from }) {
      const owner = relation.owner ? resource : other;
      return joined(
        ownedSets(owner)
          .filter(({ through }) => through === relation.through)
          .map((set) => {
            const join = joinOf(owner, set, api);
            const [mine, list] = relation.owner
              ? [join.owner.field, join.lists.other]
              : [join.other.field, join.lists.owner];
            return ts`return ${from(contextOf(other, api).find)}(db, { ${code(list)}: { some: { ${code(mine)}: id } } }, query);`;
          }),
      );
    },
    credentials({ identity, secret }) {
      const hash = code(columnField(secret));
      return {
        find: ts`const row = await ${delegate}.findUnique({ where: { ${code(identity.name)} }, select: { id: true, ${hash}: true } });
  return row ? { id: row.id, hash: row.${hash} } : undefined;`,
        replace: ts`await ${delegate}.updateMany({ where: { id, ${hash}: hash }, data: { ${hash}: next } });`,
      };
    },
  });
}
