"""Records of one table, for handlers."""

from collections.abc import Mapping, Sequence
from typing import Any

from src.http.serve import Context
from src.store.perform import insert_record
from src.store.resources import TABLES
from src.store.store import Filter, Page, Row


def _filters(where: Mapping[str, Any]) -> Sequence[Filter]:
    return [Filter(column, "in", [value]) for column, value in where.items()]


class Records:
    """Records of one table. Conditions are equalities of columns."""

    def __init__(self, context: Context, name: str) -> None:
        self._context = context
        self._name = name
        self._table = TABLES[name]

    async def find(self, where: Mapping[str, Any] | None = None, page: Page | None = None) -> Sequence[Row]:
        return await self._context.store.find(self._table, _filters(where or {}), page)

    async def insert(self, record: Row) -> Row:
        """Ids, times and hashes of secrets are made."""
        return await insert_record(self._context, self._name, record)

    async def update(self, where: Mapping[str, Any], values: Row) -> Sequence[Row]:
        return await self._context.store.update(self._table, _filters(where), values)

    async def remove(self, where: Mapping[str, Any]) -> None:
        await self._context.store.remove(self._table, _filters(where))
