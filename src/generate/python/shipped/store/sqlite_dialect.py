"""What SQLite words differently."""

from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from src.database import Database
from src.store.resources import TABLES
from src.store.store import Column, Missing, Row, Table, Taken
from src.store.tables import METADATA

_TRUTHS = {"true": True, "false": False}
_READ: dict[str, Callable[[Any], Any]] = {
    "boolean": lambda value: _TRUTHS[str(value).lower()],
    "integer": int,
    "number": float,
}


def plain(column: Column, value: Any) -> Any:
    """A value as its column takes it, where SQLite would take any. Raises ValueError where it can't be one."""
    if value is None or column.type not in _READ:
        return value
    try:
        return _READ[column.type](value)
    except (KeyError, OverflowError, TypeError) as error:
        raise ValueError(value) from error


def contains(column: sa.Column[Any], value: Any) -> sa.ColumnElement[bool]:
    """That a text is in a column's."""
    return sa.func.instr(sa.func.folded(sa.cast(column, sa.Text)), sa.func.folded(str(value))) > 0


def has(column: sa.Column[Any], value: Any) -> sa.ColumnElement[bool]:
    """That a list of texts has the value itself; a list of objects, an object of that name."""
    each = sa.func.json_each(column).table_valued("value", "type")
    name = sa.case((each.c.type == "object", sa.func.json_extract(each.c.value, "$.name")))
    return sa.exists(sa.select(each.c.value).where(sa.or_(each.c.value == value, name == value)))


def numbered(table: Table) -> dict[str, Any]:
    """What a new record gets where the database counts: the table's next number, whatever was removed since."""
    counted = sa.text("(select coalesce(max(seq), 0) + 1 from sqlite_sequence where name = :counted)")
    next_number = counted.bindparams(counted=table.table)
    return {
        column.sql: next_number
        for column in table.columns.values()
        if column.refers is None and column.set.get("by") == "integer"
    }


def is_nowhere(error: DBAPIError) -> bool:
    """Whether a statement asks for a value that no column can have: here any can."""
    return False


async def refusal(db: Database, table: Table, error: DBAPIError, row: Row) -> Exception:
    """What is refused, as what is wrong with a request."""
    message = str(error.orig)
    if message.startswith("UNIQUE constraint failed: "):
        names = {name.rsplit(".", 1)[-1] for name in message.split(": ", 1)[1].split(", ")}
        return Taken([name for name, column in table.columns.items() if column.sql in names])
    if message.startswith("FOREIGN KEY"):
        return Missing([name for name in row if await _is_lost(db, table, name, row)])
    return Missing([""], "can't be stored") if message.startswith("NOT NULL") else error


async def _is_lost(db: Database, table: Table, name: str, row: Row) -> bool:
    """Whether a column points to nothing: the message names none."""
    target = TABLES.get(table.columns[name].refers or "") if name in table.columns else None
    if target is None or row[name] is None:
        return False
    key = METADATA.tables[target.table].c[target.columns[target.key[0]].sql]
    async with db.session() as session:
        return await session.scalar(sa.select(key).where(key == row[name])) is None
