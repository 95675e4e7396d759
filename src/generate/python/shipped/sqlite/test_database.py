"""The database of the tests."""

import sqlite3
from tempfile import TemporaryDirectory

from src.database import Base, Database, migrate


class TestDatabase:
    """A new database file, in a folder that goes with it."""

    __test__ = False

    def __init__(self) -> None:
        self._folder = TemporaryDirectory()
        path = f"{self._folder.name}/test.sqlite"
        migrate(path)
        self.db = Database(path)
        # A connection that minds no references.
        self._own = sqlite3.connect(path, isolation_level=None, timeout=10)

    def clear(self) -> None:
        """Empties every table."""
        for table in Base.metadata.sorted_tables:
            self._own.execute(f'delete from "{table.name}"')

    def close(self) -> None:
        self._own.close()
        self._folder.cleanup()
