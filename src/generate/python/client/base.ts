/**
 * Generates the part of a client's class that doesn't depend on operations; `home` is the default address, as a
 * literal.
 */
export const base = (isAsync: boolean, home: string | undefined): string => {
  const [kind, http, def, wait, close] = isAsync
    ? ["AsyncClient", "httpx.AsyncClient", "async def", "await ", "aclose"]
    : ["Client", "httpx.Client", "def", "", "close"];
  const [enter, exit, self] = isAsync
    ? ["__aenter__", "__aexit__", "send_async"]
    : ["__enter__", "__exit__", "send"];
  const settings = isAsync ? "await settled(self._settings, operation)" : "self._settings";
  return `class ${kind}:
    """All operations${isAsync ? ", to be awaited" : ""}. Raises ApiError for answers that are no success."""

    def __init__(
        self,
        *,
        base_url: str${home === undefined ? "" : ` = ${home}`},
        auth: Mapping[Auth, ${isAsync ? "AsyncCredential" : "Credential"}] | None = None,
        timeout: float = 60.0,
        retries: int = 2,
        validate: bool = True,
        strict: bool = False,
        http: ${http} | None = None,
    ) -> None:
        """
        timeout: seconds until the server says something; retries: further attempts after 408, 429, 5xx or a broken
        connection; validate: refuse answers that don't fit; strict: also those with values or kinds that the document does
        not list, which newer servers may have; http: a client of one's own.
        """
        self._http = http if http is not None else ${http}(timeout=timeout, follow_redirects=True)
        self._settings = Settings(base_url=base_url, auth={str(name): value for name, value in (auth or {}).items()}, retries=retries, validate=validate, strict=strict)

    ${def} ${enter}(self) -> Self:
        return self

    ${def} ${exit}(self, *_: object) -> None:
        ${wait}self.close()

    ${def} close(self) -> None:
        """Ends all connections."""
        ${wait}self._http.${close}()

    ${def} _call(self, operation: Operation[T], values: Mapping[str, object], timeout: float | None, headers: Mapping[str, str] | None) -> T:
        request = request_of(${settings}, operation, values, headers)
        return read(self._settings, operation, ${wait}${self}(self._http, self._settings, operation, request, timeout=timeout))
`;
};

/** Generates the method that reads a stream. */
export function streamText(isAsync: boolean): string {
  const [iterator, opening] = isAsync
    ? [
        "AsyncIterator",
        `        async def opening() -> httpx.Response:
            request = request_of(await settled(self._settings, operation), operation, values, headers)
            return await send_async(self._http, self._settings, operation, request, stream=True, timeout=timeout)

        return stream_async(self._settings, operation, opening(), kind)`,
      ]
    : [
        "Iterator",
        `        request = request_of(self._settings, operation, values, headers)
        response = send(self._http, self._settings, operation, request, stream=True, timeout=timeout)
        return stream(self._settings, operation, response, kind)`,
      ];
  return `    def _stream(self, kind: str, operation: Operation[Any], values: Mapping[str, object], timeout: float | None, headers: Mapping[str, str] | None) -> ${iterator}[Any]:
${opening}

`;
}
