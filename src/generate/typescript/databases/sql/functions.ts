import {
  answeredFields,
  fieldType,
  ownedSets,
  type Action,
  type ApiDefinition,
  type Field,
  type ManyToMany,
  type Resource,
} from "../../../../api/index.ts";
import { code, imported, joined, member, ts, type Code } from "../../../../code/index.ts";
import { columnName, joinColumns, quoted, tableName, type Guards } from "../../../sql/sql-identifiers.ts";
import { modelNames } from "../../typescript-names.ts";
import { changesIn } from "../relational.ts";
import { byField, changeable, columnsWritten } from "../../../served.ts";
import { database, inputOf, ofResource, repository, type Of } from "../repository.ts";

const sql = (name: string): Code => imported("/src/sql.ts", name);
const table = (resource: Resource): string => quoted(tableName(resource));

/** Differences between SQL databases. */
export interface Dialect {
  /** Returns an expression for the ids that a statement selects, as a list. */
  list(statement: string): string;
  /** Selection of the ids listed in `$2`, and the value of that parameter. */
  readonly each: string;
  ids(value: Code): Code;
  /** Returns the fields by the constraint that guards them, as `explain` of `src/sql.ts` finds them in an error. */
  guards(resource: Resource, all: readonly Resource[]): Guards;
  /** End of a query that locks its row until the transaction ends. */
  readonly forUpdate: string;
  /** Statement that locks the name in `$1` until the transaction ends. */
  readonly lock: string | undefined;
  /** Returns a call of `explain` for an error of a statement that `db` ran with values of `input`. */
  explain(db: string, constraints: string): Code;
}

/** What the functions of one resource share. */
interface Context extends Of {
  readonly dialect: Dialect;
  /** Fields by constraint. */
  readonly constraints: Guards;
  readonly sets: readonly ManyToMany[];
  /** Fields with their own column that bodies write. */
  readonly written: readonly Field[];
}

function contextOf(dialect: Dialect, resource: Resource, api: ApiDefinition): Context {
  const sets = ownedSets(resource);
  return {
    ...ofResource(resource, api),
    dialect,
    sets,
    written: columnsWritten(resource),
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

/** Returns a column's value: drivers encode arrays and texts differently, but JSON in the same way. */
const valueOf = (field: Field, isChange = false): Code =>
  inputOf(
    field,
    (value) => {
      if (!["json", "array"].includes(fieldType(field.schema))) return value;
      const isOptional = isChange || (!field.required && field.default === undefined);
      return isOptional ? ts`${value} && JSON.stringify(${value})` : ts`JSON.stringify(${value})`;
    },
    isChange,
  );

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

/** Returns the SQL conditions under which an action may be called. */
const conditions = (resource: Resource, action: Action, values: Code[]): readonly string[] =>
  byField(resource, action.when).flatMap(([field, allowed]) => {
    const holes = allowed.filter((value) => value !== null).map((value) => `$${values.push(ts`${value}`)}`);
    const name = quoted(columnName(field));
    const tests = [
      ...(holes.length ? [`${name} in (${holes.join(", ")})`] : []),
      ...(allowed.includes(null) ? [`${name} is null`] : []),
    ];
    return tests.length > 1 ? `(${tests.join(" or ")})` : tests;
  });

/** Generates the statement with which an action changes a record, and its values. */
function acting({ resource, type }: Context, action: Action): Code {
  const values: Code[] = [code("id")];
  const assignments = byField(resource, action.set).map(([field, what]) => {
    const column = quoted(columnName(field));
    if ("now" in what) return `${column} = now()`;
    return `${column} = $${values.push("input" in what ? valueOf(field) : ts`${what.value}`)}`;
  });
  const tests = conditions(resource, action, values);
  const statement = `update ${table(resource)}
     set ${[...assignments, "updated_at = now()"].join(", ")}
     where ${["id = $1", ...tests].join(" and ")}`;
  return ts`db.query<${type}>(
    \`${code(statement)}
     returning \${selected}\`,
    [${joined(values, ", ")}],
  )`;
}

function inserting({ resource, type, written }: Context) {
  const list = ["id", ...written.map((field) => quoted(columnName(field)))].join(", ");
  const holes = ["$1", ...written.map((_, index) => `$${index + 2}`)].join(", ");
  const insert = code(`insert into ${table(resource)} (${list})\n     values (${holes})`);
  const values = (id: Code): Code => joined([id, ...written.map((field) => valueOf(field))], ", ");
  return {
    one: ts`db.query<${type}>(
    \`${insert}
     returning \${selected}\`,
    [${values(ts`${imported("/src/id.ts", "newId")}()`)}],
  )`,
    name: "rows",
    first: ts`await db.query(\`${insert}\`, [${values(code("id"))}]);`,
    read: ts`db.query<${type}>(\`select \${selected} from ${code(table(resource))} where id = $1\`, [id])`,
  };
}

function changing({ resource, type, written }: Context) {
  const members = changeable(resource, written).map(
    (field) => ts`${member(quoted(columnName(field)))}: ${valueOf(field, true)},`,
  );
  const statement = code(`update ${table(resource)} set \${set} where id = $1 returning`);
  return {
    before: ts`const { set, values } = ${sql("assignments")}({ ${joined(members, " ")} });
  `,
    rows: ts`db.query<${type}>(\`${statement} \${selected}\`, [id, ...values])`,
    first: ts`const rows = await db.query(\`${statement} id\`, [id, ...values]);
    if (!rows.length) return undefined;`,
  };
}

/** Generates the store functions of a resource in a SQL database. */
export function sqlFunctions(dialect: Dialect, resource: Resource, api: ApiDefinition): Code {
  const context = contextOf(dialect, resource, api);
  const { constraints, sets, type } = context;
  const isGuarded = Object.keys(constraints).length > 0;
  const insert = inserting(context);
  return repository(context, {
    declarations: [
      columns(context),
      ...(isGuarded
        ? [
            ts`/** Which fields the database's constraints guard. */
const constraints = ${constraints};`,
          ]
        : []),
    ],
    list: ts`return ${sql("selectPage")}<${type}>(db, { columns, text: ${table(resource)} }, query);`,
    get: ts`const [row] = await ${insert.read};
  return row;`,
    ...changesIn(
      context,
      {
        begin: "transaction",
        locks: {
          record: dialect.forUpdate
            ? ts`await db.query(${`select id from ${table(resource)} where id = $1 ${dialect.forUpdate}`}, [id]);`
            : undefined,
          tree:
            dialect.lock === undefined
              ? undefined
              : ts`await db.query(${dialect.lock}, [${`tree of ${tableName(resource)}`}]);`,
        },
        guarded: (promise, db = "db") =>
          ts`${promise}.catch((error: unknown) => ${dialect.explain(db, isGuarded ? "constraints" : "{}")})`,
        helpers: "/src/sql.ts",
        sets,
        link: (set, replaces) => link(context, set, replaces),
        insert,
        only: (rows) => ts`${sql("only")}(${rows})`,
        row: code("row"),
        change: changing(context),
        deletion: {
          promise: ts`db.query(${`delete from ${table(resource)} where id = $1 returning id`}, [id])`,
          name: "rows",
          found: "rows.length > 0",
        },
        acted: (action) => ({ promise: acting(context, action), counts: false }),
      },
      database,
    ),
    linked({ relation, other, from }) {
      const owner = relation.owner ? resource : other;
      const ends = joinColumns(owner, {
        name: relation.name,
        resource: (relation.owner ? other : resource).name,
      });
      const [mine, their] = relation.owner ? [ends.owner, ends.other] : [ends.other, ends.owner];
      const where = `id in (select ${their} from ${quoted(relation.through)} where ${mine} = $1)`;
      const { names, module } = modelNames(other);
      const alias = `${names.camel}Columns`;
      const columns =
        other === resource
          ? code("columns")
          : code(`columns: ${alias}`, [{ from: `/${module}`, names: [`columns as ${alias}`] }]);
      return ts`const from = { ${columns}, text: ${table(other)}, where: ${where}, values: [id] };
  return ${sql("selectPage")}<${from(`type ${names.pascal}`)}>(db, from, query);`;
    },
    credentials({ identity, secret }) {
      const hash = columnName(secret);
      const name = code(identity.name);
      const query = `select id, ${hash} as hash from ${table(resource)} where ${quoted(columnName(identity))} = $1`;
      return {
        find: ts`const [row] = await db.query<{ id: string; hash: string }>(${query}, [${name}]);
  return row;`,
        replace: ts`await db.query(${`update ${table(resource)} set ${hash} = $3 where id = $1 and ${hash} = $2`}, [id, hash, next]);`,
      };
    },
  });
}
