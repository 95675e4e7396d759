"""What the models' calls have in common."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from datetime import date
from decimal import Decimal
from typing import Any, TypeVar

from bson.decimal128 import Decimal128
from bson.errors import InvalidDocument
from pymongo.asynchronous.collection import AsyncCollection
from pymongo.errors import DuplicateKeyError

from src.database import Document
from src.etag import require_match  #: etags
from src.problem import Problem
from src.validation import (
    Page,
    Query,
    Record,  #: etags
)

Item = TypeVar("Item")


async def find_page(
    collection: AsyncCollection[Document],
    wanted: Document,
    record: Callable[[Document], Item],
    query: Query,
    sort: str,
) -> Page[Item]:
    """A page of the documents that are wanted, each as the record that is answered, and how many there are."""
    down = -1 if sort.startswith("-") else 1
    # Ids ascend with time, so they settle the order of equals.
    found = collection.find(wanted).sort([(sort.removeprefix("-"), down), ("_id", down)])
    documents = await found.skip(query.offset).limit(query.limit).to_list()
    return Page([record(document) for document in documents], await collection.count_documents(wanted))


def given(wanted: Document) -> Document:
    """Those members that have a value: what a filter compares."""
    return {name: value for name, value in wanted.items() if value is not None}


def decimal128(value: Decimal | None) -> Decimal128 | None:
    """A decimal number as MongoDB holds it."""
    return None if value is None else Decimal128(value)


def decimal_of(value: Decimal128 | None) -> Any:
    """The way back."""
    return None if value is None else value.to_decimal()


def day_text(day: date | None) -> str | None:
    """A day as MongoDB holds it, which knows only moments: as text."""
    return None if day is None else day.isoformat()


@contextmanager
def explained() -> Generator[None, None, None]:
    """Raises what a broken index means to a client: values that are taken (409)."""
    try:
        yield
    except DuplicateKeyError as error:
        pattern: dict[str, Any] = (error.details or {}).get("keyPattern", {})
        raise Problem(409, [{"path": field, "message": "is already taken"} for field in pattern]) from error
    except (InvalidDocument, OverflowError) as error:
        # A null character in a name, or a number that no field holds.
        raise Problem(400, [{"path": "", "message": "has a value that can't be stored"}]) from error


#: etags
async def version_of(
    collection: AsyncCollection[Document],
    id: str,
    record: Callable[[Document], Record],
    match: str | None,
) -> Document:
    """A filter that only the version of a document fits that is stored now, which must be the one that match names.

    Whoever changes it by this filter finds nothing where somebody else was faster.
    """
    document = None if match is None else await collection.find_one({"_id": id})
    if document is None:
        return {}
    require_match(record(document), match)
    if match is not None and match.strip() == "*":
        return {}
    return {name: {"$eq": value} for name, value in document.items()}
