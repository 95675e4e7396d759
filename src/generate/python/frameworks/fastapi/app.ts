import { bodyLimit, htmlPolicy, namesOf, type ApiDefinition, type Resource } from "../../../../api/index.ts";
import { code, imported, joined, py, type Code } from "../../../../code/index.ts";
import type { Options } from "../../../contracts.ts";
import { hasAccounts, tokenArguments, tokenParameters, tokenSetup } from "../../files/auth.ts";
import { paths } from "../../names.ts";

const Problem = imported("/src/problem.py", "Problem");
const Database = imported("/src/database.py", "Database");
const fastapi = (name: string): Code => imported("fastapi", name);
const middleware = (name: string): Code => imported("/src/middleware.py", name);

const included = (resource: Resource): Code => {
  const alias = `${namesOf(resource).snake}_router`;
  return py`app.include_router(${code(alias, [{ from: `/${paths(resource).routes}`, names: [`router as ${alias}`] }])})`;
};

const signal = code("signal", [{ from: "signal", names: ["*"] }]);
const sys = code("sys", [{ from: "sys", names: ["*"] }]);

/** `src/app.py` */
export const appModule = (api: ApiDefinition, options: Options): Code => py`
def create_app(db: ${Database}${tokenParameters(api, options)}, log: ${middleware("Log")} = ${middleware("log_nothing")}) -> ${fastapi("FastAPI")}:
    """The application over a database, which it closes when it ends; it listens nowhere yet."""

    @${imported("contextlib", "asynccontextmanager")}
    async def lifespan(app: FastAPI) -> ${imported("collections.abc", "AsyncGenerator")}[None, None]:
        await db.open()
        yield
        await db.close()

    # The document and its page are files of this project, and not what the framework makes up.
    app = FastAPI(openapi_url=None, lifespan=lifespan)
    app.state.db = db
    ${hasAccounts(api) ? py`app.state.sign = sign` : code("")}
    app.add_middleware(${middleware("LimitBodies")}, most=${bodyLimit})
    ${options.auth ? py`app.add_middleware(${middleware("RequireToken")}, verify=verify)` : code("")}
    app.add_middleware(${middleware("LogRequests")}, log=log)
    ${imported("/src/http.py", "answer_errors")}(app)
    ${joined(api.resources.map(included), "\n    ")}
    ${hasAccounts(api) ? py`app.include_router(${code("auth_router", [{ from: "/src/routes/auth.py", names: ["router as auth_router"] }])})` : code("")}
    app.include_router(${imported("/src/documentation.py", "router")})
    return app
`;

/** `src/http.py`: what all routes have in common. */
export const httpModule = py`
class _Parameters(${imported("starlette.datastructures", "QueryParams")}):
    """Query parameters, of which one that is repeated is a list, and so nothing that a text may be."""

    def get(self, key: ${imported("typing", "Any")}, default: Any = None) -> Any:
        values = self.getlist(key)
        return values[0] if len(values) == 1 else values or default


class _StrictRequest(${fastapi("Request")}):
    """Reads JSON as the standard has it, without NaN; guesses nothing."""

    @property
    def query_params(self) -> QueryParams:
        return _Parameters(self.scope["query_string"])

    async def json(self) -> Any:
        if not hasattr(self, "_json"):
            try:
                body = await self.body()
                read = ${code("json", [{ from: "json", names: ["*"] }])}.loads(body, parse_constant=_refuse)
                self._json = _without_halves(read) if b"\\ud" in body.lower() else read
            except (ValueError, RecursionError) as error:
                raise _no_object() from error
        if not isinstance(self._json, dict | list):
            raise _no_object()
        return self._json


def _without_halves(value: Any) -> Any:
    """The same with a null character, which is refused as well, for each half of a surrogate pair."""
    if isinstance(value, str):
        return ${code("re", [{ from: "re", names: ["*"] }])}.sub("[\ud800-\udfff]", "\0", value)
    if isinstance(value, list):
        return [_without_halves(item) for item in ${imported("typing", "cast")}(Any, value)]
    if isinstance(value, dict):
        members = cast(Any, value).items()
        return {_without_halves(name): _without_halves(member) for name, member in members}
    return value


def _refuse(constant: str) -> ${imported("typing", "NoReturn")}:
    raise ValueError(constant)


def _no_object() -> ${Problem}:
    return Problem(400, [{"path": "", "message": "must be a JSON object"}])


class StrictRoute(${imported("fastapi.routing", "APIRoute")}):
    """A route whose bodies are strict JSON, also where it needs none; what can be got can be asked for."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        if self.methods and "GET" in self.methods:
            self.methods |= {"HEAD"}

    def get_route_handler(self) -> ${imported("collections.abc", "Callable")}[[Request], ${imported("collections.abc", "Coroutine")}[Any, Any, ${fastapi("Response")}]]:
        handle = super().get_route_handler()

        async def handle_strictly(request: Request) -> Response:
            strict = _StrictRequest(request.scope, request.receive)
            if await strict.body():
                await strict.json()
            return await handle(strict)

        return handle_strictly


def database_of(request: Request) -> ${Database}:
    """The database that the application was made over."""
    db: Database = request.app.state.db
    return db


def id_in_path(id: str) -> str:
    """The id that a path names, if it can be one; that comes before what was sent is looked at."""
    return ${imported("/src/ids.py", "id_from")}(id)


Db = ${imported("typing", "Annotated")}[Database, ${fastapi("Depends")}(database_of)]
PathId = Annotated[str, Depends(id_in_path)]


def answer_errors(app: ${fastapi("FastAPI")}) -> None:
    """Answers what handlers raise, and what the framework itself refuses, as problem details."""

    @app.exception_handler(${imported("starlette.exceptions", "HTTPException")})
    async def refused(request: Request, error: HTTPException) -> Response:
        if isinstance(error, Problem):
            return error.response()
        if error.status_code == 400:
            return _no_object().response()
        # A path that is served by another method leads nowhere, like one that nothing serves.
        status = error.status_code if error.status_code in {401, 413, 415, 500} else 404
        return Problem(status).response()

    @app.exception_handler(${imported("fastapi.exceptions", "RequestValidationError")})
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        return Problem(400, ${imported("/src/validation.py", "issues_of")}(error.errors())).response()
`;

/** `src/server.py` */
export const serverModule = (api: ApiDefinition, options: Options, urlVariable: string): Code => py`
def _leave(*_: object) -> None:
    """What runs at exit, such as stopping an embedded database, runs after this signal too."""
    ${sys}.exit(0)


def main() -> None:
    """Serves until it is told to stop; answers what is under way, then closes the database."""
    settings = ${imported("/src/settings.py", "Settings")}()
    ${tokenSetup(options)}
    db = ${imported("/src/database.py", "open_database")}(settings.${code(urlVariable.toLowerCase())})
    ${signal}.signal(signal.SIGTERM, _leave)
    ${middleware("log_line")}({"message": f"http://localhost:{settings.port}/docs"})
    ${imported("uvicorn", "run")}(
        ${imported("/src/app.py", "create_app")}(db${tokenArguments(api, options, code("tokens"))}, log_line),
        host="0.0.0.0",
        port=settings.port,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=10,
    )


if __name__ == "__main__":
    main()
`;

/** `src/documentation.py` */
export const documentationModule = py`
_docs = ${imported("pathlib", "Path")}(__file__).parent.parent / "docs"
_openapi = (_docs / "openapi.json").read_bytes()
_page = (_docs / "index.html").read_bytes()

router = ${fastapi("APIRouter")}()


@router.get("/openapi.json")
async def openapi() -> ${fastapi("Response")}:
    """The OpenAPI document."""
    return Response(_openapi, media_type="application/json")


@router.get("/docs")
async def page() -> Response:
    """The same for people."""
    return Response(_page, media_type="text/html", headers={"Content-Security-Policy": ${htmlPolicy}})


@router.get("/healthz")
async def health(db: ${imported("/src/http.py", "Db")}) -> dict[str, str]:
    """Whether the database can be reached."""
    await db.ping()
    return {"status": "ok"}
`;
