import { namesOfColumns, type Column, type Storage, type StoredResource } from "../../../../api/index.ts";
import type { GeneratedFile, Part } from "../../../contracts.ts";
import type { Database } from "../../../leaves.ts";
import { storedType, type StoredType } from "../../../specification/server/data.ts";
import type { Engine } from "../../../sql/engine.ts";
import { isNeeded, migrationText, deleteRule } from "../../../specification/server/migration.ts";
import { importsOf, literal, pascal, Scope, snake } from "../../client/python-identifiers.ts";
import { functions } from "./functions.ts";
import { alembicFiles, migrations } from "./migrations.ts";
import type { Dialect } from "./rows.ts";
import { shippedFile, shippedText } from "../../shipped.ts";

/** Differences between SQL databases. */
interface Words {
  readonly engine: Engine;
  readonly name: string;
  readonly json: string;
  readonly uuid: string;
  /** Whether columns can be auto-incremented. */
  readonly counts: boolean;
}

/** Types of attributes, and of columns if those don't follow. */
const typesOf = ({
  json,
  uuid,
}: Words): Readonly<Record<StoredType, readonly [attribute: string, column: string]>> => ({
  string: ["str", ""],
  integer: ["int", "BigInteger"],
  number: ["float", ""],
  boolean: ["bool", ""],
  json: ["Any", `${json}(none_as_null=True)`],
  uuid: ["str", uuid],
  timestamp: ["datetime", ""],
});

/** Attributes that SQLAlchemy defines, and types used in annotations below. */
const reserved = ["metadata", "registry", "made_at_position", "bool", "datetime", "float", "int", "str"];

function attributeText(
  column: Column,
  {
    resource,
    storage,
    name,
    words,
  }: {
    readonly resource: StoredResource;
    readonly storage: Storage;
    readonly name: string;
    readonly words: Words;
  },
): string {
  const [attribute, type] = typesOf(words)[storedType(column, storage)];
  const isKey = resource.key.includes(column.name);
  const target = storage.resources.find((resource) => resource.name === column.refers);
  const key = target && namesOfColumns(target).get(target.key[0] ?? "");
  const args = [
    literal(namesOfColumns(resource).get(column.name)),
    ...(type ? [type] : []),
    ...(target && key !== undefined
      ? [
          `ForeignKey(${literal(`${target.table}.${key}`)}, ondelete=${literal(deleteRule(column, resource).toUpperCase())}, onupdate="CASCADE")`,
        ]
      : []),
    ...(words.counts && column.set?.by === "integer" && !target ? ["Identity()"] : []),
    ...(isKey ? ["primary_key=True"] : column.unique && column.type !== "json" ? ["unique=True"] : []),
  ];
  const columnType =
    isKey || isNeeded(column, resource) || attribute === "Any" ? attribute : `${attribute} | None`;
  return `    ${name}: Mapped[${columnType}] = mapped_column(${args.join(", ")})\n`;
}

/** Names that `src/store/tables.py` may import. */
const imported = "Any Base BigInteger ForeignKey Identity JSON JSONB Mapped Text Uuid".split(" ");

/** `src/store/tables.py`: the tables as SQLAlchemy classes, which handlers may use too. */
function tablesFile(storage: Storage, words: Words): GeneratedFile {
  const scope = new Scope(imported);
  const classes = storage.resources.map((resource) => {
    const attributes = new Scope(reserved);
    const lines = resource.columns.map((column) =>
      attributeText(column, { resource, storage, name: attributes.take(snake(column.name)), words }),
    );
    return `class ${scope.take(pascal(resource.name))}(Base):
    """A record of ${resource.table}."""

    __tablename__ = ${literal(resource.table)}

${lines.join("")}    # The order in which records were added.
    made_at_position: Mapped[int] = mapped_column(BigInteger${words.counts ? ", Identity(always=True)" : ""})
`;
  });
  const text = `${classes.join("\n\n")}\n\nMETADATA = Base.metadata\n`;
  const imports = importsOf(
    text,
    `
    datetime: datetime
    typing: Any

    sqlalchemy: JSON, BigInteger, ForeignKey, Identity, Text, Uuid
    sqlalchemy.dialects.postgresql: JSONB
    sqlalchemy.orm: Mapped, mapped_column

    src.database: Base`,
  );
  return {
    path: "src/store/tables.py",
    text: `"""The tables, as the migrations make them."""\n\n${imports}\n\n${text}`,
  };
}

function migration(storage: Storage, { engine }: Words): string {
  return String.raw`"""Tables."""

from alembic import op

from src.database import run_script

revision = "0001"
down_revision = None

STATEMENTS = """\
${migrationText(storage, engine.records).replaceAll("\\", "\\\\").replaceAll('"""', '\\"""')}"""


def upgrade() -> None:
    run_script(op.get_bind(), STATEMENTS, __file__)
`;
}

/** Returns a database that is asked with SQLAlchemy; `files` are what its tables need besides migrations. */
export const sqlDatabase = (
  words: Words,
  {
    dialect,
    files,
    project,
  }: { readonly dialect: Dialect; readonly files: readonly GeneratedFile[]; readonly project: Part },
): Database => ({
  urlVariable: "DATABASE_URL",
  functions: (resource, api) => functions(resource, api, dialect),
  migrations: { files: /^migrations\/versions\/\w+\.py$/, engine: words.engine },
  project: () => ({
    files: [
      shippedFile("database.py", {}, `${words.name}/database.py`),
      { path: "tests/database.py", text: shippedText(`${words.name}/test_database.py`) },
    ],
    environment: words.engine.environment,
    ...project,
  }),
  tables: (api, { previous }) => [...files, ...alembicFiles(), ...migrations(api, previous, words.engine)],
  records: {
    module: words.name,
    files: (storage) => [
      shippedFile(`store/${words.name}.py`, {}, "store/sql.py"),
      shippedFile("store/dialect.py", {}, `store/${words.name}_dialect.py`),
      tablesFile(storage, words),
      ...alembicFiles({ tables: true }),
      { path: "migrations/versions/0001_tables.py", text: migration(storage, words) },
    ],
  },
});
