"""How alembic runs migrations."""

from importlib import import_module

from alembic import context
from sqlalchemy import Connection

from src.database import Base, alembic_engine
from src.settings import Settings

# All models, so that alembic knows their tables.
import_module("src.app")  #: !tables
import_module("src.store.tables")  #: tables


def run(connection: Connection) -> None:
    """Runs what is asked for on a connection."""
    context.configure(connection=connection, target_metadata=Base.metadata)
    with context.begin_transaction():
        context.run_migrations()


given = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    # Called as the command alembic.
    with alembic_engine(Settings().database_url).begin() as connection:
        run(connection)
