"""The database: SQLite, in a file."""

import json
import sqlite3
import sys
from datetime import datetime
from decimal import Decimal
from pathlib import Path
from typing import Any, ClassVar

from alembic.command import upgrade
from alembic.config import Config
from sqlalchemy import URL, Connection, Double, Engine, Text, create_engine, event, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import async_sessionmaker, create_async_engine
from sqlalchemy.orm import DeclarativeBase
from sqlalchemy.types import TypeDecorator

from src.clock import text_of

# SQLite has no type for times, exact numbers and lists; what it holds for them is text, or a number.


class Stamp(TypeDecorator[datetime]):
    """A moment in UTC, in milliseconds."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: object) -> str | None:
        return None if value is None else text_of(value)

    def process_result_value(self, value: Any, dialect: object) -> datetime | None:
        return None if value is None else datetime.fromisoformat(value)


class Exact(TypeDecorator[Decimal]):
    """A decimal with so many digits behind its point."""

    impl = Text
    cache_ok = True

    def __init__(self, scale: int | None = None) -> None:
        super().__init__()
        self.scale = scale

    def process_bind_param(self, value: Decimal | None, dialect: object) -> str | None:
        return None if value is None else format(value, "f")

    def process_result_value(self, value: Any, dialect: object) -> Decimal | None:
        if value is None:
            return None
        exact = Decimal(str(value))
        return exact if self.scale is None else exact.quantize(Decimal(1).scaleb(-self.scale))


class Ids(TypeDecorator[list[str]]):
    """Ids that a statement lists, in order."""

    impl = Text
    cache_ok = True

    def process_result_value(self, value: Any, dialect: object) -> list[str]:
        return sorted(json.loads(value))


class Base(DeclarativeBase):
    """All tables; their columns are those that the migrations make."""

    type_annotation_map: ClassVar[dict[Any, Any]] = {
        str: Text(),
        float: Double(),
        datetime: Stamp(),
    }


ROOT = Path(__file__).parent.parent


def path_of(url: str) -> str:
    """The path of the database file; its folder is made where it is our own."""
    if not url:
        (ROOT / "data").mkdir(exist_ok=True)
        return str(ROOT / "data" / "database.sqlite")
    return url.removeprefix("sqlite:///").removeprefix("file:")


def _folded(value: Any) -> str | None:
    return None if value is None else str(value).lower()


def _prepare(engine: Engine, *, references: bool = True) -> Engine:
    @event.listens_for(engine, "connect")
    def connect(connection: Any, _: object) -> None:
        # Transactions begin below, and not where the driver thinks that they should.
        connection.isolation_level = None
        # SQLite's own lower() knows the letters of English alone.
        connection.create_function("folded", 1, _folded, deterministic=True)
        cursor = connection.cursor()
        # Readers in other processes don't wait for a writer, and a writer waits for another one.
        cursor.execute("pragma busy_timeout = 10000")
        cursor.execute("pragma journal_mode = wal")
        cursor.execute(f"pragma foreign_keys = {'on' if references else 'off'}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("begin immediate")

    return engine


def alembic_engine(url: str) -> Engine:
    """Connections of the kind that alembic needs: a table is changed by making it anew, so nothing minds references."""
    return _prepare(create_engine(URL.create("sqlite", database=path_of(url))), references=False)


class Database:
    """One connection to the file, which does one thing after another."""

    def __init__(self, url: str) -> None:
        address = URL.create("sqlite+aiosqlite", database=path_of(url))
        self._engine = create_async_engine(address, pool_size=1, max_overflow=0)
        _prepare(self._engine.sync_engine)
        self.session = async_sessionmaker(self._engine, expire_on_commit=False)

    async def ping(self) -> None:
        """Raises where the database can't be opened."""
        async with self._engine.connect() as connection:
            await connection.execute(text("select 1"))

    async def close(self) -> None:
        await self._engine.dispose()


def run_script(connection: Connection, script: str, path: str = "A migration") -> None:
    """Runs statements one after the other, in the transaction that is open; one that fails ends the program."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            try:
                connection.exec_driver_sql(statement)
            except DBAPIError as error:
                sys.exit(
                    f"{Path(path).name} fails, nothing was changed: {error.orig} in the statement: {statement.strip()}"
                )
            statement = ""


def migrate(url: str) -> None:
    """Runs each file of migrations/versions once, in order."""
    config = Config()
    config.set_main_option("script_location", str(ROOT / "migrations"))
    engine = alembic_engine(url)
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        upgrade(config, "heads")
        lost = connection.exec_driver_sql('select "table", parent from pragma_foreign_key_check').first()
        if lost is not None:
            sys.exit(f"{lost[0]} refers to rows that {lost[1]} does not have; nothing was changed")
    engine.dispose()


def open_database(url: str) -> Database:
    """The database at a path, or the one in the folder data, with its tables up to date."""
    migrate(url)
    return Database(url)
