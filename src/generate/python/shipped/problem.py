"""The one error class of the project."""

import json
from collections.abc import Sequence
from typing import TypedDict, TypeVar

from fastapi import HTTPException, Response

TITLES = {
    400: "Invalid input",
    401: "Unauthorized",
    403: "Forbidden",
    404: "Not found",
    405: "Method not allowed",
    409: "Conflict",
    412: "Precondition failed",
    413: "Payload too large",
    415: "Unsupported media type",
    429: "Too many requests",
    500: "Internal server error",
    501: "Not implemented",
    503: "Service unavailable",
}


class Issue(TypedDict):
    """One thing wrong with a request: where (tags.0, empty for the body as a whole), and what."""

    path: str
    message: str


class Problem(HTTPException):
    """Raised anywhere, answered as problem details (RFC 9457)."""

    def __init__(self, status: int, errors: Sequence[Issue] = (), *, retry_after: int | None = None) -> None:
        headers = {"WWW-Authenticate": "Bearer"} if status == 401 else None
        if retry_after is not None:
            headers = {"Retry-After": str(retry_after)}
        super().__init__(status, TITLES[status], headers)
        self.errors = list(errors)

    def response(self) -> Response:
        """What the client is answered."""
        status = self.status_code
        content = {"type": "about:blank", "title": TITLES[status], "status": status, "errors": self.errors}
        # Escaped, so that any name that a client made up can be told back.
        return Response(json.dumps(content), status, self.headers, media_type="application/problem+json")


Found = TypeVar("Found")


def found(value: Found | None) -> Found:
    """The value, or a 404 where there is none."""
    if value is None:
        raise Problem(404)
    return value
