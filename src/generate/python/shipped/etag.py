"""Versions of records."""

import hashlib
from typing import Annotated

from fastapi import Header

from src.problem import Problem
from src.validation import Record

# The header of a change that is for one version alone.
IfMatch = Annotated[str | None, Header()]


def etag_of(record: Record) -> str:
    """The version of a record, made of all that is answered of it."""
    digest = hashlib.sha256(record.model_dump_json().encode("utf-8", "surrogatepass")).hexdigest()
    return f'"{digest}"'


def require_match(record: Record, match: str | None) -> None:
    """Refuses the change of another version than one that If-Match names; without the header any may change."""
    if match is None or match.strip() == "*":
        return
    if etag_of(record) not in {tag.strip() for tag in match.split(",")}:
        raise Problem(412)
