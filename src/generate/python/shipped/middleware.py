"""What every request passes through."""

import re  #: auth
from collections.abc import Sequence  #: auth

from starlette.datastructures import Headers, MutableHeaders  #: auth
from starlette.types import (
    ASGIApp,
    Message,  #: auth
    Receive,
    Scope,
    Send,
)

from src.auth import Verify  #: auth
from src.body import has_body, limited, refusal
from src.problem import Problem


class IgnoreSlash:
    """A slash at the end of a path changes nothing."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"] != "/" and scope["path"].endswith("/"):
            scope = {**scope, "path": scope["path"][:-1]}
        await self._app(scope, receive, send)


#: auth
SECURE = {
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "strict-transport-security": "max-age=31536000; includeSubDomains",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}


class SecureHeaders:
    """Headers that browsers protect people by, where an answer has no other ones."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def protect(message: Message) -> None:
            if message["type"] == "http.response.start":
                there = MutableHeaders(scope=message)
                for name, value in SECURE.items():
                    there.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, protect)


class RequireToken:
    """Requires a valid token unless the route is open; checked before anything else is read."""

    def __init__(self, app: ASGIApp, verify: Verify, is_open: Sequence[tuple[str, str]] = ()) -> None:
        self._app = app
        self._verify = verify
        # Methods and paths that anybody may ask.
        self._open = [(method, re.compile(path)) for method, path in is_open]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not self._is_protected(scope):
            return await self._app(scope, receive, send)
        try:
            claims = await self._verify(Headers(scope=scope).get("authorization", ""))
        except Problem as problem:
            return await problem.response()(scope, receive, send)
        scope.setdefault("state", {})["claims"] = claims
        return await self._app(scope, receive, send)

    def _is_protected(self, scope: Scope) -> bool:
        # The path within this application, wherever that is mounted.
        path: str = scope["path"].removeprefix(scope.get("root_path", ""))
        method = "GET" if scope["method"] == "HEAD" else scope["method"]
        if any(method == own and pattern.fullmatch(path) for own, pattern in self._open):
            return False
        return path.startswith("/api/")


#:
class LimitBodies:
    """Bodies are JSON of a reasonable size, or refused before anything reads them."""

    def __init__(self, app: ASGIApp, most: int) -> None:
        self._app = app
        self._most = most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not has_body(scope["headers"]):
            return await self._app(scope, receive, send)
        status = refusal(scope["headers"], self._most)
        if status:
            return await Problem(status).response()(scope, receive, send)
        return await self._app(scope, limited(receive, self._most), send)
