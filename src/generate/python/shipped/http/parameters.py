"""Path, query, headers and cookies in every style."""

import json
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, unquote

from starlette.requests import Request

from src.http.route import How, Parameter, Shape, item_shape, or_one
from src.http.rules import issues_in
from src.problem import Issue, Problem

Pairs = Sequence[tuple[str, str]]


def decode(text: str) -> str:
    """The text behind percent signs; itself where they hide none."""
    try:
        return unquote(text, errors="strict")
    except UnicodeDecodeError:
        return text


@dataclass(frozen=True)
class Parts:
    """The parts of a request that parameters are in, as they came."""

    # Still encoded, as the values of the query are, so that separators inside of them do not count.
    path: str
    query: Pairs
    headers: Mapping[str, str]
    cookies: Mapping[str, str]


def _split(text: str, sign: str) -> tuple[str, str]:
    head, _, tail = text.partition(sign)
    return head, tail


def pairs_of(query: str) -> Pairs:
    """The pairs of a query or a form; values stay encoded."""
    pairs = [_split(pair.replace("+", "%20"), "=") for pair in query.split("&") if pair]
    return [(decode(name), value) for name, value in pairs]


def parts_of(request: Request) -> Parts:
    """Takes a request apart."""
    cookies = [_split(pair.strip(), "=") for pair in request.headers.get("cookie", "").split(";")]
    return Parts(
        path=request.scope["path"],
        query=pairs_of(request.scope["query_string"].decode("latin-1")),
        headers=request.headers,
        cookies={decode(name): value for name, value in cookies},
    )


_numbers = re.compile(r"-?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,4})?", re.ASCII | re.IGNORECASE)


def scalar(text: str, shape: Shape) -> Any:
    """One text as a single value; what does not read as its kind stays text, for the type to refuse."""
    if shape in ("number", "int64", "scalar") and len(text) <= 400 and _numbers.fullmatch(text):
        number = float(text)
        return int(text) if re.fullmatch(r"-?\d+", text, re.ASCII) else number
    if shape in ("boolean", "scalar") and text in ("true", "false"):
        return text == "true"
    return None if shape == "scalar" and text == "null" else text


def member_of(shape: Mapping[str, Shape], name: str) -> Shape:
    """The kind of a member."""
    return shape.get(name, shape.get("*", "string"))


def single(text: str, shape: Shape) -> Any:
    """A decoded text where no style can tell where one value ends: lists and objects inside others are JSON."""
    if isinstance(shape, str):
        return scalar(text, shape)
    if isinstance(shape, list) and not text.startswith("["):
        return [single(item, item_shape(shape, i)) for i, item in enumerate(text.split(","))]
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


_DELIMITERS = {"spaceDelimited": " ", "pipeDelimited": "|", "tabDelimited": "\t"}


def _pieces(text: str, style: str) -> list[str]:
    """Splits a text at what its style puts between values, as it is or encoded; a comma inside a value is encoded."""
    sign = _DELIMITERS.get(style)
    if not text:
        return []
    if sign is None:
        return text.split(",")
    return re.sub(re.escape(quote(sign, safe="")), lambda _: sign, text, flags=re.IGNORECASE).split(sign)


def _item(text: str, shape: Shape, inner: str) -> Any:
    """An encoded text inside a list or an object; a list inside has delimiters of its own."""
    if not isinstance(shape, list) or decode(text).startswith("["):
        return single(decode(text), shape)
    return [single(decode(item), item_shape(shape, i)) for i, item in enumerate(_pieces(text, inner))]


def _object(pairs: Pairs, shape: Mapping[str, Shape], inner: str) -> dict[str, Any]:
    return {decode(name): _item(value, member_of(shape, decode(name)), inner) for name, value in pairs}


def _delimited(text: str, how: How, separated: list[str] | None = None, explode: bool | None = None) -> Any:
    """A value in one text, still encoded."""
    items = _pieces(text, how.style) if separated is None else separated
    shape = how.shape
    if isinstance(shape, list):
        if or_one(shape) and len(items) == 1:
            return single(decode(text), shape[0])
        return [_item(item, item_shape(shape, i), how.inner) for i, item in enumerate(items)]
    if not isinstance(shape, dict):
        return scalar(decode(text), shape)
    if how.explode if explode is None else explode:
        return _object([_split(item, "=") for item in items], shape, how.inner)
    return _object(list(zip(items[::2], [*items[1::2], ""], strict=False)), shape, how.inner)


def _from_path(text: str, parameter: Parameter) -> Any:
    sign = {"label": ".", "matrix": ";"}.get(parameter.style, "")
    bare = text.removeprefix(sign)

    def value(item: str) -> str:
        name = quote(parameter.name, safe="")
        return (
            item.removeprefix(name).removeprefix("=")
            if parameter.style == "matrix" and item.startswith(name)
            else item
        )

    if not parameter.explode or not sign or isinstance(parameter.shape, str):
        return _delimited(value(bare), parameter)
    items = bare.split(sign) if bare else []
    return _delimited(
        bare, parameter, [value(item) for item in items] if isinstance(parameter.shape, list) else items
    )


def from_pairs(query: Pairs, how: How, issues: list[Issue], others: Collection[str] = ()) -> Any:
    """A value among pairs, as queries and forms have them: names decoded, values not."""
    name, shape = how.name, how.shape
    if how.style == "deepObject":
        return _deep(query, name, shape)
    if isinstance(shape, dict) and how.explode:
        rest = "*" in shape
        found = [
            (quote(key, safe=""), value)
            for key, value in query
            if key in shape or (rest and key.split("[")[0] not in others)
        ]
        return _object(found, shape, how.inner) if found else ...
    own = [value for key, value in query if key == name]
    if not own:
        return ...
    if isinstance(shape, list) and how.explode:
        if or_one(shape) and len(own) == 1:
            return single(decode(own[0]), shape[0])
        return [_item(value, item_shape(shape, i), how.inner) for i, value in enumerate(own)]
    if len(own) > 1:
        issues.append({"path": name, "message": "must be there once"})
    return _delimited(own[0], how, explode=False)


def _place(items: Mapping[str, Any], member: str) -> str:
    """Where an item without a number goes: into the last one, unless that has such a member already."""
    last = items.get(str(len(items) - 1))
    return str(len(items) - 1 if isinstance(last, dict) and member not in last else len(items))


def _deep(query: Pairs, name: str, shape: Shape) -> Any:
    """filter[name]=x&filter[of][0]=y"""
    root: dict[str, Any] = {}
    for key, value in query:
        steps = re.findall(r"\[([^\]]*)\]", key[len(name) :]) if key.startswith(name + "[") else []
        if not 0 < len(steps) <= 16:
            continue
        at = root
        for step in steps[:-1]:
            place = step or _place(at, steps[-1])
            inner = at.get(place)
            if not isinstance(inner, dict):
                inner = at[place] = {}
            at = inner
        at[steps[-1] or str(len(at))] = decode(value)
    return _grown(root, shape) if root else ...


def _grown(value: Any, shape: Shape) -> Any:
    if isinstance(value, str):
        return single(value, shape)
    if isinstance(shape, list):
        return [_grown(item, item_shape(shape, i)) for i, item in enumerate(value.values())]
    members = shape if isinstance(shape, dict) else {}
    return {name: _grown(inner, member_of(members, name)) for name, inner in value.items()}


def _from_text(text: str, parameter: Parameter) -> Any:
    """A text of which nothing is encoded, as in headers: a percent sign is one."""
    if isinstance(parameter.shape, str):
        return scalar(text, parameter.shape)
    items = [item.strip().replace("%", "%25") for item in _pieces(text, parameter.style)]
    return _delimited(text, parameter, items)


def _whole(parts: Parts, parameter: Parameter, captured: str | None) -> str | None:
    """The text of a parameter that is written as JSON."""
    if parameter.place == "header":
        return parts.headers.get(parameter.name.lower())
    query = next((value for key, value in parts.query if key == parameter.name), None)
    raw = {"path": captured, "query": query, "cookie": parts.cookies.get(parameter.name)}[parameter.place]
    return None if raw is None else decode(raw)


def _value(
    parts: Parts, parameter: Parameter, captured: str | None, issues: list[Issue], others: Collection[str]
) -> Any:
    if parameter.json:
        text = _whole(parts, parameter, captured)
        try:
            return ... if text is None else json.loads(text)
        except (ValueError, RecursionError):
            issues.append({"path": parameter.name, "message": "must be JSON"})
            return ...
    if parameter.place == "path":
        return ... if captured is None else _from_path(captured, parameter)
    if parameter.place == "query":
        return from_pairs(parts.query, parameter, issues, others)
    is_header = parameter.place == "header"
    text = parts.headers.get(parameter.name.lower()) if is_header else parts.cookies.get(parameter.name)
    if text is None:
        return ...
    return (
        _from_text(text, parameter)
        if is_header or parameter.style == "cookie"
        else _delimited(text, parameter)
    )


def encoded(path: str) -> str:
    """A path of the document as it comes in a request, but for its parameters: what is encoded already stays."""
    return re.sub(r"%25(?=[\da-fA-F]{2})", "%", quote(path, safe="/{}!#$&'()*+,:;=?@-._~"))


def path_pattern(path: str, following: Callable[[str], str] = lambda _: "[^/]+?") -> re.Pattern[str]:
    """What an encoded path of this template looks like; a group for each parameter, the text of one that directly
    follows another as `following` says."""
    parts = re.split(r"\{([^{}]+)\}", path)
    groups = [
        re.escape(part)
        if i % 2 == 0
        else f"({following(part) if i > 1 and parts[i - 1] == '' else '[^/]+?'})"
        for i, part in enumerate(parts)
    ]
    return re.compile("".join(groups) + "/?")


_STARTS: Sequence[Callable[[str], str]] = (
    lambda name: rf";{re.escape(name)}(?![^=;/])[^/]*?",
    lambda _: "[.][^/]*?",
    lambda _: "[^/]+?",
)
"""How a parameter that directly follows another may start, by its style: `{a}{b}` has `.1.5;b=2`, or `.1.2`."""


class PathReader:
    """Reads path parameters off the encoded path: decoding comes after splitting."""

    def __init__(self, template: str, encoded: str) -> None:
        self._names = re.findall(r"\{([^{}]+)\}", template)
        self._patterns = [path_pattern(encoded, start) for start in _STARTS]

    def read(self, path: str) -> dict[str, str]:
        """The text of each parameter; a path that has no room for them leads nowhere."""
        found = next(filter(None, (pattern.fullmatch(path) for pattern in self._patterns)), None)
        if found is None:
            raise Problem(404)
        return dict(zip(self._names, found.groups(), strict=True))


def read_parameters(
    parameters: Sequence[Parameter], parts: Parts, captured: Mapping[str, str], issues: list[Issue]
) -> dict[str, Any]:
    """Parameters, checked; what is wrong with them goes to issues."""
    given: dict[str, Any] = {}
    others = {one.name for one in parameters if one.place == "query"}
    for parameter in parameters:
        before = len(issues)
        value = _value(parts, parameter, captured.get(parameter.name), issues, others)
        if value is ...:
            value = parameter.otherwise
        if len(issues) > before:
            continue
        if value is ...:
            if parameter.required:
                issues.append({"path": parameter.name, "message": "is required"})
            continue
        issues += issues_in(parameter.schema, value, parameter.name)
        given[parameter.key] = value
    return given
