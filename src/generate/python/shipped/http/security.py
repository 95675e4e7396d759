"""Finds credentials where the schemes say, and has them verified."""

import base64
import hashlib
import hmac
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fastapi import Response

from src.http.parameters import Parts, decode
from src.problem import Problem

# Takes a credential and the scopes that it must carry; gives what is known of its owner, None for one that is not good.
Verify = Callable[[str, Sequence[str]], Awaitable[Any]]


@dataclass(frozen=True)
class Verifier:
    """Where a credential is (key, basic, bearer or own), and what verifies it."""

    kind: str
    verify: Verify
    place: str = "header"
    name: str = "authorization"

    def credential(self, parts: Parts) -> str | None:
        """The credential of a request; None where it carries none."""
        if self.kind == "own":
            return ""
        if self.kind == "key":
            if self.place == "header":
                return parts.headers.get(self.name) or None
            query = next((value for name, value in parts.query if name == self.name), None)
            raw = parts.cookies.get(self.name) if self.place == "cookie" else query
            return None if raw is None else decode(raw)
        word, _, given = parts.headers.get("authorization", "").partition(" ")
        if word.lower() != self.kind:
            return None
        return _user(given.strip()) if self.kind == "basic" else given.strip()


def _user(given: str) -> str | None:
    try:
        return base64.b64decode(given, validate=True).decode()
    except ValueError:
        return None


Verifiers = Mapping[str, Verifier]

CHALLENGES = {"basic": 'Basic realm="api", charset="UTF-8"', "bearer": "Bearer", "key": "ApiKey"}


class Unauthorized(Problem):
    """401, with the ways in which credentials are taken."""

    def __init__(self, kinds: Sequence[str]) -> None:
        super().__init__(401)
        self.challenge = ", ".join(dict.fromkeys(CHALLENGES[kind] for kind in kinds if kind in CHALLENGES))

    def response(self) -> Response:
        """What the client is answered."""
        answer = super().response()
        if self.challenge:
            answer.headers["WWW-Authenticate"] = self.challenge
        return answer


async def admit(security: Sequence[Mapping[str, Sequence[str]]], parts: Parts, verifiers: Verifiers) -> Any:
    """Lets a request in by the first alternative that it has all credentials for; otherwise 401."""
    refusal: Problem | None = None
    for alternative in sorted(security, key=len, reverse=True):
        caller: Any = None
        for name, scopes in alternative.items():
            verifier = verifiers[name]
            credential = verifier.credential(parts)
            try:
                found = None if credential is None else await verifier.verify(credential, scopes)
            except Problem as problem:
                found, refusal = None, refusal or problem
            if found is None:
                break
            caller = found if caller is None else caller
        else:
            return caller
    if not security:
        return None
    raise refusal or Unauthorized([verifiers[name].kind for alternative in security for name in alternative])


def one_of(known: Sequence[str]) -> Verify:
    """Verifies credentials that are known beforehand, in a time that tells nothing about them."""
    digests = [hashlib.sha256(one.encode()).digest() for one in known]

    async def verify(credential: str, _scopes: Sequence[str]) -> Any:
        given = hashlib.sha256(credential.encode(errors="replace")).digest()
        matching = [one for one in digests if hmac.compare_digest(one, given)]
        return {"credential": given.hex()[:12]} if matching else None

    return verify


def listed(value: str, name: str) -> list[str]:
    """What a setting lists; an empty list would shut everybody out."""
    found = [one.strip() for one in value.split(",") if one.strip()]
    if not found:
        sys.exit(f"Set {name}; .env.example tells what it is.")
    return found
