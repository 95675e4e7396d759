import database from "../../databases/mongodb.ts";
import { packagesOf } from "../../../specification/server/packages.ts";
import { connectModule, testDatabaseModule } from "../../databases/mongodb/connect.ts";
import { module } from "../../module.ts";
import type { SpecStore } from "../../../specification/server/contracts.ts";

const records = String.raw`"""Records in one collection of MongoDB."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from pymongo import ReturnDocument
from pymongo.errors import DuplicateKeyError

from src.database import Database, Document
from src.store.records import Query, Stored, inside


def _key(collection: str, id: str) -> str:
    return f"{collection}\n{id}"


def _members(record: Mapping[str, Any]) -> list[list[str]]:
    """Members as a list, since names in a document may not be any text."""
    return [[name, json.dumps(value, sort_keys=True)] for name, value in record.items()]


def _record(document: Document) -> Stored:
    return {name: json.loads(value) for name, value in document["members"]}


def _rank(value: Any) -> tuple[bool, Any]:
    return value is None, 0 if value is None else value if isinstance(value, int | float) else str(value)


def _sorted(found: list[Stored], sort: str) -> list[Stored]:
    name = sort.removeprefix("-")
    return sorted(found, key=lambda record: _rank(record.get(name)), reverse=sort.startswith("-"))


class DatabaseRecords:
    """Records in a database."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._all = db.collection("records")

    async def _next(self) -> int:
        counters = self._db.collection("counters")
        after = ReturnDocument.AFTER
        last = await counters.find_one_and_update({"_id": "records"}, {"$inc": {"last": 1}}, upsert=True, return_document=after)
        return int(last["last"] if last else 1)

    async def list(self, collection: str, query: Query) -> tuple[Sequence[Stored], int]:
        wanted = [{"members": member} for member in _members(query.equals)]
        where: Document = {"collection": collection, **({"$and": wanted} if wanted else {})}
        total = await self._all.count_documents(where)
        limit, offset = query.limit, query.offset or 0
        if limit == 0:
            return [], total
        cursor = self._all.find(where).sort("at", 1)
        # Members are texts here, which have another order than their values.
        if query.sort is not None:
            found = _sorted([_record(one) async for one in cursor], query.sort)
            return found[offset : None if limit is None else offset + limit], total
        part = cursor.skip(min(offset, total))
        return [_record(one) async for one in (part if limit is None else part.limit(min(limit, total or 1)))], total

    async def get(self, collection: str, id: str) -> Stored | None:
        found = await self._all.find_one({"_id": _key(collection, id)})
        return _record(found) if found else None

    async def add(self, collection: str, id: str, record: Stored) -> bool:
        document = {"_id": _key(collection, id), "collection": collection, "at": await self._next(), "version": 0}
        try:
            await self._all.insert_one({**document, "members": _members(record)})
        except DuplicateKeyError:
            return False
        return True

    async def change(self, collection: str, id: str, members: Stored, keep: Sequence[str] | None = None) -> Stored | None:
        key = _key(collection, id)
        while old := await self._all.find_one({"_id": key}):
            record = _record(old)
            kept = record if keep is None else {name: record[name] for name in keep if name in record}
            made = {**kept, **members}
            new = {**old, "version": old["version"] + 1, "members": _members(made)}
            # Whoever changed it since then made another version of it; this change comes on top of that.
            changed = await self._all.replace_one({"_id": key, "version": old["version"]}, new)
            if changed.matched_count:
                return made
        return None

    async def remove(self, collection: str, id: str) -> Stored | None:
        old = await self._all.find_one_and_delete({"_id": _key(collection, id)})
        if not old:
            return None
        start = inside(collection, id)
        await self._all.delete_many({"collection": {"$gte": start, "$lt": start + "\uffff"}})
        return _record(old)

    async def number(self) -> int:
        return await self._next()

    async def ping(self) -> None:
        await self._db.ping()

    async def close(self) -> None:
        await self._db.close()
`;

const collections = String.raw`"""Names, rules and indexes of the collections."""

from dataclasses import dataclass, field
from typing import Any

from pymongo import IndexModel


@dataclass(frozen=True)
class Collection:
    """A collection, the rules that MongoDB keeps for it, and its indexes."""

    name: str
    validator: dict[str, Any] = field(default_factory=dict)
    indexes: list[IndexModel] = field(default_factory=list)


COLLECTIONS = [
    Collection("records", indexes=[IndexModel([("collection", 1), ("at", 1)], name="records_in_order")]),
    Collection("counters"),
]
`;

const mongodb: SpecStore = {
  urlVariable: database.urlVariable,
  module: "mongodb",
  part: () => ({
    ...packagesOf(database),
    files: [
      { path: "src/store/mongodb.py", text: records },
      { path: "src/collections.py", text: collections },
      module(
        "src/database.py",
        "The database: MongoDB, at an address or started for development.",
        connectModule,
      ),
      module("tests/database.py", "The database of the tests.", testDatabaseModule),
    ],
  }),
};

export default mongodb;
