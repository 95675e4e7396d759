"""What PostgreSQL words differently."""

import re
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from src.database import Database
from src.store.store import Column, Missing, Row, Table, Taken


def plain(column: Column, value: Any) -> Any:
    """A value as its column takes it."""
    return value


def contains(column: sa.Column[Any], value: Any) -> sa.ColumnElement[bool]:
    """That a text is in a column's."""
    text = sa.func.lower(sa.cast(value, sa.Text))
    return sa.func.strpos(sa.func.lower(sa.cast(column, sa.Text)), text) > 0


def has(column: sa.Column[Any], value: Any) -> sa.ColumnElement[bool]:
    """That a list of texts has the value itself; a list of objects, an object of that name."""
    return sa.or_(column.contains([value]), column.contains([{"name": value}]))


def numbered(table: Table) -> dict[str, Any]:
    """What a new record gets where the database counts: nothing, since columns do so themselves."""
    return {}


def is_nowhere(error: DBAPIError) -> bool:
    """Whether a statement asks for a value that no column can have."""
    code = str(getattr(error.orig, "sqlstate", ""))
    return code.startswith("22") or code == "23502"


async def refusal(db: Database, table: Table, error: DBAPIError, row: Row) -> Exception:
    """What is refused, as what is wrong with a request."""
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
    return Missing([""], "can't be stored") if is_nowhere(error) else error
