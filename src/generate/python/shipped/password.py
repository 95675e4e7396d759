"""Secrets, hashed."""

import unicodedata
from hashlib import sha256  #: accounts
from secrets import token_urlsafe  #: accounts
from typing import NamedTuple

from anyio.to_thread import run_sync
from argon2 import PasswordHasher
from argon2.exceptions import VerificationError

# Argon2id as OWASP asks for it at least: 19 MB, nothing for one sign-in, much for someone who guesses.
_hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)


class Credentials(NamedTuple):
    """Who somebody is, and the hash that their password must have."""

    id: str
    hash: str


def hash_at_once(secret: str) -> str:
    """What is stored of a secret: parameters, salt and derived key (Argon2id), never the secret."""
    return _hasher.hash(unicodedata.normalize("NFKC", secret))


async def hash_secret(secret: str) -> str:
    """The same without keeping others waiting."""
    return await run_sync(hash_at_once, secret)


async def verify_secret(secret: str, stored: str) -> bool:
    """Whether a secret is the one that was hashed; takes as long for a wrong one."""
    try:
        stored = stored.partition("#")[0]  #: accounts
        return await run_sync(_hasher.verify, stored, unicodedata.normalize("NFKC", secret))
    except VerificationError:
        return False


#: accounts
def stamp_of(stored: str) -> str:
    """What a token says of the stored secret that it was given for; another one ends it."""
    return sha256(stored.encode()).hexdigest()


def renewed(stored: str) -> str:
    """The same secret as it is stored from now on; its earlier tokens end."""
    return f"{stored.partition('#')[0]}#{token_urlsafe(12)}"
