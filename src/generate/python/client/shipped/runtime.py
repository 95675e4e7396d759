"""Sends requests, retries, reads and checks answers."""

from __future__ import annotations

import asyncio
import base64
import codecs
import datetime
import email.utils
import json
import random
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePath
from typing import Any, Generic, TypeGuard, TypeVar, cast
from urllib.parse import parse_qsl, quote, unquote, urlsplit

import httpx
from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic_core import to_jsonable_python

T = TypeVar("T")

Credential = str | tuple[str, str] | Callable[[], str]
"""A key, a token, or a pair of user and password; a function is asked at each request."""

AsyncCredential = Credential | Callable[[], Awaitable[str]]
"""The same for an AsyncClient, which awaits what a function gives."""


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
        request = response.request
        super().__init__(
            f"{request.method} {request.url.path}: {response.status_code}, not as described: {problem}"
        )
        self.response = response
        self.status = response.status_code


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
    inner: str = "form"
    part: str = ""
    """The member of a body whose part has this header."""


Adapter = Callable[[], TypeAdapter[Any]] | None


_adapters: dict[Callable[[], TypeAdapter[Any]], TypeAdapter[Any]] = {}


def _made(adapter: Callable[[], TypeAdapter[Any]]) -> TypeAdapter[Any]:
    """What checks a type, made when it is first needed."""
    known = _adapters.get(adapter)
    if known is None:
        known = _adapters[adapter] = adapter()
    return known


@dataclass(frozen=True)
class Operation(Generic[T]):
    """What the document says of an operation; T is what a success gives."""

    method: str
    path: str
    parameters: Sequence[Parameter] = ()
    body: Mapping[str, Adapter] = field(default_factory=dict[str, Adapter])
    responses: Mapping[str, Mapping[str, tuple[str, Adapter]]] = field(
        default_factory=dict[str, Mapping[str, tuple[str, Adapter]]]
    )
    security: Sequence[Sequence[tuple[str, str, str, str]]] = ()
    parts: Mapping[str, str | Parameter] = field(default_factory=dict[str, str | Parameter])
    demands_body: bool = False
    accept: str | None = None
    """The media type of the answer that the caller chose."""


@dataclass(frozen=True)
class Settings:
    """How a client sends."""

    base_url: str
    auth: Mapping[str, AsyncCredential]
    retries: int
    validate: bool
    strict: bool = False


def _plain(value: object) -> Any:
    return to_jsonable_python(value, by_alias=True, exclude_none=True)


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _text(value: object) -> str:
    if value is None or isinstance(value, bool) or _is_dict(value) or _is_list(value):
        return _json(value)
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e16:
        return str(int(value))  # an integer is a number, too, and stays as it was given
    return str(value)


def _encode(value: object) -> str:
    return quote(_text(value), safe="-_.~")


def _octets(value: object) -> str:
    """A text as it is, where a cookie may hold it: RFC 6265, 4.1.1."""
    text = _text(value)
    if re.search(r"[^!#-+\--:<-\[\]-~]", text):
        raise ValueError(f"a cookie can't hold {text!r}")
    return text


def _is_dict(value: object) -> TypeGuard[dict[str, Any]]:
    return isinstance(value, dict)


def _is_tuple(value: object) -> TypeGuard[tuple[Any, ...]]:
    return isinstance(value, tuple)


def _is_list(value: object) -> TypeGuard[list[Any]]:
    return isinstance(value, list)


def _pairs(value: object) -> list[tuple[str, Any]]:
    return list(value.items()) if _is_dict(value) else []


_RESERVED = "-_.~:/?[]@!$&'()*+,;="


def _reserved(value: object) -> str:
    """What is reserved in URLs stays, and so does what is encoded; a number sign would begin a fragment."""
    parts = re.split(r"(%[0-9A-Fa-f]{2})", _text(value))
    return "".join(part if i % 2 else quote(part, safe=_RESERVED) for i, part in enumerate(parts))


Escape = Callable[[object], str]

_DELIMITERS = {"spaceDelimited": " ", "pipeDelimited": "|", "tabDelimited": "\t"}


def _delimiter(style: str, escape: Escape) -> str:
    """What stands between values that do not explode: a comma as it is, others escaped."""
    return escape(_DELIMITERS[style]) if style in _DELIMITERS else ","


def _item(value: object, escape: Escape, inner: str) -> str:
    """A value inside a list or an object: a list inside has delimiters of its own."""
    if _is_list(value) and not any(_is_list(one) or _is_dict(one) for one in value):
        return _delimiter(inner, escape).join(escape(one) for one in value)
    return escape(value)


def _values(how: Parameter, value: object, escape: Escape) -> list[str]:
    """Values of a list, or names and values of an object, in turn."""
    if _is_list(value):
        return [_item(one, escape, how.inner) for one in value]
    pairs = [(escape(key), _item(one, escape, how.inner)) for key, one in _pairs(value)]
    return ["=".join(pair) for pair in pairs] if how.explode else [part for pair in pairs for part in pair]


def _styled(how: Parameter, value: object, escape: Escape) -> str:
    """A value in one text."""
    if how.json:
        return escape(_json(value))
    start = {"label": ".", "matrix": ";"}.get(how.style, "")
    name = escape(how.name) if how.style == "matrix" else ""

    def assigned(text: str) -> str:
        return f"{name}={text}" if name and text else name + text

    if not _is_list(value) and not _is_dict(value):
        return start + assigned(escape(value))
    values = _values(how, value, escape)
    if not how.explode:
        return start + assigned(_delimiter(how.style, escape).join(values))
    if _is_list(value):
        values = [assigned(one) for one in values]
    elif name:
        values = [
            one.removesuffix("=") for one in values
        ]  # in a path an empty member of a matrix has no equals sign
    return start + (start or _delimiter(how.style, escape)).join(values)


def _deep(name: str, value: object, escape: Escape) -> Iterator[str]:
    """A pair for each value at whatever depth: what is empty has none."""
    inner = [(str(i), one) for i, one in enumerate(value)] if _is_list(value) else _pairs(value)
    if not inner and not _is_list(value) and not _is_dict(value):
        yield _encode(name) + "=" + escape(value)
    for key, one in inner:
        yield from _deep(f"{name}[{key}]", one, escape)


def _query_texts(how: Parameter, value: object) -> list[str]:
    """Pairs of a query or a form, encoded."""
    start = _encode(how.name) + "="
    escape = _reserved if how.raw else _encode
    if how.json:
        return [start + _encode(_json(value))]
    if how.style == "deepObject":
        return list(_deep(how.name, value, escape))
    if not _is_list(value) and not _is_dict(value):
        return [start + escape(value)]
    values = _values(how, value, escape)
    if how.explode or not values:
        return [start + one for one in values] if _is_list(value) else values
    return [start + _delimiter(how.style, _encode).join(values)]


_LINES = re.compile(r"^application/(x-)?(ndjson|jsonl|jsonlines|json-lines|json-seq)$")


def _range_of(content_type: str | None, described: Mapping[str, Adapter]) -> str | None:
    """The described media type that this is, or that it is in."""
    if content_type is None or content_type in described:
        return content_type
    ranges = (one for one in described if "*" in one and content_type.startswith(one.split("*")[0]))
    return next(ranges, None)


Heads = Mapping[str, Mapping[str, str]]
"""Headers of parts, by member."""


def _body(operation: Operation[Any], body: object, content_type: str | None, heads: Heads) -> dict[str, Any]:
    if not operation.body or (body is None and not operation.demands_body):
        return {}
    described = _range_of(content_type, operation.body) or next(iter(operation.body))
    media = described if content_type is None or "*" not in described or "*" in content_type else content_type
    kind = media.split(";")[0].strip().lower()
    if kind.startswith("multipart/"):
        parts = list(_parts(body, operation.parts, heads))
        if not parts or kind in ("multipart/form-data", "multipart/*"):
            return {"files": parts}
        request = httpx.Request("POST", "https://localhost", files=parts)
        boundary = request.headers["content-type"].partition(";")[2]
        return {"content": request.read(), "headers": {"content-type": f"{kind};{boundary}"}}
    if isinstance(body, (bytes, bytearray)):
        return {
            "content": bytes(body),
            "headers": {"content-type": "application/octet-stream" if "*" in kind else media},
        }
    adapter = operation.body[described]
    value = (
        _made(adapter).dump_python(body, mode="json", by_alias=True, exclude_unset=True)
        if adapter
        else _plain(body)
    )
    if kind == "application/x-www-form-urlencoded":
        return {"content": "&".join(_form(value, operation.parts)), "headers": {"content-type": media}}
    if _LINES.fullmatch(kind) and _is_list(value):
        return {"content": "".join(_json(one) + "\n" for one in value), "headers": {"content-type": media}}
    if "json" in kind or not isinstance(value, str):
        return {
            "content": _json(value),
            "headers": {"content-type": "application/json" if "*" in kind else media},
        }
    return {"content": value, "headers": {"content-type": "text/plain" if "*" in kind else media}}


def _several(held: object) -> list[Any]:
    """The values of a member of a form: each item of a list is one."""
    return held if _is_list(held) else [held]


def _form(value: object, kinds: Mapping[str, str | Parameter]) -> Iterator[str]:
    """Pairs of a form: by style where the document names one; objects are JSON otherwise."""
    for key, held in _pairs(value):
        kind = kinds.get(key)
        if isinstance(kind, Parameter):
            yield from [] if held is None else _query_texts(kind, held)
            continue
        text = _json if kind is not None and "json" in kind else _text
        yield from (_encode(key) + "=" + _encode(text(one)) for one in _several(held) if one is not None)


def _file(key: str, held: Any, kind: str | None) -> tuple[Any, ...]:
    name = getattr(held, "name", None)
    file = ((PurePath(name).name if isinstance(name, str) else "") or key, held)
    return (*file, kind) if kind else file


def _part(key: str, held: Any, kind: str | None) -> tuple[Any, ...]:
    """Bytes, files and tuples (name, content, type) go as files, objects as JSON, everything else as text."""
    if _is_tuple(held):
        return held
    if isinstance(held, (bytes, bytearray)) or hasattr(held, "read"):
        return _file(key, held, kind)
    plain = _plain(held)
    kind = kind or ("application/json" if _is_dict(plain) or _is_list(plain) else None)
    return (None, _json(plain) if kind and "json" in kind else _text(plain), *((kind,) if kind else ()))


def _headed(part: tuple[Any, ...], headers: Mapping[str, str] | None) -> tuple[Any, ...]:
    """A part with the headers of its member."""
    if not headers:
        return part
    kind = part[2] if len(part) > 2 else None
    more = part[3] if len(part) > 3 else {}
    return (*part[:2], kind, {**headers, **more})


def _parts(body: object, kinds: Mapping[str, str | Parameter], heads: Heads) -> Iterator[tuple[str, Any]]:
    members: dict[str, Any] = dict(cast("Any", body))
    for key, held in members.items():
        kind, headers = kinds.get(key), heads.get(key)
        if isinstance(kind, Parameter):
            for pair in _query_texts(kind, _plain(held)) if held is not None else ():
                name, _, text = pair.partition("=")
                yield unquote(name), _headed((None, unquote(text)), headers)
            continue
        yield from (
            (key, _headed(_part(key, one, kind), headers)) for one in _several(held) if one is not None
        )


def _line(name: str, text: str) -> str:
    if re.search(r"[\r\n\0]", text):
        raise ValueError(f"{name} has a line end, which no header has")
    return text


def _chosen(settings: Settings, operation: Operation[Any]) -> Sequence[tuple[str, str, str, str]]:
    """The first alternative for which there is every credential."""
    return next(
        (needs for needs in operation.security if needs and all(one[0] in settings.auth for one in needs)), ()
    )


async def settled(settings: Settings, operation: Operation[Any]) -> Settings:
    """The settings with what functions give for the credentials that are sent."""
    auth = dict(settings.auth)
    for scheme, *_ in _chosen(settings, operation):
        given = auth[scheme]
        if callable(given):
            value = given()
            auth[scheme] = value if isinstance(value, str) else await value
    return replace(settings, auth=auth)


def _authorise(
    settings: Settings,
    operation: Operation[Any],
    headers: dict[str, str],
    query: list[str],
    cookies: list[str],
) -> None:
    for scheme, kind, place, name in _chosen(settings, operation):
        given = settings.auth[scheme]
        value = given() if callable(given) else given
        if not isinstance(value, (str, tuple)):
            raise TypeError(f"the credential {scheme} is to be awaited, which only an AsyncClient does")
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
    heads: dict[str, dict[str, str]] = {}
    media_types = (media for content in operation.responses.values() for media in content)
    accept = dict.fromkeys([operation.accept] if operation.accept else media_types)
    headers = {"accept": ", ".join(accept)} if accept else {}
    for parameter in operation.parameters:
        given = values.get(parameter.key)
        if given is None:
            continue
        value = _plain(given)
        if parameter.place == "path":
            filled = _styled(parameter, value, _encode)
            if filled == "" and operation.method != "GET":
                raise ValueError(f"{parameter.key} is empty")
            path = path.replace("{" + parameter.name + "}", filled)
        elif parameter.place == "query":
            query += _query_texts(parameter, value)
        elif value in ([], {}) and not parameter.json:
            continue  # without members it is undefined
        elif parameter.part:
            text = _line(parameter.name, _styled(parameter, value, _text))
            heads.setdefault(parameter.part, {})[parameter.name] = text
        elif parameter.place == "header":
            headers[parameter.name] = _styled(parameter, value, _text)
        else:
            escape = _octets if parameter.style == "cookie" else _encode
            cookies.append(quote(parameter.name, safe="") + "=" + _styled(parameter, value, escape))
    if re.search(r"/\.\.?(/|\?|$)", path):
        raise ValueError(f"a parameter of {operation.path} would lead to another path: {path}")
    content_type = values.get("content_type")
    sent = _body(
        operation, values.get("body"), content_type if isinstance(content_type, str) else None, heads
    )
    _authorise(settings, operation, headers, query, cookies)
    if cookies:
        headers["cookie"] = "; ".join(cookies)
    headers.update(sent.pop("headers", {}))
    key = values.get("idempotency_key")
    if isinstance(key, str):
        headers["idempotency-key"] = key
    headers.update(extra or {})
    # What the address of the API has of a query stands in every request.
    root, _, fixed = settings.base_url.partition("#")[0].partition("?")
    path, _, own = path.partition("?")
    tail = "&".join(text for text in (fixed, own, *query) if text)
    return {
        "method": operation.method,
        "url": root.rstrip("/") + path + ("?" + tail if tail else ""),
        "headers": headers,
        **sent,
    }


_REPEATABLE = {"GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE"}


_HOPELESS = (httpx.UnsupportedProtocol, httpx.LocalProtocolError)
"""What is wrong with a request would be wrong again."""


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
            return min(max((until - datetime.datetime.now(datetime.UTC)).total_seconds(), 0.0), 60.0)
        except (TypeError, ValueError):
            pass
    return min(0.5 * 2.0**attempt, 8.0) * (0.5 + random.random() / 2)


def _again(request: Mapping[str, Any], response: httpx.Response | None) -> bool:
    """Whether a failed attempt may be repeated: what changes something only where nothing was changed, or a server does it once."""
    safe = request["method"] in _REPEATABLE or any(
        name.lower() == "idempotency-key" for name in request["headers"]
    )
    return (
        safe if response is None else _passing(response.status_code) and (safe or response.status_code == 429)
    )


def _redirects(operation: Operation[Any]) -> dict[str, Any]:
    """A redirection that the document describes is an answer."""
    return (
        {"follow_redirects": False} if any(status.startswith("3") for status in operation.responses) else {}
    )


def send(
    client: httpx.Client,
    settings: Settings,
    operation: Operation[Any],
    request: dict[str, Any],
    *,
    stream: bool = False,
    timeout: float | None = None,
) -> httpx.Response:
    """One call with its repetitions."""
    if timeout is not None:
        request["timeout"] = timeout
    for attempt in range(settings.retries + 1):
        response: httpx.Response | None = None
        try:
            response = client.send(client.build_request(**request), stream=stream, **_redirects(operation))
            if attempt == settings.retries or not _again(request, response):
                return response
            response.close()
        except httpx.TransportError as error:
            if attempt == settings.retries or not _again(request, None) or isinstance(error, _HOPELESS):
                raise
        time.sleep(_delay(attempt, response))
    raise AssertionError("unreachable")


async def send_async(
    client: httpx.AsyncClient,
    settings: Settings,
    operation: Operation[Any],
    request: dict[str, Any],
    *,
    stream: bool = False,
    timeout: float | None = None,  # noqa: ASYNC109 - httpx ends what takes longer
) -> httpx.Response:
    """One call with its repetitions."""
    if timeout is not None:
        request["timeout"] = timeout
    for attempt in range(settings.retries + 1):
        response: httpx.Response | None = None
        try:
            response = await client.send(
                client.build_request(**request), stream=stream, **_redirects(operation)
            )
            if attempt == settings.retries or not _again(request, response):
                return response
            await response.aclose()
        except httpx.TransportError as error:
            if attempt == settings.retries or not _again(request, None) or isinstance(error, _HOPELESS):
                raise
        await asyncio.sleep(_delay(attempt, response))
    raise AssertionError("unreachable")


@dataclass(frozen=True)
class Paging:
    """How the next page is asked for: by a count, by what the answer has for it, after the last item, or by an address."""

    by: str
    key: str = ""
    items: Sequence[str] = ()
    next: Sequence[str] = ()
    more: Sequence[str] = ()
    keys: Mapping[str, str] = field(default_factory=dict[str, str])
    first: int | None = None


def _member(value: object, name: str) -> object:
    if _is_dict(value):
        return value.get(name)
    if not isinstance(value, BaseModel):
        return None
    fields = type(value).model_fields.items()
    key = next((key for key, one in fields if (one.serialization_alias or one.alias or key) == name), name)
    return getattr(value, key, None)


def _at(value: object, path: Sequence[str]) -> object:
    for name in path:
        value = _member(value, name)
    return value


def items_of(page: object, paging: Paging) -> list[Any]:
    """The items of a page: the page itself, or the member that holds them."""
    held = _at(page, paging.items)
    return held if _is_list(held) else []


def _addressed(address: object, keys: Mapping[str, str]) -> dict[str, Any]:
    """What the address of the next page says of the operation's own parameters."""
    query = parse_qsl(urlsplit(address).query) if isinstance(address, str) else []
    return {keys[name]: value for name, value in query if name in keys}


def _sought(value: object, key: str, depth: int = 0) -> object:
    """What an answer says of the next page in a member whose name begins so, where the document doesn't say which one."""
    held = value.model_dump(by_alias=True) if isinstance(value, BaseModel) else value
    for name, inner in _pairs(held):
        is_next = name.lower().startswith("next")
        if is_next and (isinstance(inner, int) or (isinstance(inner, str) and "://" not in inner)):
            return inner
        found = _member(inner, key) if is_next else _sought(inner, key, depth + 1) if depth < 1 else None
        if found is not None:
            return found
    return None


def next_of(page: object, paging: Paging, values: Mapping[str, Any]) -> dict[str, Any] | None:
    """The arguments of the page behind this one; None behind the last."""
    items, now = items_of(page, paging), values.get(paging.key)
    found: dict[str, Any] = {}
    if paging.by == "url":
        found = _addressed(_at(page, paging.next), paging.keys)
    elif paging.by == "cursor":
        cursor = _at(page, paging.next) if paging.next else _sought(page, paging.key)
        found = {} if cursor is None or cursor == "" else {paging.key: cursor}
    elif items and paging.by == "last":
        more = not paging.more or _at(page, paging.more) is True
        found = {paging.key: _at(items[-1], paging.next)} if more else {}
    elif items:
        usual = 1 if paging.by == "page" else 0
        start = now if isinstance(now, int) else usual if paging.first is None else paging.first
        found = {paging.key: start + (1 if paging.by == "page" else len(items))}
    return found if any(values.get(key) != value for key, value in found.items()) else None


_TEXT = re.compile(rf"text/.*|.*[/+](xml|yaml|x-yaml|csv)|{_LINES.pattern}")

Described = tuple[str, Adapter]


def _bare(media: str) -> str:
    return media.split(";")[0].strip().lower()


def _media(response: httpx.Response) -> str:
    return _bare(str(response.headers.get("content-type", "")))


def _contents(operation: Operation[Any], response: httpx.Response) -> Sequence[Mapping[str, Described]]:
    """What an answer may hold by its status; a success that nobody described may hold what others do."""
    others = [
        content for key, content in operation.responses.items() if response.is_success and key.startswith("2")
    ]
    described = _by_status(operation, response)
    default = [operation.responses["default"]] if "default" in operation.responses else []
    return [described] if described is not None else others or default


def _by_status(operation: Operation[Any], response: httpx.Response) -> Mapping[str, Described] | None:
    status = str(response.status_code)
    return operation.responses.get(status, operation.responses.get(status[0] + "XX"))


def _match(content: Mapping[str, Described], media: str) -> Described | None:
    names = {_bare(name): described for name, described in content.items()}
    if media in names:
        return names[media]
    for name, described in names.items():
        if name == "*/*" or (name.endswith("/*") and media.startswith(name[:-1])):
            return described
    # Under another name will do what is read alike, and JSON comes under any.
    alike = ["json"] if "json" in media or media == "" else []
    kinds = [*alike, "text" if _TEXT.fullmatch(media) else "binary", "json"]
    return next((described for kind in kinds for described in names.values() if described[0] == kind), None)


def _described(operation: Operation[Any], response: httpx.Response) -> Described | None:
    found = (_match(content, _media(response)) for content in _contents(operation, response))
    return next((described for described in found if described is not None), None)


def _decoded(kind: str, response: httpx.Response) -> Any:
    media = _media(response)
    if kind == "any":
        kind = "json" if "json" in media else "text" if _TEXT.fullmatch(media) else "binary"
    if kind == "json":
        return response.json()
    return response.content if kind == "binary" else response.text


def choose(operation: Operation[T], accept: str | None) -> Operation[T]:
    """The operation as it answers in one media type, where it has that one."""
    if accept is None:
        return operation
    contents = {
        key: {accept: content[accept]} if accept in content else content
        for key, content in operation.responses.items()
    }
    return replace(operation, responses=contents, accept=accept)


def _checked(adapter: Callable[[], TypeAdapter[Any]], value: object, settings: Settings) -> Any:
    return _made(adapter).validate_python(value, context={"strict": settings.strict})


def read(settings: Settings, operation: Operation[T], response: httpx.Response) -> T:
    """What an answer holds. Raises ApiError for one that is no success, InvalidResponseError for one that does not fit."""
    contents = _contents(operation, response)
    described = _described(operation, response)
    promised = len(contents) > 0 and all(contents)
    bodiless = response.request.method == "HEAD" or (
        response.status_code in (204, 205) and _by_status(operation, response) is not None
    )
    value: Any = None
    problem: str | None = None
    if response.content or (promised and not bodiless):
        try:
            value = _decoded(described[0] if described else "any", response)
            if described and described[1]:
                value = _checked(described[1], value, settings)
            elif promised and not described:
                problem = f"is {_media(response)}, not {' or '.join(name for content in contents for name in content)}"
        except ValidationError as error:
            problem = str(error)
        except ValueError:
            value, problem = response.text, "is not JSON"
    if not response.is_success:
        raise ApiError(response, value)
    if problem is not None and settings.validate:
        raise InvalidResponseError(response, problem)
    return cast("T", value)


_LINE_END = re.compile(r"\r\n|\n|\r(?!\Z)")


class _Events:
    """Turns bytes into events."""

    def __init__(self, settings: Settings, operation: Operation[Any], response: httpx.Response) -> None:
        self._adapter = _refuse(settings, operation, response, "events")[1]
        self._settings = settings
        self._response = response
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")("replace")
        self._rest = ""
        self._data: list[str] = []
        self._event = "message"
        self._id: str | None = None

    def feed(self, chunk: bytes, *, last: bool = False) -> Iterator[ServerSentEvent[Any]]:
        """The events that are whole by now: what the end of the stream cuts off is none."""
        self._rest += self._decoder.decode(chunk, last)
        if last and self._rest.endswith("\r"):
            self._rest += "\n"
        # Nothing but these ends a line, and a carriage return at the end may be half of what does.
        lines = _LINE_END.split(self._rest)
        self._rest = lines.pop()
        for line in lines:
            yield from self._line(line)

    def _line(self, line: str) -> Iterator[ServerSentEvent[Any]]:
        if line == "":
            data, event = "\n".join(self._data), self._event
            has = bool(self._data)
            self._data, self._event = [], "message"
            # Some streams end with this mark, which nobody describes.
            if has and data != "[DONE]":
                yield ServerSentEvent(data=self._read(data), event=event, id=self._id)
            return
        name, _, text = line.partition(":")
        text = text.removeprefix(" ")
        if name == "data":
            self._data.append(text)
        elif name == "event":
            self._event = text or "message"
        elif name == "id" and "\0" not in text:
            self._id = text

    def _read(self, data: str) -> Any:
        try:
            value: Any = json.loads(data)
        except ValueError:
            value = data
        if self._adapter is None:
            return value
        adapter = _made(self._adapter)
        try:
            return _checked(self._adapter, value, self._settings)
        except ValidationError as error:
            try:
                return adapter.validate_python(data, strict=True)
            except ValidationError:
                if self._settings.validate:
                    raise InvalidResponseError(self._response, str(error)) from None
                return value


def _refuse(settings: Settings, operation: Operation[Any], response: httpx.Response, kind: str) -> Described:
    """What the document says of a stream; raises for an answer that is none."""
    described = _described(operation, response)
    if not response.is_success:
        read(settings, operation, response)
    if described is None or described[0] != kind:
        raise InvalidResponseError(response, f"is {_media(response)}, no stream")
    return described


class _Lines:
    """Turns bytes into the values of lines of JSON; a sequence of JSON has a mark before each."""

    def __init__(self, settings: Settings, operation: Operation[Any], response: httpx.Response) -> None:
        self._adapter = _refuse(settings, operation, response, "lines")[1]
        self._settings = settings
        self._response = response
        self._rest: list[bytes] = []

    def feed(self, chunk: bytes, *, last: bool = False) -> Iterator[Any]:
        first, *more = (chunk + b"\n" if last else chunk).split(b"\n")
        self._rest.append(first)
        for part in more:
            line = b"".join(self._rest).lstrip(b"\x1e").strip()
            self._rest = [part]
            if line:
                yield self._read(line)

    def _read(self, line: bytes) -> Any:
        try:
            value: Any = json.loads(line)
            return _checked(self._adapter, value, self._settings) if self._adapter else value
        except ValueError as error:
            if self._settings.validate:
                raise InvalidResponseError(self._response, f"has a line that does not fit: {error}") from None
            return line.decode(errors="replace")


class _Pieces:
    """Gives bytes as they come."""

    def __init__(self, settings: Settings, operation: Operation[Any], response: httpx.Response) -> None:
        _refuse(settings, operation, response, "binary")

    def feed(self, chunk: bytes, *, last: bool = False) -> Iterator[bytes]:
        if chunk and not last:
            yield chunk


_Reader = type[_Events] | type[_Lines] | type[_Pieces]
_READERS: Mapping[str, _Reader] = {"events": _Events, "lines": _Lines, "bytes": _Pieces}


def stream(
    settings: Settings, operation: Operation[Any], response: httpx.Response, kind: str
) -> Iterator[Any]:
    """What a stream holds, as it comes."""
    try:
        if not response.is_success:
            response.read()
        reader = _READERS[kind](settings, operation, response)
        for chunk in response.iter_bytes():
            yield from reader.feed(chunk)
        yield from reader.feed(b"", last=True)
    finally:
        response.close()


async def stream_async(
    settings: Settings, operation: Operation[Any], opening: Awaitable[httpx.Response], kind: str
) -> AsyncIterator[Any]:
    """What a stream holds, as it comes."""
    response = await opening
    try:
        if not response.is_success:
            await response.aread()
        reader = _READERS[kind](settings, operation, response)
        async for chunk in response.aiter_bytes():
            for one in reader.feed(chunk):
                yield one
        for one in reader.feed(b"", last=True):
            yield one
    finally:
        await response.aclose()
