import { code, imported, py, type Code } from "../../../../code/index.ts";
import { testClass } from "../../../python/databases/mongodb/connect.ts";
import type { Own } from "../reuse.ts";

const whole = (name: string): Code => code(name, [{ from: name, names: ["*"] }]);
const Any = imported("typing", "Any");
const AsyncDatabase = imported("pymongo.asynchronous.database", "AsyncDatabase");

/** The project's own database, or a new connection to the server in the variable. */
const opened = (hostDatabase: Own | undefined, variable: string): Code =>
  hostDatabase
    ? code("Database(host_database)", [
        { from: "/src/host_database.py", names: [`${hostDatabase.name} as host_database`] },
      ])
    : py`at(${whole("os")}.environ[${variable}])`;

/** `<support>/database.py` */
export const connectModule = (hostDatabase: Own | undefined, variable: string): Code => py`
Document = dict[str, ${Any}]


class Database:
    """A database of a MongoDB server."""

    def __init__(self, db: ${AsyncDatabase}[Document]) -> None:
        # Moments are read with their time zone, however the client was made.
        self._db = db.with_options(codec_options=db.codec_options.with_options(tz_aware=True))
        self._is_ready = False

    def collection(self, name: str) -> ${imported("pymongo.asynchronous.collection", "AsyncCollection")}[Document]:
        """Holds the records of one kind."""
        return self._db[name]

    async def ready(self) -> None:
        """Sees to it, once, that collections, rules and indexes are there."""
        if self._is_ready:
            return
        await ${imported("/src/collections.py", "prepare")}(self._db)
        self._is_ready = True

    async def close(self) -> None:
        await self._db.client.close()


def at(url: str, name: str | None = None) -> Database:
    """The database of that name on the server at an address, or the one that the address names."""
    client: ${imported("pymongo", "AsyncMongoClient")}[Document] = AsyncMongoClient(url)
    return Database(client.get_database(name) if name else client.get_default_database("test"))


@${imported("functools", "cache")}
def database() -> Database:
    """The application's database; nothing is opened before the first request."""
    return ${opened(hostDatabase, variable)}
`;

/** `<tests>/database.py` */
export const testDatabaseModule = py`
def _start_server() -> str:
    """Fetches a MongoDB server, where none is installed, and starts it until this process ends; its address."""
    # Its package says nothing of its types.
    context = ${imported("importlib", "import_module")}("pymongo_inmemory.context").Context()
    context.use_local_mongod = ${whole("shutil")}.which("mongod") is not None
    mongod = import_module("pymongo_inmemory.mongod").Mongod(context)
    mongod.start()
    return str(mongod.connection_string)


${testClass({
  variable: "TEST_MONGODB_URL",
  about: "A database of one's own, at TEST_MONGODB_URL or on a server in memory.",
  start: code("_start_server"),
  open: imported("/src/database.py", "at"),
})}`;
