"""Ids of records."""

import re
import threading
import time
from uuid import uuid4

from src.problem import Problem

_lock = threading.Lock()
_last = 0
_counter = 0


def new_id() -> str:
    """A UUID (version 7) greater than all before it in this process, so that ids sort in order of creation."""
    global _last, _counter
    with _lock:
        now = time.time_ns() // 1_000_000
        _counter = 0 if now > _last else _counter + 1
        # The counter fills twelve bits; beyond them the next millisecond is borrowed.
        _last = max(now, _last) + (_counter >> 12)
        _counter &= 0xFFF
        stamp, counter = _last, _counter
    return f"{stamp >> 16:08x}-{stamp & 0xFFFF:04x}-7{counter:03x}-{str(uuid4())[19:]}"


_shape = re.compile(r"[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}", re.ASCII | re.IGNORECASE)


def is_id(text: str) -> bool:
    """Whether a text has the form of an id."""
    return _shape.fullmatch(text) is not None


def id_from(text: str) -> str:
    """The id in a path; one that could be nobody's is not found, like one that is nobody's."""
    if not is_id(text):
        raise Problem(404)
    return text.lower()
