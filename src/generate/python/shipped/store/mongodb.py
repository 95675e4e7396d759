"""Records in collections of MongoDB."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pymongo import ReturnDocument
from pymongo.errors import DuplicateKeyError

from src.database import Database, Document
from src.store.resources import TABLES
from src.store.store import Filter, Missing, Page, Row, Sort, Table, Taken

_SIGNS = {"least": "$gte", "most": "$lte", "above": "$gt", "below": "$lt"}


def _condition(table: Table, given: Filter) -> Document:
    field, values = table.columns[given.column].sql, list(given.values)
    if not values:
        return {"_id": {"$in": []}}
    if given.how == "in":
        return {field: {"$in": values}}
    if given.how == "contains":
        return {"$or": [{field: {"$regex": re.escape(str(value)), "$options": "i"}} for value in values]}
    if given.how == "has":
        # A list of texts has the value itself; a list of objects, an object of that name.
        return {"$or": [{field: {"$in": values}}, {f"{field}.name": {"$in": values}}]}
    return {"$and": [{field: {_SIGNS[given.how]: value}} for value in values]}


def _query(table: Table, filters: Sequence[Filter]) -> Document:
    return {"$and": [_condition(table, one) for one in filters]} if filters else {}


def _row(table: Table, kept: Mapping[str, Any]) -> Row:
    return {name: kept.get(column.sql) for name, column in table.columns.items()}


def _fields(table: Table, row: Row) -> Document:
    return {table.columns[name].sql: value for name, value in row.items() if name in table.columns}


def _order(table: Table, sort: Sequence[Sort]) -> list[tuple[str, int]]:
    named = [
        (table.columns[one.column].sql, -1 if one.descending else 1) for one in sort if one.column is not None
    ]
    is_newest = any(one.column is None and one.descending for one in sort)
    return [*named, ("_id", -1 if is_newest else 1)]


def _refusal(table: Table, error: DuplicateKeyError) -> Taken:
    fields = (error.details or {}).get("keyPattern", {})
    return Taken([name for name, column in table.columns.items() if column.sql in fields])


class DatabaseStore:
    """Records in collections of a database."""

    def __init__(self, db: Database) -> None:
        self._db = db

    async def _next(self, name: str) -> int:
        counters = self._db.collection("counters")
        after = ReturnDocument.AFTER
        last = await counters.find_one_and_update(
            {"_id": name}, {"$inc": {"last": 1}}, upsert=True, return_document=after
        )
        return int(last["last"] if last else 1)

    async def _check_references(self, table: Table, row: Row) -> None:
        """Whatever a record refers to must be there."""
        for name, column in table.columns.items():
            if column.refers is None or row.get(name) is None:
                continue
            target = TABLES[column.refers]
            field = target.columns[target.key[0]].sql
            if await self._db.collection(target.table).find_one({field: row[name]}, {"_id": 1}) is None:
                raise Missing([name])

    async def find(self, table: Table, filters: Sequence[Filter], page: Page | None = None) -> Sequence[Row]:
        page = page or Page()
        if page.limit == 0:
            return []
        cursor = self._db.collection(table.table).find(_query(table, filters)).sort(_order(table, page.sort))
        part = cursor.skip(min(page.offset, 2**31 - 1)).limit(min(page.limit or 0, 2**31 - 1))
        return [_row(table, kept) async for kept in part]

    async def count(self, table: Table, filters: Sequence[Filter]) -> int:
        return await self._db.collection(table.table).count_documents(_query(table, filters))

    async def insert(self, table: Table, row: Row) -> Row:
        await self._check_references(table, row)
        counted = [name for name, column in table.columns.items() if column.set.get("by") == "integer"]
        numbers = {
            name: await self._next(f"{table.table}.{name}") for name in counted if row.get(name) is None
        }
        kept = {**_fields(table, {**row, **numbers}), "_id": await self._next(table.table)}
        try:
            await self._db.collection(table.table).insert_one(kept)
        except DuplicateKeyError as error:
            raise _refusal(table, error) from error
        return _row(table, kept)

    async def update(self, table: Table, filters: Sequence[Filter], values: Row) -> Sequence[Row]:
        await self._check_references(table, values)
        found, fields = self._db.collection(table.table), _fields(table, values)
        ids = [one["_id"] async for one in found.find(_query(table, filters), {"_id": 1})]
        try:
            if fields:
                await found.update_many({"_id": {"$in": ids}}, {"$set": fields})
        except DuplicateKeyError as error:
            raise _refusal(table, error) from error
        return [_row(table, kept) async for kept in found.find({"_id": {"$in": ids}})]

    async def remove(self, table: Table, filters: Sequence[Filter]) -> None:
        """Removes records, and those that belong to them."""
        keys = [row[table.key[0]] for row in await self.find(table, filters)]
        await self._db.collection(table.table).delete_many(_query(table, filters))
        if not keys:
            return
        for other in TABLES.values():
            for name, column in other.columns.items():
                if column.refers != table.name:
                    continue
                pointing = [Filter(name, "in", keys)]
                if column.set.get("by") == "caller":
                    orphaned = {"$set": {column.sql: None}}
                    await self._db.collection(other.table).update_many(_query(other, pointing), orphaned)
                else:
                    await self.remove(other, pointing)

    async def ping(self) -> None:
        await self._db.ping()

    async def close(self) -> None:
        await self._db.close()
