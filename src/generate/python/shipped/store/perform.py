"""Does what a binding says: what an operation does with records, as data."""

import functools
import inspect
import json
import re
import secrets
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from src.hooks import HOOKS
from src.http.serve import Answer, Context
from src.password import hash_at_once, hash_secret, verify_secret
from src.problem import Problem
from src.store.reading import (
    ABSENT,
    Call,
    Data,
    Known,
    answered,
    as_stored,
    asked,
    filters_of,
    first,
    given,
    has_key,
    member,
    only,
    the_one,
    values_of,
)
from src.store.resources import TABLES
from src.store.store import Filter, Missing, Page, Row, Sort, Store, Table, Taken

# Databases hold every character but the null character and half a surrogate pair.
_UNSTORABLE = re.compile(r"(?<!\\)(?:\\\\)*\\u0000|[\ud800-\udfff]")

# Records of a list, where a request does not say how many, and at most.
_PAGE, _MOST = 50, 1000


def _wrong(message: str, path: str = "") -> Problem:
    return Problem(400, [{"path": path, "message": message}])


def _brought(table: Table, rules: Data, body: Any) -> Sequence[dict[str, Any]]:
    """What a body brings, by column."""
    for name in rules.get("within", []):
        body = member(body, name)
    if body is not ABSENT and _UNSTORABLE.search(json.dumps(body, ensure_ascii=False)):
        raise _wrong("has a character that can't be stored")
    records = (body if isinstance(body, list) else []) if rules.get("many") else [body]
    return [_by_column(table, rules, record) for record in records]


def _by_column(table: Table, rules: Data, record: Any) -> dict[str, Any]:
    inner = member(record, rules["spread"]) if "spread" in rules else ABSENT
    members = {
        **(record if isinstance(record, Mapping) else {}),
        **(inner if isinstance(inner, Mapping) else {}),
    }
    found = {
        column: as_stored(table, column, members[name])
        for name, column in rules.get("columns", {}).items()
        if name in members
    }
    return {column: value for column, value in found.items() if value is not ABSENT}


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


async def _free_slug(store: Store, table: Table, column: str, text: Any) -> str:
    """A slug that no other record has."""
    plain = "".join(
        one for one in unicodedata.normalize("NFKD", str(text or "")) if not unicodedata.combining(one)
    )
    slug = re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")[:100] or "record"
    is_taken = await store.count(table, [Filter(column, "in", [slug])]) > 0
    return f"{slug}-{secrets.token_hex(4)}" if is_taken else slug


async def _completed(table: Table, values: Row, store: Store, caller: str | None) -> Row:
    """A record with what no request brings: ids, times, first values."""
    row = dict(values)
    is_hooked = any(
        column.set.get("by") == "hook" and name not in row for name, column in table.columns.items()
    )
    for name, column in table.columns.items():
        if name in row or not column.set:
            continue
        match column.set["by"]:
            case "uuid":
                row[name] = str(uuid4())
            case "prefix":
                row[name] = column.set["prefix"] + uuid4().hex[-column.set["digits"] :]
            case "now" | "change":
                row[name] = _now()
            case "caller" if caller is not None:
                row[name] = as_stored(table, name, caller)
            case "value":
                row[name] = column.set["value"]
            case "slug":
                row[name] = await _free_slug(store, table, name, row.get(column.set["of"]))
    if not is_hooked or table.name not in HOOKS:
        return row
    more = HOOKS[table.name](row)
    return {**(await more if inspect.isawaitable(more) else more), **row}


async def _hashed(table: Table, values: Row) -> dict[str, Any]:
    """Secrets as they are stored."""

    def is_secret(name: str, value: Any) -> bool:
        return name in table.columns and table.columns[name].secret and isinstance(value, str)

    return {
        name: await hash_secret(value) if is_secret(name, value) else value for name, value in values.items()
    }


async def _sets(binding: Data, table: Table, call: Call) -> dict[str, Any]:
    """Columns that the operation sets, whatever the body says."""
    found: dict[str, Any] = {}
    for column, source in binding.get("sets", {}).items():
        values = await values_of(source, call)
        if values is not None and not values and source["from"] == "select":
            raise Problem(404)
        if values:
            found[column] = as_stored(table, column, values[0])
    return found


def _refusal(error: Taken | Missing) -> Problem:
    """What a database refuses is the request's fault: a value that is taken, or one that can't be stored."""
    status = 409 if isinstance(error, Taken) else 400
    return Problem(status, [{"path": path, "message": str(error)} for path in error.columns])


async def _inserted(table: Table, values: Row, call: Call) -> Row:
    row = await _completed(table, await _hashed(table, values), call.store, call.caller)
    try:
        return await call.store.insert(table, row)
    except (Taken, Missing) as error:
        raise _refusal(error) from error


def _check_owner(binding: Data, row: Row, call: Call) -> None:
    owner = row.get(binding["owner"]) if "owner" in binding else None
    if owner is not None and str(owner) != call.caller:
        raise Problem(403)


def _emptied(table: Table, rules: Data, values: Row) -> dict[str, Any]:
    """Columns that a replacing body has no values for."""
    names = {
        name for name in rules.get("columns", {}).values() if name not in values and name not in table.key
    }
    return {
        name: None for name in names if not table.columns[name].required and not table.columns[name].secret
    }


def _patched(table: Table, row: Row, operations: Any) -> dict[str, Any]:
    """What operations of JSON Patch change."""
    changes: dict[str, Any] = {}
    for step in operations if isinstance(operations, list) else []:
        name = str(step.get("path", "")).removeprefix("/")
        if name not in table.columns or name in table.key:
            raise _wrong("has a path that leads to no member")
        if step["op"] == "test" and row.get(name) != step.get("value"):
            raise Problem(409)
        if step["op"] in ("add", "replace"):
            changes[name] = as_stored(table, name, step.get("value"))
        if step["op"] == "remove":
            changes[name] = None
    return {name: value for name, value in changes.items() if value is not ABSENT}


async def _changed(binding: Data, table: Table, row: Row, call: Call) -> Row:
    _check_owner(binding, row, call)
    if any(row.get(name) == value for name, value in binding.get("unless", {}).items()):
        raise Problem(409)
    rules, sent = binding.get("body"), asked(call, "body")
    values: dict[str, Any] = {}
    if rules is not None:
        values = (
            _patched(table, row, sent) if rules.get("patch") else next(iter(_brought(table, rules, sent)), {})
        )
    emptied = (
        _emptied(table, rules, values) if rules is not None and binding["does"] in ("replace", "put") else {}
    )
    changes = {**emptied, **await _hashed(table, values), **await _sets(binding, table, call)}
    for name, column in table.columns.items():
        by, source = column.set.get("by"), column.set.get("of", "")
        if by == "change":
            changes[name] = _now()
        if by == "slug" and name not in values and values.get(source) not in (None, row.get(source)):
            changes[name] = await _free_slug(call.store, table, name, values[source])
        if name in table.key and (column.set or changes.get(name) is None):
            changes.pop(name, None)
    try:
        return next(iter(await call.store.update(table, has_key(table, row), changes)), row)
    except (Taken, Missing) as error:
        raise _refusal(error) from error


def _whole(call: Call, key: str | None) -> int | None:
    value = asked(call, key)
    return int(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _sort(table: Table, rules: Data, call: Call) -> Sequence[Sort]:
    """What a list is sorted by: 'name', '-name', 'name:desc', several between commas."""
    value = asked(call, rules.get("sort"))
    texts = [one for one in (value if isinstance(value, list) else [value]) if isinstance(one, str)]
    names = [name for text in texts for name in text.split(",")]
    is_down = str(asked(call, rules.get("order")) or "").lower().startswith("desc")
    columns = {name.lower(): name for name, column in table.columns.items() if column.type != "json"}
    found: list[Sort] = []
    for text in names:
        plain = re.sub(r"[: ](asc|desc)$", "", re.sub(r"^[-+]", "", text), flags=re.IGNORECASE).lower()
        descends = text.startswith("-") or re.search(r"[: ]desc$", text, re.IGNORECASE) is not None
        if plain in columns:
            found.append(Sort(columns[plain], descends or is_down))
    return found or [Sort(None, rules.get("newest", False) or (not names and is_down))]


async def _listed(binding: Data, table: Table, call: Call) -> Answer[Any]:
    rules: Data = binding.get("list", {})
    filters = await given(table, binding.get("where", []), call)
    cursor = asked(call, rules.get("cursor"))
    if cursor is not None and re.fullmatch(r"\d{1,12}", str(cursor), re.ASCII) is None:
        raise _wrong("is no cursor of this list", rules["cursor"])
    is_whole = binding.get("frame", {}).get("is") in ("values", "counts")
    is_paged = any(rules.get(name) is not None for name in ("limit", "offset", "page", "cursor"))
    wanted = _whole(call, rules.get("limit"))
    limit = min(max(0, (_PAGE if is_paged else _MOST) if wanted is None else wanted), _MOST)
    first_page, page = 0 if rules.get("fromZero") else 1, _whole(call, rules.get("page"))
    start = _whole(call, rules.get("offset"))
    if start is None:
        start = int(cursor or 0) if page is None else (page - first_page) * limit
    offset = min(max(0, start), 2**53 - 1)
    part = Page(None if is_whole else limit, offset, _sort(table, rules, call))
    rows, total = await call.store.find(table, filters, part), await call.store.count(table, filters)
    found = await answered(binding, Known(rows, total, offset, limit, first_page), call)
    return replace(found, headers={rules["totalHeader"]: total}) if "totalHeader" in rules else found


@functools.cache
def _nobody() -> str:
    """The hash of a password that nobody has: whoever is unknown takes as long as a wrong password."""
    return hash_at_once(secrets.token_hex())


async def _signed_in(binding: Data, table: Table, call: Call) -> Answer[Any]:
    def is_secret(condition: Data) -> bool:
        return table.columns[condition["column"]].secret

    where: Sequence[Data] = binding.get("where", [])
    filters = await given(table, [one for one in where if not is_secret(one)], call)
    row = await first(table, filters or None, call)
    secret = next((one for one in where if is_secret(one)), None)
    passwords = await values_of(secret["value"], call) if secret else None
    hash_of = row.get(secret["column"]) if row and secret else None
    is_right = await verify_secret(
        str((passwords or [""])[0]), hash_of if isinstance(hash_of, str) else _nobody()
    )
    if row is None or not is_right:
        raise Problem(401)
    return await answered(binding, only(row), call)


async def _linked(binding: Data, table: Table, call: Call) -> Answer[Any]:
    row = await the_one(table, binding["where"], call)
    link = binding.get("link")
    if link is None:
        return await answered(binding, only(row), call)
    pairs, values = TABLES[link["resource"]], {}
    for column, source in link.get("sets", {}).items():
        found = await values_of(source, call)
        if not found:
            raise Problem(401)
        values[column] = as_stored(pairs, column, found[0])
    filters = [Filter(column, "in", [value]) for column, value in values.items()]
    if binding["does"] == "unlink":
        await call.store.remove(pairs, filters)
    elif await call.store.count(pairs, filters) == 0:
        try:
            await call.store.insert(pairs, values)
        except Missing as error:
            raise Problem(401) from error  # whoever calls has no account any more
        except Taken:
            pass  # another request was faster, with the same
    return await answered(binding, only(row), call)


async def _put(binding: Data, table: Table, call: Call) -> Answer[Any]:
    row = await first(table, await filters_of(table, binding["where"], call), call)
    if row is not None:
        return await answered(binding, only(await _changed(binding, table, row, call)), call)
    bodies = _brought(table, binding["body"], asked(call, "body")) if "body" in binding else []
    values = {**next(iter(bodies), {}), **await _sets(binding, table, call)}
    return await answered(
        binding, only(await _inserted(table, values, call)), call, binding.get("madeStatus")
    )


async def _created(binding: Data, table: Table, call: Call) -> Answer[Any]:
    values = await _sets(binding, table, call)
    records = _brought(table, binding["body"], asked(call, "body")) if "body" in binding else [{}]
    rows = [await _inserted(table, {**record, **values}, call) for record in records]
    return await answered(binding, only(*rows), call)


async def _removed(binding: Data, table: Table, call: Call) -> Answer[Any]:
    row = await the_one(table, binding["where"], call)
    _check_owner(binding, row, call)
    found = await answered(binding, only(row), call)
    await call.store.remove(table, has_key(table, row))
    return found


async def _done(binding: Data, table: Table, call: Call) -> Answer[Any]:
    where: Sequence[Data] = binding.get("where", [])
    match binding["does"]:
        case "list":
            return await _listed(binding, table, call)
        case "login":
            return await _signed_in(binding, table, call)
        case "nothing":
            return await answered(binding, only(), call)
        case "create":
            return await _created(binding, table, call)
        case "get":
            return await answered(binding, only(await the_one(table, where, call)), call)
        case "put":
            return await _put(binding, table, call)
        case "link" | "unlink":
            return await _linked(binding, table, call)
        case "remove":
            return await _removed(binding, table, call)
        case _:
            row = await the_one(table, where, call)
            return await answered(binding, only(await _changed(binding, table, row, call)), call)


def call_of(context: Context, sent: Any) -> Call:
    """What an operation works with."""
    subject = context.caller.get("sub") if isinstance(context.caller, Mapping) else None
    caller = subject if isinstance(subject, str) else None
    path = context.request.scope["path"].removesuffix("/")
    return Call(context.store, sent, caller, context.sign, path)


async def check_parents(context: Context, sent: Any, parents: Sequence[Data]) -> None:
    """Records that must be there before anything is done; 404 where one is not."""
    for parent in parents:
        await the_one(TABLES[parent["resource"]], parent["where"], call_of(context, sent))


async def insert_record(context: Context, name: str, values: Row) -> Row:
    """Adds a record, with what no request brings."""
    return await _inserted(TABLES[name], values, call_of(context, None))


async def perform(context: Context, sent: Any, binding: Data) -> Answer[Any]:
    """Does what a binding says, and answers what the document describes."""
    call = call_of(context, sent)
    refused = [key for key in binding.get("refused", []) if asked(call, key) is not None]
    if refused:
        raise Problem(400, [{"path": key, "message": "is not supported"} for key in refused])
    ignored = [key for key in binding.get("ignored", []) if asked(call, key) is not None]
    if ignored:
        context.log(
            {"time": _now(), "level": "info", "message": "parameters without effect", "ignored": ignored}
        )
    await check_parents(context, sent, binding.get("parents", []))
    return await _done(binding, TABLES[binding["resource"]], call)


async def seed(store: Store, seeds: Mapping[str, Sequence[Row]]) -> Sequence[str]:
    """Puts records into tables that have none; which of them can't be stored."""
    failures: list[str] = []
    for name, records in seeds.items():
        table = TABLES[name]
        if await store.count(table, []) > 0:
            continue
        for record in records:
            try:
                await store.insert(table, await _completed(table, await _hashed(table, record), store, None))
            except (Taken, Missing) as error:
                failures.append(
                    f"a record of {table.table} can't be stored: {', '.join(error.columns)} {error}"
                )
    return failures
