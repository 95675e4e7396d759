import { bodyLimit, namesOf, type ApiDefinition, type Resource } from "../../../../api/index.ts";
import { code, imported, joined, py, type Code } from "../../../../code/index.ts";
import { strictRequest } from "../../../python/frameworks/fastapi/http.ts";
import { paths } from "../../../python/python-names.ts";
import type { Own } from "../reuse.ts";

const Database = imported("/src/database.py", "Database");
const whole = (name: string): Code => code(name, [{ from: name, names: ["*"] }]);
const fastapi = (name: string): Code => imported("fastapi", name);

const tokens = py`
@${imported("functools", "cache")}
def _verifier() -> ${imported("/src/auth.py", "Verify")}:
    """Reads the environment at the first request, so that tests of other things need no settings."""
    return ${imported("/src/auth.py", "token_verifier")}(${imported("/src/auth.py", "auth_settings")}(${imported("/src/settings.py", "Settings")}()))


`;

/** `<support>/http.py`: HTTP handling shared by the resources, independent of the rest of the application. */
export const httpModule = (auth: boolean): Code => py`${strictRequest}

_MOST = ${bodyLimit}


${auth ? tokens : code("")}class StrictRoute(${imported("fastapi.routing", "APIRoute")}):
    """A route whose bodies are strict JSON, and that answers problem details, whatever the application does elsewhere."""

    def get_route_handler(self) -> ${imported("collections.abc", "Callable")}[[Request], ${imported("collections.abc", "Coroutine")}[Any, Any, ${fastapi("Response")}]]:
        handle = super().get_route_handler()

        async def handle_strictly(request: Request) -> Response:
            try:
                ${auth ? py`await _verifier()(request.headers.get("authorization", ""))` : code("")}
                sent = ${imported("/src/body.py", "has_body")}(request.scope["headers"])
                status = ${imported("/src/body.py", "refusal")}(request.scope["headers"], _MOST) if sent else None
                if status:
                    raise Problem(status)
                strict = _StrictRequest(request.scope, ${imported("/src/body.py", "limited")}(request.receive, _MOST))
                # Where a body is needed, FastAPI reads it.
                if self.body_field is None and sent and await strict.body():
                    await strict.json()
                return await handle(strict)
            except Problem as problem:
                return problem.response()
            except ${imported("fastapi.exceptions", "RequestValidationError")} as error:
                return Problem(400, ${imported("/src/validation.py", "issues_of")}(error.errors())).response()

        return handle_strictly


async def database_of() -> ${Database}:
    """The database; the first request brings it up to date. Tests put another in its place."""
    db = ${imported("/src/database.py", "database")}()
    await db.ready()
    return db


Db = ${imported("typing", "Annotated")}[Database, ${fastapi("Depends")}(database_of)]
# The id that a path names, if it can be one; that comes before what was sent is looked at.
PathId = Annotated[str, ${imported("pydantic", "AfterValidator")}(${imported("/src/ids.py", "id_from")})]
`;

/** `<support>/settings.py` */
export const settingsModule = py`
def _set(name: str) -> ${imported("typing", "Any")}:
    return ${imported("dataclasses", "field")}(default_factory=lambda: ${imported("os", "environ")}.get(name, ""))


@${imported("dataclasses", "dataclass")}(frozen=True)
class Settings:
    """What the environment says of tokens."""

    jwt_issuer: str = _set("JWT_ISSUER")
    jwt_audience: str = _set("JWT_AUDIENCE")
    jwt_secret: str = _set("JWT_SECRET")
    jwks_url: str = _set("JWKS_URL")
`;

const hostGuard = ({ name }: Own): Code => imported("/src/host_guard.py", name);

const included = (resource: Resource): Code => {
  const alias = `${namesOf(resource).snake}_router`;
  return py`router.include_router(${code(alias, [{ from: `/${paths(resource).routes}`, names: [`router as ${alias}`] }])})`;
};

/** `<support>/router.py`: one router that includes everything generated. */
export function routerModule(api: ApiDefinition, auth: boolean, guard: Own | undefined): Code {
  const bearer = py`${imported("fastapi.security", "HTTPBearer")}(auto_error=False)`;
  const dependency = guard ? hostGuard(guard) : auth ? bearer : undefined;
  return py`
router = ${fastapi("APIRouter")}(
    ${dependency ? py`dependencies=[${fastapi("Depends")}(${dependency})],` : code("")}
    responses={"4XX": {"description": "Problem details (RFC 9457)", "content": {"application/problem+json": {}}}},
)
${joined(api.resources.map(included))}
`;
}

const pytest = whole("pytest");
const TestClient = imported("fastapi.testclient", "TestClient");
const TestDatabase = imported("/tests/database.py", "TestDatabase");

const settings = py`    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("JWT_ISSUER", ${imported("/tests/tokens.py", "test_auth")}.issuer)
        environment.setenv("JWT_AUDIENCE", test_auth.audience)
        environment.setenv("JWT_SECRET", test_auth.secret)
        environment.delenv("JWKS_URL", raising=False)
        with TestClient(app, follow_redirects=False) as client:
            yield client
`;

/** `<tests>/conftest.py` */
export const conftestModule = (auth: boolean, guard: Own | undefined): Code => py`
@${pytest}.fixture(scope="session")
def database() -> ${imported("collections.abc", "Iterator")}[${TestDatabase}]:
    """One database for all tests: starting it takes longer than they do."""
    database = TestDatabase()
    yield database
    database.close()


@pytest.fixture(scope="session")
def running(database: TestDatabase) -> Iterator[${TestClient}]:
    """The generated resources over that database, in an application of their own."""

    @${imported("contextlib", "asynccontextmanager")}
    async def lifespan(app: ${fastapi("FastAPI")}) -> ${imported("collections.abc", "AsyncGenerator")}[None, None]:
        await database.db.ready()
        yield
        await database.db.close()

    app = FastAPI(lifespan=lifespan)
    app.include_router(${imported("/src/router.py", "router")}, prefix="/api")
    app.dependency_overrides[${imported("/src/http.py", "database_of")}] = lambda: database.db
    ${guard ? py`app.dependency_overrides[${hostGuard(guard)}] = lambda: None` : code("")}
${
  auth
    ? settings
    : code(`    with TestClient(app, follow_redirects=False) as client:
        yield client
`)
}

@pytest.fixture
def client(database: TestDatabase, running: TestClient) -> ${imported("/tests/client.py", "Client")}:
    """A way to call the application, whose database is empty."""
    database.clear()
    return Client(running)
`;

/** `<tests>/test_document.py` */
export const documentTestModule = (api: ApiDefinition): Code => py`
def test_the_document_of_the_application_has_the_resources(running: ${TestClient}) -> None:
    paths = running.get("/openapi.json").json()["paths"]
    assert set(paths) >= {${joined(
      [...new Set(api.operations.map(({ path }) => path))].map((path) => py`${path}`),
      ", ",
    )}}
`;

/** `<tests>/__init__.py`; `depth` is how many folders below the project it is, `root` the project's import root. */
export const packageModule = (depth: number, root: string): Code => py`
# The application's modules are found wherever pytest is started.
${whole("sys")}.path.insert(0, str(${imported("pathlib", "Path")}(__file__).resolve().parents[${depth}]${root ? py` / ${root}` : code("")}))
`;
