"""Rules between a record and what changes it."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import NamedTuple

from src.problem import Problem


def keep_states(record: object, values: Mapping[str, object], paths: Mapping[str, str]) -> None:
    """Refuses other values of fields that only actions change; paths are their names on the wire."""
    changed = [
        path for name, path in paths.items() if name in values and values[name] != getattr(record, name)
    ]
    if changed:
        raise Problem(409, [{"path": path, "message": "is changed by actions only"} for path in changed])


async def keep_tree(
    id: str, parent: str | None, path: str, parent_of: Callable[[str], Awaitable[str | None]]
) -> None:
    """Refuses a parent that is the record itself or below it, or in a circle of others."""
    seen = {id}
    while parent is not None:
        if parent in seen:
            raise Problem(409, [{"path": path, "message": "would make the record its own ancestor"}])
        seen.add(parent)
        parent = await parent_of(parent)


class Precondition(NamedTuple):
    """Values of a field from which an action may be called."""

    name: str
    path: str
    values: Sequence[object]
    message: str


def not_ready(record: object, preconditions: Sequence[Precondition]) -> Problem:
    """The refusal of an action, by the fields that keep the record from it."""
    broken = [rule for rule in preconditions if getattr(record, rule.name) not in rule.values]
    return Problem(409, [{"path": rule.path, "message": rule.message} for rule in broken])
