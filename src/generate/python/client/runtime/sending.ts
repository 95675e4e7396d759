/** Attempts, and what is between two of them. */
export const sending = String.raw`_REPEATABLE = {"GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE"}


_HOPELESS = (httpx.UnsupportedProtocol, httpx.LocalProtocolError)
"""What is wrong with a request would be wrong again."""


def _passing(status: int) -> bool:
    return status in (408, 429) or (status >= 500 and status != 501)


def _delay(attempt: int, response: httpx.Response | None) -> float:
    """Seconds until the next attempt: what the server asks for, else doubling from half a second, spread by chance."""
    asked = response.headers.get("retry-after") if response is not None else None
    if asked is not None:
        if re.fullmatch(r"\d+(\.\d+)?", asked):
            return min(float(asked), 60.0)
        try:
            until = email.utils.parsedate_to_datetime(asked)
            return min(max((until - datetime.datetime.now(datetime.timezone.utc)).total_seconds(), 0.0), 60.0)
        except (TypeError, ValueError):
            pass
    return min(0.5 * 2.0**attempt, 8.0) * (0.5 + random.random() / 2)


def _again(request: Mapping[str, Any], response: httpx.Response | None) -> bool:
    """Whether a failed attempt may be repeated: what changes something only where nothing was changed, or a server does it once."""
    safe = request["method"] in _REPEATABLE or any(name.lower() == "idempotency-key" for name in request["headers"])
    return safe if response is None else _passing(response.status_code) and (safe or response.status_code == 429)


def _redirects(operation: Operation[Any]) -> dict[str, Any]:
    """A redirection that the document describes is an answer."""
    return {"follow_redirects": False} if any(status.startswith("3") for status in operation.responses) else {}


def send(client: httpx.Client, settings: Settings, operation: Operation[Any], request: dict[str, Any], *, stream: bool = False, timeout: float | None = None) -> httpx.Response:
    """One call with its repetitions."""
    if timeout is not None:
        request["timeout"] = timeout
    for attempt in range(settings.retries + 1):
        response: httpx.Response | None = None
        try:
            response = client.send(client.build_request(**request), stream=stream, **_redirects(operation))
            if attempt == settings.retries or not _again(request, response):
                return response
            response.close()
        except httpx.TransportError as error:
            if attempt == settings.retries or not _again(request, None) or isinstance(error, _HOPELESS):
                raise
        time.sleep(_delay(attempt, response))
    raise AssertionError("unreachable")


async def send_async(client: httpx.AsyncClient, settings: Settings, operation: Operation[Any], request: dict[str, Any], *, stream: bool = False, timeout: float | None = None) -> httpx.Response:
    """One call with its repetitions."""
    if timeout is not None:
        request["timeout"] = timeout
    for attempt in range(settings.retries + 1):
        response: httpx.Response | None = None
        try:
            response = await client.send(client.build_request(**request), stream=stream, **_redirects(operation))
            if attempt == settings.retries or not _again(request, response):
                return response
            await response.aclose()
        except httpx.TransportError as error:
            if attempt == settings.retries or not _again(request, None) or isinstance(error, _HOPELESS):
                raise
        await asyncio.sleep(_delay(attempt, response))
    raise AssertionError("unreachable")
`;
