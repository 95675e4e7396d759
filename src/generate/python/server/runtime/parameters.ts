/** `src/http/parameters.py`: path, query, headers and cookies in every style. */
export const parameters = String.raw`"""Path, query, headers and cookies in every style."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, unquote

from starlette.requests import Request

from src.http.route import Parameter, Route, Shape
from src.http.rules import errors_of, issues_of
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


def parts_of(request: Request) -> Parts:
    """Takes a request apart."""
    query = request.scope["query_string"].decode("latin-1")
    pairs = [_split(pair.replace("+", "%20"), "=") for pair in query.split("&") if pair]
    cookies = [_split(pair.strip(), "=") for pair in request.headers.get("cookie", "").split(";")]
    return Parts(
        path=request.scope["path"],
        query=[(decode(name), value) for name, value in pairs],
        headers=request.headers,
        cookies={decode(name): value for name, value in cookies},
    )


_numbers = re.compile(r"-?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,4})?", re.ASCII | re.IGNORECASE)


def scalar(text: str, shape: Shape) -> Any:
    """One text as a single value; what does not read as its kind stays text, for the type to refuse."""
    if shape in ("number", "scalar") and len(text) <= 400 and _numbers.fullmatch(text):
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
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return [single(item, shape[0]) for item in text.split(",")] if isinstance(shape, list) else text


def _object(pairs: Pairs, shape: Mapping[str, Shape]) -> dict[str, Any]:
    return {name: single(value, member_of(shape, name)) for name, value in pairs}


def _pairs(items: Sequence[str], explode: bool) -> Pairs:
    """name,value,name,value or name=value,name=value."""
    if explode:
        return [(decode(name), decode(value)) for name, value in (_split(item, "=") for item in items)]
    values = [*items[1::2], ""]
    return [(decode(name), decode(value)) for name, value in zip(items[::2], values, strict=False)]


def _delimited(text: str, separator: str, shape: Shape, explode: bool) -> Any:
    """A value whose style is one text with separators."""
    items = text.split(separator) if text else []
    if isinstance(shape, list):
        if len(shape) > 1 and len(items) == 1:
            return single(decode(text), shape[0])
        return [single(decode(item), shape[0]) for item in items]
    return _object(_pairs(items, explode), shape) if isinstance(shape, dict) else scalar(decode(text), shape)


def _from_path(text: str, parameter: Parameter) -> Any:
    shape, explode = parameter.shape, parameter.explode
    if parameter.style == "label":
        return _delimited(text.removeprefix("."), "." if explode else ",", shape, explode)
    if parameter.style != "matrix":
        return _delimited(text, ",", shape, explode)
    start = parameter.name + "="
    bare = text.removeprefix(";")
    if explode and isinstance(shape, list):
        return [single(decode(item.removeprefix(start)), shape[0]) for item in bare.split(";")]
    if explode and isinstance(shape, dict):
        return _delimited(bare, ";", shape, explode)
    return _delimited(bare.removeprefix(start), ",", shape, explode)


_separators = {"spaceDelimited": re.compile("%20| "), "pipeDelimited": re.compile(r"%7C|\|", re.IGNORECASE)}


def _from_query(query: Pairs, parameter: Parameter, issues: list[Issue]) -> Any:
    name, shape = parameter.name, parameter.shape
    if parameter.style == "deepObject":
        return _deep(query, name, shape)
    if isinstance(shape, dict) and parameter.explode:
        found = [(key, decode(value)) for key, value in query if key in shape]
        return _object(found, shape) if found else ...
    own = [value for key, value in query if key == name]
    if not own:
        return ...
    if isinstance(shape, list) and parameter.explode:
        if len(shape) > 1 and len(own) == 1:
            return single(decode(own[0]), shape[0])
        return [single(decode(value), shape[0]) for value in own]
    if len(own) > 1:
        issues.append({"path": name, "message": "must be there once"})
    separator = _separators.get(parameter.style)
    return _delimited(separator.sub(",", own[0]) if separator else own[0], ",", shape, False)


def _deep(query: Pairs, name: str, shape: Shape) -> Any:
    """filter[name]=x&filter[of][0]=y"""
    root: dict[str, Any] = {}
    for key, value in query:
        steps = re.findall(r"\[([^\]]*)\]", key[len(name) :]) if key.startswith(name + "[") else []
        if not 0 < len(steps) <= 16:
            continue
        at = root
        for step in steps[:-1]:
            inner = at.get(step)
            if not isinstance(inner, dict):
                inner = at[step] = {}
            at = inner
        at[steps[-1] or str(len(at))] = decode(value)
    return _grown(root, shape) if root else ...


def _grown(value: Any, shape: Shape) -> Any:
    if isinstance(value, str):
        return single(value, shape)
    if isinstance(shape, list):
        return [_grown(item, shape[0]) for item in value.values()]
    members = shape if isinstance(shape, dict) else {}
    return {name: _grown(inner, member_of(members, name)) for name, inner in value.items()}


def _from_header(text: str | None, parameter: Parameter) -> Any:
    if text is None:
        return ...
    items = [item.strip() for item in text.split(",")] if text else []
    shape = parameter.shape
    if isinstance(shape, list):
        return [single(item, shape[0]) for item in items]
    if not isinstance(shape, dict):
        return scalar(text, shape)
    if parameter.explode:
        return _object([_split(item, "=") for item in items], shape)
    return _object(list(zip(items[::2], [*items[1::2], ""], strict=False)), shape)


def _whole(parts: Parts, parameter: Parameter, captured: str | None) -> str | None:
    """The text of a parameter that is written as JSON."""
    if parameter.place == "header":
        return parts.headers.get(parameter.name)
    query = next((value for key, value in parts.query if key == parameter.name), None)
    raw = {"path": captured, "query": query, "cookie": parts.cookies.get(parameter.name)}[parameter.place]
    return None if raw is None else decode(raw)


def _value(parts: Parts, parameter: Parameter, captured: str | None, issues: list[Issue]) -> Any:
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
        return _from_query(parts.query, parameter, issues)
    if parameter.place == "header":
        return _from_header(parts.headers.get(parameter.name), parameter)
    cookie = parts.cookies.get(parameter.name)
    if cookie is None:
        return ...
    return _delimited(re.sub("%2c", ",", cookie, flags=re.IGNORECASE), ",", parameter.shape, parameter.explode)


def encoded(path: str) -> str:
    """A path of the document as it comes in a request, but for its parameters."""
    return quote(path, safe="/{}!#$&'()*+,:;=?@-._~")


def path_pattern(path: str) -> re.Pattern[str]:
    """What an encoded path of this template looks like; a group for each parameter."""
    return re.compile("([^/]+?)".join(map(re.escape, re.split(r"\{[^{}]+\}", path))) + "/?")


class PathReader:
    """Reads path parameters off the encoded path: decoding comes after splitting."""

    def __init__(self, template: str, encoded: str) -> None:
        self._names = re.findall(r"\{([^{}]+)\}", template)
        self._pattern = path_pattern(encoded)

    def read(self, path: str) -> dict[str, str]:
        """The text of each parameter; a path that has no room for them leads nowhere."""
        found = self._pattern.fullmatch(path)
        if found is None:
            raise Problem(404)
        return dict(zip(self._names, found.groups(), strict=True))


def read_parameters(route: Route, parts: Parts, captured: Mapping[str, str], issues: list[Issue]) -> dict[str, Any]:
    """All parameters of an operation, checked; what is wrong with them goes to issues."""
    given: dict[str, Any] = {}
    for parameter in route.parameters:
        before = len(issues)
        value = _value(parts, parameter, captured.get(parameter.name), issues)
        if value is ...:
            value = parameter.otherwise
        if len(issues) > before:
            continue
        if value is ...:
            if parameter.required:
                issues.append({"path": parameter.name, "message": "is required"})
            continue
        issues += issues_of(errors_of(parameter.adapter, value), parameter.name)
        given[parameter.key] = value
    return given
`;
