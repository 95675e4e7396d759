import { delimiters } from "../../../../api/index.ts";
import { lineTypes } from "../../../specification/model.ts";

/** The request of a call: parameters, bodies, credentials. */
export const requests = String.raw`def _plain(value: object) -> Any:
    return to_jsonable_python(value, by_alias=True, exclude_none=True)


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if _is_dict(value) or _is_list(value):
        return _json(value)
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e16:
        return str(int(value))  # an integer is a number, too, and stays as it was given
    return str(value)


def _encode(value: object) -> str:
    return quote(_text(value), safe="-_.~")


def _is_dict(value: object) -> TypeGuard[dict[str, Any]]:
    return isinstance(value, dict)


def _is_tuple(value: object) -> TypeGuard[tuple[Any, ...]]:
    return isinstance(value, tuple)


def _is_list(value: object) -> TypeGuard[list[Any]]:
    return isinstance(value, list)


def _pairs(value: object) -> list[tuple[str, Any]]:
    return list(value.items()) if _is_dict(value) else []


_RESERVED = "-_.~:/?[]@!$&'()*+,;="


def _reserved(value: object) -> str:
    """What is reserved in URLs stays, and so does what is encoded; a number sign would begin a fragment."""
    parts = re.split(r"(%[0-9A-Fa-f]{2})", _text(value))
    return "".join(part if i % 2 else quote(part, safe=_RESERVED) for i, part in enumerate(parts))


Escape = Callable[[object], str]

_DELIMITERS = ${JSON.stringify(delimiters)}


def _delimiter(style: str, escape: Escape) -> str:
    """What stands between values that do not explode: a comma as it is, others escaped."""
    return escape(_DELIMITERS[style]) if style in _DELIMITERS else ","


def _item(value: object, escape: Escape, inner: str) -> str:
    """A value inside a list or an object: a list inside has delimiters of its own."""
    if _is_list(value) and not any(_is_list(one) or _is_dict(one) for one in value):
        return _delimiter(inner, escape).join(escape(one) for one in value)
    return escape(value)


def _values(how: Parameter, value: object, escape: Escape) -> list[str]:
    """Values of a list, or names and values of an object, in turn."""
    if _is_list(value):
        return [_item(one, escape, how.inner) for one in value]
    pairs = [(escape(key), _item(one, escape, how.inner)) for key, one in _pairs(value)]
    return ["=".join(pair) for pair in pairs] if how.explode else [part for pair in pairs for part in pair]


def _styled(how: Parameter, value: object, escape: Escape) -> str:
    """A value in one text."""
    if how.json:
        return escape(_json(value))
    start = {"label": ".", "matrix": ";"}.get(how.style, "")
    name = escape(how.name) if how.style == "matrix" else ""

    def assigned(text: str) -> str:
        return f"{name}={text}" if name and text else name + text

    if not _is_list(value) and not _is_dict(value):
        return start + assigned(escape(value))
    values = _values(how, value, escape)
    if not how.explode:
        return start + assigned(_delimiter(how.style, escape).join(values))
    return start + (start or _delimiter(how.style, escape)).join(map(assigned, values) if _is_list(value) else values)


def _deep(name: str, value: object) -> Iterator[str]:
    """A pair for each value at whatever depth: what is empty has none."""
    inner = [(str(i), one) for i, one in enumerate(value)] if _is_list(value) else _pairs(value)
    if not inner and not _is_list(value) and not _is_dict(value):
        yield _encode(name) + "=" + _encode(value)
    for key, one in inner:
        yield from _deep(f"{name}[{key}]", one)


def _query_texts(how: Parameter, value: object) -> list[str]:
    """Pairs of a query or a form, encoded."""
    start = _encode(how.name) + "="
    escape = _reserved if how.raw else _encode
    if how.json:
        return [start + _encode(_json(value))]
    if how.style == "deepObject":
        return list(_deep(how.name, value))
    if not _is_list(value) and not _is_dict(value):
        return [start + escape(value)]
    values = _values(how, value, escape)
    if how.explode:
        return [start + one for one in values] if _is_list(value) else values
    return [start + _delimiter(how.style, _encode).join(values)]


_LINES = re.compile(r"${lineTypes.source}")


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
        return {"content": "&".join(_form(value, operation.parts)), "headers": {"content-type": media}}
    if _LINES.fullmatch(kind) and _is_list(value):
        return {"content": "".join(_json(one) + "\n" for one in value), "headers": {"content-type": media}}
    if "json" in kind or not isinstance(value, str):
        return {"content": _json(value), "headers": {"content-type": "application/json" if "*" in kind else media}}
    return {"content": value, "headers": {"content-type": "text/plain" if "*" in kind else media}}


def _several(held: object) -> list[Any]:
    """The values of a member of a form: each item of a list is one."""
    return held if _is_list(held) else [held]


def _form(value: object, kinds: Mapping[str, str | Parameter]) -> Iterator[str]:
    """Pairs of a form: by style where the document names one; objects are JSON otherwise."""
    for key, held in _pairs(value):
        kind = kinds.get(key)
        if isinstance(kind, Parameter):
            yield from [] if held is None else _query_texts(kind, held)
            continue
        text = _json if kind is not None and "json" in kind else _text
        yield from (_encode(key) + "=" + _encode(text(one)) for one in _several(held) if one is not None)


def _file(key: str, held: Any, kind: str | None) -> tuple[Any, ...]:
    name = getattr(held, "name", None)
    file = ((PurePath(name).name if isinstance(name, str) else "") or key, held)
    return (*file, kind) if kind else file


def _part(key: str, held: Any, kind: str | None) -> tuple[Any, ...]:
    """Bytes, files and tuples (name, content, type) go as files, objects as JSON, everything else as text."""
    if _is_tuple(held):
        return held
    if isinstance(held, (bytes, bytearray)) or hasattr(held, "read"):
        return _file(key, held, kind)
    plain = _plain(held)
    kind = kind or ("application/json" if _is_dict(plain) or _is_list(plain) else None)
    return (None, _json(plain) if kind and "json" in kind else _text(plain), *((kind,) if kind else ()))


def _parts(body: object, kinds: Mapping[str, str | Parameter]) -> Iterator[tuple[str, Any]]:
    members: dict[str, Any] = dict(cast("Any", body))
    for key, held in members.items():
        kind = kinds.get(key)
        if isinstance(kind, Parameter):
            for pair in _query_texts(kind, _plain(held)) if held is not None else ():
                name, _, text = pair.partition("=")
                yield unquote(name), (None, unquote(text))
            continue
        yield from ((key, _part(key, one, kind)) for one in _several(held) if one is not None)


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
    media_types = (media for content in operation.responses.values() for media in content)
    accept = dict.fromkeys([operation.accept] if operation.accept else media_types)
    headers = {"accept": ", ".join(accept)} if accept else {}
    for parameter in operation.parameters:
        given = values.get(parameter.key)
        if given is None:
            continue
        value = _plain(given)
        if parameter.place == "path":
            filled = _styled(parameter, value, _encode)
            if filled == "" and operation.method != "GET":
                raise ValueError(f"{parameter.key} is empty")
            path = path.replace("{" + parameter.name + "}", filled)
        elif parameter.place == "query":
            query += _query_texts(parameter, value)
        elif parameter.place == "header":
            headers[parameter.name] = _styled(parameter, value, _text)
        else:
            cookies.append(quote(parameter.name, safe="") + "=" + _styled(parameter, value, _encode))
    if re.search(r"/\.\.?(/|\?|$)", path):
        raise ValueError(f"a parameter of {operation.path} would lead to another path: {path}")
    content_type = values.get("content_type")
    sent = _body(operation, values.get("body"), content_type if isinstance(content_type, str) else None)
    _authorise(settings, operation, headers, query, cookies)
    if cookies:
        headers["cookie"] = "; ".join(cookies)
    headers.update(sent.pop("headers", {}))
    key = values.get("idempotency_key")
    if isinstance(key, str):
        headers["idempotency-key"] = key
    headers.update(extra or {})
    # What the address of the API has of a query stands in every request.
    root, _, fixed = settings.base_url.partition("#")[0].partition("?")
    path, _, own = path.partition("?")
    tail = "&".join(text for text in (fixed, own, *query) if text)
    return {"method": operation.method, "url": root.rstrip("/") + path + ("?" + tail if tail else ""), "headers": headers, **sent}
`;
