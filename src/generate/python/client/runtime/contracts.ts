/** What callers meet, and how an operation is described. */
export const contracts = String.raw`"""Sends requests, retries, reads and checks answers."""

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
        super().__init__(f"{request.method} {request.url.path}: {response.status_code}, not as described: {problem}")
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
    body: Mapping[str, Adapter] = field(default_factory=lambda: {})
    responses: Mapping[str, Mapping[str, tuple[str, Adapter]]] = field(default_factory=lambda: {})
    security: Sequence[Sequence[tuple[str, str, str, str]]] = ()
    parts: Mapping[str, str | Parameter] = field(default_factory=lambda: {})
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
`;
