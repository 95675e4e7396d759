import { code, docstring, imported, joined, py, type Code } from "../../../../code/index.ts";
import type { Collection, Index } from "../../../mongo/rules.ts";

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
export const collectionsModule = (collections: readonly Collection[]): Code => py`
@${imported("dataclasses", "dataclass")}(frozen=True)
class Collection:
    """A collection, the rules that MongoDB keeps for it, and its indexes."""

    name: str
    was: str | None
    validator: dict[str, ${Any}]
    indexes: list[${imported("pymongo", "IndexModel")}]
    # Which documents lack what the rules ask for, and what they get; run again, it changes nothing.
    upgrades: list[list[Any]]


COLLECTIONS: list[Collection] = [
    ${joined(
      collections.map(
        ({ name, was = null, validator, indexes, upgrades }) => py`Collection(
        name=${name},
        was=${was},
        validator=${validator},
        indexes=[${joined(indexes.map(index), " ")}],
        upgrades=${upgrades},
    ),`,
      ),
      "\n    ",
    )}
]


def _rules(index: ${imported("collections.abc", "Mapping")}[str, Any]) -> list[Any]:
    return [dict(index["key"]), index.get("unique", False), index.get("partialFilterExpression", {})]


def _is_ours(name: str, index: Mapping[str, Any], collection: Collection) -> bool:
    """Whether an index has the name that one of this collection's on these fields has; all others are somebody's own."""
    ending = "key" if index.get("unique") else "idx"
    full = ["_".join([own, *dict(index["key"]), ending]) for own in (collection.name, collection.was or collection.name)]
    # Longer names are cut, and end in a hash.
    return any(name.startswith(f"{one[:50]}_") if len(one) > 63 else name == one for one in full)


async def _drop_old(documents: ${imported("pymongo.asynchronous.collection", "AsyncCollection")}[dict[str, Any]], collection: Collection) -> None:
    """Drops indexes that are no longer wanted."""
    wanted = {index.document["name"]: _rules(index.document) for index in collection.indexes}
    for name, index in (await documents.index_information()).items():
        if _is_ours(name, index, collection) and wanted.get(name) != _rules(index):
            await documents.drop_index(name)


async def _upgrade(documents: AsyncCollection[dict[str, Any]], collection: Collection) -> None:
    """Gives older documents what the rules ask for; raises where that leaves some that break them."""
    optional = [
        [{field: {"$exists": False}}, {"$set": {field: None}}]
        for field, rule in collection.validator["$jsonSchema"]["properties"].items()
        if "null" in rule["bsonType"]
    ]
    for condition, update in [*collection.upgrades, *optional]:
        await documents.update_many(condition, update, bypass_document_validation=True)
    left = await documents.count_documents({"$nor": [collection.validator]})
    if left:
        raise RuntimeError(
            f"{left} documents of {collection.name} break the rules of now: change them, "
            "or say in api.yaml what they get (fill, map), and run /api-gen."
        )


async def _index(documents: AsyncCollection[dict[str, Any]], name: str, missing: list[IndexModel]) -> None:
    """Creates indexes; raises where documents share values that are unique from now on, and says how many do."""
    try:
        await documents.create_indexes(missing)
    except ${imported("pymongo.errors", "DuplicateKeyError")} as error:
        for index in missing:
            fields = list(index.document["key"])
            shared = await documents.aggregate(
                [
                    {"$match": index.document.get("partialFilterExpression", {})},
                    {"$group": {"_id": {field: f"\${field}" for field in fields}, "n": {"$sum": 1}}},
                    {"$match": {"n": {"$gt": 1}}},
                    {"$group": {"_id": None, "n": {"$sum": "$n"}}},
                ]
            )
            for found in await shared.to_list() if index.document.get("unique") else []:
                raise RuntimeError(
                    f"{found['n']} documents of {name} share {' and '.join(fields)} with another, which must be unique: "
                    "change them, or take unique back in api.yaml and run /api-gen."
                ) from error
        raise


async def prepare(db: ${imported("pymongo.asynchronous.database", "AsyncDatabase")}[dict[str, Any]]) -> None:
    """Sees to it that collections, rules and indexes are there, and that older documents keep the rules."""
    present = {info["name"]: info async for info in await db.list_collections()}
    for collection in COLLECTIONS:
        before = present.get(collection.name) or present.get(collection.was or "")
        documents = db[collection.name]
        if before is None:
            await db.create_collection(collection.name, validator=collection.validator)
        else:
            if collection.name not in present:
                await db[before["name"]].rename(collection.name)
            await _drop_old(documents, collection)
            if before.get("options", {}).get("validator") != collection.validator:
                await _upgrade(documents, collection)
            await db.command("collMod", collection.name, validator=collection.validator)
        there = [_rules(index) for index in (await documents.index_information()).values()]
        missing = [index for index in collection.indexes if _rules(index.document) not in there]
        if missing:
            await _index(documents, collection.name, missing)
`;

/** Where tests find a server, and how they open a database there. */
interface Testing {
  readonly variable: string;
  readonly about: string;
  readonly start: Code;
  readonly open: Code;
}

/** Generates the test database of a project or of an existing application. */
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
  open: imported("/src/database.py", "open_database"),
});
