"""The records that tables begin with."""

import json
import warnings
from pathlib import Path

from src.store.perform import seed
from src.store.resources import TABLES
from src.store.store import Row, Store

_FOLDER = Path(__file__).parents[2] / "seeds"


async def plant(store: Store, *, production: bool = False) -> None:
    """Puts the records of seeds into empty tables; accounts, whose passwords are known, not in production."""
    seeds: dict[str, list[Row]] = {}
    for name, table in TABLES.items():
        path = _FOLDER / f"{table.table.replace('_', '-')}.json"
        if path.exists() and not (table.account and production):
            seeds[name] = json.loads(path.read_text())
    for failure in await seed(store, seeds):
        warnings.warn(f"seeds: {failure}", stacklevel=1)
