"""What is asked of a database."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Column:
    """How a column is stored, and what sets it where no request does."""

    sql: str
    # string, integer, number, boolean, json, uuid or timestamp
    type: str
    required: bool = False
    nullable: bool = False
    secret: bool = False
    # Name of the resource whose key it holds.
    refers: str | None = None
    # by: uuid, integer, now, change, caller, hook, prefix (prefix, digits), slug (of) or value (value)
    set: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Table:
    """A table, by the columns of its resource."""

    name: str
    table: str
    key: Sequence[str]
    columns: Mapping[str, Column]
    # Its records are those who sign in.
    account: bool = False


@dataclass(frozen=True)
class Filter:
    """A condition on a column."""

    column: str
    # in: one of the values; has: a list with one of them; contains: a text with one of them; least, most, above, below
    how: str
    values: Sequence[Any]


@dataclass(frozen=True)
class Sort:
    """A column to sort by; None: the order in which records were added."""

    column: str | None
    descending: bool = False


@dataclass(frozen=True)
class Page:
    """A part of a list, in an order."""

    limit: int | None = None
    offset: int = 0
    sort: Sequence[Sort] = ()


class Taken(Exception):
    """Another record has the values of these columns already."""

    def __init__(self, columns: Sequence[str]) -> None:
        super().__init__("is already taken")
        self.columns = columns


class Missing(Exception):
    """A value that can't be stored: what it refers to does not exist, or its column can't hold it."""

    def __init__(self, columns: Sequence[str], message: str = "does not exist") -> None:
        super().__init__(message)
        self.columns = columns


class Store(Protocol):
    """Records of all tables, in some database."""

    async def find(
        self, table: Table, filters: Sequence[Filter], page: Page | None = None
    ) -> Sequence[Row]: ...

    async def count(self, table: Table, filters: Sequence[Filter]) -> int: ...

    async def insert(self, table: Table, row: Row) -> Row:
        """Adds a record. Raises Taken or Missing."""

    async def update(self, table: Table, filters: Sequence[Filter], values: Row) -> Sequence[Row]:
        """Sets columns of the records that meet all conditions. Raises Taken or Missing."""

    async def remove(self, table: Table, filters: Sequence[Filter]) -> None: ...

    async def ping(self) -> None:
        """Raises where the database can't be reached."""

    async def close(self) -> None: ...


class Later:
    """A store that the first request opens; one that failed to open is opened again by the next."""

    def __init__(self, open_store: Callable[[], Awaitable[Store]]) -> None:
        self._open = open_store
        self._lock = asyncio.Lock()
        self._opened: Store | None = None

    async def _store(self) -> Store:
        async with self._lock:
            if self._opened is None:
                self._opened = await self._open()
            return self._opened

    async def find(self, table: Table, filters: Sequence[Filter], page: Page | None = None) -> Sequence[Row]:
        return await (await self._store()).find(table, filters, page)

    async def count(self, table: Table, filters: Sequence[Filter]) -> int:
        return await (await self._store()).count(table, filters)

    async def insert(self, table: Table, row: Row) -> Row:
        return await (await self._store()).insert(table, row)

    async def update(self, table: Table, filters: Sequence[Filter], values: Row) -> Sequence[Row]:
        return await (await self._store()).update(table, filters, values)

    async def remove(self, table: Table, filters: Sequence[Filter]) -> None:
        await (await self._store()).remove(table, filters)

    async def ping(self) -> None:
        await (await self._store()).ping()

    async def close(self) -> None:
        if self._opened is not None:
            await self._opened.close()
