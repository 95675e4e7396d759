"""Reads what clients send."""

import json
import re
from collections.abc import Iterable
from typing import Any, NoReturn, cast

from pydantic_core import from_json
from starlette.types import Message, Receive

from src.problem import Problem

Headers = Iterable[tuple[bytes, bytes]]


def has_body(headers: Headers) -> bool:
    """Whether something was sent with a request."""
    given = dict(headers)
    return given.get(b"content-length", b"0") != b"0" or b"transfer-encoding" in given


def refusal(headers: Headers, most: int) -> int | None:
    """The status that answers a body which is no JSON, or packed, or too large; nothing reads it."""
    given = dict(headers)
    kind = given.get(b"content-type", b"").split(b";")[0].strip().lower()
    if (
        kind not in {b"application/json", b"application/merge-patch+json"}
        or given.get(b"content-encoding", b"identity") != b"identity"
    ):
        return 415
    return 413 if int(given.get(b"content-length", b"0")) > most else None


def limited(receive: Receive, most: int) -> Receive:
    """The same for bodies of a reasonable size; of others no more is read."""
    read = 0

    async def count() -> Message:
        nonlocal read
        message = await receive()
        read += len(message.get("body", b""))
        if read > most:
            raise Problem(413)
        return message

    return count


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)


def _integer(digits: str) -> float:
    # More digits are beyond what a number can be, and Python won't read very many.
    return int(digits) if len(digits) < 309 else float(digits)


_decoder = json.JSONDecoder(parse_int=_integer, parse_constant=_refuse)
_tokens = re.compile(r'"(?:[^"\\]|\\.)*"|["\[\]{}]|[^"\[\]{}]+', re.DOTALL)
_closing = {"[": "]", "{": "}"}
_long_number = re.compile(rb"\d{309}")

# Deeper than anything that is stored, and less than what can't be read.
_DEEPEST = 150


def read_json(body: bytes) -> Any:
    """The value of a text in JSON; NaN, Infinity and whatever else is none raise a ValueError."""
    if _long_number.search(body) is None:
        try:
            return from_json(body, allow_inf_nan=False)
        except ValueError:
            # Python's own reader, though slower, reads more, or says that there is nothing to read.
            pass
    text = body.decode("utf-8-sig", "replace")
    try:
        return _read(text)
    except RecursionError:
        return _read(_shallow(text))


def _read(text: str) -> Any:
    value = _decoder.decode(text)
    return _without_halves(value) if "\\ud" in text.lower() else value


def _shallow(text: str) -> str:
    """The same with 0 for whatever lies too deep: it is still too deep, and can be read."""
    kept: list[str] = []
    still_open: list[str] = []
    for token in _tokens.findall(text):
        if token in _closing:
            still_open.append(token)
        if len(still_open) <= _DEEPEST:
            kept.append(token)
        elif len(still_open) == _DEEPEST + 1 and token in _closing:
            kept.append("0")
        if token in _closing.values() and (not still_open or token != _closing[still_open.pop()]):
            raise ValueError(token)
    return "".join(kept)


def _without_halves(value: Any) -> Any:
    """The same with a null character, which is refused as well, for each half of a surrogate pair."""
    if isinstance(value, str):
        return re.sub("[\ud800-\udfff]", "\0", value)
    if isinstance(value, list):
        return [_without_halves(item) for item in cast(Any, value)]
    if isinstance(value, dict):
        members = cast(Any, value).items()
        return {_without_halves(name): _without_halves(member) for name, member in members}
    return value
