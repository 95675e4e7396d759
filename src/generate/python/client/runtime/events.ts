/** Streams, read while they come: server-sent events, lines, and pieces. */
export const events = String.raw`_LINE_END = re.compile(r"\r\n|\n|\r(?!\Z)")


class _Events:
    """Turns bytes into events."""

    def __init__(self, settings: Settings, operation: Operation[Any], response: httpx.Response) -> None:
        self._adapter = _refuse(settings, operation, response, "events")[1]
        self._settings = settings
        self._response = response
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")("replace")
        self._rest = ""
        self._data: list[str] = []
        self._event = "message"
        self._id: str | None = None

    def feed(self, chunk: bytes, *, last: bool = False) -> Iterator[ServerSentEvent[Any]]:
        """The events that are whole by now, with the last chunk also one without its empty line."""
        self._rest += self._decoder.decode(chunk, last) + ("\n\n" if last else "")
        # Nothing but these ends a line, and a carriage return at the end may be half of what does.
        lines = _LINE_END.split(self._rest)
        self._rest = lines.pop()
        for line in lines:
            yield from self._line(line)

    def _line(self, line: str) -> Iterator[ServerSentEvent[Any]]:
        if line == "":
            data, event = "\n".join(self._data), self._event
            has = bool(self._data)
            self._data, self._event = [], "message"
            # Some streams end with this mark, which nobody describes.
            if has and data != "[DONE]":
                yield ServerSentEvent(data=self._read(data), event=event, id=self._id)
            return
        name, _, text = line.partition(":")
        text = text.removeprefix(" ")
        if name == "data":
            self._data.append(text)
        elif name == "event":
            self._event = text
        elif name == "id":
            self._id = text

    def _read(self, data: str) -> Any:
        try:
            value: Any = json.loads(data)
        except ValueError:
            value = data
        if self._adapter is None:
            return value
        adapter = _made(self._adapter)
        try:
            return _checked(self._adapter, value, self._settings)
        except ValidationError as error:
            try:
                return adapter.validate_python(data, strict=True)
            except ValidationError:
                if self._settings.validate:
                    raise InvalidResponseError(self._response, str(error)) from None
                return value


def _refuse(settings: Settings, operation: Operation[Any], response: httpx.Response, kind: str) -> Described:
    """What the document says of a stream; raises for an answer that is none."""
    described = _described(operation, response)
    if not response.is_success:
        read(settings, operation, response)
    if described is None or described[0] != kind:
        raise InvalidResponseError(response, f"is {_media(response)}, no stream")
    return described


class _Lines:
    """Turns bytes into the values of lines of JSON; a sequence of JSON has a mark before each."""

    def __init__(self, settings: Settings, operation: Operation[Any], response: httpx.Response) -> None:
        self._adapter = _refuse(settings, operation, response, "lines")[1]
        self._settings = settings
        self._response = response
        self._rest: list[bytes] = []

    def feed(self, chunk: bytes, *, last: bool = False) -> Iterator[Any]:
        first, *more = (chunk + b"\n" if last else chunk).split(b"\n")
        self._rest.append(first)
        for part in more:
            line = b"".join(self._rest).lstrip(b"\x1e").strip()
            self._rest = [part]
            if line:
                yield self._read(line)

    def _read(self, line: bytes) -> Any:
        try:
            value: Any = json.loads(line)
            return _checked(self._adapter, value, self._settings) if self._adapter else value
        except ValueError as error:
            if self._settings.validate:
                raise InvalidResponseError(self._response, f"has a line that does not fit: {error}") from None
            return line.decode(errors="replace")


class _Pieces:
    """Gives bytes as they come."""

    def __init__(self, settings: Settings, operation: Operation[Any], response: httpx.Response) -> None:
        _refuse(settings, operation, response, "binary")

    def feed(self, chunk: bytes, *, last: bool = False) -> Iterator[bytes]:
        if chunk and not last:
            yield chunk


_Reader = type[_Events] | type[_Lines] | type[_Pieces]
_READERS: Mapping[str, _Reader] = {"events": _Events, "lines": _Lines, "bytes": _Pieces}


def stream(settings: Settings, operation: Operation[Any], response: httpx.Response, kind: str) -> Iterator[Any]:
    """What a stream holds, as it comes."""
    try:
        if not response.is_success:
            response.read()
        reader = _READERS[kind](settings, operation, response)
        for chunk in response.iter_bytes():
            yield from reader.feed(chunk)
        yield from reader.feed(b"", last=True)
    finally:
        response.close()


async def stream_async(settings: Settings, operation: Operation[Any], opening: Awaitable[httpx.Response], kind: str) -> AsyncIterator[Any]:
    """What a stream holds, as it comes."""
    response = await opening
    try:
        if not response.is_success:
            await response.aread()
        reader = _READERS[kind](settings, operation, response)
        async for chunk in response.aiter_bytes():
            for one in reader.feed(chunk):
                yield one
        for one in reader.feed(b"", last=True):
            yield one
    finally:
        await response.aclose()
`;
