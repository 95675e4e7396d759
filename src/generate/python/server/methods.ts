import type { ServerModel } from "../../specification/server/model.ts";
import { literal } from "../client/python-identifiers.ts";

/** Generates `src/http/methods.py`: the methods of each path. */
export const methodsModule = (server: ServerModel): string => `"""What each path can be asked by."""

from collections.abc import Sequence
from functools import cache
from re import Pattern

from src.http.parameters import encoded, path_pattern

# Paths of the document are below this one.
BASE = ${JSON.stringify(server.base)}

# Methods by path, as the document has them; and paths that it matches too, and that count before it.
_SERVED: Sequence[tuple[str, Sequence[str], Sequence[str]]] = [
${server.paths
  .map(({ path, methods, above }) => `    (${literal(path)}, ${literal(methods)}, ${literal(above)}),\n`)
  .join("")}]


@cache
def _patterns() -> Sequence[tuple[Pattern[str], str, Sequence[str], Sequence[str]]]:
    return [(path_pattern(encoded(path)), path, methods, above) for path, methods, above in _SERVED]


def methods_of(path: str) -> Sequence[str]:
    """The methods that an encoded path can be asked by."""
    found = [(own, methods, above) for pattern, own, methods, above in _patterns() if pattern.fullmatch(path)]
    names = {own for own, _, _ in found}
    return sorted({one for _, methods, above in found if names.isdisjoint(above) for one in methods})
`;
