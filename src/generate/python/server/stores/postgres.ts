import database from "../../databases/postgres.ts";
import { module } from "../../module.ts";
import {
  connectModule,
  environmentModule,
  template,
  testDatabaseModule,
} from "../../databases/postgres/connect.ts";
import { packagesOf } from "../../../specification/server/packages.ts";
import { recordsTable } from "../../../specification/server/table.ts";
import type { SpecStore } from "../../../specification/server/contracts.ts";

const records = String.raw`"""Records as JSON in one table of PostgreSQL."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import BigInteger, Identity, delete, func, select, text
from sqlalchemy.dialects.postgresql import JSONB, insert
from sqlalchemy.orm import Mapped, mapped_column

from src.database import Base, Database
from src.store.records import Query, Stored, inside


class RecordRow(Base):
    """A record of any collection."""

    __tablename__ = "records"

    collection: Mapped[str] = mapped_column(primary_key=True)
    id: Mapped[str] = mapped_column(primary_key=True)
    at: Mapped[int] = mapped_column(BigInteger, Identity(always=True))
    body: Mapped[dict[str, Any]] = mapped_column(JSONB)


class DatabaseRecords:
    """Records in a database."""

    def __init__(self, db: Database) -> None:
        self._db = db

    async def list(self, collection: str, query: Query) -> tuple[Sequence[Stored], int]:
        where = (RecordRow.collection == collection, RecordRow.body.contains(dict(query.equals)))
        order: list[Any] = [RecordRow.at]
        if query.sort is not None:
            member = RecordRow.body[query.sort.removeprefix("-")]
            order.insert(0, member.desc() if query.sort.startswith("-") else member)
        async with self._db.session() as session:
            total = await session.scalar(select(func.count()).select_from(RecordRow).where(*where))
            rows = await session.scalars(
                select(RecordRow.body).where(*where).order_by(*order).limit(query.limit).offset(query.offset)
            )
            return rows.all(), total or 0

    async def get(self, collection: str, id: str) -> Stored | None:
        async with self._db.session() as session:
            row = await session.get(RecordRow, (collection, id))
            return row.body if row else None

    async def add(self, collection: str, id: str, record: Stored) -> bool:
        values = {"collection": collection, "id": id, "body": record}
        added = insert(RecordRow).values(values).on_conflict_do_nothing().returning(RecordRow.id)
        async with self._db.session.begin() as session:
            return await session.scalar(added) is not None

    async def change(self, collection: str, id: str, members: Stored, keep: Sequence[str] | None = None) -> Stored | None:
        async with self._db.session.begin() as session:
            row = await session.get(RecordRow, (collection, id), with_for_update=True)
            if row is None:
                return None
            kept = row.body if keep is None else {name: row.body[name] for name in keep if name in row.body}
            row.body = {**kept, **members}
            return row.body

    async def remove(self, collection: str, id: str) -> Stored | None:
        one = delete(RecordRow).where(RecordRow.collection == collection, RecordRow.id == id).returning(RecordRow.body)
        start = RecordRow.collection.startswith(inside(collection, id), autoescape=True)
        async with self._db.session.begin() as session:
            body: Stored | None = await session.scalar(one)
            if body is not None:
                await session.execute(delete(RecordRow).where(start))
            return body

    async def number(self) -> int:
        async with self._db.session() as session:
            return int(await session.scalar(text("select nextval('record_numbers')")) or 0)

    async def ping(self) -> None:
        await self._db.ping()

    async def close(self) -> None:
        await self._db.close()
`;

const migration = String.raw`"""Records."""

from alembic import op

revision = "0001"
down_revision = None

STATEMENTS = """\
${recordsTable}"""


def upgrade() -> None:
    op.get_bind().exec_driver_sql(STATEMENTS, execution_options={"no_parameters": True})
`;

const postgres: SpecStore = {
  urlVariable: database.urlVariable,
  module: "postgres",
  part: () => ({
    ...packagesOf(database),
    files: [
      { path: "src/store/postgres.py", text: records },
      module("src/database.py", "The database: PostgreSQL, at an address or embedded.", connectModule),
      module("tests/database.py", "The database of the tests.", testDatabaseModule),
      module("migrations/env.py", "How alembic runs migrations.", environmentModule),
      { path: "migrations/script.py.mako", text: template },
      { path: "migrations/versions/0001_records.py", text: migration },
    ],
  }),
};

export default postgres;
