/** The request of a call: parameters, bodies, credentials. */
export const requests = String.raw`def _plain(value: object) -> Any:
    return to_jsonable_python(value, by_alias=True, exclude_none=True)


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if _is_dict(value) or _is_list(value):
        return json.dumps(value)
    return str(value)


def _encode(value: object) -> str:
    return quote(_text(value), safe="-_.~")


def _is_dict(value: object) -> TypeGuard[dict[str, Any]]:
    return isinstance(value, dict)


def _is_list(value: object) -> TypeGuard[list[Any]]:
    return isinstance(value, list)


def _pairs(value: object) -> list[tuple[str, Any]]:
    return list(value.items()) if _is_dict(value) else []


def _items(value: object) -> list[Any]:
    return value if _is_list(value) else []


def _path_text(parameter: Parameter, value: Any) -> str:
    if parameter.json:
        return quote(json.dumps(value), safe="")
    start = {"label": ".", "matrix": ";"}.get(parameter.style, "")
    joint = {"label": ".", "matrix": ";"}.get(parameter.style, ",") if parameter.explode else ","
    named = quote(parameter.name, safe="") + "=" if parameter.style == "matrix" else ""
    if _is_list(value):
        parts = [(named if parameter.explode else "") + _encode(one) for one in _items(value)]
        return start + ("" if parameter.explode else named) + joint.join(parts)
    if _is_dict(value):
        sign = "=" if parameter.explode else ","
        parts = [quote(key, safe="") + sign + _encode(one) for key, one in _pairs(value)]
        return start + ("" if parameter.explode else named) + joint.join(parts)
    return start + named + _encode(value)


def _deep(name: str, value: Any) -> Iterator[str]:
    inner = [(str(i), one) for i, one in enumerate(_items(value))] or _pairs(value)
    if not inner:
        yield quote(name, safe="") + "=" + _encode(value)
    for key, one in inner:
        yield from _deep(f"{name}[{key}]", one)


def _query_texts(parameter: Parameter, value: Any) -> list[str]:
    name = quote(parameter.name, safe="")
    if parameter.json:
        return [name + "=" + quote(json.dumps(value), safe="")]
    if parameter.style == "deepObject":
        return list(_deep(parameter.name, value))
    joint = {"spaceDelimited": "%20", "pipeDelimited": "%7C"}.get(parameter.style, ",")
    if _is_list(value):
        parts = [_encode(one) for one in _items(value)]
        return [name + "=" + one for one in parts] if parameter.explode else [name + "=" + joint.join(parts)]
    if _is_dict(value):
        if parameter.explode:
            return [quote(key, safe="") + "=" + _encode(one) for key, one in _pairs(value)]
        return [name + "=" + joint.join(part for key, one in _pairs(value) for part in (quote(key, safe=""), _encode(one)))]
    return [name + "=" + (quote(_text(value), safe="-_.~:/?#[]@!$&'()*+,;=") if parameter.raw else _encode(value))]


def _header_text(parameter: Parameter, value: Any) -> str:
    if parameter.json:
        return json.dumps(value)
    if _is_list(value):
        return ",".join(_text(one) for one in _items(value))
    if _is_dict(value):
        sign = "=" if parameter.explode else ","
        return ",".join(key + sign + _text(one) for key, one in _pairs(value))
    return _text(value)


def _body(operation: Operation[Any], body: object, content_type: str | None) -> dict[str, Any]:
    if not operation.body or (body is None and not operation.demands_body):
        return {}
    media = content_type if content_type is not None and content_type in operation.body else next(iter(operation.body))
    kind = media.split(";")[0].strip().lower()
    if kind.startswith("multipart/"):
        return {"files": list(_parts(body, operation.parts))}
    if isinstance(body, (bytes, bytearray)):
        return {"content": bytes(body), "headers": {"content-type": "application/octet-stream" if "*" in kind else media}}
    adapter = operation.body[media]
    value = _made(adapter).dump_python(body, mode="json", by_alias=True, exclude_unset=True) if adapter else _plain(body)
    if kind == "application/x-www-form-urlencoded":
        pairs = [(key, _text(one)) for key, held in _pairs(value) for one in _several(held) if one is not None]
        return {"content": urlencode(pairs), "headers": {"content-type": media}}
    if "json" in kind or not isinstance(value, str):
        return {"content": json.dumps(value), "headers": {"content-type": "application/json" if "*" in kind else media}}
    return {"content": value, "headers": {"content-type": "text/plain" if "*" in kind else media}}


def _several(held: object) -> list[Any]:
    """The values of a member of a form: each item of a list is one."""
    return held if _is_list(held) else [held]


def _parts(body: object, kinds: Mapping[str, str]) -> Iterator[tuple[str, Any]]:
    """Bytes, files and tuples (name, content, type) go as files, objects as JSON, everything else as text."""
    members: dict[str, Any] = dict(cast("Any", body))
    for key, held in members.items():
        for one in _several(held):
            if one is None:
                continue
            kind = kinds.get(key)
            if isinstance(one, (bytes, bytearray)) or hasattr(one, "read"):
                name = getattr(one, "name", None)
                file = ((PurePath(name).name if isinstance(name, str) else "") or key, one)
                yield key, (*file, kind) if kind else file
            elif isinstance(one, tuple):
                yield key, one
            else:
                plain = _plain(one)
                kind = kind or ("application/json" if _is_dict(plain) or _is_list(plain) else None)
                yield key, (None, _text(plain), kind) if kind else (None, _text(plain))


def _chosen(settings: Settings, operation: Operation[Any]) -> Sequence[tuple[str, str, str, str]]:
    """The first alternative for which there is every credential."""
    return next((needs for needs in operation.security if needs and all(one[0] in settings.auth for one in needs)), ())


async def settled(settings: Settings, operation: Operation[Any]) -> Settings:
    """The settings with what functions give for the credentials that are sent."""
    auth = dict(settings.auth)
    for scheme, *_ in _chosen(settings, operation):
        given = auth[scheme]
        if callable(given):
            value = given()
            auth[scheme] = value if isinstance(value, str) else await value
    return replace(settings, auth=auth)


def _authorise(settings: Settings, operation: Operation[Any], headers: dict[str, str], query: list[str], cookies: list[str]) -> None:
    for scheme, kind, place, name in _chosen(settings, operation):
        given = settings.auth[scheme]
        value = given() if callable(given) else given
        if not isinstance(value, (str, tuple)):
            raise TypeError(f"the credential {scheme} is to be awaited, which only an AsyncClient does")
        text = value if isinstance(value, str) else ":".join(value)
        if kind == "basic":
            headers["authorization"] = "Basic " + base64.b64encode(text.encode()).decode()
        elif kind == "bearer":
            headers["authorization"] = "Bearer " + text
        elif place == "query":
            query.append(quote(name, safe="") + "=" + quote(text, safe=""))
        elif place == "cookie":
            cookies.append(quote(name, safe="") + "=" + quote(text, safe=""))
        else:
            headers[name] = text


def request_of(
    settings: Settings,
    operation: Operation[Any],
    values: Mapping[str, object],
    extra: Mapping[str, str] | None,
) -> dict[str, Any]:
    """The arguments of httpx for one call; body and content_type are values like the others."""
    path = operation.path
    query: list[str] = []
    cookies: list[str] = []
    accept = dict.fromkeys(media for content in operation.responses.values() for media in content)
    headers = {"accept": ", ".join(accept)} if accept else {}
    for parameter in operation.parameters:
        given = values.get(parameter.key)
        if given is None:
            continue
        value = _plain(given)
        if parameter.place == "path":
            filled = _path_text(parameter, value)
            if filled == "" and operation.method != "GET":
                raise ValueError(f"{parameter.key} is empty")
            path = path.replace("{" + parameter.name + "}", filled)
        elif parameter.place == "query":
            query += _query_texts(parameter, value)
        elif parameter.place == "header":
            headers[parameter.name] = _header_text(parameter, value)
        else:
            cookies.append(quote(parameter.name, safe="") + "=" + quote(_header_text(parameter, value), safe=""))
    if re.search(r"/\.\.?(/|\?|$)", path):
        raise ValueError(f"a parameter of {operation.path} would lead to another path: {path}")
    content_type = values.get("content_type")
    sent = _body(operation, values.get("body"), content_type if isinstance(content_type, str) else None)
    _authorise(settings, operation, headers, query, cookies)
    if cookies:
        headers["cookie"] = "; ".join(cookies)
    headers.update(sent.pop("headers", {}))
    headers.update(extra or {})
    tail = ("&" if "?" in path else "?") + "&".join(query) if query else ""
    return {"method": operation.method, "url": settings.base_url.rstrip("/") + path + tail, "headers": headers, **sent}
`;
