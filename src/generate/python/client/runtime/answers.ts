import { lineTypes } from "../../../specification/model.ts";

/** Answers, read and checked. */
export const answers = String.raw`_TEXT = re.compile(r"text/.*|.*[/+](xml|yaml|x-yaml|csv)|${lineTypes.source}")

Described = tuple[str, Adapter]


def _bare(media: str) -> str:
    return media.split(";")[0].strip().lower()


def _media(response: httpx.Response) -> str:
    return _bare(str(response.headers.get("content-type", "")))


def _contents(operation: Operation[Any], response: httpx.Response) -> Sequence[Mapping[str, Described]]:
    """What an answer may hold by its status; a success that nobody described may hold what others do."""
    others = [content for key, content in operation.responses.items() if response.is_success and key.startswith("2")]
    described = _by_status(operation, response)
    default = [operation.responses["default"]] if "default" in operation.responses else []
    return [described] if described is not None else others or default


def _by_status(operation: Operation[Any], response: httpx.Response) -> Mapping[str, Described] | None:
    status = str(response.status_code)
    return operation.responses.get(status, operation.responses.get(status[0] + "XX"))


def _match(content: Mapping[str, Described], media: str) -> Described | None:
    names = {_bare(name): described for name, described in content.items()}
    if media in names:
        return names[media]
    for name, described in names.items():
        if name == "*/*" or (name.endswith("/*") and media.startswith(name[:-1])):
            return described
    # Under another name will do what is read alike, and JSON comes under any.
    alike = ["json"] if "json" in media or media == "" else []
    kinds = [*alike, "text" if _TEXT.fullmatch(media) else "binary", "json"]
    return next((described for kind in kinds for described in names.values() if described[0] == kind), None)


def _described(operation: Operation[Any], response: httpx.Response) -> Described | None:
    found = (_match(content, _media(response)) for content in _contents(operation, response))
    return next((described for described in found if described is not None), None)


def _decoded(kind: str, response: httpx.Response) -> Any:
    media = _media(response)
    if kind == "any":
        kind = "json" if "json" in media else "text" if _TEXT.fullmatch(media) else "binary"
    if kind == "json":
        return response.json()
    return response.content if kind == "binary" else response.text


def choose(operation: Operation[T], accept: str | None) -> Operation[T]:
    """The operation as it answers in one media type, where it has that one."""
    if accept is None:
        return operation
    contents = {key: {accept: content[accept]} if accept in content else content for key, content in operation.responses.items()}
    return replace(operation, responses=contents, accept=accept)


def _checked(adapter: Callable[[], TypeAdapter[Any]], value: object, settings: Settings) -> Any:
    return _made(adapter).validate_python(value, context={"strict": settings.strict})


def read(settings: Settings, operation: Operation[T], response: httpx.Response) -> T:
    """What an answer holds. Raises ApiError for one that is no success, InvalidResponseError for one that does not fit."""
    contents = _contents(operation, response)
    described = _described(operation, response)
    promised = len(contents) > 0 and all(contents)
    bodiless = response.request.method == "HEAD" or (response.status_code in (204, 205) and _by_status(operation, response) is not None)
    value: Any = None
    problem: str | None = None
    if response.content or (promised and not bodiless):
        try:
            value = _decoded(described[0] if described else "any", response)
            if described and described[1]:
                value = _checked(described[1], value, settings)
            elif promised and not described:
                problem = f"is {_media(response)}, not {' or '.join(name for content in contents for name in content)}"
        except ValidationError as error:
            problem = str(error)
        except ValueError:
            value, problem = response.text, "is not JSON"
    if not response.is_success:
        raise ApiError(response, value)
    if problem is not None and settings.validate:
        raise InvalidResponseError(response, problem)
    return cast("T", value)
`;
