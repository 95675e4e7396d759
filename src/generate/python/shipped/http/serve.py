"""One request from its parts to its answer."""

import json
import re
from collections.abc import (
    AsyncIterator,
    Callable,  #: stored
    Mapping,
)
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from fastapi import FastAPI, Request, Response
from fastapi.responses import StreamingResponse
from starlette.exceptions import HTTPException as StarletteException

from src.http.body import read_body
from src.http.methods import BASE, methods_of
from src.http.parameters import PathReader, encoded, parts_of, path_pattern, read_parameters
from src.http.route import Route
from src.http.security import Verifiers, admit
from src.log import Log, log_nothing
from src.problem import Issue, Problem
from src.store.store import Store  #: stored

Sign = Callable[[str], str]  #: stored
Input = TypeVar("Input")
Body = TypeVar("Body")


@dataclass(frozen=True)
class Outside:
    """What the server works with."""

    store: Store  #: stored
    # Signs a token for an account, by its key.  #: stored
    sign: Sign  #: stored
    verifiers: Verifiers
    log: Log = log_nothing
    # Operations that are not written yet answer the document's example.
    mock: bool = False


@dataclass(frozen=True)
class Context:
    """What a handler works with."""

    store: Store  #: stored
    sign: Sign  #: stored
    # What the verifier of the request's credential said of its owner.
    caller: Any
    request: Request
    log: Log = log_nothing
    mock: bool = False


@dataclass(frozen=True)
class Answer(Generic[Body]):
    """What a handler gives; media_type where the document describes several."""

    status: int
    body: Body
    media_type: str | None = None
    headers: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True)
class ServerSentEvent:
    """One event of a stream."""

    data: Any
    event: str | None = None
    id: str | None = None


@dataclass(frozen=True)
class Exchange(Generic[Input]):
    """A request that was let in and checked."""

    input: Input
    context: Context


class Takes(Generic[Input]):
    """A dependency: lets in whom the document lets in, and checks what is asked by what it says."""

    def __init__(self, route: Route, made: type[Input]) -> None:
        self._route = route
        self._made = made
        self._reader = PathReader(route.path, encoded(BASE + route.path))
        self._others = [path_pattern(encoded(other)) for other in route.beside]

    async def __call__(self, request: Request) -> Exchange[Input]:
        outside: Outside = request.app.state.outside
        parts = parts_of(request)
        captured = self._reader.read(parts.path)
        if any(other.fullmatch(parts.path) for other in self._others):
            raise StarletteException(405)
        caller = await admit(self._route.security, parts, outside.verifiers)
        issues: list[Issue] = []
        given = read_parameters(self._route.parameters, parts, captured, issues)
        given.update(await read_body(self._route, request, issues))
        if issues:
            raise Problem(400, issues)
        context = Context(
            store=outside.store,  #: stored
            sign=outside.sign,  #: stored
            caller=caller,
            request=request,
            log=outside.log,
            mock=outside.mock,
        )
        return Exchange(self._made(**given), context)


def _line(name: str, value: str) -> str:
    # Whatever ends a line of a text begins no other field.
    return "".join(f"{name}: {line}\n" for line in re.split(r"\r\n|\r|\n", value))


async def _stream(events: AsyncIterator[ServerSentEvent]) -> AsyncIterator[str]:
    async for one in events:
        head = "".join(
            _line(name, value) for name, value in (("event", one.event), ("id", one.id)) if value is not None
        )
        yield head + _line("data", one.data if isinstance(one.data, str) else json.dumps(one.data)) + "\n"


def answer(route: Route, given: Answer[Any]) -> Response:
    """What a handler gives, in the media type that the document has for it."""
    status, body = given.status, given.body
    headers = {name: str(value) for name, value in given.headers.items()}
    if body is None:
        return Response(status_code=status, headers=headers)
    keys = (str(status), f"{status // 100}XX", "default")
    kind = given.media_type or next(
        (route.answers[key] for key in keys if key in route.answers), "application/json"
    )
    if isinstance(body, AsyncIterator):
        return StreamingResponse(_stream(body), status, headers, media_type=kind)
    if isinstance(body, bytes) or (isinstance(body, str) and "json" not in kind.lower()):
        return Response(body, status, headers, media_type=kind)
    return Response(json.dumps(body), status, headers, media_type=kind)


def answer_errors(app: FastAPI) -> None:
    """Answers what is raised as problem details; what no route takes is no path, or has other methods."""

    @app.exception_handler(StarletteException)
    async def refused(request: Request, error: StarletteException) -> Response:
        if isinstance(error, Problem):
            return error.response()
        methods = methods_of(request.scope["path"])
        if not methods or request.method in methods:
            return Problem(404).response()
        refusal = Problem(405).response()
        refusal.headers["allow"] = ", ".join(methods)
        return refusal
