/** `src/store/records.py`: what storage does for every collection. */
export const records = String.raw`"""What storage does for every collection."""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Protocol
from urllib.parse import quote
from uuid import uuid4

from src.problem import Problem, found

Stored = dict[str, Any]


@dataclass(frozen=True)
class Query:
    """Which part of a list is asked for."""

    # Members that must have these values; those that are None do not count.
    equals: Mapping[str, Any] = field(default_factory=dict)
    limit: int | None = None
    offset: int | None = None
    # Member to sort by; with a minus before it, the other way round. In the order of creation where there is none.
    sort: str | None = None


class Records(Protocol):
    """Records of every collection, by the path of the collection and the record's id."""

    async def list(self, collection: str, query: Query) -> tuple[Sequence[Stored], int]:
        """A part of a list, and how many there are in all."""

    async def get(self, collection: str, id: str) -> Stored | None: ...

    async def add(self, collection: str, id: str, record: Stored) -> bool:
        """False where there is a record of that id."""

    async def change(self, collection: str, id: str, members: Stored, keep: Sequence[str] | None = None) -> Stored | None:
        """Sets members; of the others only those in keep stay, all of them where there is no such list."""

    async def remove(self, collection: str, id: str) -> Stored | None:
        """Takes the record away, and everything below it."""

    async def number(self) -> int:
        """A number that was never given before."""

    async def ping(self) -> None:
        """Raises where the records can't be reached."""

    async def close(self) -> None: ...


class Later:
    """Records that are opened by the first request that needs them."""

    def __init__(self, open_records: Callable[[], Awaitable[Records]]) -> None:
        self._open = open_records
        self._lock = asyncio.Lock()
        self._opened: Records | None = None

    async def _records(self) -> Records:
        async with self._lock:
            if self._opened is None:
                self._opened = await self._open()
            return self._opened

    async def list(self, collection: str, query: Query) -> tuple[Sequence[Stored], int]:
        return await (await self._records()).list(collection, query)

    async def get(self, collection: str, id: str) -> Stored | None:
        return await (await self._records()).get(collection, id)

    async def add(self, collection: str, id: str, record: Stored) -> bool:
        return await (await self._records()).add(collection, id, record)

    async def change(self, collection: str, id: str, members: Stored, keep: Sequence[str] | None = None) -> Stored | None:
        return await (await self._records()).change(collection, id, members, keep)

    async def remove(self, collection: str, id: str) -> Stored | None:
        return await (await self._records()).remove(collection, id)

    async def number(self) -> int:
        return await (await self._records()).number()

    async def ping(self) -> None:
        await (await self._records()).ping()

    async def close(self) -> None:
        if self._opened is not None:
            await self._opened.close()


# Databases hold every character but the null character and half a surrogate pair, and keys of some length.
_unstorable = re.compile(r"(?<!\\)(?:\\\\)*\\u0000|[\ud800-\udfff]")


def _is_storable(value: Any) -> bool:
    return _unstorable.search(json.dumps(value, ensure_ascii=False)) is None


def _is_key(path: str, id: str) -> bool:
    return len(path) + len(id) <= 1000 and _is_storable(id)


def _key(path: str, id: Any) -> str:
    """The id of a record that may be there."""
    key = str(id)
    if not _is_key(path, key):
        raise Problem(404)
    return key


def _in_path(key: str) -> str:
    return quote(key, safe="!'()*-._~")


async def below(records: Records, *steps: tuple[str, Any, bool]) -> str:
    """Path of records below others, each of which must be there."""
    path = ""
    for collection, id, stored in steps:
        key = _key(path + collection, id)
        if stored and await records.get(path + collection, key) is None:
            raise Problem(404)
        path += f"{collection}/{_in_path(key)}"
    return path


def inside(collection: str, id: str) -> str:
    """What the paths of all collections below a record begin with."""
    return f"{collection}/{_in_path(id)}/"


def before(page: int | None, limit: int | None) -> int:
    """How many records come before a page that is named by its number."""
    return max(0, int((1 if page is None else page) - 1)) * int(50 if limit is None else limit)


def cursor_at(cursor: str | None) -> int:
    """How many records come before what a cursor points to; a cursor that nobody gave is wrong."""
    if cursor is not None and re.fullmatch(r"\d{1,12}", cursor, re.ASCII) is None:
        raise Problem(400, [{"path": "cursor", "message": "is no cursor of this list"}])
    return int(cursor or 0)


def _bounded(count: float | None) -> int | None:
    return None if count is None else int(min(max(0, count), 2**53 - 1))


def named(body: Any, names: Mapping[str, str]) -> Any:
    """A body's members under the names by which records have them; what is sent by such a name itself is none of them."""
    if not isinstance(body, Mapping):
        return body
    own = set(names.values())
    members = {name: value for name, value in body.items() if name in names or name not in own}
    return {names.get(name, name): value for name, value in members.items()}


def within(body: Any, name: str) -> Any:
    """What a body holds under its one member."""
    return body.get(name) if isinstance(body, Mapping) else None


def spread(body: Any, member: str, names: Sequence[str]) -> Any:
    """A body with the members of one of its members among its own: those of these names, and of other names what stands beside."""
    if not isinstance(body, Mapping):
        return body
    held = within(body, member)
    inner = {name: value for name, value in held.items() if name in names} if isinstance(held, Mapping) else {}
    return {**inner, **{name: value for name, value in body.items() if name != member and name not in names}}


def gathered(record: Any, member: str, names: Sequence[str]) -> Any:
    """A record with its members of these names under one member."""
    inner = {name: value for name, value in record.items() if name in names}
    return {**{name: value for name, value in record.items() if name not in names}, member: inner}


def _keep(value: Any, way: Sequence[str | None], names: Sequence[str]) -> Any:
    if not way:
        return {name: one for name, one in value.items() if name in names} if isinstance(value, Mapping) else value
    step, *rest = way
    if step is None:
        return [_keep(one, rest, names) for one in value] if isinstance(value, list) else value
    if isinstance(value, Mapping) and step in value:
        return {**value, step: _keep(value[step], rest, names)}
    return value


def known(body: Any, *objects: tuple[Sequence[str | None], Sequence[str]]) -> Any:
    """A body without what nobody named in the objects at these places (None: each item of a list)."""
    for way, names in objects:
        body = _keep(body, way, names)
    return body


def also(record: Any, fixed: Mapping[str, Any]) -> Any:
    """A record with members that are always the same in this answer."""
    return {**record, **fixed}


def _storable(body: Any, needed: bool = False) -> Stored:
    if needed and body is None:
        raise Problem(400, [{"path": "", "message": "a body is required"}])
    if not _is_storable(body):
        raise Problem(400, [{"path": "", "message": "holds a character that can't be stored"}])
    return dict(body or {})


def _without(record: Mapping[str, Any], names: Sequence[str]) -> Stored:
    return {name: value for name, value in record.items() if name not in names}


@dataclass(frozen=True)
class Collection:
    """The work on one kind of records; what it answers is what the document says, since that was read beforehand."""

    # The member that names a record if one does, how a missing one is made (uuid, integer or by the path), and
    # whether requests may carry it.
    id: str | None = None
    made: str = "uuid"
    given: bool = False
    # Made of a prefix and so many hexadecimal digits, where it is.
    prefix: str = ""
    digits: int | None = None
    # Members with the time of creation, and of the last change.
    created: Sequence[str] = ()
    changed: Sequence[str] = ()
    # Members that requests may carry but storage leaves out, and those that answers leave out.
    ignored: Sequence[str] = ()
    hidden: Sequence[str] = ()
    defaults: Mapping[str, Any] = field(default_factory=dict)

    def _shown(self, record: Stored | None, only: Sequence[str] | None) -> Any:
        """A record as it is answered: with these members alone, if they are named."""
        shown = _without(found(record), self.hidden)
        return shown if only is None else {name: value for name, value in shown.items() if name in only}

    def _times(self, *names: str) -> Stored:
        now = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        return dict.fromkeys(names, now)

    def _brought(self, body: Any, needed: bool) -> Stored:
        """What a body brings to a record that is there already."""
        return _without(_storable(body, needed), [*self.ignored, *self.created, *self._own()])

    def _own(self) -> Sequence[str]:
        return () if self.id is None else (self.id,)

    def _named(self, id: Any) -> Stored:
        return dict.fromkeys(self._own(), id)

    # What changes what is answered, and how: only names the members that are answered; keep the ones that stay in a
    # record that is replaced, where the body has none of that name; needed says that there must be a body.

    async def list(self, records: Records, path: str, query: Query, only: Sequence[str] | None = None) -> tuple[Any, int]:
        equals = {name: value for name, value in query.equals.items() if value is not None}
        # What can't be stored is nowhere; a part of a list has no negative bounds, and no endless ones.
        if not _is_storable(equals):
            return [], 0
        part = Query(equals, _bounded(query.limit), _bounded(query.offset), query.sort)
        items, total = await records.list(path, part)
        return [self._shown(record, only) for record in items], total

    async def get(self, records: Records, path: str, id: Any, only: Sequence[str] | None = None) -> Any:
        return self._shown(await records.get(path, _key(path, id)), only)

    def _made(self) -> str:
        """An id that none has yet."""
        made = uuid4()
        return str(made) if self.digits is None else self.prefix + made.hex[-self.digits :]

    async def create(
        self, records: Records, path: str, body: Any, only: Sequence[str] | None = None, needed: bool = False
    ) -> Any:
        given = _without(_storable(body, needed), self.ignored)
        own = given.get(self.id) if self.given and self.id is not None else None
        made = self._made() if self.made == "uuid" else None
        name = own if own is not None else made or await records.number()
        record = {**self.defaults, **given, **self._named(name), **self._times(*self.created, *self.changed)}
        if not _is_key(path, str(name)):
            raise Problem(400, [{"path": self.id or "", "message": "is too long"}])
        if not await records.add(path, str(name), record):
            raise Problem(400, [{"path": self.id or "", "message": "is already taken"}])
        return self._shown(record, only)

    def _instead(self, sent: Stored, keep: Sequence[str]) -> tuple[Stored, Sequence[str]]:
        """A record in the place of another, and what stays of that."""
        members = {**_without(self.defaults, keep), **sent, **self._times(*self.changed)}
        return members, [*keep, *self.created, *self._own()]

    async def update(
        self,
        records: Records,
        path: str,
        id: Any,
        body: Any,
        only: Sequence[str] | None = None,
        keep: Sequence[str] = (),
        needed: bool = False,
    ) -> Any:
        members, kept = self._instead(self._brought(body, needed), keep)
        return self._shown(await records.change(path, _key(path, id), members, kept), only)

    async def put(
        self,
        records: Records,
        path: str,
        id: Any,
        body: Any,
        only: Sequence[str] | None = None,
        keep: Sequence[str] = (),
        needed: bool = False,
    ) -> tuple[Any, bool]:
        """Replaces the record of that name, or makes it."""
        key = _key(path, id)
        members, kept = self._instead(self._brought(body, needed), keep)
        fresh = {**self.defaults, **members, **self._times(*self.created), **self._named(id)}
        # Whoever makes or removes it meanwhile sends this around once more.
        while True:
            changed = await records.change(path, key, members, kept)
            if changed is not None:
                return self._shown(changed, only), False
            if await records.add(path, key, fresh):
                return self._shown(fresh, only), True

    async def patch(
        self, records: Records, path: str, id: Any, body: Any, only: Sequence[str] | None = None, needed: bool = False
    ) -> Any:
        sent = {**self._brought(body, needed), **self._times(*self.changed)}
        return self._shown(await records.change(path, _key(path, id), sent), only)

    async def remove(self, records: Records, path: str, id: Any, only: Sequence[str] | None = None) -> Any:
        return self._shown(await records.remove(path, _key(path, id)), only)
`;
