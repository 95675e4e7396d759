/** `_runtime.py`: the part of every Python client that no document changes. */
export const runtime = String.raw`"""Sends requests, retries, reads and checks answers."""

from __future__ import annotations

import asyncio
import base64
import datetime
import email.utils
import json
import random
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeGuard, TypeVar, cast
from urllib.parse import quote, urlencode

import httpx
from pydantic import TypeAdapter, ValidationError
from pydantic_core import to_jsonable_python

T = TypeVar("T")

Credential = str | tuple[str, str] | Callable[[], str]
"""A key, a token, or a pair of user and password; a function is asked at each request."""


class ApiError(Exception):
    """An answer that is no success; data is its body, read as the document describes it where it fits."""

    def __init__(self, response: httpx.Response, data: object) -> None:
        super().__init__(f"{response.request.method} {response.request.url.path}: {response.status_code}")
        self.response = response
        self.status = response.status_code
        self.data = data


class InvalidResponseError(Exception):
    """An answer that does not fit its description."""

    def __init__(self, response: httpx.Response, problem: str) -> None:
        super().__init__(problem)
        self.response = response


@dataclass(frozen=True)
class ServerSentEvent(Generic[T]):
    """One event of a stream."""

    data: T
    event: str = "message"
    id: str | None = None


@dataclass(frozen=True)
class Parameter:
    """Where a value goes, and in which style."""

    name: str
    place: str
    key: str
    style: str
    explode: bool
    json: bool = False
    raw: bool = False


Adapter = Callable[[], TypeAdapter[Any]] | None


@dataclass(frozen=True)
class Operation(Generic[T]):
    """What the document says of an operation; T is what a success gives."""

    method: str
    path: str
    parameters: Sequence[Parameter] = ()
    body: Mapping[str, Adapter] = field(default_factory=lambda: {})
    responses: Mapping[str, Mapping[str, tuple[str, Adapter]]] = field(default_factory=lambda: {})
    security: Sequence[Sequence[tuple[str, str, str, str]]] = ()


@dataclass(frozen=True)
class Settings:
    """How a client sends."""

    base_url: str
    auth: Mapping[str, Credential]
    retries: int
    validate: bool


def _plain(value: object) -> Any:
    return to_jsonable_python(value, by_alias=True, exclude_none=True)


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if _is_dict(value) or _is_list(value):
        return json.dumps(value)
    return str(value)


def _encode(value: object) -> str:
    return quote(_text(value), safe="-_.~")


def _is_dict(value: object) -> TypeGuard[dict[str, Any]]:
    return isinstance(value, dict)


def _is_list(value: object) -> TypeGuard[list[Any]]:
    return isinstance(value, list)


def _pairs(value: object) -> list[tuple[str, Any]]:
    return list(value.items()) if _is_dict(value) else []


def _items(value: object) -> list[Any]:
    return value if _is_list(value) else []


def _path_text(parameter: Parameter, value: Any) -> str:
    if parameter.json:
        return quote(json.dumps(value), safe="")
    start = {"label": ".", "matrix": ";"}.get(parameter.style, "")
    joint = {"label": ".", "matrix": ";"}.get(parameter.style, ",") if parameter.explode else ","
    named = quote(parameter.name, safe="") + "=" if parameter.style == "matrix" else ""
    if _is_list(value):
        parts = [(named if parameter.explode else "") + _encode(one) for one in _items(value)]
        return start + ("" if parameter.explode else named) + joint.join(parts)
    if _is_dict(value):
        sign = "=" if parameter.explode else ","
        parts = [quote(key, safe="") + sign + _encode(one) for key, one in _pairs(value)]
        return start + ("" if parameter.explode else named) + joint.join(parts)
    return start + named + _encode(value)


def _deep(name: str, value: Any) -> Iterator[str]:
    inner = [(str(i), one) for i, one in enumerate(_items(value))] or _pairs(value)
    if not inner:
        yield quote(name, safe="") + "=" + _encode(value)
    for key, one in inner:
        yield from _deep(f"{name}[{key}]", one)


def _query_texts(parameter: Parameter, value: Any) -> list[str]:
    name = quote(parameter.name, safe="")
    if parameter.json:
        return [name + "=" + quote(json.dumps(value), safe="")]
    if parameter.style == "deepObject":
        return list(_deep(parameter.name, value))
    joint = {"spaceDelimited": "%20", "pipeDelimited": "%7C"}.get(parameter.style, ",")
    if _is_list(value):
        parts = [_encode(one) for one in _items(value)]
        return [name + "=" + one for one in parts] if parameter.explode else [name + "=" + joint.join(parts)]
    if _is_dict(value):
        if parameter.explode:
            return [quote(key, safe="") + "=" + _encode(one) for key, one in _pairs(value)]
        return [name + "=" + joint.join(part for key, one in _pairs(value) for part in (quote(key, safe=""), _encode(one)))]
    return [name + "=" + (quote(_text(value), safe="-_.~:/?#[]@!$&'()*+,;=") if parameter.raw else _encode(value))]


def _header_text(parameter: Parameter, value: Any) -> str:
    if parameter.json:
        return json.dumps(value)
    if _is_list(value):
        return ",".join(_text(one) for one in _items(value))
    if _is_dict(value):
        sign = "=" if parameter.explode else ","
        return ",".join(key + sign + _text(one) for key, one in _pairs(value))
    return _text(value)


def _body(operation: Operation[Any], body: object, content_type: str | None) -> dict[str, Any]:
    if body is None or not operation.body:
        return {}
    media = content_type if content_type is not None and content_type in operation.body else next(iter(operation.body))
    kind = media.split(";")[0].strip().lower()
    if kind.startswith("multipart/"):
        return {"files": list(_parts(body))}
    if isinstance(body, (bytes, bytearray)):
        return {"content": bytes(body), "headers": {"content-type": "application/octet-stream" if "*" in kind else media}}
    adapter = operation.body[media]
    value = adapter().dump_python(body, mode="json", by_alias=True, exclude_unset=True) if adapter else _plain(body)
    if kind == "application/x-www-form-urlencoded":
        pairs = [(key, _text(one)) for key, held in _pairs(value) for one in (_items(held) or [held]) if one is not None]
        return {"content": urlencode(pairs), "headers": {"content-type": media}}
    if "json" in kind or not isinstance(value, str):
        return {"content": json.dumps(value), "headers": {"content-type": "application/json" if "*" in kind else media}}
    return {"content": value, "headers": {"content-type": "text/plain" if "*" in kind else media}}


def _parts(body: object) -> Iterator[tuple[str, Any]]:
    """Bytes, files and tuples (name, content, type) go as files, objects as JSON, everything else as text."""
    members: dict[str, Any] = dict(cast("Any", body))
    for key, held in members.items():
        for one in _items(held) or [held]:
            if one is None:
                continue
            if isinstance(one, (bytes, bytearray)) or hasattr(one, "read"):
                yield key, (key, one)
            elif isinstance(one, tuple):
                yield key, one
            else:
                plain = _plain(one)
                kind = "application/json" if _is_dict(plain) or _is_list(plain) else None
                yield key, (None, _text(plain), kind) if kind else (None, _text(plain))


def _authorise(settings: Settings, operation: Operation[Any], headers: dict[str, str], query: list[str], cookies: list[str]) -> None:
    """Sends the first alternative for which there is every credential."""
    chosen = next((needs for needs in operation.security if needs and all(one[0] in settings.auth for one in needs)), ())
    for scheme, kind, place, name in chosen:
        given = settings.auth[scheme]
        value = given() if callable(given) else given
        text = value if isinstance(value, str) else ":".join(value)
        if kind == "basic":
            headers["authorization"] = "Basic " + base64.b64encode(text.encode()).decode()
        elif kind == "bearer":
            headers["authorization"] = "Bearer " + text
        elif place == "query":
            query.append(quote(name, safe="") + "=" + quote(text, safe=""))
        elif place == "cookie":
            cookies.append(quote(name, safe="") + "=" + quote(text, safe=""))
        else:
            headers[name] = text


def request_of(
    settings: Settings,
    operation: Operation[Any],
    values: Mapping[str, object],
    extra: Mapping[str, str] | None,
) -> dict[str, Any]:
    """The arguments of httpx for one call; body and content_type are values like the others."""
    path = operation.path
    query: list[str] = []
    cookies: list[str] = []
    accept = dict.fromkeys(media for content in operation.responses.values() for media in content)
    headers = {"accept": ", ".join(accept)} if accept else {}
    for parameter in operation.parameters:
        given = values.get(parameter.key)
        if given is None:
            continue
        value = _plain(given)
        if parameter.place == "path":
            path = path.replace("{" + parameter.name + "}", _path_text(parameter, value))
        elif parameter.place == "query":
            query += _query_texts(parameter, value)
        elif parameter.place == "header":
            headers[parameter.name] = _header_text(parameter, value)
        else:
            cookies.append(quote(parameter.name, safe="") + "=" + quote(_header_text(parameter, value), safe=""))
    content_type = values.get("content_type")
    sent = _body(operation, values.get("body"), content_type if isinstance(content_type, str) else None)
    _authorise(settings, operation, headers, query, cookies)
    if cookies:
        headers["cookie"] = "; ".join(cookies)
    headers.update(sent.pop("headers", {}))
    headers.update(extra or {})
    tail = ("&" if "?" in path else "?") + "&".join(query) if query else ""
    return {"method": operation.method, "url": settings.base_url.rstrip("/") + path + tail, "headers": headers, **sent}


_REPEATABLE = {"GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE"}


def _passing(status: int) -> bool:
    return status in (408, 429) or (status >= 500 and status != 501)


def _delay(attempt: int, response: httpx.Response | None) -> float:
    """Seconds until the next attempt: what the server asks for, else doubling from half a second, spread by chance."""
    asked = response.headers.get("retry-after") if response is not None else None
    if asked is not None:
        if re.fullmatch(r"\d+(\.\d+)?", asked):
            return min(float(asked), 60.0)
        try:
            until = email.utils.parsedate_to_datetime(asked)
            return min(max((until - datetime.datetime.now(datetime.timezone.utc)).total_seconds(), 0.0), 60.0)
        except (TypeError, ValueError):
            pass
    return min(0.5 * 2.0**attempt, 8.0) * (0.5 + random.random() / 2)


def _again(operation: Operation[Any], response: httpx.Response | None) -> bool:
    """Whether a failed attempt may be repeated: what changes something only where nothing was changed."""
    if response is None:
        return operation.method in _REPEATABLE
    return _passing(response.status_code) and (operation.method in _REPEATABLE or response.status_code == 429)


def send(client: httpx.Client, settings: Settings, operation: Operation[Any], request: dict[str, Any], *, stream: bool = False, timeout: float | None = None) -> httpx.Response:
    """One call with its repetitions."""
    if timeout is not None:
        request["timeout"] = timeout
    for attempt in range(settings.retries + 1):
        response: httpx.Response | None = None
        try:
            response = client.send(client.build_request(**request), stream=stream)
            if attempt == settings.retries or not _again(operation, response):
                return response
            response.close()
        except httpx.TransportError:
            if attempt == settings.retries or not _again(operation, None):
                raise
        time.sleep(_delay(attempt, response))
    raise AssertionError("unreachable")


async def send_async(client: httpx.AsyncClient, settings: Settings, operation: Operation[Any], request: dict[str, Any], *, stream: bool = False, timeout: float | None = None) -> httpx.Response:
    """One call with its repetitions."""
    if timeout is not None:
        request["timeout"] = timeout
    for attempt in range(settings.retries + 1):
        response: httpx.Response | None = None
        try:
            response = await client.send(client.build_request(**request), stream=stream)
            if attempt == settings.retries or not _again(operation, response):
                return response
            await response.aclose()
        except httpx.TransportError:
            if attempt == settings.retries or not _again(operation, None):
                raise
        await asyncio.sleep(_delay(attempt, response))
    raise AssertionError("unreachable")


def items_of(page: object, name: str | None) -> list[object]:
    """The items of a page: the page itself, or the member that holds them."""
    held = page if name is None else getattr(page, name, None)
    return held if _is_list(held) else []


def cursor_of(page: object, name: str) -> str | None:
    """The cursor of the next page, if there is one."""
    held = getattr(page, name, None)
    return held if isinstance(held, str) and held != "" else None


def _described(operation: Operation[Any], response: httpx.Response) -> tuple[str, Adapter] | None:
    status = str(response.status_code)
    content = next((operation.responses[key] for key in (status, status[0] + "XX", "default") if key in operation.responses), None)
    if not content:
        return None
    media = str(response.headers.get("content-type", "")).split(";")[0].strip().lower()
    for name, described in content.items():
        bare = name.split(";")[0].strip().lower()
        if bare == media or bare == "*/*" or (bare.endswith("/*") and media.startswith(bare[:-1])):
            return described
    if "json" in media or media == "":
        return next((described for name, described in content.items() if "json" in name.lower()), None)
    return None


def read(settings: Settings, operation: Operation[T], response: httpx.Response) -> T:
    """What an answer holds. Raises ApiError for one that is no success, InvalidResponseError for one that does not fit."""
    described = _described(operation, response)
    media = str(response.headers.get("content-type", "")).lower()
    kind = described[0] if described else "any"
    if kind == "any":
        kind = "json" if "json" in media else "text" if media.startswith("text/") else "binary"
    value: Any = None
    problem: str | None = None
    if kind == "binary":
        value = response.content if response.content else None
    elif kind == "text":
        value = response.text
    elif response.content:
        try:
            value = response.json()
            if described and described[1] and settings.validate:
                value = described[1]().validate_python(value)
        except ValidationError as error:
            problem = str(error)
        except ValueError:
            value, problem = response.text, "is not JSON"
    if not response.is_success:
        raise ApiError(response, value)
    if problem is not None and settings.validate:
        raise InvalidResponseError(response, problem)
    return cast("T", value)


class _Events:
    """Turns lines into events."""

    def __init__(self, adapter: Adapter, validate: bool) -> None:
        self._adapter = adapter if validate else None
        self._data: list[str] = []
        self._event = "message"
        self._id: str | None = None

    def line(self, line: str) -> ServerSentEvent[Any] | None:
        if line == "":
            data, event = "\n".join(self._data), self._event
            has = bool(self._data)
            self._data, self._event = [], "message"
            return ServerSentEvent(data=self._read(data), event=event, id=self._id) if has else None
        name, _, text = line.partition(":")
        text = text.removeprefix(" ")
        if name == "data":
            self._data.append(text)
        elif name == "event":
            self._event = text
        elif name == "id":
            self._id = text
        return None

    def _read(self, data: str) -> Any:
        try:
            value = json.loads(data)
        except ValueError:
            return data
        return self._adapter().validate_python(value) if self._adapter else value


def events(settings: Settings, operation: Operation[Any], response: httpx.Response) -> Iterator[ServerSentEvent[Any]]:
    """The events of a stream as they come."""
    try:
        if not response.is_success:
            response.read()
            read(settings, operation, response)
        described = _described(operation, response)
        reader = _Events(described[1] if described else None, settings.validate)
        for line in _lines(response.iter_lines()):
            event = reader.line(line)
            if event is not None:
                yield event
    finally:
        response.close()


async def events_async(settings: Settings, operation: Operation[Any], opening: Awaitable[httpx.Response]) -> AsyncIterator[ServerSentEvent[Any]]:
    """The events of a stream as they come."""
    response = await opening
    try:
        if not response.is_success:
            await response.aread()
            read(settings, operation, response)
        described = _described(operation, response)
        reader = _Events(described[1] if described else None, settings.validate)
        async for line in response.aiter_lines():
            event = reader.line(line)
            if event is not None:
                yield event
        last = reader.line("")
        if last is not None:
            yield last
    finally:
        await response.aclose()


def _lines(lines: Iterable[str]) -> Iterator[str]:
    yield from lines
    yield ""
`;
