import {
  fieldType,
  filterFields,
  hasEtags,
  isRestricted,
  movedBy,
  ownedSets,
  parents,
  sortFields,
  stateFields,
  storedFields,
  type Action,
  type ApiDefinition,
  type BelongsTo,
  type Field,
  type ManyToMany,
  type Resource,
} from "../../../../api/index.ts";
import { code, imported, joined, py, type Code } from "../../../../code/index.ts";
import { constraintName, joinColumns, references, tableName, uniques } from "../../../sql/sql-identifiers.ts";
import { byField, changeable, columnsWritten } from "../../../served.ts";
import { attribute, modelNames } from "../../python-names.ts";
import { checkChange, keepTrees, notReady, type Reading } from "../../rules.ts";
import { carried, newId, now, repository, valueOf, type Listed, type Of } from "../repository.ts";
import { rowAttribute, rowsOf, through, type Dialect } from "./rows.ts";

const sql = (name: string): Code => imported("/src/sql.py", name);
const select = imported("sqlalchemy", "select");

type Guards = Readonly<Record<string, readonly string[]>>;

/** What the functions of one resource share. */
interface Context extends Of {
  readonly dialect: Dialect;
  readonly row: Code;
  readonly sets: readonly ManyToMany[];
  /** Fields with their own column that bodies write. */
  readonly written: readonly Field[];
  /** Fields by the constraint that guards them: unique values, and references to other records. */
  readonly unique: Guards;
  readonly references: Guards;
}

function contextOf(resource: Resource, api: ApiDefinition, dialect: Dialect): Context {
  const names = modelNames(resource);
  const sets = ownedSets(resource);
  return {
    dialect,
    resource,
    api,
    names,
    sets,
    row: code(names.row),
    written: columnsWritten(resource),
    unique: Object.fromEntries(
      uniques(resource).map((unique) => [
        dialect.taken(resource, unique),
        unique.fields.map(({ name }) => name),
      ]),
    ),
    references: Object.fromEntries([
      ...references(resource).map(({ name, relation }) => [name, [relation.field]] as const),
      ...sets.map(
        (set) =>
          [constraintName(set.through, joinColumns(resource, set).other, "fkey"), [set.field]] as const,
      ),
    ]),
  };
}

const isHashed = (field: Field): boolean => field.secret === true;

/** Columns that a body fills unchanged; updates leave states alone. */
function columnsOf({ resource, written }: Context): readonly Code[] {
  const plain = written.filter((field) => !isHashed(field));
  const list = (fields: readonly Field[]): Code =>
    joined(
      fields.map((field) => py`${rowAttribute(field)},`),
      " ",
    );
  return [
    py`_WRITTEN = (${list(plain)})`,
    ...(stateFields(resource).length ? [py`_CHANGED = (${list(changeable(resource, plain))})`] : []),
  ];
}

const opened = (transaction: Code, work: Code): Code =>
  py`async with ${transaction} as session:
        ${work}`;

const plain = code("db.session.begin()");

const isEmpty = (guards: Guards): boolean => Object.keys(guards).length === 0;

/** Generates a transaction that stores client data: constraints may refuse it. */
const guarded = ({ unique, references: linked, dialect }: Context): Code =>
  py`${imported(dialect.transactions, "transaction")}(db, ${code(isEmpty(unique) ? "{}" : "_unique")}, ${code(isEmpty(linked) ? "{}" : "_references")})`;

/**
 * Columns to read again: a change of a row discards the ids of its sets, and the database orders the members of JSON,
 * on which the record's version depends.
 */
function refreshed({ sets, resource, api }: Context): Code {
  const json = hasEtags(api)
    ? storedFields(resource).filter(({ schema }) => fieldType(schema) === "json")
    : [];
  const names = [...sets.map(({ field }) => attribute(field)), ...json.map(rowAttribute)];
  return names.length
    ? py`
        await session.refresh(row, [${joined(
          names.map((name) => py`${name}`),
          ", ",
        )}])`
    : code("");
}

function links(context: Context, isChange: boolean): Code {
  const lines = context.sets.map((set) => {
    const call = py`await ${sql("link")}(session, ${through(set)}, row.id, body.${code(attribute(set.field))}, ${set.field})`;
    return isChange
      ? py`if ${attribute(set.field)} in values:
            ${call}`
      : call;
  });
  const all = joined(
    lines.map(
      (line) => py`
        ${line}`,
    ),
    "",
  );
  return py`${all}${refreshed(context)}`;
}

function create(context: Context): Code {
  const { names, resource, row, written } = context;
  const automatic = storedFields(resource).flatMap((field) => {
    const name = code(rowAttribute(field));
    if (field.auto === "now") return py`row.${name} = ${moment(field)}`;
    if (field.auto === "uuid") return py`row.${name} = ${newId}()`;
    if (field.auto === "action") return py`row.${name} = ${constant(field, field.default ?? null)}`;
    return [];
  });
  const hashed = written
    .filter(isHashed)
    .map((field) => py`row.${code(rowAttribute(field))} = ${valueOf(field)}`);
  const lines = [...automatic, ...hashed].map(
    (line) => py`        ${line}
`,
  );
  return py`    ${opened(
    guarded(context),
    py`moment = ${now}()
        row = ${row}(id=${newId}(), created_at=moment, updated_at=moment)
        ${sql("fill")}(row, ${carried}(body), _WRITTEN)
${joined(lines, "")}        session.add(row)
        await session.flush()${links(context, false)}
        return ${code(names.type)}.model_validate(row)`,
  )}`;
}

const moment = (field: Field): Code =>
  fieldType(field.schema) === "date" ? py`${now}().date()` : py`${now}()`;

/** Refuses a change if the row has another version than requested. */
const matched = ({ api, names }: Context): Code =>
  hasEtags(api)
    ? py`
        ${imported("/src/etag.py", "require_match")}(${code(names.type)}.model_validate(row), match)`
    : code("");

/** Reads a row and locks it until the change is done. */
const locked = (
  context: Context,
): Code => py`row = await session.get(${context.row}, id, with_for_update={"key_share": True})
        if row is None:
            return None${matched(context)}`;

const reading = ({ row }: Context): Reading => ({
  name: "session",
  type: imported("sqlalchemy.ext.asyncio", "AsyncSession"),
  get: (id) => py`session.get(${row}, ${code(id)})`,
});

/** Prevents two concurrent changes from forming a cycle that neither of them sees. */
function treeLock(
  { resource, dialect }: Context,
  trees: readonly BelongsTo[],
  value: (name: string) => Code,
): Code {
  const fields = trees.map(({ field }) => value(attribute(field)));
  if (!fields.length || !dialect.locks) return code("");
  return py`if ${joined(fields, " or ")}:
            await ${sql("lock")}(session, ${`tree of ${tableName(resource)}`})
        `;
}

function update(context: Context): Code {
  const { names, written, resource } = context;
  const hashed = written.filter(isHashed).map(
    (field) => py`        if ${attribute(field.name)} in values:
            row.${code(rowAttribute(field))} = ${valueOf(field)}
`,
  );
  return py`    values = ${carried}(body)
    ${opened(
      guarded(context),
      py`${treeLock(context, parents(resource), (name) => py`values.get(${name})`)}${locked(context)}
${checkChange(resource, "session", "        ")}        ${sql("fill")}(row, values, ${code(stateFields(resource).length ? "_CHANGED" : "_WRITTEN")})
${joined(hashed, "")}        row.updated_at = ${now}()
        await session.flush()${links(context, true)}
        return ${code(names.type)}.model_validate(row)`,
    )}`;
}

function remove(context: Context): Code {
  const { row, resource, api, dialect } = context;
  const transaction = isRestricted(resource, api.resources)
    ? py`${imported(dialect.transactions, "removal")}(db)`
    : plain;
  const check = hasEtags(api)
    ? py`row = await session.get(${row}, id, with_for_update={"key_share": True})
        if row is None:
            return False${matched(context)}
        `
    : code("");
  return py`    ${opened(
    transaction,
    py`${check}statement = ${imported("sqlalchemy", "delete")}(${row}).where(${row}.id == id).returning(${row}.id)
        return await session.scalar(statement) is not None`,
  )}`;
}

function list({ names, resource, row, sets, dialect }: Context): Code {
  const conditions = filterFields(resource).map((field) => {
    const isSet = sets.some((set) => set.field === field.name);
    const pair = py`(${row}.${code(isSet ? attribute(field.name) : rowAttribute(field))}, query.${code(attribute(field.name))}),`;
    return { isSet, pair };
  });
  const where = [false, true].map((isSet) => {
    const pairs = conditions.filter((condition) => condition.isSet === isSet).map(({ pair }) => pair);
    return pairs.length
      ? py`.where(*${isSet ? imported(dialect.transactions, "holding") : sql("equal")}(${joined(pairs, " ")}))`
      : code("");
  });
  return py`    rows = ${select}(${row})${joined(where, "")}.order_by(*${sql("in_order")}(_columns, query.sort))
    return await ${sql("select_page")}(db, ${code(names.type)}, rows, query)`;
}

function columns({ resource, row }: Context): Code {
  const stored = storedFields(resource);
  const members = sortFields(resource).map((name) => {
    const field = stored.find((candidate) => candidate.name === name);
    const attributeName = field ? rowAttribute(field) : name === "createdAt" ? "created_at" : "updated_at";
    return py`${name}: ${row}.${code(attributeName)},`;
  });
  return py`_columns: ${sql("Columns")} = {"id": ${row}.id, ${joined(members, " ")}}`;
}

function related({ names, resource, row }: Context, owner: Resource, relation: Listed): Code {
  const where =
    relation.kind === "has-many"
      ? py`${row}.${code(attribute(relation.field))} == id`
      : py`${row}.id.in_(${ends(owner, resource, relation)})`;
  return py`    rows = ${select}(${row}).where(${where}).order_by(*${sql("in_order")}(_columns, query.sort))
    return await ${sql("select_page")}(db, ${code(names.type)}, rows, query)`;
}

function ends(here: Resource, there: Resource, relation: ManyToMany): Code {
  const [owner, other] = relation.owner ? [here, there] : [there, here];
  const columns = joinColumns(owner, { name: relation.name, resource: other.name });
  const [mine, theirs] = relation.owner ? [columns.owner, columns.other] : [columns.other, columns.owner];
  return py`${sql("linked")}(${relation.through}, ${mine}, ${theirs}, id)`;
}

/** Returns the test that a value is none of these. */
export function differs(value: Code, [first, ...rest]: readonly unknown[]): Code {
  if (rest.length)
    return py`${value} not in (${joined(
      [first, ...rest].map((item) => py`${item}`),
      ", ",
    )})`;
  return first === null || typeof first === "boolean"
    ? py`${value} is not ${first}`
    : py`${value} != ${first}`;
}

function act(context: Context, action: Action): Code {
  const { names, resource } = context;
  const input = names.actionInput[action.name];
  const tests = byField(resource, action.when).map(([field, allowed]) =>
    differs(py`row.${code(rowAttribute(field))}`, allowed),
  );
  const refusal = tests.length
    ? py`        if ${joined(tests, " or ")}:
            raise ${notReady(action, "row")}
`
    : code("");
  const assignments = byField(resource, action.set).map(([field, what]) => {
    const value =
      "now" in what ? moment(field) : "input" in what ? valueOf(field) : constant(field, what.value);
    return py`        row.${code(rowAttribute(field))} = ${value}
`;
  });
  const moved = movedBy(resource, action);
  const value = (name: string): Code => code(`body.${name}`);
  const trees = joined(
    keepTrees(moved, reading(context), { value, indent: "        " }).map(
      (tree) => py`        ${tree}
`,
    ),
    "",
  );
  return py`    ${opened(
    input ? guarded(context) : plain,
    py`${treeLock(context, moved, value)}${locked(context)}
${refusal}${trees}${joined(assignments, "")}        row.updated_at = ${now}()
        await session.flush()${refreshed(context)}
        return ${code(names.type)}.model_validate(row)`,
  )}`;
}

/** Returns a constant in the column's type. */
function constant(field: Field, value: unknown): Code {
  if (value === null) return code("None");
  switch (fieldType(field.schema)) {
    case "decimal":
      return py`${imported("decimal", "Decimal")}(${value})`;
    case "date":
      return py`${imported("datetime", "date")}.fromisoformat(${value})`;
    case "datetime":
      return py`${imported("datetime", "datetime")}.fromisoformat(${value})`;
    default:
      return py`${value}`;
  }
}

/** Generates the row classes and store functions of a resource in a SQL database. */
export function functions(resource: Resource, api: ApiDefinition, dialect: Dialect): Code {
  const context = contextOf(resource, api, dialect);
  const guards = [
    ...(isEmpty(context.unique) ? [] : [py`_unique: ${sql("Guards")} = ${context.unique}`]),
    ...(isEmpty(context.references) ? [] : [py`_references: ${sql("Guards")} = ${context.references}`]),
  ];
  const { row, names } = context;
  return repository(context, {
    reading: reading(context),
    declarations: [
      ...rowsOf(resource, api, dialect),
      ...(guards.length
        ? [joined([code("# Fields by the constraint of the database that guards them."), ...guards])]
        : []),
      columns(context),
      joined(columnsOf(context)),
    ],
    list: list(context),
    create: create(context),
    get: py`    async with db.session() as session:
        row = await session.get(${row}, id)
    return None if row is None else ${code(names.type)}.model_validate(row)`,
    update: update(context),
    remove: remove(context),
    related: (owner, relation) => related(context, owner, relation),
    credentials({ identity, secret }, name) {
      const hash = py`${row}.${code(rowAttribute(secret))}`;
      return {
        find: py`    columns = ${select}(${row}.id, ${hash}).where(${row}.${code(rowAttribute(identity))} == ${name})
    async with db.session() as session:
        found = (await session.execute(columns)).one_or_none()
    return None if found is None else Credentials(*found)`,
        replace: py`    rows = ${imported("sqlalchemy", "update")}(${row}).where(${row}.id == known.id, ${hash} == known.hash)
    async with ${imported(dialect.transactions, "transaction")}(db, {}, {}) as session:
        await session.execute(rows.values(${code(rowAttribute(secret))}=next))`,
      };
    },
    act: (action) => act(context, action),
  });
}
