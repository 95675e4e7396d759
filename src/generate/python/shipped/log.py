"""The log: a line of JSON for each entry."""

import json
import time
import traceback
from collections.abc import Callable, Mapping
from datetime import UTC, datetime

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from src.clock import text_of
from src.problem import Problem

Log = Callable[[Mapping[str, object]], None]


def log_line(entry: Mapping[str, object]) -> None:
    """Writes one entry of the log."""
    print(json.dumps({"time": text_of(datetime.now(UTC)), **entry}), flush=True)


def log_nothing(entry: Mapping[str, object]) -> None:
    """For tests."""


class LogRequests:
    """One entry for each request, when its answer has gone out; unexpected errors are a 500 without details."""

    def __init__(self, app: ASGIApp, log: Log) -> None:
        self._app = app
        self._log = log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        start, status = time.perf_counter(), 0
        # Routes are found by the path as it came: what is encoded in it separates nothing.  #: encoded
        scope["path"] = scope.get("raw_path", scope["path"].encode()).decode("latin-1")  #: encoded

        async def watch(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, watch)
        except Exception:
            self._log({"level": "error", "error": traceback.format_exc()})
            if status:
                raise
            await Problem(500).response()(scope, receive, watch)
        finally:
            took = round((time.perf_counter() - start) * 1000)
            self._log(
                {"method": scope["method"], "path": scope["path"], "status": status, "milliseconds": took}
            )
