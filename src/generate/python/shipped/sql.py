"""What the models' statements have in common."""

from collections.abc import (
    AsyncGenerator,  #: !sqlite
    Mapping,
    Sequence,
)
from contextlib import asynccontextmanager  #: !sqlite
from typing import Any, TypeVar

from psycopg import DataError, IntegrityError  #: !sqlite
from psycopg.errors import ForeignKeyViolation, RestrictViolation  #: !sqlite
from sqlalchemy import (
    ColumnElement,
    Select,
    Table,
    UnaryExpression,
    Uuid,  #: !sqlite
    any_,  #: !sqlite
    delete,
    func,
    insert,
    literal,  #: !sqlite
    select,
)
from sqlalchemy.exc import DBAPIError  #: !sqlite
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import InstrumentedAttribute

from src.database import Base, Database
from src.problem import Problem
from src.validation import Page, Query, Record

Answered = TypeVar("Answered", bound=Record)
Columns = Mapping[str, InstrumentedAttribute[Any]]

# Fields by the constraint of the database that guards them.
Guards = Mapping[str, Sequence[str]]


def equal(*pairs: tuple[InstrumentedAttribute[Any], Any]) -> list[ColumnElement[bool]]:
    """The conditions of those filters that are given."""
    return [column == value for column, value in pairs if value is not None]


def in_order(columns: Columns, sort: str) -> list[UnaryExpression[Any]]:
    """The order asked for; ids ascend with time, so they settle the order of equals."""
    column, id = columns[sort.removeprefix("-")], columns["id"]
    if sort.startswith("-"):
        return [column.desc().nulls_last(), id.desc()]
    return [column.asc().nulls_first(), id.asc()]


async def select_page(
    db: Database,
    record: type[Answered],
    rows: Select[Any],
    query: Query,
) -> Page[Answered]:
    """A page of rows, each as the record that is answered, and how many there are."""
    async with db.session() as session:
        found = await session.scalars(rows.limit(query.limit).offset(query.offset))
        items = [record.model_validate(row) for row in found]
        total = await session.scalar(select(func.count()).select_from(rows.order_by(None).subquery()))
    return Page(items, total or 0)


def fill(row: Base, values: Mapping[str, object], columns: Sequence[str]) -> None:
    """Puts those of the values into a row that the columns have."""
    for name in columns:
        if name in values:
            setattr(row, name, values[name])


async def link(session: AsyncSession, through: Table, id: str, others: Sequence[str], field: str) -> None:
    """Makes `others` the records that a record is linked to; refuses ids that nothing has, each by its place."""
    owner, other = through.primary_key.columns
    (key,) = other.foreign_keys
    target = key.column
    existing = set(await session.scalars(select(target).where(target.in_(others))))
    missing = [place for place, wanted in enumerate(others) if wanted not in existing]
    if missing:
        raise Problem(400, [{"path": f"{field}.{place}", "message": "does not exist"} for place in missing])
    await session.execute(delete(through).where(owner == id))
    if others:
        await session.execute(insert(through), [{owner.name: id, other.name: wanted} for wanted in others])


def linked(through: str, mine: str, theirs: str, id: str) -> Select[Any]:
    """Ids on the other side of a many-to-many table."""
    table = Base.metadata.tables[through]
    return select(table.c[theirs]).where(table.c[mine] == id)


#: !sqlite
def holding(*pairs: tuple[InstrumentedAttribute[Any], str | None]) -> list[ColumnElement[bool]]:
    """The same for sets of ids, of which a filter names one."""
    return [literal(id, Uuid(as_uuid=False)) == any_(ids) for ids, id in pairs if id is not None]


@asynccontextmanager
async def transaction(db: Database, unique: Guards, references: Guards) -> AsyncGenerator[AsyncSession, None]:
    """All of it holds, or nothing; raises what a broken constraint means to a client: a taken value or an unknown id."""
    try:
        async with db.session.begin() as session:
            yield session
    except DBAPIError as error:
        raise _problem_of(error.orig, unique, references) or error from error


def _problem_of(error: BaseException | None, unique: Guards, references: Guards) -> Problem | None:
    if isinstance(error, DataError):
        # A null character, a date out of range, and other values that no column holds.
        return Problem(400, [{"path": "", "message": "has a value that can't be stored"}])
    if not isinstance(error, IntegrityError):
        return None
    constraint = error.diag.constraint_name or ""
    taken = unique.get(constraint)
    if taken is not None:
        return Problem(409, [{"path": field, "message": "is already taken"} for field in taken])
    missing = references.get(constraint)
    if missing is not None:
        return Problem(400, [{"path": field, "message": "does not exist"} for field in missing])
    return None


@asynccontextmanager
async def removal(db: Database) -> AsyncGenerator[AsyncSession, None]:
    """A transaction that deletes; raises 409 where other records still refer to a record that should go."""
    try:
        async with db.session.begin() as session:
            yield session
    except DBAPIError as error:
        if isinstance(error.orig, ForeignKeyViolation | RestrictViolation):
            raise Problem(
                409, [{"path": "id", "message": "is still referred to by other records"}]
            ) from error
        raise


async def lock(session: AsyncSession, name: str) -> None:
    """Waits until nobody else has the lock of that name; it ends with the transaction."""
    await session.execute(select(func.pg_advisory_xact_lock(func.hashtext(name))))
