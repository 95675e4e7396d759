"""Records in tables."""

import operator
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from src.database import Database
from src.store.dialect import contains, has, is_nowhere, numbered, plain, refusal
from src.store.store import Column, Filter, Missing, Page, Row, Sort, Table
from src.store.tables import METADATA

_SIGNS = {"least": operator.ge, "most": operator.le, "above": operator.gt, "below": operator.lt}


def _table(table: Table) -> sa.Table:
    return METADATA.tables[table.table]


def _column(table: Table, name: str) -> sa.Column[Any]:
    return _table(table).c[table.columns[name].sql]


def _sent(column: Column, value: Any) -> Any:
    """A value for a statement. Raises ValueError where the column can't hold it."""
    if column.type != "timestamp" or value is None:
        return plain(column, value)
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
        return sa.or_(sa.false(), *[contains(column, value) for value in given.values])
    if given.how == "has":
        return sa.or_(sa.false(), *[has(column, value) for value in given.values])
    values = [_sent(about, value) for value in given.values]
    if given.how == "in":
        return column.is_(None) if None in values else column.in_(values)
    return sa.and_(sa.true(), *[_SIGNS[given.how](column, value) for value in values])


def _order(table: Table, sort: Sequence[Sort]) -> Sequence[Any]:
    named = [(_column(table, one.column), one.descending) for one in sort if one.column is not None]
    is_newest = any(one.column is None and one.descending for one in sort)
    every = [*named, (_table(table).c["made_at_position"], is_newest)]
    return [column.desc() if descends else column for column, descends in every]


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
            if is_nowhere(error):
                return []
            raise
        return [dict(zip(table.columns, map(_read, row), strict=True)) for row in found]

    async def _written(self, table: Table, statement: Any, row: Row) -> Sequence[Row]:
        try:
            async with self._db.session.begin() as session:
                found = (await session.execute(statement.returning(*self._all(table)))).all()
        except DBAPIError as error:
            raise await refusal(self._db, table, error, row) from error
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
        statement = (
            sa.select(*self._all(table)).where(*where).order_by(*order).offset(page.offset).limit(page.limit)
        )
        return await self._rows(table, statement)

    async def count(self, table: Table, filters: Sequence[Filter]) -> int:
        try:
            where = [_condition(table, one) for one in filters]
            async with self._db.session() as session:
                return (
                    await session.scalar(sa.select(sa.func.count()).select_from(_table(table)).where(*where))
                    or 0
                )
        except ValueError:
            return 0
        except DBAPIError as error:
            if is_nowhere(error):
                return 0
            raise

    async def insert(self, table: Table, row: Row) -> Row:
        values = {**numbered(table), **self._values(table, row)}
        [made] = await self._written(table, sa.insert(_table(table)).values(values), row)
        return made

    async def update(self, table: Table, filters: Sequence[Filter], values: Row) -> Sequence[Row]:
        changes = self._values(table, values)
        if not changes:
            return await self.find(table, filters)
        where = [_condition(table, one) for one in filters]
        return await self._written(table, sa.update(_table(table)).where(*where).values(changes), values)

    async def remove(self, table: Table, filters: Sequence[Filter]) -> None:
        where = [_condition(table, one) for one in filters]
        async with self._db.session.begin() as session:
            await session.execute(sa.delete(_table(table)).where(*where))

    async def ping(self) -> None:
        await self._db.ping()

    async def close(self) -> None:
        await self._db.close()
