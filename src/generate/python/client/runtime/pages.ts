/** What tells the next page. */
export const pages = String.raw`@dataclass(frozen=True)
class Paging:
    """How the next page is asked for: by a count, by what the answer has for it, after the last item, or by an address."""

    by: str
    key: str = ""
    items: Sequence[str] = ()
    next: Sequence[str] = ()
    more: Sequence[str] = ()
    keys: Mapping[str, str] = field(default_factory=lambda: {})


def _member(value: object, name: str) -> object:
    if _is_dict(value):
        return value.get(name)
    if not isinstance(value, BaseModel):
        return None
    fields = type(value).model_fields.items()
    key = next((key for key, one in fields if (one.serialization_alias or one.alias or key) == name), name)
    return getattr(value, key, None)


def _at(value: object, path: Sequence[str]) -> object:
    for name in path:
        value = _member(value, name)
    return value


def items_of(page: object, paging: Paging) -> list[Any]:
    """The items of a page: the page itself, or the member that holds them."""
    held = _at(page, paging.items)
    return held if _is_list(held) else []


def _addressed(address: object, keys: Mapping[str, str]) -> dict[str, Any]:
    """What the address of the next page says of the operation's own parameters."""
    query = parse_qsl(urlsplit(address).query) if isinstance(address, str) else []
    return {keys[name]: value for name, value in query if name in keys}


def _sought(value: object, key: str, depth: int = 0) -> object:
    """What an answer says of the next page in a member whose name begins so, where the document doesn't say which one."""
    held = value.model_dump(by_alias=True) if isinstance(value, BaseModel) else value
    for name, inner in _pairs(held):
        is_next = name.lower().startswith("next")
        if is_next and (isinstance(inner, int) or (isinstance(inner, str) and "://" not in inner)):
            return inner
        found = _member(inner, key) if is_next else _sought(inner, key, depth + 1) if depth < 1 else None
        if found is not None:
            return found
    return None


def next_of(page: object, paging: Paging, values: Mapping[str, Any]) -> dict[str, Any] | None:
    """The arguments of the page behind this one; None behind the last."""
    items, now = items_of(page, paging), values.get(paging.key)
    found: dict[str, Any] = {}
    if paging.by == "url":
        found = _addressed(_at(page, paging.next), paging.keys)
    elif paging.by == "cursor":
        cursor = _at(page, paging.next) if paging.next else _sought(page, paging.key)
        found = {} if cursor is None or cursor == "" else {paging.key: cursor}
    elif items and paging.by == "last":
        more = not paging.more or _at(page, paging.more) is True
        found = {paging.key: _at(items[-1], paging.next)} if more else {}
    elif items:
        start = now if isinstance(now, int) else 1 if paging.by == "page" else 0
        found = {paging.key: start + (1 if paging.by == "page" else len(items))}
    return found if any(values.get(key) != value for key, value in found.items()) else None
`;
