import {
  bodyLimit,
  htmlPolicy,
  isPublic,
  namesOf,
  type ApiDefinition,
  type Resource,
} from "../../../../api/index.ts";
import { code, imported, joined, py, type Code } from "../../../../code/index.ts";
import type { Options } from "../../../contracts.ts";
import { tokenArguments, tokenParameters, tokenSetup } from "../../files/auth.ts";
import { hasAccounts } from "../../../tokens.ts";
import { policyIn } from "../../../tokens.ts";
import { paths } from "../../python-names.ts";

const Database = imported("/src/database.py", "Database");
const fastapi = (name: string): Code => imported("fastapi", name);
const middleware = (name: string): Code => imported("/src/middleware.py", name);
const log = (name: string): Code => imported("/src/log.py", name);

/** `add_task_routes(app, TaskController(db))` */
const added = (resource: Resource): Code => {
  const { snake, pascal } = namesOf(resource);
  const alias = `add_${snake}_routes`;
  const add = code(alias, [{ from: `/${paths(resource).routes}`, names: [`add_routes as ${alias}`] }]);
  return py`${add}(app, ${imported(`/${paths(resource).controller}`, `${pascal}Controller`)}(db))`;
};

const addedAccounts = py`${code("add_auth_routes", [{ from: "/src/routes/auth.py", names: ["add_routes as add_auth_routes"] }])}(app, ${imported("/src/controllers/auth.py", "AuthController")}(db, sign))`;

const signal = code("signal", [{ from: "signal", names: ["*"] }]);
const sys = code("sys", [{ from: "sys", names: ["*"] }]);

/** Returns the argument with methods and paths that need no token: registration comes before any. */
function openTo(api: ApiDefinition): Code {
  if (!hasAccounts(api)) return code("");
  const open = api.operations.filter(
    (operation) =>
      ["register", "login"].includes(operation.binding?.does ?? "") ||
      (!operation.security.length && operation.method === "get" && isPublic(api, operation)),
  );
  const listed = open.map(
    ({ method, path }) => py`(${method.toUpperCase()}, ${path.replaceAll(/\{\w+\}/g, "[^/]+")})`,
  );
  return py`, is_open=[${joined(listed, ", ")}]`;
}

/** What is added to an application, in order; the last middleware is the outermost. */
const steps = (api: ApiDefinition, options: Options): readonly Code[] => [
  ...(policyIn(api, options) ? [code("app.state.db = db")] : []),
  py`app.add_middleware(${middleware("LimitBodies")}, most=${bodyLimit})`,
  ...(options.auth
    ? [py`app.add_middleware(${middleware("RequireToken")}, verify=verify${openTo(api)})`]
    : []),
  py`app.add_middleware(${middleware("IgnoreSlash")})`,
  ...(options.auth ? [py`app.add_middleware(${middleware("SecureHeaders")})`] : []),
  py`app.add_middleware(${log("LogRequests")}, log=log)`,
  py`${imported("/src/http.py", "answer_errors")}(app)`,
  ...api.resources.map(added),
  ...(hasAccounts(api) ? [addedAccounts] : []),
  py`${imported("/src/documentation.py", "add_documentation")}(app, db)`,
];

/** `src/app.py` */
export const appModule = (api: ApiDefinition, options: Options): Code => py`
def create_app(db: ${Database}${tokenParameters(api, options)}, log: ${log("Log")} = ${log("log_nothing")}) -> ${fastapi("FastAPI")}:
    """The application over a database, which it closes when it ends; it listens nowhere yet."""

    @${imported("contextlib", "asynccontextmanager")}
    async def lifespan(app: FastAPI) -> ${imported("collections.abc", "AsyncGenerator")}[None, None]:
        yield
        await db.close()

    # The document and its page are files of this project, and not what the framework makes up.
    app = FastAPI(openapi_url=None, redirect_slashes=False, lifespan=lifespan)
    app.router.route_class = ${imported("/src/http.py", "StrictRoute")}
    ${joined(steps(api, options), "\n    ")}
    return app
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
    try:
        db = ${imported("/src/database.py", "open_database")}(settings.${code(urlVariable.toLowerCase())})
    except Exception as error:
        sys.exit(f"The database (${code(urlVariable)}) did not open: {error}")
    ${signal}.signal(signal.SIGTERM, _leave)
    ${log("log_line")}({"message": f"http://localhost:{settings.port}/docs"})
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


def add_documentation(app: ${fastapi("FastAPI")}, db: ${Database}) -> None:
    """Puts what is the same in every application into this one."""

    @app.get("/openapi.json")
    async def openapi() -> ${fastapi("Response")}:
        """The OpenAPI document."""
        return Response(_openapi, media_type="application/json")

    @app.get("/docs")
    async def page() -> Response:
        """The same for people."""
        return Response(_page, media_type="text/html", headers={"Content-Security-Policy": ${htmlPolicy}})

    @app.get("/healthz")
    async def health() -> dict[str, str]:
        """Whether the database can be reached."""
        await db.ping()
        return {"status": "ok"}
`;
