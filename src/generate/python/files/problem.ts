import { problemTitles, problemType } from "../../../api/index.ts";
import { code, imported, joined, py } from "../../../code/index.ts";

const titles = joined(
  Object.entries(problemTitles).map(([status, title]) => py`${code(status)}: ${title},`),
  " ",
);

/** `src/problem.py`: the one error class of the project, and what it looks like on the wire. */
export const problemModule = py`
TITLES = {${titles}}


class Issue(${imported("typing", "TypedDict")}):
    """One thing wrong with a request: where (tags.0, empty for the body as a whole), and what."""

    path: str
    message: str


class Problem(${imported("fastapi", "HTTPException")}):
    """Raised anywhere, answered as problem details (RFC 9457)."""

    def __init__(self, status: int, errors: ${imported("collections.abc", "Sequence")}[Issue] = ()) -> None:
        super().__init__(status, TITLES[status])
        self.errors = list(errors)

    def response(self) -> ${imported("fastapi", "Response")}:
        """What the client is answered."""
        status = self.status_code
        content = {"type": "about:blank", "title": TITLES[status], "status": status, "errors": self.errors}
        headers = {"WWW-Authenticate": "Bearer"} if status == 401 else None
        # Escaped, so that any name that a client made up can be told back.
        return Response(${code("json", [{ from: "json", names: ["*"] }])}.dumps(content), status, headers, media_type=${problemType})


Found = ${imported("typing", "TypeVar")}("Found")


def found(value: Found | None) -> Found:
    """The value, or a 404 where there is none."""
    if value is None:
        raise Problem(404)
    return value
`;
