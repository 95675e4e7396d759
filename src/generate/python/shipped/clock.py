"""Moments in time."""

from datetime import UTC, datetime


def now() -> datetime:
    """This moment, in milliseconds as JSON shows it."""
    return milliseconds(datetime.now(UTC))


def milliseconds(moment: datetime) -> datetime:
    """The same moment in UTC without what is smaller than a millisecond."""
    utc = moment if moment.tzinfo is UTC else moment.astimezone(UTC)
    return utc.replace(microsecond=utc.microsecond // 1000 * 1000)


def text_of(moment: datetime) -> str:
    """A moment as JSON shows it: 2026-01-31T12:00:00.000Z."""
    utc = moment if moment.tzinfo is UTC else moment.astimezone(UTC)
    return utc.isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"
