"""The database of the tests."""

import os
from pathlib import Path
from tempfile import mkdtemp
from uuid import uuid4

from sqlalchemy import text

from src.database import Base, Database, migrate, start_embedded, sync_engine


class TestDatabase:
    """A new schema on DATABASE_URL, or an embedded PostgreSQL that goes with this process."""

    __test__ = False

    def __init__(self) -> None:
        self._schema = f"test_{uuid4().hex}"
        given = os.environ.get("DATABASE_URL")
        url = given or start_embedded(Path(mkdtemp()), keep=False)
        self._engine = sync_engine(url).execution_options(isolation_level="AUTOCOMMIT")
        if not given:
            # What a test leaves need not survive a power failure.
            self._run("alter system set fsync = off")
            self._run("select pg_reload_conf()")
        self._run(f"create schema {self._schema}")
        migrate(url, self._schema)
        self.db = Database(url, self._schema)
        self._tables = [f"{self._schema}.{table.fullname}" for table in Base.metadata.sorted_tables]

    def _run(self, statement: str) -> None:
        with self._engine.connect() as connection:
            connection.execute(text(statement))

    def clear(self) -> None:
        """Empties every table."""
        if self._tables:
            self._run(f"truncate {', '.join(self._tables)} cascade")

    def close(self) -> None:
        self._run(f"drop schema {self._schema} cascade")
        self._engine.dispose()
