"""Finds records by what a request says, and shows them as an answer does."""

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote
from uuid import UUID

from src.http.serve import Answer
from src.problem import Problem
from src.store.resources import TABLES, VIEWS
from src.store.store import Filter, Page, Row, Store, Table

# Bindings, and the conditions, views and frames in them, are data. A source says where a value is from: input (key),
# body (path), caller, value, self (column of the record that is shown) or select (column, resource, where).
Data = Mapping[str, Any]

# A value that no request can have.
ABSENT: Any = object()


@dataclass(frozen=True)
class Call:
    """What an operation works with."""

    store: Store
    input: Any
    caller: str | None
    sign: Callable[[str], str]
    # Path of the request.
    path: str


def member(value: Any, name: str) -> Any:
    """A member of an object; ABSENT where there is none."""
    return value[name] if isinstance(value, Mapping) and name in value else ABSENT


def asked(call: Call, key: str | None) -> Any:
    """A parameter of the request; None where it has none."""
    return None if key is None else getattr(call.input, key, None)


def key_of(table: Table) -> str:
    """The column that names a record."""
    return table.key[0]


def has_key(table: Table, row: Row) -> Sequence[Filter]:
    """Conditions that only this record meets."""
    return [Filter(column, "in", [row[column]]) for column in table.key]


def _number(value: Any) -> int | float | None:
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    if not math.isfinite(number):
        return None
    return int(value) if isinstance(value, int) or str(value).lstrip("-").isdecimal() else number


def as_stored(table: Table, column: str, value: Any) -> Any:
    """A value as a column holds it; ABSENT where no record can have it."""
    kind = table.columns[column].type if column in table.columns else "json"
    if value is None or kind == "json":
        return value
    if kind == "boolean":
        return {"true": True, "false": False}.get(str(value).lower(), ABSENT)
    if kind in ("integer", "number"):
        number = _number(value)
        if number is None or (kind == "integer" and not (number == int(number) and abs(number) < 2**53)):
            return ABSENT
        return int(number) if kind == "integer" else number
    text = value if isinstance(value, str) else json.dumps(value)
    if kind == "uuid":
        try:
            return str(UUID(text))
        except ValueError:
            return ABSENT
    return text


async def values_of(source: Data, call: Call, row: Row | None = None) -> Sequence[Any] | None:
    """The values of a source; None where the request has none."""
    match source["from"]:
        case "input":
            value = asked(call, source["key"])
            return None if value is None else value if isinstance(value, list) else [value]
        case "body":
            value = asked(call, "body")
            for name in source["path"]:
                value = member(value, name)
            return None if value is ABSENT else [value]
        case "caller":
            return [] if call.caller is None else [call.caller]
        case "value":
            return [source["value"]]
        case "self":
            return [(row or {}).get(source["column"])]
        case _:
            table = TABLES[source["resource"]]
            filters = await filters_of(table, source["where"], call, row)
            if filters is None:
                return None
            return [found[source["column"]] for found in await call.store.find(table, filters)]


async def _filter(table: Table, condition: Data, call: Call, row: Row | None = None) -> Filter | None:
    values = await values_of(condition["value"], call, row)
    if values is None:
        return None
    column, how = condition["column"], condition["how"]
    if how == "has":
        return Filter(column, how, values)
    kept = [as_stored(table, column, value) for value in values]
    return Filter(
        column, "in" if how == "is" else how, [one for one in kept if one is not ABSENT and one is not None]
    )


async def filters_of(
    table: Table, where: Sequence[Data], call: Call, row: Row | None = None
) -> Sequence[Filter] | None:
    """Conditions as filters; None where the request lacks a value of one."""
    found = [await _filter(table, condition, call, row) for condition in where]
    filters = [one for one in found if one is not None]
    return filters if len(filters) == len(found) else None


async def given(table: Table, where: Sequence[Data], call: Call) -> Sequence[Filter]:
    """The conditions whose values the request has: without the others, a list is wider."""
    found = [await _filter(table, condition, call) for condition in where]
    return [one for one in found if one is not None]


async def first(table: Table, filters: Sequence[Filter] | None, call: Call) -> Row | None:
    """A record that meets all conditions."""
    return (
        next(iter(await call.store.find(table, filters, Page(limit=1))), None)
        if filters is not None
        else None
    )


async def the_one(table: Table, where: Sequence[Data], call: Call) -> Row:
    """The record that a request names; 404 where there is none."""
    row = await first(table, await filters_of(table, where, call), call)
    if row is None:
        raise Problem(404)
    return row


def _token(row: Row, call: Call) -> str:
    account = next(table for table in TABLES.values() if table.account)
    return call.sign(str(row[key_of(account)]))


async def _member(what: Data, row: Row, call: Call) -> Any:
    match what["is"]:
        case "column":
            value = row.get(what["column"])
            return what.get("otherwise") if value is None else value
        case "value":
            return what["value"]
        case "token":
            return _token(row, call)
        case kind:
            table = TABLES[what["resource"]]
            filters = await filters_of(table, what["where"], call, row) or []
            if kind in ("count", "linked"):
                total = await call.store.count(table, filters)
                return total if kind == "count" else total > 0
            rows = await call.store.find(table, filters, Page(limit=1 if kind == "one" else None))
            items = [await shown(what["view"], one, call) for one in rows]
            return items if kind == "many" else items[0] if items else ABSENT


def _is_nothing(what: Data, value: Any, table: Table) -> bool:
    """Whether a record has no such member: a column without a value that may not be null."""
    if what["is"] != "column":
        return value is ABSENT
    column = table.columns.get(what["column"])
    return value is None and not (column is not None and column.nullable)


async def shown(name: str, row: Row, call: Call) -> Mapping[str, Any]:
    """A record as an answer shows it."""
    view = VIEWS[name]
    table, within = TABLES[view["resource"]], view.get("within")
    members: dict[str, Any] = {}
    for key, what in view.get("members", {}).items():
        value = await _member(what, row, call)
        if not _is_nothing(what, value, table):
            members[key] = value
    if within is None:
        return members
    inner = {key: value for key, value in members.items() if key in within["names"]}
    return {**{key: value for key, value in members.items() if key not in inner}, within["member"]: inner}


@dataclass(frozen=True)
class Known:
    """What is known where a frame is filled."""

    rows: Sequence[Row]
    total: int
    offset: int = 0
    limit: int = 1
    first_page: int = 1


def only(*rows: Row) -> Known:
    """These records and no others."""
    return Known(rows, len(rows), limit=max(1, len(rows)))


async def _filled(frame: Data, known: Known, call: Call) -> Any:
    rows, end = known.rows, known.offset + len(known.rows)
    match frame["is"]:
        case "record":
            return await shown(frame["view"], rows[0], call) if rows else ABSENT
        case "records":
            return [await shown(frame["view"], one, call) for one in rows]
        case "one":
            return [await _filled(frame["item"], known, call)]
        case "fixed":
            return frame["value"]
        case "token":
            return _token(rows[0], call) if rows else ABSENT
        case "next":
            last = None if frame["last"] == "null" else ABSENT
            return str(end) if rows and end < known.total else last
        case "values":
            found = [one[frame["column"]] for one in rows if one[frame["column"]] is not None]
            flat = [item for one in found for item in (one if isinstance(one, list) else [one])]
            return list({json.dumps(item): item for item in flat}.values())
        case "counts":
            totals: dict[str, int] = {}
            for one in rows:
                totals[str(one[frame["column"]])] = totals.get(str(one[frame["column"]]), 0) + 1
            return totals
        case "object":
            members = {name: await _filled(one, known, call) for name, one in frame["members"].items()}
            return {name: value for name, value in members.items() if value is not ABSENT}
        case number:
            limit = max(1, known.limit)
            return {
                "total": known.total,
                "count": len(rows),
                "pages": -(-known.total // limit),
                "offset": known.offset,
                "limit": known.limit,
                "page": known.offset // limit + known.first_page,
                "more": end < known.total,
            }[number]


async def answered(binding: Data, known: Known, call: Call, status: int | None = None) -> Answer[Any]:
    """The answer that a binding describes."""
    body = await _filled(binding["frame"], known, call) if "frame" in binding else ABSENT
    headers: dict[str, str | int] = {}
    if "location" in binding and known.rows:
        key = known.rows[0][key_of(TABLES[binding["resource"]])]
        headers[binding["location"]] = f"{call.path}/{quote(str(key), safe='')}"
    return Answer(status or binding["status"], None if body is ABSENT else body, headers=headers)
