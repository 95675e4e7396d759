"""Types of JSON, and rules that refine them; their words are those of every answer that refuses a request."""

import ipaddress
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from hashlib import blake2b
from itertools import islice
from math import isfinite
from typing import Annotated, Any
from urllib.parse import urlsplit

from pydantic import (
    AfterValidator,
    BeforeValidator,
    GetCoreSchemaHandler,
    StrictBool,
    StrictStr,
    TypeAdapter,
    ValidationError,
    ValidatorFunctionWrapHandler,
)
from pydantic_core import CoreSchema, PydanticCustomError, core_schema
from starlette.datastructures import UploadFile

from src.problem import Issue, Problem

# How often values of a request are tried, and how much of what is wrong with it is told.
TRIES = 100_000
ISSUES = 100


@dataclass
class _Seen:
    """
    What is known of the values of one request, by the places where they lie; they are held, so that nothing else lies there
    meanwhile. Without it alternatives within alternatives would multiply.
    """

    errors: dict[tuple[int, int], tuple[Any, list[Any]]] = field(default_factory=dict)
    plain: dict[int, tuple[Any, str]] = field(default_factory=dict)


_seen: ContextVar[_Seen | None] = ContextVar("seen", default=None)


class _Inside(list[Any]):
    """What is wrong further inside. Its text, for which Pydantic asks, is short, however deep that is."""

    def __repr__(self) -> str:
        return ""


def wrong(message: str, also: Iterable[Any] = ()) -> PydanticCustomError:
    """What a rule raises: its own words, or what others found further inside."""
    return PydanticCustomError("wrong", "{message}", {"message": message, "also": _Inside(also)})


def rule(holds: Callable[[Any], bool], message: str) -> AfterValidator:
    """A rule that a value of the right type must keep."""

    def check(value: Any) -> Any:
        if not holds(value):
            raise wrong(message)
        return value

    return AfterValidator(check)


def _whole(value: Any) -> Any:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise wrong("must be an integer")
    if not -(2**63) <= value < 2**63:
        raise wrong("must fit 64 bits")
    return value


def _is_number(value: Any) -> bool:
    """Whether a value is a number that a float can be."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return isfinite(value) if isinstance(value, float) else abs(value) < 2**1023


def _number(value: Any) -> Any:
    if not _is_number(value):
        raise wrong("must be a number")
    return value


def _file(value: Any) -> Any:
    if not isinstance(value, UploadFile):
        raise wrong("must be a file")
    return value


Text = StrictStr
Truth = StrictBool
Whole = Annotated[int, BeforeValidator(_whole)]
Number = Annotated[float, BeforeValidator(_number)]
File = Annotated[Any, BeforeValidator(_file)]
Nothing = Annotated[Any, rule(lambda _: False, "must not be there")]
Unknown = Annotated[Any, rule(lambda _: False, "is not a known property")]


@cache
def at_least(bound: float) -> AfterValidator:
    return rule(lambda value: value >= bound, f"must be at least {bound}")


@cache
def at_most(bound: float) -> AfterValidator:
    return rule(lambda value: value <= bound, f"must be at most {bound}")


@cache
def more_than(bound: float) -> AfterValidator:
    return rule(lambda value: value > bound, f"must be more than {bound}")


@cache
def less_than(bound: float) -> AfterValidator:
    return rule(lambda value: value < bound, f"must be less than {bound}")


@cache
def multiple_of(step: float) -> AfterValidator:
    def holds(value: float) -> bool:
        if isinstance(value, int) and step == int(step):
            return value % int(step) == 0
        try:
            parts = value / step
            return abs(parts - round(parts)) <= 1e-9 * max(1.0, abs(parts))
        except OverflowError:
            return False

    return rule(holds, f"must be a multiple of {step}")


@cache
def fits_32_bits() -> AfterValidator:
    return rule(lambda value: -(2**31) <= value < 2**31, "must fit 32 bits")


@cache
def longest(count: int, what: str) -> AfterValidator:
    """At most so many characters, items or properties."""
    return rule(lambda value: len(value) <= count, f"must have at most {count} {what}")


@cache
def shortest(count: int, what: str) -> AfterValidator:
    """At least so many characters, items or properties."""
    return rule(lambda value: len(value) >= count, f"must have at least {count} {what}")


@cache
def matches(pattern: str, said: str, most: int | None = None) -> AfterValidator:
    """A pattern that must be found in a text, which is refused unread where it is longer than it may be."""
    found = finder(pattern)

    def check(text: Any) -> Any:
        if most is not None and len(text) > most:
            raise wrong(f"must have at most {most} characters")
        if not found(text):
            raise wrong(f"must match {said}")
        return text

    return AfterValidator(check)


def finder(pattern: str) -> Callable[[str], bool]:
    """Whether a pattern is found in a text; one that this dialect has no words for is found in any."""
    try:
        compiled = re.compile(pattern, re.ASCII)
    except re.error:
        return lambda _: True
    return lambda text: compiled.search(text) is not None


def _plain(value: Any) -> str:
    """Equal texts for equal JSON: 1.0 is 1, and names have no order. Those of lists and objects are short."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if not isinstance(value, list | dict):
        return json.dumps(value, default=repr)
    seen = _seen.get() or _Seen()
    known = seen.plain.get(id(value))
    if known is None:
        inner = (
            (json.dumps(name) + ":" + _plain(one) for name, one in sorted(value.items()))
            if isinstance(value, dict)
            else map(_plain, value)
        )
        digest = blake2b(digest_size=20)
        for one in inner:
            digest.update(one.encode() + b",")
        kind = "{" if isinstance(value, dict) else "["
        known = seen.plain[id(value)] = (value, kind + digest.hexdigest())
    return known[1]


@cache
def unique() -> AfterValidator:
    return rule(lambda items: len({_plain(item) for item in items}) == len(items), "must have no item twice")


class Listed:
    """The values that are listed, and no others."""

    def __init__(self, *values: Any) -> None:
        self._known = {_plain(value) for value in values}
        shown = ", ".join(json.dumps(value, ensure_ascii=False) for value in values[:12])
        self._message = (
            f"must be {'one of ' if len(values) > 1 else ''}{shown}{', …' if len(values) > 12 else ''}"[:300]
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Listed) and self._known == other._known

    def __hash__(self) -> int:
        return hash(self._message)

    def _check(self, value: Any) -> Any:
        if _plain(value) not in self._known:
            raise wrong(self._message)
        return value

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(self._check)


def _is_date(text: str) -> bool:
    if re.fullmatch(r"\d{4}-\d\d-\d\d", text, re.ASCII) is None:
        return False
    try:
        return date.fromisoformat(text) is not None
    except ValueError:
        return False


_times = re.compile(
    r"([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)", re.ASCII | re.IGNORECASE
)
_names = re.compile(
    r"[a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.[a-z\d]([a-z\d-]{0,61}[a-z\d])?)*", re.ASCII | re.IGNORECASE
)
_uuids = re.compile(r"[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}", re.ASCII | re.IGNORECASE)
_uris = re.compile(r'[a-z][a-z\d+.-]*:[^\s<>"{}|\\^]*', re.IGNORECASE)
_bytes = re.compile(r"[A-Za-z\d+/_-]*={0,2}", re.ASCII)


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


_formats: dict[str, Callable[[str], bool]] = {
    "date": _is_date,
    "time": lambda text: _times.fullmatch(text) is not None,
    "date-time": lambda text: (
        text[10:11] in {"T", "t", " "} and _is_date(text[:10]) and _times.fullmatch(text[11:]) is not None
    ),
    "email": lambda text: len(text) <= 320 and re.fullmatch(r"[^\s@]+@[^\s@]+", text) is not None,
    "uuid": lambda text: _uuids.fullmatch(text) is not None,
    "uri": lambda text: _uris.fullmatch(text) is not None,
    "url": _is_url,
    "hostname": lambda text: len(text) <= 253 and _names.fullmatch(text) is not None,
    "ipv4": lambda text: _is_ip(text, 4),
    "ipv6": lambda text: _is_ip(text, 6),
    "byte": lambda text: _bytes.fullmatch(text) is not None,
}


@cache
def formatted(name: str, said: str) -> AfterValidator:
    """A format that a text must have."""
    return rule(_formats[name], f"must be {said}")


_adapters: dict[Any, TypeAdapter[Any]] = {}


def _adapter_of(kind: Any) -> TypeAdapter[Any]:
    """
    What checks a type, one for all that are equal: Pydantic reads a type anew for each that it is a part of, and those of a
    type that holds itself would have no end.
    """
    if kind not in _adapters:
        _adapters[kind] = TypeAdapter(kind)
    return _adapters[kind]


class _Types:
    """Types that are looked into once a value is there, since they may hold themselves."""

    def __init__(self, *types: Any, more: Any = None) -> None:
        self._types = types
        # What else two of a class must have in common to be equal.
        self._more = more
        self._adapters: list[TypeAdapter[Any]] | None = None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Types) or type(self) is not type(other):
            return False
        return self._types == other._types and self._more == other._more

    def __hash__(self) -> int:
        return hash((type(self), self._types))

    def adapters(self) -> list[TypeAdapter[Any]]:
        if self._adapters is None:
            self._adapters = [_adapter_of(one) for one in self._types]
        return self._adapters

    def fitting(self, value: Any) -> int:
        """How many of the types take a value."""
        return sum(not errors_of(adapter, value) for adapter in self.adapters())

    def check(self, value: Any) -> Any:
        raise NotImplementedError

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(self.check)


def errors_of(adapter: TypeAdapter[Any], value: Any) -> list[Any]:
    """What is wrong with a value; nothing where it fits."""
    seen = _seen.get()
    if seen is None:
        token = _seen.set(_Seen())
        try:
            return errors_of(adapter, value)
        finally:
            _seen.reset(token)
    place = (id(adapter), id(value))
    if place not in seen.errors:
        if len(seen.errors) >= TRIES:
            raise Problem(400, [{"path": "", "message": "has too many alternatives to try"}])
        seen.errors[place] = (value, _found(adapter, value))
    return seen.errors[place][1]


def _found(adapter: TypeAdapter[Any], value: Any) -> list[Any]:
    try:
        adapter.validate_python(value)
    except ValidationError as error:
        return list(error.errors(include_url=False, include_input=False))
    return []


class AllOf(_Types):
    """A value that every one of several types takes."""

    def check(self, value: Any) -> Any:
        found = [error for adapter in self.adapters() for error in errors_of(adapter, value)]
        if found:
            raise wrong("", found)
        return value


class AnyOf(_Types):
    """A value that at least one of several types takes."""

    def check(self, value: Any) -> Any:
        if not self.fitting(value):
            raise wrong("must match one of its alternatives")
        return value


class OneOf(_Types):
    """A value that exactly one of several types takes."""

    def check(self, value: Any) -> Any:
        if self.fitting(value) != 1:
            raise wrong("must match exactly one of its alternatives")
        return value


class Not(_Types):
    """A value that a type does not take."""

    def check(self, value: Any) -> Any:
        if self.fitting(value):
            raise wrong("must not match what the schema excludes")
        return value


_kinds: dict[str, Callable[[Any], bool]] = {
    "null": lambda value: value is None,
    "boolean": lambda value: isinstance(value, bool),
    "string": lambda value: isinstance(value, str),
    "number": _is_number,
    "integer": lambda value: _is_number(value) and value == int(value),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
}


class Kinds(_Types):
    """What a value of each kind must be; others are taken as they are, or refused in these words."""

    def __init__(self, said: str | None, **types: Any) -> None:
        super().__init__(*types.values(), more=(said, tuple(types)))
        self._said = said
        self._names = tuple(types)

    def check(self, value: Any) -> Any:
        for name, adapter in zip(self._names, self.adapters(), strict=True):
            if not _kinds[name](value):
                continue
            found = errors_of(adapter, value)
            if found:
                raise wrong("", found)
            return value
        if self._said is not None:
            raise wrong(self._said)
        return value


class _Beside(_Types):
    """
    What must hold of a value beside its own type. The value is looked at as it came, and not as its type copies it: what is
    inside is known then, wherever it is met.
    """

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        def both(value: Any, inner: ValidatorFunctionWrapHandler) -> Any:
            made = inner(value)
            self.check(value)
            return made

        return core_schema.no_info_wrap_validator_function(both, handler(source))


class Contains(_Beside):
    """A list in which some item is of a type."""

    def check(self, value: Any) -> Any:
        if not any(self.fitting(item) for item in value):
            raise wrong("must contain an item of another kind")
        return value


class Positions(_Beside):
    """A list whose first items have types of their own, and whose others have the last one."""

    def check(self, value: Any) -> Any:
        *first, rest = self.adapters()
        found: list[Any] = []
        for index, item in enumerate(value):
            adapter = first[index] if index < len(first) else rest
            found += [{**error, "loc": (index, *error["loc"])} for error in errors_of(adapter, item)]
        if found:
            raise wrong("", found)
        return value


class Members(_Beside):
    """Names of an object that are not known one by one: by their patterns, else by the type of all others."""

    def __init__(
        self,
        known: Iterable[str] = (),
        patterns: Mapping[str, Any] | None = None,
        rest: Any = Any,
        names: Any = Any,
    ) -> None:
        self._known = frozenset(known)
        super().__init__(rest, names, *(patterns or {}).values(), more=(self._known, tuple(patterns or ())))
        self._patterns = [finder(pattern) for pattern in patterns or {}]

    def check(self, value: Any) -> Any:
        rest, names, *by_pattern = self.adapters()
        found: list[Any] = []
        for name, member in value.items():
            fitting = [one for pattern, one in zip(self._patterns, by_pattern, strict=True) if pattern(name)]
            wanted = fitting or ([] if name in self._known else [rest])
            errors = [*errors_of(names, name), *(error for one in wanted for error in errors_of(one, member))]
            found += [{**error, "loc": (name, *error["loc"])} for error in errors]
        if found:
            raise wrong("", found)
        return value


_said = {
    "missing": "is required",
    "extra_forbidden": "is not a known property",
    "string_type": "must be a string",
    "bool_type": "must be a boolean",
    "list_type": "must be an array",
    "dict_type": "must be an object",
    "none_required": "must be null",
}


def _every(error: Mapping[str, Any], where: tuple[int | str, ...]) -> Iterator[Issue]:
    inside = error.get("ctx", {}).get("also", ())
    if not inside:
        yield {"path": ".".join(map(str, where)), "message": _said.get(error["type"], str(error["msg"]))}
    for one in inside:
        yield from _every(one, (*where, *one["loc"]))


def issues_of(errors: Iterable[Any], *start: str) -> list[Issue]:
    """What a client is told about what is wrong with a value."""
    every = (issue for error in errors for issue in _every(error, (*start, *error["loc"])))
    return list(islice(every, ISSUES))
