"""Calls the application as its clients do."""

import base64
import json
import time  #: signs
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlencode

import jwt  #: signs
from fastapi.testclient import TestClient

from src.http.methods import BASE
from src.http.parameters import encoded
from src.http.serve import Outside
from src.security import (
    signer_from,  #: stored
    verifiers_from,
)
from src.settings import Settings
from src.store.store import Store  #: stored

# Accepted keys and users, by the setting that lists them.
_KNOWN: dict[str, Any] = {}
# Where each scheme's credential is: kind, place and parameter.
_SCHEMES: dict[str, list[str]] = {}

#: signs
# The scopes of every token.
_SCOPES = ""
_SIGNED = {
    "jwt_issuer": "https://issuer.test",
    "jwt_audience": "api",
    "jwt_secret": "a secret of the tests, 32 characters or more",
}


def token_of(subject: str) -> str:
    """A token of somebody, with every scope."""
    claims = {
        "sub": subject,
        "scope": _SCOPES,
        "iss": _SIGNED["jwt_issuer"],
        "aud": "api",
        "exp": int(time.time()) + 3600,
    }
    return jwt.encode(claims, _SIGNED["jwt_secret"], "HS256")


#:
def outside(
    store: Store,  #: stored
) -> Outside:
    """What the application under test works with."""
    known = _KNOWN | _SIGNED  #: signs
    known = _KNOWN  #: !signs
    settings = Settings(_env_file=None, **known)  # type: ignore[call-arg]
    return Outside(
        store=store,  #: stored
        sign=signer_from(settings),  #: stored
        verifiers=verifiers_from(settings),
    )


@dataclass(frozen=True)
class Answer:
    """The response to a request."""

    status: int
    body: Any

    @property
    def paths(self) -> list[str]:
        """Paths of a problem's errors."""
        return [error["path"] for error in self.body["errors"]]


@dataclass(frozen=True)
class Sent:
    """The content of a request."""

    headers: Mapping[str, str] = field(default_factory=dict)
    # Schemes whose credentials are sent; those of them that are sent wrong.
    credentials: Sequence[str] = ()
    wrong: Sequence[str] = ()
    kind: str | None = None
    json: Any = ...
    text: str | None = None
    form: Mapping[str, Any] | None = None
    files: Sequence[str] = ()


def _authorise(headers: dict[str, str], query: list[str], name: str, token: str | None) -> None:
    """Adds a scheme's credential to a request; a wrong one if there is no token."""
    kind, place, parameter = _SCHEMES[name]
    good = token is not None
    key = "a-good-key" if good else "a-wrong-key"
    if kind == "bearer":
        headers["authorization"] = f"Bearer {token or 'nonsense'}"
    elif kind == "basic":
        user = b"somebody:secret" if good else b"somebody:else"
        headers["authorization"] = f"Basic {base64.b64encode(user).decode()}"
    elif place == "query":
        query.append(f"{quote(parameter, safe='')}={key}")
    elif place == "cookie":
        headers["cookie"] = "; ".join(
            filter(None, [headers.get("cookie"), f"{quote(parameter, safe='')}={key}"])
        )
    else:
        headers[parameter] = key


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _content(sent: Sent, headers: dict[str, str]) -> bytes | None:
    if sent.kind is None:
        return None
    headers["content-type"] = sent.kind
    if sent.form is None:
        return (json.dumps(sent.json) if sent.text is None else sent.text).encode()
    pairs = [
        (name, one)
        for name, value in sent.form.items()
        for one in (value if isinstance(value, list) else [value])
    ]
    if not sent.kind.startswith("multipart/"):
        return urlencode([(name, _plain(value)) for name, value in pairs]).encode()
    headers["content-type"] = f"{sent.kind}; boundary=part"
    parts = [_part(name, value, name in sent.files) for name, value in pairs]
    return "".join([*parts, "--part--\r\n"]).encode()


def _part(name: str, value: Any, is_file: bool) -> str:
    head = f'--part\r\ncontent-disposition: form-data; name="{name}"'
    if is_file:
        return f'{head}; filename="file.bin"\r\ncontent-type: application/octet-stream\r\n\r\ncontent\r\n'
    return f"{head}\r\n\r\n{_plain(value)}\r\n"


class Client:
    """Calls the application."""

    def __init__(self, running: TestClient) -> None:
        self._running = running
        self.token = "none"
        self.token = token_of("somebody")  #: signs

    def send(self, method: str, path: str, sent: Sent | None = None) -> Answer:
        """Sends a request."""
        sent = sent or Sent()
        headers, query = dict(sent.headers), list[str]()
        for name in sent.credentials:
            _authorise(headers, query, name, None if name in sent.wrong else self.token)
        content = _content(sent, headers)
        joint = "&" if "?" in path else "?"
        target = encoded(BASE) + path + (joint + "&".join(query) if query else "")
        response = self._running.request(method, target, content=content, headers=headers)
        is_json = "json" in response.headers.get("content-type", "") and response.content
        return Answer(response.status_code, response.json() if is_json else response.text)

    def made(self, method: str, path: str, sent: Sent | None = None) -> Any:
        """The record that a request answers, which must succeed."""
        answer = self.send(method, path, sent)
        assert answer.status < 300, answer
        return answer.body


def in_path(value: Any) -> str:
    """A record's member, encoded for a path."""
    return quote(str(value), safe="")


def has(value: Any, wanted: Any) -> bool:
    """Whether a value equals the expected one, or has at least its members."""
    if isinstance(wanted, dict):
        return all(key in value and has(value[key], member) for key, member in wanted.items())
    if isinstance(wanted, list):
        return len(value) == len(wanted) and all(map(has, value, wanted))
    return bool(wanted == value)
