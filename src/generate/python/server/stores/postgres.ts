import { namesOfColumns, type Column, type Storage, type StoredResource } from "../../../../api/index.ts";
import type { GeneratedFile } from "../../../contracts.ts";
import type { SpecStore } from "../../../specification/server/contracts.ts";
import { storedType, type StoredType } from "../../../specification/server/data.ts";
import { isNeeded, migrationText, whenGone } from "../../../specification/server/migration.ts";
import { literal, pascal, Scope, snake } from "../../client/python-identifiers.ts";
import { connectFiles } from "../../databases/postgres/connect.ts";
import { shippedFile } from "../../shipped.ts";

/** Types of attributes, and of columns where those don't follow. */
const types: Readonly<Record<StoredType, readonly [attribute: string, column: string]>> = {
  string: ["str", ""],
  integer: ["int", "BigInteger"],
  number: ["float", ""],
  boolean: ["bool", ""],
  json: ["Any", "JSONB(none_as_null=True)"],
  uuid: ["str", "Uuid(as_uuid=False)"],
  timestamp: ["datetime", ""],
};

/** Attributes that SQLAlchemy has itself, and the types that annotations below name. */
const reserved = ["metadata", "registry", "made_at_position", "bool", "datetime", "float", "int", "str"];

function attributeText(
  column: Column,
  {
    resource,
    storage,
    name,
  }: { readonly resource: StoredResource; readonly storage: Storage; readonly name: string },
): string {
  const [attribute, type] = types[storedType(column, storage)];
  const isKey = resource.key.includes(column.name);
  const target = storage.resources.find((resource) => resource.name === column.refers);
  const key = target && namesOfColumns(target).get(target.key[0] ?? "");
  const given = [
    literal(namesOfColumns(resource).get(column.name)),
    ...(type ? [type] : []),
    ...(target && key !== undefined
      ? [
          `ForeignKey(${literal(`${target.table}.${key}`)}, ondelete=${literal(whenGone(column, resource).toUpperCase())}, onupdate="CASCADE")`,
        ]
      : []),
    ...(column.set?.by === "integer" && !target ? ["Identity()"] : []),
    ...(isKey ? ["primary_key=True"] : column.unique && column.type !== "json" ? ["unique=True"] : []),
  ];
  const shown =
    isKey || isNeeded(column, resource) || attribute === "Any" ? attribute : `${attribute} | None`;
  return `    ${name}: Mapped[${shown}] = mapped_column(${given.join(", ")})\n`;
}

/** `src/store/tables.py`: the tables as classes of SQLAlchemy, for handlers, too. */
function tablesFile(storage: Storage): GeneratedFile {
  const scope = new Scope(["Any", "Base", "Mapped", "Uuid"]);
  const classes = storage.resources.map((resource) => {
    const attributes = new Scope(reserved);
    const lines = resource.columns.map((column) =>
      attributeText(column, { resource, storage, name: attributes.take(snake(column.name)) }),
    );
    return `class ${scope.take(pascal(resource.name))}(Base):
    """A record of ${resource.table}."""

    __tablename__ = ${literal(resource.table)}

${lines.join("")}    # The order in which records were added.
    made_at_position: Mapped[int] = mapped_column(BigInteger, Identity(always=True))
`;
  });
  const text = `${classes.join("\n\n")}\n\nMETADATA = Base.metadata\n`;
  const used = (names: string): string =>
    names
      .split(" ")
      .filter((name) => new RegExp(`\\b${name}\\b`).test(text))
      .join(", ");
  const imports = [
    /\[datetime\b/.test(text) ? "from datetime import datetime\n" : "",
    /\[Any\b/.test(text) ? "from typing import Any\n" : "",
    `\nfrom sqlalchemy import ${used("BigInteger ForeignKey Identity Uuid")}\n`,
    text.includes("JSONB(") ? "from sqlalchemy.dialects.postgresql import JSONB\n" : "",
    "from sqlalchemy.orm import Mapped, mapped_column\n\nfrom src.database import Base\n",
  ];
  return {
    path: "src/store/tables.py",
    text: `"""The tables, as the migrations make them."""\n\n${imports.join("")}\n\n${text}`,
  };
}

const migration = (storage: Storage): string => String.raw`"""Tables."""

from alembic import op

revision = "0001"
down_revision = None

STATEMENTS = """\
${migrationText(storage).replaceAll("\\", "\\\\").replaceAll('"""', '\\"""')}"""


def upgrade() -> None:
    op.get_bind().exec_driver_sql(STATEMENTS, execution_options={"no_parameters": True})
`;

/** Where servers from specifications keep records on this database. */
export const postgresStore: SpecStore = {
  module: "postgres",
  part: (storage) => ({
    files: [
      shippedFile("store/postgres.py"),
      tablesFile(storage),
      ...connectFiles({ tables: true }),
      { path: "migrations/versions/0001_tables.py", text: migration(storage) },
    ],
  }),
};
