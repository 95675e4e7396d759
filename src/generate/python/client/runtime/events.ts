/** Server-sent events, one by one. */
export const events = String.raw`_LINE_END = re.compile(r"\r\n|\n|\r(?!\Z)")


class _Events:
    """Turns bytes into events."""

    def __init__(self, settings: Settings, operation: Operation[Any], response: httpx.Response) -> None:
        described = _described(operation, response)
        if described is None or described[0] != "events":
            raise InvalidResponseError(response, f"is {_media(response)}, no stream of events")
        self._settings = settings
        self._response = response
        self._adapter = described[1]
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
            return adapter.validate_python(value)
        except ValidationError as error:
            try:
                return adapter.validate_python(data, strict=True)
            except ValidationError:
                if self._settings.validate:
                    raise InvalidResponseError(self._response, str(error)) from None
                return value


def events(settings: Settings, operation: Operation[Any], response: httpx.Response) -> Iterator[ServerSentEvent[Any]]:
    """The events of a stream as they come."""
    try:
        if not response.is_success:
            response.read()
            read(settings, operation, response)
        reader = _Events(settings, operation, response)
        for chunk in response.iter_bytes():
            yield from reader.feed(chunk)
        yield from reader.feed(b"", last=True)
    finally:
        response.close()


async def events_async(settings: Settings, operation: Operation[Any], opening: Awaitable[httpx.Response]) -> AsyncIterator[ServerSentEvent[Any]]:
    """The events of a stream as they come."""
    response = await opening
    try:
        if not response.is_success:
            await response.aread()
            read(settings, operation, response)
        reader = _Events(settings, operation, response)
        async for chunk in response.aiter_bytes():
            for event in reader.feed(chunk):
                yield event
        for event in reader.feed(b"", last=True):
            yield event
    finally:
        await response.aclose()
`;
