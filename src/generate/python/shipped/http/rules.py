"""Checks values by the document's schemas; the messages are the same as in other checks of requests."""

import ipaddress
import json
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import cache
from hashlib import blake2b
from math import isfinite
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import UploadFile

from src.models.schemas import SCHEMAS
from src.problem import Issue, Problem

# Keywords of JSON Schema; False accepts no value.
Schema = Mapping[str, Any] | bool

# The path of a wrong value, and the message.
Error = tuple[tuple[int | str, ...], str]

# How often alternatives are tried for one value, and how many of its errors are reported.
TRIES = 100_000
ISSUES = 100

_NULL = {"type": "null"}


def issues_in(schema: Schema, value: Any, *start: str) -> list[Issue]:
    """What is wrong with a value; nothing if it fits."""
    try:
        errors = _Check().errors(schema, value)
    except RecursionError as error:
        raise Problem(400, [{"path": "", "message": "is nested too deeply"}]) from error
    return [{"path": ".".join(map(str, (*start, *path))), "message": message} for path, message in errors]


class _Check:
    """
    The check of one value. Of each part, what an alternative finds there is remembered: without that, alternatives within
    alternatives would multiply.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[int, int, Sequence[str]], list[Error]] = {}
        self._digests: dict[int, str] = {}

    def errors(self, schema: Schema, value: Any, absent: Sequence[str] = ()) -> list[Error]:
        """What is wrong with a value. `absent` names members that only responses have."""
        while not isinstance(schema, bool) and "$ref" in schema:
            schema = SCHEMAS[schema["$ref"]]
        if isinstance(schema, bool):
            return [] if schema else [((), "must not be there")]
        found = self._listed(schema, value) + self._typed(schema, value, absent)
        for part in schema.get("allOf", ()):
            found += self._tried(part, value, (*absent, *schema.get("absent", ())))
        if "anyOf" in schema or "oneOf" in schema or "not" in schema:
            found += self._alternatives(schema, value)
        return list(dict.fromkeys(found))[:ISSUES] if len(found) > 1 else found

    def _tried(self, schema: Schema, value: Any, absent: Sequence[str] = ()) -> list[Error]:
        place = (id(schema), id(value), absent)
        if place not in self._known:
            if len(self._known) >= TRIES:
                raise Problem(400, [{"path": "", "message": "has too many alternatives to try"}])
            self._known[place] = self.errors(schema, value, absent)
        return self._known[place]

    def _alternatives(self, schema: Mapping[str, Any], value: Any) -> list[Error]:
        found: list[Error] = []
        if "anyOf" in schema:
            found += self._one_of(schema["anyOf"], value, len(schema["anyOf"]))
        if "oneOf" in schema:
            found += self._one_of(schema["oneOf"], value, 1)
        if "not" in schema and not self._tried(schema["not"], value):
            found.append(((), "must not match what the schema excludes"))
        return found

    def _one_of(self, schemas: Sequence[Schema], value: Any, most: int) -> list[Error]:
        """At least one schema fits, and at most so many. The errors of one beside null are its own."""
        if len(schemas) == 2 and _NULL in schemas:
            return [] if value is None else self._tried(schemas[int(schemas[0] == _NULL)], value)
        fitting = 0
        for schema in schemas:
            fitting += not self._tried(schema, value)
        if 0 < fitting <= most:
            return []
        return [((), f"must match {'exactly one' if most == 1 else 'one'} of its alternatives")]

    def _listed(self, schema: Mapping[str, Any], value: Any) -> list[Error]:
        if "enum" not in schema:
            return []
        values = schema["enum"]
        if _plain(value, self._digests) in _texts_of(values):
            return []
        shown = ", ".join(json.dumps(item, ensure_ascii=False) for item in values[:12])
        message = f"must be {'one of ' if len(values) > 1 else ''}{shown}{', …' if len(values) > 12 else ''}"
        return [((), message[:300])]

    def _typed(self, schema: Mapping[str, Any], value: Any, absent: Sequence[str]) -> list[Error]:
        types = schema.get("type")
        if types is not None:
            names = [types] if isinstance(types, str) else types
            for name in names:
                if _TYPES[name](value):
                    break
            else:
                return [((), f"must be {_names(names)}")]
            if "integer" in names and not _fits(value, 63):
                return [((), "must fit 64 bits")]
        if isinstance(value, str):
            return _first(schema, value, _TEXT_RULES) or _spelled(schema, value)
        if isinstance(value, dict):
            return self._members(schema, value, absent) or _first(schema, value, _SIZE_RULES)
        if isinstance(value, list):
            return self._items(schema, value)
        return _first(schema, value, _NUMBER_RULES) if _is_number(value) else []

    def _items(self, schema: Mapping[str, Any], value: list[Any]) -> list[Error]:
        first, rest = schema.get("prefixItems", ()), schema.get("items", True)
        found: list[Error] = []
        if first or rest is not True:
            for place, item in enumerate(value):
                found += _inside(place, self.errors(first[place] if place < len(first) else rest, item))
                if len(found) >= ISSUES:
                    break
        found = found or _first(schema, value, _COUNT_RULES)
        if not found and schema.get("uniqueItems"):
            texts = {_plain(item, self._digests) for item in value}
            found = [] if len(texts) == len(value) else [((), "must have no item twice")]
        if not found and "contains" in schema:
            for item in value:
                if not self._tried(schema["contains"], item):
                    return []
            found = [((), "must contain an item of another kind")]
        return found

    def _members(
        self, schema: Mapping[str, Any], value: Mapping[str, Any], absent: Sequence[str]
    ) -> list[Error]:
        known, rest = schema.get("properties", {}), schema.get("additionalProperties", True)
        patterns = [(finder(text), inner) for text, inner in schema.get("patternProperties", {}).items()]
        found: list[Error] = [
            ((name,), "is required")
            for name in schema.get("required", ())
            if name not in value and name not in absent
        ]
        for name, member in value.items():
            fitting = [known[name]] if name in known and name not in absent else []
            fitting += [inner for fits, inner in patterns if fits(name)]
            # Several that refer to the same schema would multiply at each level.
            check = self.errors if len(fitting) < 2 else self._tried
            for inner in fitting:
                found += _inside(name, check(inner, member))
            if not fitting and name not in known and rest is not True:
                unknown = [((), "is not a known property")]
                found += _inside(name, self.errors(rest, member) if rest else unknown)
            if "propertyNames" in schema:
                found += _inside(name, self.errors(schema["propertyNames"], name))
            if len(found) >= ISSUES:
                break
        return found


def _plain(value: Any, digests: dict[int, str]) -> str:
    """Equal texts for equal JSON: 1.0 is 1, and names have no order. Those of lists and objects are short."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if not isinstance(value, list | dict):
        return json.dumps(value, default=repr)
    if id(value) not in digests:
        parts = (
            [json.dumps(name) + ":" + _plain(value[name], digests) for name in sorted(value)]
            if isinstance(value, dict)
            else [_plain(item, digests) for item in value]
        )
        digest = blake2b(",".join(parts).encode(), digest_size=20)
        digests[id(value)] = ("{" if isinstance(value, dict) else "[") + digest.hexdigest()
    return digests[id(value)]


# Listed values as such texts, by the place of their list; schemas stay where they are.
_LISTED: dict[int, frozenset[str]] = {}


def _texts_of(values: list[Any]) -> frozenset[str]:
    if id(values) not in _LISTED:
        digests: dict[int, str] = {}
        _LISTED[id(values)] = frozenset(_plain(value, digests) for value in values)
    return _LISTED[id(values)]


def _inside(name: int | str, errors: Sequence[Error]) -> list[Error]:
    return [((name, *path), message) for path, message in errors]


def _is_number(value: Any) -> bool:
    """Whether a value is a number that a float can be."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return isfinite(value) if isinstance(value, float) else abs(value) < 2**1023


def _is_integer(value: Any) -> bool:
    if isinstance(value, float):
        return value.is_integer()
    return isinstance(value, int) and not isinstance(value, bool)


def _fits(value: Any, bits: int) -> bool:
    """Whether a value is no integer, or one of so many bits and a sign."""
    return not _is_integer(value) or -(2**bits) <= value < 2**bits


_TYPES: Mapping[str, Callable[[Any], bool]] = {
    "null": lambda value: value is None,
    "boolean": lambda value: isinstance(value, bool),
    "string": lambda value: isinstance(value, str),
    "number": _is_number,
    "integer": _is_integer,
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
    "file": lambda value: isinstance(value, UploadFile),
}


def _names(types: Sequence[str]) -> str:
    """Types in a message; null is not mentioned beside a single other one."""
    others = [name for name in types if name != "null"]
    names = [
        name if name == "null" else f"{'an' if name[0] in 'aeiou' else 'a'} {name}"
        for name in (types if len(others) > 1 else others or types)
    ]
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _multiple(value: float, step: float) -> bool:
    if isinstance(value, int) and step == int(step):
        return value % int(step) == 0
    try:
        parts = value / step
        return abs(parts - round(parts)) <= 1e-9 * max(1.0, abs(parts))
    except OverflowError:
        return False


@cache
def finder(pattern: str) -> Callable[[str], bool]:
    """Whether a pattern is found in a text; one that this dialect has no words for is found in any."""
    try:
        compiled = re.compile(pattern, re.ASCII)
    except re.error:
        return lambda _: True
    return lambda text: compiled.search(text) is not None


# Keywords in the order in which they are checked: whether a value fits, and the message.
Rules = Mapping[str, tuple[Callable[[Any, Any], bool], str]]

_TEXT_RULES: Rules = {
    "minLength": (lambda text, least: len(text) >= least, "must have at least {} characters"),
    "maxLength": (lambda text, most: len(text) <= most, "must have at most {} characters"),
    # A longer text is refused unread.
    "searched": (lambda text, most: len(text) <= most, "must have at most {} characters"),
}
_NUMBER_RULES: Rules = {
    "minimum": (lambda number, least: number >= least, "must be at least {}"),
    "maximum": (lambda number, most: number <= most, "must be at most {}"),
    "exclusiveMinimum": (lambda number, bound: number > bound, "must be more than {}"),
    "exclusiveMaximum": (lambda number, bound: number < bound, "must be less than {}"),
    "multipleOf": (_multiple, "must be a multiple of {}"),
    "format": (lambda number, name: name != "int32" or _fits(number, 31), "must fit 32 bits"),
}
_COUNT_RULES: Rules = {
    "minItems": (lambda items, least: len(items) >= least, "must have at least {} items"),
    "maxItems": (lambda items, most: len(items) <= most, "must have at most {} items"),
}
_SIZE_RULES: Rules = {
    "minProperties": (lambda members, least: len(members) >= least, "must have at least {} properties"),
    "maxProperties": (lambda members, most: len(members) <= most, "must have at most {} properties"),
}


def _first(schema: Mapping[str, Any], value: Any, rules: Rules) -> list[Error]:
    """The first rule that a value of the right type breaks."""
    for keyword, (fits, message) in rules.items():
        if keyword in schema and not fits(value, schema[keyword]):
            return [((), message.format(schema[keyword]))]
    return []


def _is_date(text: str) -> bool:
    if re.fullmatch(r"\d{4}-\d\d-\d\d", text, re.ASCII) is None:
        return False
    try:
        return date.fromisoformat(text) is not None
    except ValueError:
        return False


_TIME = re.compile(
    r"([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)", re.ASCII | re.IGNORECASE
)
_NAME = re.compile(
    r"[a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.[a-z\d]([a-z\d-]{0,61}[a-z\d])?)*", re.ASCII | re.IGNORECASE
)
_UUID = re.compile(r"[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}", re.ASCII | re.IGNORECASE)
_URI = re.compile(r'[a-z][a-z\d+.-]*:[^\s<>"{}|\\^]*', re.IGNORECASE)
_BYTES = re.compile(r"[A-Za-z\d+/_-]*={0,2}", re.ASCII)


def _is_ip(text: str, version: int) -> bool:
    try:
        return ipaddress.ip_address(text).version == version
    except ValueError:
        return False


def _is_url(text: str) -> bool:
    try:
        return bool(urlsplit(text).scheme)
    except ValueError:
        return False


def _is_time(text: str) -> bool:
    return _TIME.fullmatch(text) is not None


# Formats that are checked, and their names in messages.
FORMATS: Mapping[str, tuple[Callable[[str], bool], str]] = {
    "date": (_is_date, "a date such as 2026-01-31"),
    "time": (_is_time, "a time such as 12:00:00Z"),
    "date-time": (
        lambda text: text[10:11] in {"T", "t", " "} and _is_date(text[:10]) and _is_time(text[11:]),
        "a date and time such as 2026-01-31T12:00:00Z",
    ),
    "email": (
        lambda text: len(text) <= 320 and re.fullmatch(r"[^\s@]+@[^\s@]+", text) is not None,
        "an e-mail address",
    ),
    "uuid": (lambda text: _UUID.fullmatch(text) is not None, "a UUID"),
    "uri": (lambda text: _URI.fullmatch(text) is not None, "a URL"),
    "url": (_is_url, "a URL"),
    "hostname": (lambda text: len(text) <= 253 and _NAME.fullmatch(text) is not None, "a host name"),
    "ipv4": (lambda text: _is_ip(text, 4), "an IPv4 address"),
    "ipv6": (lambda text: _is_ip(text, 6), "an IPv6 address"),
    "byte": (lambda text: _BYTES.fullmatch(text) is not None, "in base64"),
}


def _spelled(schema: Mapping[str, Any], text: str) -> list[Error]:
    """The pattern, which this engine may have to read in another spelling, then the format."""
    pattern, name = schema.get("pattern"), schema.get("format")
    if pattern is not None and not finder(schema.get("regex", pattern))(text):
        return [((), f"must match {pattern}")]
    fits, called = FORMATS.get(name or "", (lambda _: True, ""))
    return [] if fits(text) else [((), f"must be {called}")]
