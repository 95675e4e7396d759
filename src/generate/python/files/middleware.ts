import { code, imported, joined, py, type Code } from "../../../code/index.ts";
import { isPublic, type ApiDefinition } from "../../../api/index.ts";
import type { Options } from "../../contracts.ts";
import { hasAccounts } from "../../tokens.ts";

const Problem = imported("/src/problem.py", "Problem");
const types = (name: string): Code => imported("starlette.types", name);
const json = code("json", [{ from: "json", names: ["*"] }]);
const time = code("time", [{ from: "time", names: ["*"] }]);
const traceback = code("traceback", [{ from: "traceback", names: ["*"] }]);

/** Returns the paths of public operations, as patterns. */
const publicPaths = (api: ApiDefinition): readonly string[] =>
  api.operations
    .filter((operation) => !operation.security.length && isPublic(api, operation))
    .map(({ path }) => path.replaceAll(/\{\w+\}/g, "[^/]+"));

/** Requests that need no token: registration comes before any token. */
const open = (api: ApiDefinition): Code =>
  hasAccounts(api)
    ? py`${
        publicPaths(api).length
          ? py`# What anybody may read.
_PUBLIC = ${code("re", [{ from: "re", names: ["*"] }])}.compile(${publicPaths(api).join("|")})

`
          : code("")
      }# Who registers has no token yet.
_OPEN = {${joined(
        api.operations
          .filter(({ binding }) => binding?.does === "register" || binding?.does === "login")
          .map(({ path }) => py`${path}`),
        ", ",
      )}}


`
    : code("");

const requireToken = (api: ApiDefinition): Code => py`${open(api)}class RequireToken:
    """Lets nobody in without a good token; that comes before anything else is read."""

    def __init__(self, app: ASGIApp, verify: ${imported("/src/auth.py", "Verify")}) -> None:
        self._app = app
        self._verify = verify

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not _is_protected(scope):
            return await self._app(scope, receive, send)
        try:
            claims = await self._verify(${imported("starlette.datastructures", "Headers")}(scope=scope).get("authorization", ""))
        except Problem as problem:
            return await problem.response()(scope, receive, send)
        scope.setdefault("state", {})["claims"] = claims
        return await self._app(scope, receive, send)


def _is_protected(scope: Scope) -> bool:
    # The path within this application, wherever that is mounted.
    path: str = scope["path"].removeprefix(scope.get("root_path", ""))
    ${
      hasAccounts(api)
        ? py`if scope["method"] == "POST" and path in _OPEN:
        return False`
        : code("")
    }${
      hasAccounts(api) && publicPaths(api).length
        ? py`
    if scope["method"] in {"GET", "HEAD"} and _PUBLIC.fullmatch(path):
        return False`
        : code("")
    }
    return path.startswith("/api/")


`;

/** Security headers for responses that don't set them. */
const headers = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "strict-transport-security": "max-age=31536000; includeSubDomains",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

const secureHeaders = py`SECURE = ${headers}


class SecureHeaders:
    """Headers that browsers protect people by, where an answer has no other ones."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def protect(message: Message) -> None:
            if message["type"] == "http.response.start":
                there = ${imported("starlette.datastructures", "MutableHeaders")}(scope=message)
                for name, value in SECURE.items():
                    there.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, protect)


`;

/** `src/middleware.py` */
export const middlewareModule = (api: ApiDefinition, { auth }: Options): Code => py`
Log = ${imported("collections.abc", "Callable")}[[${imported("collections.abc", "Mapping")}[str, object]], None]


def log_line(entry: Mapping[str, object]) -> None:
    """Writes one entry of the log, a line of JSON."""
    line = {"time": ${imported("/src/clock.py", "text_of")}(${imported("datetime", "datetime")}.now(${imported("datetime", "UTC")})), **entry}
    print(${json}.dumps(line), flush=True)


def log_nothing(entry: Mapping[str, object]) -> None:
    """For tests."""


class LogRequests:
    """One entry for each request, when its answer has gone out; what nobody foresaw is a 500 that tells nothing."""

    def __init__(self, app: ${types("ASGIApp")}, log: Log) -> None:
        self._app = app
        self._log = log

    async def __call__(self, scope: ${types("Scope")}, receive: ${types("Receive")}, send: ${types("Send")}) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        start, status = ${time}.perf_counter(), 0

        async def watch(message: ${types("Message")}) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, watch)
        except Exception:
            self._log({"level": "error", "error": ${traceback}.format_exc()})
            if status:
                raise
            await ${Problem}(500).response()(scope, receive, watch)
        finally:
            took = round((time.perf_counter() - start) * 1000)
            self._log({"method": scope["method"], "path": scope["path"], "status": status, "milliseconds": took})


class IgnoreSlash:
    """A slash at the end of a path changes nothing."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"] != "/" and scope["path"].endswith("/"):
            scope = {**scope, "path": scope["path"][:-1]}
        await self._app(scope, receive, send)


${auth ? py`${secureHeaders}${requireToken(api)}` : code("")}class LimitBodies:
    """Bodies are JSON of a reasonable size, or refused before anything reads them."""

    def __init__(self, app: ASGIApp, most: int) -> None:
        self._app = app
        self._most = most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not ${imported("/src/body.py", "has_body")}(scope["headers"]):
            return await self._app(scope, receive, send)
        status = ${imported("/src/body.py", "refusal")}(scope["headers"], self._most)
        if status:
            return await Problem(status).response()(scope, receive, send)
        return await self._app(scope, ${imported("/src/body.py", "limited")}(receive, self._most), send)
`;
