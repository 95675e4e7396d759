"""What the server knows of an operation."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from src.http.rules import Schema

# How text becomes a value: "string", "number", "int64", "boolean", "scalar", "binary" or "any"; a list of one kind, or ["…", "or one"],
# or ["…", [the kinds of its first places]]; an object by its members, "*" among them for all others.
Shape = Any


def item_shape(shape: Shape, place: int) -> Shape:
    """The shape of the item at a place of a list."""
    first = shape[1] if len(shape) > 1 and isinstance(shape[1], list) else []
    return first[place] if place < len(first) else shape[0]


def or_one(shape: Shape) -> bool:
    """Whether a list may come as its only item."""
    return bool(shape[1:] == ["or one"])


@dataclass(frozen=True)
class How:
    """How a value is written."""

    name: str
    style: str
    explode: bool
    shape: Shape = "string"
    # The style of lists inside a list.
    inner: str = "form"


@dataclass(frozen=True, kw_only=True)
class Parameter(How):
    """A parameter, and what reads it."""

    place: str
    # The attribute of what the handler takes.
    key: str
    required: bool
    # Written as JSON instead of by style.
    json: bool = False
    # What counts where it is missing; Ellipsis where nothing does.
    otherwise: Any = ...
    schema: Schema = True


@dataclass(frozen=True)
class Media:
    """A media type that a body may have."""

    name: str
    # json, form, multipart, text, binary or any
    kind: str
    shape: Shape = "string"
    schema: Schema = True
    # Members of a form that come in a style, as those of a query do.
    parts: Sequence[How] = ()
    # Headers of parts, by member.
    heads: Mapping[str, Sequence[Parameter]] = field(default_factory=dict)
    # Members of a form that are JSON though they hold single values.
    json: Sequence[str] = ()


@dataclass(frozen=True)
class Route:
    """An operation of the document."""

    method: str
    # As the document has it, below the server's own path.
    path: str
    # Whole paths that this one matches too, but that others have, and without such a method.
    beside: Sequence[str] = ()
    parameters: Sequence[Parameter] = ()
    body: Sequence[Media] = ()
    body_required: bool = False
    # Media type of the answer by status.
    answers: Mapping[str, str] = field(default_factory=dict)
    # Scopes by scheme: all schemes of one alternative together let a request in, any alternative does.
    security: Sequence[Mapping[str, Sequence[str]]] = ()
