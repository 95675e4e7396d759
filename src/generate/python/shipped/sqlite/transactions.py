"""Transactions of SQLite, and what it refuses in them."""

from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import ColumnElement, event, func, inspect, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import InstrumentedAttribute

from src.database import Database
from src.problem import Problem
from src.sql import Guards

# A reference: the name of its constraint, the column that it leads to, and what it asks for there.
Asked = tuple[str, Any, Any]


def holding(*pairs: tuple[InstrumentedAttribute[Any], str | None]) -> list[ColumnElement[bool]]:
    """The conditions that sets of ids have the one that a filter names."""
    return [func.instr(ids, id) > 0 for ids, id in pairs if id is not None]


def _references_of(row: Any) -> Iterator[Asked]:
    mapper = inspect(type(row))
    for constraint in mapper.local_table.foreign_key_constraints:
        (key,) = constraint.elements
        yield constraint.name, key.column, getattr(row, mapper.get_property_by_column(key.parent).key)


@asynccontextmanager
async def transaction(db: Database, unique: Guards, references: Guards) -> AsyncGenerator[AsyncSession, None]:
    """All of it holds, or nothing; raises what a broken constraint means to a client: a taken value or an unknown id."""
    asked: list[Asked] = []
    try:
        async with db.session.begin() as session:

            @event.listens_for(session.sync_session, "before_flush")
            def note(flushed: Any, *_: object) -> None:
                for row in (*flushed.new, *flushed.dirty):
                    asked.extend(_references_of(row))

            yield session
    except IntegrityError as error:
        message = str(error.orig)
        taken = unique.get(message.removeprefix("UNIQUE constraint failed: "))
        if taken is not None:
            raise Problem(409, [{"path": field, "message": "is already taken"} for field in taken]) from error
        missing = await _missing(db, asked, references) if message.startswith("FOREIGN KEY") else []
        if not missing:
            raise
        raise Problem(400, [{"path": field, "message": "does not exist"} for field in missing]) from error


async def _missing(db: Database, asked: list[Asked], references: Guards) -> list[str]:
    """Fields of the references that lead nowhere: the message names none, so each is looked up."""
    missing: list[str] = []
    async with db.session() as session:
        for name, column, value in asked:
            if value is not None and await session.scalar(select(column).where(column == value)) is None:
                missing.extend(references.get(name, ()))
    return missing


@asynccontextmanager
async def removal(db: Database) -> AsyncGenerator[AsyncSession, None]:
    """A transaction that deletes; raises 409 where other records still refer to a record that should go."""
    try:
        async with db.session.begin() as session:
            yield session
    except IntegrityError as error:
        raise Problem(409, [{"path": "id", "message": "is still referred to by other records"}]) from error
