/** What tells the next page. */
export const pages = String.raw`def items_of(page: object, name: str | None) -> list[object]:
    """The items of a page: the page itself, or the member that holds them."""
    held = page if name is None else getattr(page, name, None)
    return held if _is_list(held) else []


def cursor_of(page: object, name: str) -> str | None:
    """The cursor of the next page, if there is one."""
    held = getattr(page, name, None)
    return held if isinstance(held, str) and held != "" else None
`;
