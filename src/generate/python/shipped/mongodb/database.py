"""The database: MongoDB, at an address or started for development."""

import asyncio
import platform
import shutil
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from pymongo import AsyncMongoClient
from pymongo.asynchronous.collection import AsyncCollection

from src.collections import prepare

Document = dict[str, Any]

ROOT = Path(__file__).parent.parent
DATA = ROOT / "data"


class Database:
    """A database of a MongoDB server."""

    def __init__(self, url: str, name: str | None = None) -> None:
        self._client: AsyncMongoClient[Document] = AsyncMongoClient(url, tz_aware=True)
        self._db = self._client.get_database(name) if name else self._client.get_default_database("test")

    def collection(self, name: str) -> AsyncCollection[Document]:
        """Holds the records of one kind."""
        return self._db[name]

    async def ping(self) -> None:
        """Raises where the database can't be reached."""
        await self._db.command("ping")

    async def close(self) -> None:
        await self._client.close()


def start_server(folder: Path | None = None) -> str:
    """Fetches a MongoDB server, where none is installed, and starts it until this process ends; its address."""
    try:
        server, context = import_module("pymongo_inmemory.mongod"), import_module("pymongo_inmemory.context")
    except ImportError:
        sys.exit("Set MONGODB_URL, or install what development needs: pip install -e '.[dev]'")
    wanted = _system()
    settings = context.Context(wanted[0], None, wanted[1])
    settings.use_local_mongod = shutil.which("mongod") is not None
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
        settings.mongod_data_folder, settings.storage_engine = str(folder), "wiredTiger"
    mongod = server.Mongod(settings)
    mongod.start()
    return str(mongod.connection_string)


def _system() -> tuple[str | None, str | None]:
    """Which build of MongoDB runs here, as far as it must be said."""
    if sys.platform != "linux":
        return None, None
    release = platform.freedesktop_os_release()
    return release["ID"], release.get("VERSION_ID", "").split(".")[0] or None


def open_database(url: str, name: str | None = None) -> Database:
    """The database at an address, or in the folder data, with its collections, rules and indexes up to date."""
    url = url or start_server(DATA)

    async def prepared() -> None:
        database = Database(url, name)
        try:
            await prepare(database._db)
        finally:
            await database.close()

    # A client belongs to the event loop that uses it first.
    asyncio.run(prepared())
    return Database(url, name)
