import {
  fieldType,
  isNullable,
  ownedSets,
  storedFields,
  type ApiDefinition,
  type Field,
  type ManyToMany,
  type Resource,
} from "../../../../api/index.ts";
import { code, imported, joined, py, type Code } from "../../../../code/index.ts";
import {
  columnName,
  constraintName,
  joinColumns,
  references,
  tableName,
  uniques,
} from "../../../sql/sql-identifiers.ts";
import { columnType } from "../../../sql/tables.ts";
import { stored } from "../../model.ts";
import { attribute, modelNames } from "../../python-names.ts";

const sa = (name: string): Code => imported("sqlalchemy", name);
const mapped = imported("sqlalchemy.orm", "Mapped");
const column = imported("sqlalchemy.orm", "mapped_column");

/** Differences between SQL databases. */
export interface Dialect {
  readonly called: string;
  readonly uuid: Code;
  readonly json: Code;
  /** Returns the type of decimals; with total digits and decimals if they are bounded. */
  decimal(size: Field["decimal"]): Code;
  /** Returns the ids in a column, ordered, of the rows that match a condition. */
  ids(rows: { readonly column: Code; readonly table: Code; readonly where: Code }): Code;
  /** Whether others may write before a transaction ends, so that trees need a lock. */
  readonly locks: boolean;
  /** The module with `transaction`, `removal` and `holding`. */
  readonly transactions: string;
  /** Returns how the database's error names a violated unique constraint. */
  taken(resource: Resource, constraint: ReturnType<typeof uniques>[number]): string;
}

/** Returns the attribute of a row; a secret's holds its hash. */
export const rowAttribute = (field: Field): string =>
  field.secret ? columnName(field) : attribute(field.name);

function sqlType(field: Field, dialect: Dialect): Code | undefined {
  switch (fieldType(field.schema)) {
    case "integer":
      return columnType(field) === "bigint" ? sa("BigInteger") : undefined;
    case "decimal":
      return dialect.decimal(field.decimal);
    case "uuid":
      return dialect.uuid;
    case "enum":
      return sa("Text");
    case "array":
    case "json":
      return dialect.json;
    default:
      return undefined;
  }
}

function columnOf(resource: Resource, field: Field, dialect: Dialect): Code {
  const name = rowAttribute(field);
  const real = columnName(field);
  const type = sqlType(field, dialect);
  const options = [...(real === name ? [] : [py`${real}`]), ...(type ? [type] : [])];
  const storedType = field.secret ? code("str") : stored(resource, field);
  const value = options.length ? py` = ${column}(${joined(options, ", ")})` : code("");
  return py`${code(name)}: ${mapped}[${storedType}${code(isNullable(field) ? " | None" : "")}]${value}`;
}

const list = (names: readonly string[]): Code =>
  joined(
    names.map((name) => py`${name}`),
    ", ",
  );

function rules(resource: Resource, api: ApiDefinition): readonly Code[] {
  return [
    ...uniques(resource).map(
      ({ name, fields }) => py`${sa("UniqueConstraint")}(${list(fields.map(columnName))}, name=${name}),`,
    ),
    ...references(resource).flatMap(({ relation, name, column: sqlColumn }) => {
      const target = api.resources.find((candidate) => candidate.name === relation.resource);
      if (!target) return [];
      const deletion = relation.onDelete.replace("-", " ").toUpperCase();
      return [
        py`${sa("ForeignKeyConstraint")}([${sqlColumn}], [${`${tableName(target)}.id`}], name=${name}, ondelete=${deletion}),`,
        ...(relation.unique
          ? []
          : [py`${sa("Index")}(${constraintName(tableName(resource), sqlColumn, "idx")}, ${sqlColumn}),`]),
      ];
    }),
  ];
}

export const through = ({ through: name }: ManyToMany): Code => code(name);

function joinTable(
  resource: Resource,
  set: ManyToMany,
  { api, uuid }: Pick<Dialect, "uuid"> & { readonly api: ApiDefinition },
): Code {
  const { owner, other } = joinColumns(resource, set);
  const target = api.resources.find(({ name }) => name === set.resource) ?? resource;
  const end = (name: string, table: Resource): Code =>
    py`${sa("Column")}(${name}, ${uuid}, ${sa("ForeignKey")}(${`${tableName(table)}.id`}, ondelete="CASCADE"), primary_key=True),`;
  return py`${through(set)} = ${sa("Table")}(
    ${set.through},
    ${imported("/src/database.py", "Base")}.metadata,
    ${end(owner, resource)}
    ${end(other, target)}
    ${sa("Index")}(${constraintName(set.through, other, "idx")}, ${other}),
)`;
}

/** Returns the ordered ids that a many-to-many table links a row to. */
function idSet(resource: Resource, set: ManyToMany, dialect: Dialect): Code {
  const { owner, other } = joinColumns(resource, set);
  const table = through(set);
  const ids = dialect.ids({
    table,
    column: py`${table}.c.${code(other)}`,
    where: py`${table}.c.${code(owner)} == id`,
  });
  return py`${code(attribute(set.field))}: ${mapped}[list[str]] = ${imported("sqlalchemy.orm", "column_property")}(
        ${ids}
    )`;
}

/** Generates the class of a table's rows, with the tables of the many-to-many relations that the resource owns. */
export function rowsOf(resource: Resource, api: ApiDefinition, dialect: Dialect): readonly Code[] {
  const { row } = modelNames(resource);
  const sets = ownedSets(resource);
  const constraints = rules(resource, api);
  const args = constraints.length
    ? py`
    __table_args__ = (${joined(constraints, " ")})
`
    : code("");
  return [
    ...sets.map((set) => joinTable(resource, set, { ...dialect, api })),
    py`class ${code(row)}(${imported("/src/database.py", "Base")}):
    """As ${code(dialect.called)} holds it."""

    __tablename__ = ${tableName(resource)}${args}

    id: ${mapped}[str] = ${column}(${dialect.uuid}, primary_key=True)
    ${joined(
      storedFields(resource).map((field) => columnOf(resource, field, dialect)),
      "\n    ",
    )}
    created_at: ${mapped}[${imported("datetime", "datetime")}] = ${column}(server_default=${sa("func")}.now())
    updated_at: ${mapped}[datetime] = ${column}(server_default=func.now())
    ${joined(
      sets.map((set) => idSet(resource, set, dialect)),
      "\n    ",
    )}`,
  ];
}
