import type { ApiDefinition } from "../../../../api/index.ts";
import { code, docstring, imported, joined, py, type Code } from "../../../../code/index.ts";
import { indexes, validator, type Index } from "../../../mongo/rules.ts";
import { tableName } from "../../../sql/sql-identifiers.ts";

const whole = (name: string): Code => code(name, [{ from: name, names: ["*"] }]);
const Any = imported("typing", "Any");

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
