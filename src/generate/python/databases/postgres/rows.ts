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
const uuid = py`${sa("Uuid")}(as_uuid=False)`;

/** The attribute of a row: a secret's holds its hash. */
export const rowAttribute = (field: Field): string =>
  field.secret ? columnName(field) : attribute(field.name);

function sqlType(field: Field): Code | undefined {
  const { decimal } = field;
  switch (fieldType(field.schema)) {
    case "integer":
      return columnType(field) === "bigint" ? sa("BigInteger") : undefined;
    case "decimal":
      return decimal ? py`${sa("Numeric")}(${decimal.precision}, ${decimal.scale})` : py`${sa("Numeric")}()`;
    case "uuid":
      return uuid;
    case "enum":
      return sa("Text");
    case "array":
    case "json":
      return imported("sqlalchemy.dialects.postgresql", "JSONB");
    default:
      return undefined;
  }
}

function columnOf(resource: Resource, field: Field): Code {
  const name = rowAttribute(field);
  const real = columnName(field);
  const type = sqlType(field);
  const options = [...(real === name ? [] : [py`${real}`]), ...(type ? [type] : [])];
  const held = field.secret ? code("str") : stored(resource, field);
  const value = options.length ? py` = ${column}(${joined(options, ", ")})` : code("");
  return py`${code(name)}: ${mapped}[${held}${code(isNullable(field) ? " | None" : "")}]${value}`;
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
    ...references(resource).flatMap(({ relation, name, column: own }) => {
      const target = api.resources.find((candidate) => candidate.name === relation.resource);
      if (!target) return [];
      const deletion = relation.onDelete.replace("-", " ").toUpperCase();
      return [
        py`${sa("ForeignKeyConstraint")}([${own}], [${`${tableName(target)}.id`}], name=${name}, ondelete=${deletion}),`,
        ...(relation.unique
          ? []
          : [py`${sa("Index")}(${constraintName(tableName(resource), own, "idx")}, ${own}),`]),
      ];
    }),
  ];
}

/** The variable of a many-to-many table. */
export const through = ({ through: name }: ManyToMany): Code => code(name);

function joinTable(resource: Resource, set: ManyToMany, api: ApiDefinition): Code {
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

/** The ids that a many-to-many table links a row to, in order. */
function idSet(resource: Resource, set: ManyToMany): Code {
  const { owner, other } = joinColumns(resource, set);
  const table = through(set);
  const array = imported("sqlalchemy.dialects.postgresql", "ARRAY");
  return py`${code(attribute(set.field))}: ${mapped}[list[str]] = ${imported("sqlalchemy.orm", "column_property")}(
        ${sa("func")}.array(
            ${sa("select")}(${table}.c.${code(other)})
            .where(${table}.c.${code(owner)} == id)
            .order_by(${table}.c.${code(other)})
            .correlate_except(${table})
            .scalar_subquery(),
            type_=${array}(${uuid}),
        )
    )`;
}

/** The class whose objects are a table's rows, with the tables of the many-to-many relations that it owns. */
export function rowsOf(resource: Resource, api: ApiDefinition): readonly Code[] {
  const { row } = modelNames(resource);
  const sets = ownedSets(resource);
  const constraints = rules(resource, api);
  const args = constraints.length
    ? py`
    __table_args__ = (${joined(constraints, " ")})
`
    : code("");
  return [
    ...sets.map((set) => joinTable(resource, set, api)),
    py`class ${code(row)}(${imported("/src/database.py", "Base")}):
    """As PostgreSQL holds it."""

    __tablename__ = ${tableName(resource)}${args}

    id: ${mapped}[str] = ${column}(${uuid}, primary_key=True)
    ${joined(
      storedFields(resource).map((field) => columnOf(resource, field)),
      "\n    ",
    )}
    created_at: ${mapped}[${imported("datetime", "datetime")}] = ${column}(server_default=${sa("func")}.now())
    updated_at: ${mapped}[datetime] = ${column}(server_default=func.now())
    ${joined(
      sets.map((set) => idSet(resource, set)),
      "\n    ",
    )}`,
  ];
}
