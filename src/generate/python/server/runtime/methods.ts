import { allowedMethods, type ServerModel } from "../../../typescript/server/model.ts";
import { literal } from "../../client/names.ts";

/** `src/http/methods.py`: what each path can be asked by. */
export const methodsModule = (server: ServerModel): string => `"""What each path can be asked by."""

from collections.abc import Sequence
from functools import cache
from re import Pattern

from src.http.parameters import encoded, path_pattern

# Methods by path, as the document has them.
_SERVED: Sequence[tuple[str, Sequence[str]]] = [
${allowedMethods(server)
  .map(([path, methods]) => `    (${literal(path)}, ${literal(methods)}),\n`)
  .join("")}]


@cache
def _patterns() -> Sequence[tuple[Pattern[str], Sequence[str]]]:
    return [(path_pattern(encoded(path)), methods) for path, methods in _SERVED]


def methods_of(path: str) -> Sequence[str]:
    """The methods that an encoded path can be asked by."""
    return sorted({one for pattern, methods in _patterns() if pattern.fullmatch(path) for one in methods})
`;
