import { imported, py, type Code } from "../../../../code/index.ts";

const Problem = imported("/src/problem.py", "Problem");
const fastapi = (name: string): Code => imported("fastapi", name);

/** Reads requests in the same way as the servers of every other target. */
export const strictRequest = py`
class _Parameters(${imported("starlette.datastructures", "QueryParams")}):
    """Query parameters, of which one that is repeated is a list, and so nothing that a text may be."""

    def get(self, key: ${imported("typing", "Any")}, default: Any = None) -> Any:
        values = self.getlist(key)
        return values[0] if len(values) == 1 else values or default


class _StrictRequest(${fastapi("Request")}):
    """Reads strict JSON, whatever the type of its content; guesses nothing."""

    @property
    def query_params(self) -> QueryParams:
        given = super().query_params
        return given if len(given) == len(given.multi_items()) else _Parameters(given.multi_items())

    async def json(self) -> Any:
        if not hasattr(self, "_json"):
            try:
                self._json = ${imported("/src/body.py", "read_json")}(await self.body())
            except ValueError as error:
                raise _no_object() from error
        if not isinstance(self._json, dict | list):
            raise _no_object()
        return self._json


def _no_object() -> ${Problem}:
    return Problem(400, [{"path": "", "message": "must be a JSON object"}])
`;

/** `src/http.py`: what all routes share. */
export const httpModule = py`${strictRequest}

class StrictRoute(${imported("fastapi.routing", "APIRoute")}):
    """A route whose bodies are strict JSON, also where it needs none; what can be got can be asked for."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        if self.methods and "GET" in self.methods:
            self.methods |= {"HEAD"}

    def get_route_handler(self) -> ${imported("collections.abc", "Callable")}[[Request], ${imported("collections.abc", "Coroutine")}[Any, Any, ${fastapi("Response")}]]:
        handle = super().get_route_handler()

        async def handle_strictly(request: Request) -> Response:
            sent = ${imported("/src/body.py", "has_body")}(request.scope["headers"])
            if not sent and not request.scope["query_string"]:
                return await handle(request)
            strict = _StrictRequest(request.scope, request.receive)
            # Where a body is needed, FastAPI reads it.
            if self.body_field is None and sent and await strict.body():
                await strict.json()
            return await handle(strict)

        return handle_strictly


# The id that a path names, if it can be one; that comes before what was sent is looked at.
PathId = ${imported("typing", "Annotated")}[str, ${imported("pydantic", "AfterValidator")}(${imported("/src/ids.py", "id_from")})]


def _methods_at(request: ${fastapi("Request")}) -> list[str]:
    """What the path of a request can be asked by."""
    there = [one for one in request.app.routes if one.matches(request.scope)[0] is not ${imported("starlette.routing", "Match")}.NONE]
    return sorted({method for one in there for method in getattr(one, "methods", None) or ()})


def answer_errors(app: ${fastapi("FastAPI")}) -> None:
    """Answers what handlers raise, and what the framework itself refuses, as problem details."""

    @app.exception_handler(${imported("starlette.exceptions", "HTTPException")})
    async def refused(request: Request, error: HTTPException) -> Response:
        if isinstance(error, Problem):
            return error.response()
        if error.status_code == 400:
            return _no_object().response()
        if error.status_code == 405:
            refusal = Problem(405).response()
            refusal.headers["Allow"] = ", ".join(_methods_at(request))
            return refusal
        status = error.status_code if error.status_code in {401, 413, 415, 500} else 404
        return Problem(status).response()

    @app.exception_handler(${imported("fastapi.exceptions", "RequestValidationError")})
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        return Problem(400, ${imported("/src/validation.py", "issues_of")}(error.errors())).response()
`;
