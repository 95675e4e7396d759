"""Bodies by media type, within limits."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any, NoReturn
from urllib.parse import parse_qsl, quote

from starlette.datastructures import Headers, UploadFile
from starlette.requests import Request

from src.http.parameters import Pairs, Parts, from_pairs, pairs_of, read_parameters, scalar, single
from src.http.route import Media, Route, Shape, item_shape
from src.http.rules import issues_in
from src.problem import Issue, Problem

# Bytes that a body may have: one that is read whole into values, and one that may carry files.
VALUES = 1_048_576
FILES = 16_777_216


async def _bytes(request: Request, most: int) -> bytes:
    if int(request.headers.get("content-length", "0")) > most:
        raise Problem(413)
    content = bytearray()
    async for chunk in request.stream():
        content += chunk
        if len(content) > most:
            raise Problem(413)
    return bytes(content)


def _bare(name: str) -> str:
    return name.split(";", 1)[0].strip().lower()


def _media_for(name: str, media: Sequence[Media]) -> Media | None:
    """The described media type that a body has: itself, or the range that it is in."""
    wanted = _bare(name)
    for one in media:
        if _bare(one.name) == wanted:
            return one
    for one in media:
        range_of = _bare(one.name)
        if range_of == "*/*" or (range_of.endswith("/*") and wanted.startswith(range_of[:-1])):
            return one
    return None


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)


def _problem(message: str) -> Problem:
    return Problem(400, [{"path": "", "message": message}])


def _text(content: bytes) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise _problem("must be text in UTF-8") from error


def _depth(value: Any) -> int:
    level, depth = [value], 0
    while level:
        depth += 1
        inner: list[Any] = []
        for one in level:
            inner += one.values() if isinstance(one, dict) else one if isinstance(one, list) else ()
        level = inner
    return depth


def _json(content: bytes) -> Any:
    text = _text(content)
    try:
        value = json.loads(text, parse_constant=_refuse)
    except RecursionError as error:
        raise _problem("is nested too deeply") from error
    except ValueError as error:
        raise _problem("must be JSON") from error
    if _depth(value) > 101:
        raise _problem("is nested too deeply")
    return value


@dataclass(frozen=True)
class _Reading:
    """The issues of a body, and what is read of it besides the body."""

    issues: list[Issue]
    inputs: dict[str, Any] = field(default_factory=dict)


async def _part(value: str | UploadFile, shape: Shape) -> Any:
    if isinstance(value, str):
        return single(value, shape)
    is_json = "json" in (value.content_type or "")
    if shape == "binary" or (shape == "any" and not is_json):
        return value
    text = (await value.read()).decode(errors="replace")
    return (
        scalar(text, shape)
        if isinstance(shape, str) and not is_json
        else single(text, {} if is_json else shape)
    )


async def _form(
    parts: Sequence[tuple[str, str | UploadFile]], raw: Pairs, media: Media, issues: list[Issue]
) -> dict[str, Any]:
    """The members of a form: those in a style, of which raw has the texts encoded, and others: repeated ones are lists."""
    members = media.shape if isinstance(media.shape, dict) else {}
    styled = {how.name: from_pairs(raw, how, issues, members) for how in media.parts}
    # Members of an object that stand in pairs of their own.
    spread = {
        key
        for how in media.parts
        if how.explode and how.style != "deepObject" and isinstance(styled[how.name], dict)
        for key in styled[how.name]
    }
    values: dict[str, list[str | UploadFile]] = {}
    for name, value in parts:
        if name.split("[")[0] not in styled and (name in members or name not in spread):
            values.setdefault(name, []).append(value)

    async def read(name: str, part: str | UploadFile, shape: Shape) -> Any:
        if name not in media.json:
            return await _part(part, shape)
        try:
            return json.loads(part if isinstance(part, str) else await part.read())
        except (ValueError, RecursionError):
            issues.append({"path": name, "message": "must be JSON"})

    form = {name: value for name, value in styled.items() if value is not ...}
    for name, own in values.items():
        kind = members.get(name, members.get("*", "string"))
        first = own[0]
        if not isinstance(kind, list):
            form[name] = await read(name, own[-1], kind)
        elif len(own) == 1 and isinstance(first, str) and first.startswith("["):
            form[name] = single(first, kind)
        else:
            form[name] = [await read(name, one, item_shape(kind, i)) for i, one in enumerate(own)]
    return form


_MOST_PARTS = 1000
_PARAMETER = re.compile(r';\s*([^\s;="]+)=(?:"((?:\\.|[^"\\])*)"|([^\s;"][^;"]*))?\s*')


def _unquoted(text: str) -> str:
    """A text between quotes of a head: browsers encode quotes and line ends, others put a backslash before quotes."""

    def plain(found: re.Match[str]) -> str:
        return found[1] or chr(int(found[2], 16))

    return re.sub(r'\\(["\\])|%(22|0D|0A)', plain, text, flags=re.IGNORECASE)


def _parameters(header: str) -> dict[str, str | None]:
    """Parameters of a header's value, in their order, the first of each name: nothing between quotes is one."""
    parameters: dict[str, str | None] = {}
    start = max(header.find(";"), 0)
    while match := _PARAMETER.match(header, start):
        name, quoted, plain = match.groups()
        parameters.setdefault(name.lower(), plain and plain.strip() if quoted is None else _unquoted(quoted))
        start = match.end()
    return parameters


@dataclass(frozen=True)
class _Piece:
    """A part of a body; it is a file where it has a file name."""

    name: str
    value: str | UploadFile
    headers: dict[str, str]


def _piece(content: bytes) -> _Piece:
    """One part: RFC 7578, 4."""
    head, end, rest = content.partition(b"\r\n\r\n")
    blank, *lines = head.decode(errors="replace").split("\r\n")
    pairs = [line.partition(":") for line in lines]
    headers = {name.strip().lower(): value.strip() for name, _, value in pairs}
    parameters = _parameters(headers.get("content-disposition", ""))
    name = parameters.get("name")
    if not end or blank.strip() or name is None:
        raise _problem("must be a form with parts")
    if "filename" not in parameters and "filename*" not in parameters:
        return _Piece(name, rest.decode(errors="replace"), headers)
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    file = UploadFile(
        BytesIO(rest), size=len(rest), filename=parameters.get("filename") or "", headers=Headers(raw=raw)
    )
    return _Piece(name, file, headers)


def _pieces(content: bytes, kind: str) -> list[_Piece]:
    """The parts between the lines of a boundary: RFC 2046, 5.1.1."""
    boundary = _parameters(kind).get("boundary") or ""
    if not 0 < len(boundary) <= 70:
        raise _problem("must be a form with parts")
    line = b"\r\n--" + boundary.encode()
    _, *pieces = (b"\r\n" + content).split(line, _MOST_PARTS + 1)
    ends = [i for i, piece in enumerate(pieces) if piece.startswith(b"--")]
    if not ends:
        raise _problem("must be a form with parts")
    return [_piece(piece) for piece in pieces[: ends[0]]]


async def _multipart(content: bytes, kind: str, media: Media, reading: _Reading) -> dict[str, Any]:
    """The members of a body of parts. What headers of parts say goes to inputs."""
    pieces = _pieces(content, kind)
    for member, parameters in media.heads.items():
        headers = next((piece.headers for piece in pieces if piece.name == member), None)
        if headers is not None:
            source = Parts(path="", query=[], headers=headers, cookies={})
            reading.inputs.update(read_parameters(parameters, source, {}, reading.issues))
    parts = [(piece.name, piece.value) for piece in pieces]
    raw = [(name, quote(value, safe=",")) for name, value in parts if isinstance(value, str)]
    return await _form(parts, raw, media, reading.issues)


async def _value(content: bytes, name: str, media: Media, reading: _Reading) -> Any:
    kind = media.kind
    if kind == "any":
        kind = "json" if "json" in name.lower() else "text" if name.lower().startswith("text/") else "binary"
    if kind == "json":
        return _json(content)
    if kind == "text":
        return scalar(_text(content), media.shape)
    if kind == "form":
        text = _text(content)
        return await _form(parse_qsl(text, keep_blank_values=True), pairs_of(text), media, reading.issues)
    if kind == "multipart":
        return await _multipart(content, name, media, reading)
    return content


async def read_body(route: Route, request: Request, issues: list[Issue]) -> dict[str, Any]:
    """The body of a request as its handler takes it, checked; nothing where there is none."""
    if not route.body:
        return {}
    headers = request.headers
    if headers.get("content-length", "0") == "0" and "transfer-encoding" not in headers:
        if route.body_required:
            issues.append({"path": "", "message": "a body is required"})
        return {}
    name = headers.get("content-type", "")
    media = _media_for(name, route.body)
    if media is None or headers.get("content-encoding", "identity") != "identity":
        raise Problem(415)
    content = await _bytes(request, VALUES if media.kind in ("json", "form") else FILES)
    reading = _Reading(issues)
    value = await _value(content, name, media, reading)
    issues += issues_in(media.schema, value)
    return {**reading.inputs, "body": value, "content_type": media.name}
