"""Calls the application as its clients do."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from fastapi.testclient import TestClient

from tests.tokens import tokens  #: auth


@dataclass(frozen=True)
class Answer:
    """The response to a request."""

    status: int
    headers: Mapping[str, str]
    body: Any

    def has_errors(self, *errors: tuple[str, str]) -> bool:
        """Whether a problem names these among its errors, each by path and message."""
        found = {(error["path"], error["message"]) for error in self.body["errors"]}
        return found.issuperset(errors)


class Client:
    """Calls the application as its clients do."""

    def __init__(self, running: TestClient) -> None:
        self._running = running

    def send(
        self,
        method: str,
        path: str,
        content: str | None = None,
        kind: str = "application/json",
        token: str = "valid",  #: auth
        match: str | None = None,  #: etags
    ) -> Answer:
        """Sends a body unchanged."""
        headers = {} if content is None else {"content-type": kind}
        if match is not None:  #: etags
            headers["if-match"] = match  #: etags
        authorization = tokens.get(token, token)  #: auth
        if authorization:  #: auth
            headers["authorization"] = authorization  #: auth

        response = self._running.request(method, path, content=content, headers=headers)
        return Answer(response.status_code, response.headers, response.json() if response.content else None)

    def _call(self, method: str, path: str, body: object) -> Answer:
        return self.send(method, path, None if body is None else json.dumps(body))

    def get(self, path: str) -> Answer:
        return self._call("GET", path, None)

    def post(self, path: str, body: object = None) -> Answer:
        return self._call("POST", path, body)

    def put(self, path: str, body: object = None) -> Answer:
        return self._call("PUT", path, body)

    def patch(self, path: str, body: object = None) -> Answer:
        return self._call("PATCH", path, body)

    def delete(self, path: str) -> Answer:
        return self._call("DELETE", path, None)

    def record(self, method: str, path: str, body: object = None) -> Any:
        """The record that a request answers, which must succeed."""
        answer = self._call(method, path, body)
        assert answer.status < 300, answer
        return answer.body


def has(value: Any, wanted: Any) -> bool:
    """Whether a value is the one that is wanted, or has at least its members."""
    if isinstance(wanted, dict):
        members = cast(Any, wanted)
        return all(key in value and has(value[key], member) for key, member in members.items())
    if isinstance(wanted, list):
        items = cast(Any, wanted)
        return len(value) == len(items) and all(map(has, value, items))
    return bool(wanted == value)
