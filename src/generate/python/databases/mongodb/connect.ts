import type { ApiDefinition } from "../../../../api/index.ts";
import { code, docstring, imported, joined, py, type Code } from "../../../../code/index.ts";
import { indexes, validator, type Index } from "../../../mongo/rules.ts";
import { tableName } from "../../../sql/names.ts";

const whole = (name: string): Code => code(name, [{ from: name, names: ["*"] }]);
const Any = imported("typing", "Any");

/** `src/database.py` */
export const connectModule = py`
Document = dict[str, ${Any}]

ROOT = ${imported("pathlib", "Path")}(__file__).parent.parent
DATA = ROOT / "data"


class Database:
    """A database of a MongoDB server."""

    def __init__(self, url: str, name: str | None = None) -> None:
        self._client: ${imported("pymongo", "AsyncMongoClient")}[Document] = AsyncMongoClient(url, tz_aware=True)
        self._db = self._client.get_database(name) if name else self._client.get_default_database("test")

    def collection(self, name: str) -> ${imported("pymongo.asynchronous.collection", "AsyncCollection")}[Document]:
        """Holds the records of one kind."""
        return self._db[name]

    async def open(self) -> None:
        """Sees to it that collections, rules and indexes are there."""
        existing = await self._db.list_collection_names()
        for collection in ${imported("/src/collections.py", "COLLECTIONS")}:
            if collection.name in existing:
                await self._db.command("collMod", collection.name, validator=collection.validator)
            else:
                await self._db.create_collection(collection.name, validator=collection.validator)
            if collection.indexes:
                await self._db[collection.name].create_indexes(collection.indexes)

    async def ping(self) -> None:
        """Raises where the database can't be reached."""
        await self._db.command("ping")

    async def close(self) -> None:
        await self._client.close()


def start_server(folder: Path | None = None) -> str:
    """Fetches a MongoDB server, where none is installed, and starts it until this process ends; its address."""
    try:
        server, context = ${imported("importlib", "import_module")}("pymongo_inmemory.mongod"), import_module("pymongo_inmemory.context")
    except ImportError:
        ${whole("sys")}.exit("Set MONGODB_URL, or install what development needs: pip install -e '.[dev]'")
    wanted = _system()
    settings = context.Context(wanted[0], None, wanted[1])
    settings.use_local_mongod = ${whole("shutil")}.which("mongod") is not None
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
    release = ${whole("platform")}.freedesktop_os_release()
    return release["ID"], release.get("VERSION_ID", "").split(".")[0] or None


def open_database(url: str) -> Database:
    """The database at an address, or on a server for development that keeps its data in the folder data."""
    return Database(url or start_server(DATA))
`;

const index = ({ name, key, unique, partialFilterExpression: partial }: Index): Code => {
  const keys = joined(
    Object.keys(key).map((field) => py`(${field}, 1)`),
    ", ",
  );
  return py`${imported("pymongo", "IndexModel")}([${keys}], name=${name}${unique ? code(", unique=True") : code("")}${partial ? py`, partialFilterExpression=${partial}` : code("")}),`;
};

/** `src/collections.py` */
export const collectionsModule = (api: ApiDefinition): Code => py`
@${imported("dataclasses", "dataclass")}(frozen=True)
class Collection:
    """A collection, the rules that MongoDB keeps for it, and its indexes."""

    name: str
    validator: dict[str, ${Any}]
    indexes: list[${imported("pymongo", "IndexModel")}]


COLLECTIONS = [
    ${joined(
      api.resources.map(
        (resource) => py`Collection(
        name=${tableName(resource)},
        validator=${validator(resource)},
        indexes=[${joined(indexes(resource).map(index), " ")}],
    ),`,
      ),
      "\n    ",
    )}
]
`;

/** Where tests find a server, and what opens a database there. */
interface Testing {
  readonly variable: string;
  readonly about: string;
  readonly start: Code;
  readonly open: Code;
}

/** The database of tests, whoever's application it is for. */
export const testClass = ({ variable, about, start, open }: Testing): Code => py`
class TestDatabase:
    ${docstring(about)}

    __test__ = False

    def __init__(self) -> None:
        url = ${whole("os")}.environ.get(${variable}) or ${start}()
        name = f"test_{${imported("uuid", "uuid4")}().hex}"
        self.db = ${open}(url, name)
        self._client: ${imported("pymongo", "MongoClient")}[${imported("/src/database.py", "Document")}] = MongoClient(url)
        self._own = self._client[name]

    def clear(self) -> None:
        """Removes every record."""
        for collection in ${imported("/src/collections.py", "COLLECTIONS")}:
            self._own[collection.name].delete_many({})

    def close(self) -> None:
        for collection in COLLECTIONS:
            self._own.drop_collection(collection.name)
        self._client.close()
`;

/** `tests/database.py` */
export const testDatabaseModule = testClass({
  variable: "MONGODB_URL",
  about: "A database of one's own, on MONGODB_URL or a server in memory.",
  start: imported("/src/database.py", "start_server"),
  open: imported("/src/database.py", "Database"),
});
