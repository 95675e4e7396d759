"""Pydantic, speaking the words that every target of a definition shares."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Any, ClassVar, Generic, TypeVar, get_args

from pydantic import (
    AfterValidator,
    AliasGenerator,
    AllowInfNan,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    JsonValue,
    PlainSerializer,
    Strict,
    StrictStr,
    ValidationError,
    ValidatorFunctionWrapHandler,
)
from pydantic_core import PydanticCustomError, SchemaValidator, core_schema

from src.clock import milliseconds, text_of
from src.ids import is_id
from src.problem import Issue


def _camel(name: str) -> str:
    head, *rest = name.split("_")
    return head + "".join(word[:1].upper() + word[1:] for word in rest)


class Record(BaseModel):
    """What is answered: read from what is stored, named in camelCase."""

    model_config = ConfigDict(
        from_attributes=True,
        alias_generator=AliasGenerator(serialization_alias=_camel),
        protected_namespaces=(),
    )


class Body(BaseModel):
    """What a client sends; nothing may be in it that its class does not name."""

    model_config = ConfigDict(extra="forbid", alias_generator=_camel, protected_namespaces=())

    # Fields that keep what is stored where a body leaves them out.
    KEPT: ClassVar[Set[str]] = frozenset()


# The default of such a field; nothing reads it.
ABSENT: Any = None


def carried(body: Body) -> dict[str, Any]:
    """What a body writes, by the names of its fields."""
    names = [
        name for name in type(body).model_fields if name in body.model_fields_set or name not in body.KEPT
    ]
    return {name: getattr(body, name) for name in names}


def _wrong(message: str, also: Sequence[Any] = ()) -> PydanticCustomError:
    return PydanticCustomError("wrong", "{message}", {"message": message, "also": also})


@dataclass(frozen=True)
class Listed:
    """Says which values a Literal allows."""

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        message = "must be one of " + ", ".join(get_args(source))
        return core_schema.custom_error_schema(
            handler(source),
            custom_error_type="wrong",
            custom_error_message="{message}",
            custom_error_context={"message": message},
        )


@dataclass(frozen=True)
class Rule:
    """What else must hold of a value; it is said beside whatever else is wrong with it."""

    holds: Callable[[Any], bool]
    message: str
    kinds: tuple[type, ...] = (str,)

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        return core_schema.no_info_wrap_validator_function(self.check, handler(source))

    def check(self, value: Any, inner: ValidatorFunctionWrapHandler) -> Any:
        try:
            value = inner(value)
        except ValidationError as error:
            if not isinstance(value, self.kinds) or self.holds(value):
                raise
            raise _wrong(self.message, error.errors()) from None
        if not self.holds(value):
            raise _wrong(self.message)
        return value


# What fields are annotated with is in capitals, since no field is: a field would hide it from the next.


def Matching(pattern: str, message: str) -> Rule:
    """A pattern that a text must match, in time that grows with the text alone."""
    return Rule(SchemaValidator(core_schema.str_schema(pattern=pattern)).isinstance_python, message)


def LookingAround(pattern: str, message: str) -> Rule:
    """The same for patterns that look around, which only Python's own engine does."""
    compiled = re.compile(pattern, re.ASCII)
    return Rule(lambda text: compiled.search(text) is not None, message)


def MultipleOf(step: float, message: str) -> Rule:
    """A number that others must be multiples of."""
    return Rule(lambda number: abs(number / step - round(number / step)) < 1e-9, message, (int, float))


@dataclass(frozen=True)
class DecimalText:
    """A decimal number, written as a text that matches a pattern: no float on any way."""

    pattern: str
    message: str
    most: int

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        rule = Matching(self.pattern, self.message)
        text = core_schema.no_info_wrap_validator_function(
            rule.check, core_schema.str_schema(strict=True, max_length=self.most)
        )
        read = core_schema.no_info_plain_validator_function(Decimal)
        return core_schema.chain_schema([text, read, handler(source)])


_emails = re.compile(
    r"(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}"
)
_days = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_hour = r"([01]\d|2[0-3]):[0-5]\d"
_instants = re.compile(_days.pattern + "T" + _hour + r"(:[0-5]\d(\.\d+)?)?(Z|[+-]" + _hour + ")", re.ASCII)
_urls = SchemaValidator(core_schema.url_schema())

EmailText = Rule(lambda text: _emails.fullmatch(text) is not None, "must be an e-mail address")
UrlText = Rule(_urls.isinstance_python, "must be a URL")

# Databases hold every character but the null character and half a surrogate pair.
_unstorable = re.compile(r"[\0\ud800-\udfff]")
_unstorable_json = re.compile(r"(?<!\\)(?:\\\\)*\\u0000|[\ud800-\udfff]")
Storable = Rule(
    lambda text: _unstorable.search(text) is None, "has a character or a depth that can't be stored"
)


def _is_unique(items: list[Any]) -> bool:
    return len({json.dumps(item, sort_keys=True, default=str) for item in items}) == len(items)


UniqueItems = Rule(_is_unique, "must not repeat an item", (list,))


def _is_shallow(value: Any, levels: int) -> bool:
    if not isinstance(value, dict | list):
        return True
    inner = value.values() if isinstance(value, dict) else value
    return levels > 0 and all(_is_shallow(one, levels - 1) for one in inner)


def _storable_json(value: Any) -> Any:
    if isinstance(value, dict):
        # A name that no record of JavaScript can have.
        value = {name: member for name, member in value.items() if name != "__proto__"}
    if not _is_shallow(value, 100):
        raise _wrong(Storable.message)
    if isinstance(value, dict | list) and _unstorable_json.search(json.dumps(value, ensure_ascii=False)):
        raise _wrong(Storable.message)
    return value


def _whole(value: Any) -> Any:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise _wrong("must be a whole number")
    return value


def _id(text: str) -> str:
    if not is_id(text):
        raise _wrong("must be a UUID")
    # Of one spelling, so that equal ids are equal texts.
    return text.lower()


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise _wrong("must be a string")
    return value


def _day(value: Any) -> date:
    if isinstance(value, date):
        return value
    text = _text(value)
    with suppress(ValueError):
        if _days.fullmatch(text):
            return date.fromisoformat(text)
    raise _wrong("must be a date such as 2026-01-31")


def _instant(value: Any) -> datetime:
    if isinstance(value, datetime):
        return value
    text = _text(value)
    with suppress(ValueError, OverflowError):
        if _instants.fullmatch(text):
            return milliseconds(datetime.fromisoformat(text))
    raise _wrong("must be a date and time such as 2026-01-31T12:00:00Z")


def _from_query(pattern: str, message: str, read: Callable[[str], Any]) -> BeforeValidator:
    """How a query parameter, which is text, becomes a value."""
    shape = re.compile(pattern, re.ASCII)

    def validate(value: Any) -> Any:
        if isinstance(value, int | float):
            # A default: what comes in a query is text.
            return value
        if shape.fullmatch(_text(value)) is None:
            raise _wrong(message)
        return read(value)

    return BeforeValidator(validate)


def _truth(value: Any) -> bool:
    if value not in ("true", "false"):
        raise _wrong("must be a boolean")
    return bool(value == "true")


Whole = BeforeValidator(_whole)
WholeInQuery = _from_query(r"-?\d{1,15}", "must be a whole number", int)
Number = Annotated[float, Strict(), AllowInfNan(False)]
JsonItem = Annotated[JsonValue, BeforeValidator(_storable_json)]
JsonObject = Annotated[dict[str, JsonValue], BeforeValidator(_storable_json)]
Id = Annotated[StrictStr, AfterValidator(_id)]
Day = Annotated[date, BeforeValidator(_day)]
Instant = Annotated[datetime, BeforeValidator(_instant)]
Moment = Annotated[datetime, PlainSerializer(text_of, return_type=str)]
Decimals = Annotated[Decimal, PlainSerializer(lambda value: format(value, "f"), return_type=str)]
QueryNumber = Annotated[float, _from_query(r"-?\d+(\.\d+)?", "must be a number", float)]
QueryBoolean = Annotated[bool, BeforeValidator(_truth)]


class Query(Body):
    """Which part of a list is asked for."""

    # Early versions of FastAPI hand parameters on by the names of fields.  #: guest
    model_config = ConfigDict(populate_by_name=True)  #: guest

    limit: Annotated[int, Field(ge=1, le=200), WholeInQuery] = 50
    offset: Annotated[int, Field(ge=0), WholeInQuery] = 0


Item = TypeVar("Item")


@dataclass(frozen=True)
class Page(Generic[Item]):
    """A part of a list, and how many there are in all."""

    items: list[Item]
    total: int


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else str(value)


_types = {
    "missing": "is required",
    "extra_forbidden": "is not a known property",
    "string_type": "must be a string",
    "float_type": "must be a number",
    "finite_number": "must be a number",
    "bool_type": "must be a boolean",
    "list_type": "must be an array",
    "dict_type": "must be an object",
    "model_attributes_type": "must be an object",
    "none_required": "must be null",
}

_bounds = {
    "greater_than_equal": ("ge", "must be at least"),
    "less_than_equal": ("le", "must be at most"),
    "greater_than": ("gt", "must be more than"),
    "less_than": ("lt", "must be less than"),
}


def _message(error: Mapping[str, Any]) -> str:
    """Our words for what pydantic found; its own for what no class here can raise."""
    kind, context = error["type"], error.get("ctx", {})
    if kind in _types:
        return _types[kind]
    if kind in _bounds:
        key, words = _bounds[kind]
        return f"{words} {_number(context[key])}"
    if kind == "string_too_short":
        return f"must be at least {_count(context['min_length'], 'character')} long"
    if kind == "string_too_long":
        return f"must be at most {_count(context['max_length'], 'character')} long"
    if kind == "too_short":
        return f"must have at least {_count(context['min_length'], 'item')}"
    if kind == "too_long":
        return f"must have at most {_count(context['max_length'], 'item')}"
    return str(error["msg"])


def _every(error: Mapping[str, Any], where: tuple[int | str, ...]) -> Iterator[Issue]:
    """An error, and those that its rule found beside it."""
    yield {"path": ".".join(map(str, where)), "message": _message(error)}
    for one in error.get("ctx", {}).get("also", ()):
        yield from _every(one, (*where, *one["loc"]))


def issues_of(errors: Sequence[Any]) -> list[Issue]:
    """What a client is told about the errors of a request."""
    issues: list[Issue] = []
    for error in errors:
        where = error["loc"][1:]
        if not where or error["type"] == "json_invalid":
            issues.append({"path": "", "message": "must be a JSON object"})
        else:
            issues.extend(_every(error, where))
    return issues
