import { namesOfColumns, type Column, type Storage, type StoredResource } from "../../../../api/index.ts";
import type { GeneratedFile } from "../../../contracts.ts";
import type { SpecStore } from "../../../specification/server/contracts.ts";
import { storedType, type StoredType } from "../../../specification/server/data.ts";
import { isNeeded, migrationText, whenGone } from "../../../specification/server/migration.ts";
import { literal, pascal, Scope, snake } from "../../client/names.ts";
import {
  connectModule,
  environmentModule,
  template,
  testDatabaseModule,
} from "../../databases/postgres/connect.ts";
import { module } from "../../module.ts";

const store = String.raw`"""Records in tables of PostgreSQL."""

import operator
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from src.database import Database
from src.store.store import Column, Filter, Missing, Page, Row, Sort, Table, Taken
from src.store.tables import METADATA

_SIGNS = {"least": operator.ge, "most": operator.le, "above": operator.gt, "below": operator.lt}


def _table(table: Table) -> sa.Table:
    return METADATA.tables[table.table]


def _column(table: Table, name: str) -> sa.Column[Any]:
    return _table(table).c[table.columns[name].sql]


def _sent(column: Column, value: Any) -> Any:
    """A value for a statement. Raises ValueError where the column can't hold it."""
    if column.type != "timestamp" or value is None:
        return value
    moment = datetime.fromisoformat(value)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _read(value: Any) -> Any:
    """A value as handlers know it: times are texts."""
    if not isinstance(value, datetime):
        return value
    return value.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _condition(table: Table, given: Filter) -> sa.ColumnElement[bool]:
    column, about = _column(table, given.column), table.columns[given.column]
    if given.how == "contains":
        texts = [sa.func.lower(sa.cast(value, sa.Text)) for value in given.values]
        found = [sa.func.strpos(sa.func.lower(sa.cast(column, sa.Text)), text) > 0 for text in texts]
        return sa.or_(sa.false(), *found)
    if given.how == "has":
        # A list of texts has the value itself; a list of objects, an object of that name.
        items = [item for value in given.values for item in ([value], [{"name": value}])]
        return sa.or_(sa.false(), *[column.contains(item) for item in items])
    values = [_sent(about, value) for value in given.values]
    if given.how == "in":
        return column.is_(None) if None in values else column.in_(values)
    return sa.and_(sa.true(), *[_SIGNS[given.how](column, value) for value in values])


def _order(table: Table, sort: Sequence[Sort]) -> Sequence[Any]:
    named = [(_column(table, one.column), one.descending) for one in sort if one.column is not None]
    is_newest = any(one.column is None and one.descending for one in sort)
    every = [*named, (_table(table).c["made_at_position"], is_newest)]
    return [column.desc() if descends else column for column, descends in every]


def _refusal(table: Table, error: DBAPIError) -> Exception:
    """What PostgreSQL refuses, as what is wrong with a request."""
    code = str(getattr(error.orig, "sqlstate", ""))
    detail = str(getattr(getattr(error.orig, "diag", None), "message_detail", ""))
    # Key (email)=(a@b.c) already exists.
    listed = re.search(r"\(([^()]+)\)=", detail)
    names = {name.strip().replace('"', "") for name in listed[1].split(",")} if listed else set()
    columns = [name for name, column in table.columns.items() if column.sql in names]
    if code == "23505":
        return Taken(columns)
    if code == "23503":
        return Missing(columns)
    return Missing([""], "can't be stored") if code.startswith("22") or code == "23502" else error


class DatabaseStore:
    """Records in tables of a database."""

    def __init__(self, db: Database) -> None:
        self._db = db

    async def _rows(self, table: Table, statement: Any) -> Sequence[Row]:
        """Rows of a statement; none where it asks for a value that no column can have."""
        try:
            async with self._db.session() as session:
                found = (await session.execute(statement)).all()
        except DBAPIError as error:
            if isinstance(_refusal(table, error), Missing):
                return []
            raise
        return [dict(zip(table.columns, map(_read, row), strict=True)) for row in found]

    async def _written(self, table: Table, statement: Any) -> Sequence[Row]:
        try:
            async with self._db.session.begin() as session:
                found = (await session.execute(statement.returning(*self._all(table)))).all()
        except DBAPIError as error:
            raise _refusal(table, error) from error
        return [dict(zip(table.columns, map(_read, row), strict=True)) for row in found]

    def _all(self, table: Table) -> Sequence[sa.Column[Any]]:
        return [_column(table, name) for name in table.columns]

    def _values(self, table: Table, row: Row) -> dict[str, Any]:
        try:
            return {
                table.columns[name].sql: _sent(table.columns[name], value)
                for name, value in row.items()
                if name in table.columns
            }
        except ValueError as error:
            raise Missing([""], "can't be stored") from error

    async def find(self, table: Table, filters: Sequence[Filter], page: Page | None = None) -> Sequence[Row]:
        page = page or Page()
        try:
            where = [_condition(table, one) for one in filters]
        except ValueError:
            return []
        order = _order(table, page.sort)
        statement = sa.select(*self._all(table)).where(*where).order_by(*order).offset(page.offset).limit(page.limit)
        return await self._rows(table, statement)

    async def count(self, table: Table, filters: Sequence[Filter]) -> int:
        try:
            where = [_condition(table, one) for one in filters]
            async with self._db.session() as session:
                return await session.scalar(sa.select(sa.func.count()).select_from(_table(table)).where(*where)) or 0
        except ValueError:
            return 0
        except DBAPIError as error:
            if isinstance(_refusal(table, error), Missing):
                return 0
            raise

    async def insert(self, table: Table, row: Row) -> Row:
        [made] = await self._written(table, sa.insert(_table(table)).values(self._values(table, row)))
        return made

    async def update(self, table: Table, filters: Sequence[Filter], values: Row) -> Sequence[Row]:
        changes = self._values(table, values)
        if not changes:
            return await self.find(table, filters)
        where = [_condition(table, one) for one in filters]
        return await self._written(table, sa.update(_table(table)).where(*where).values(changes))

    async def remove(self, table: Table, filters: Sequence[Filter]) -> None:
        where = [_condition(table, one) for one in filters]
        async with self._db.session.begin() as session:
            await session.execute(sa.delete(_table(table)).where(*where))

    async def ping(self) -> None:
        await self._db.ping()

    async def close(self) -> None:
        await self._db.close()
`;

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
      { path: "src/store/postgres.py", text: store },
      tablesFile(storage),
      module("src/database.py", "The database: PostgreSQL, at an address or embedded.", connectModule),
      module("tests/database.py", "The database of the tests.", testDatabaseModule),
      module("migrations/env.py", "How alembic runs migrations.", environmentModule("src.store.tables")),
      { path: "migrations/script.py.mako", text: template },
      { path: "migrations/versions/0001_tables.py", text: migration(storage) },
    ],
  }),
};
