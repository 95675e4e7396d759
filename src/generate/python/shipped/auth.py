"""Bearer tokens (JWT)."""

import re
import sys  #: !guest
import time  #: accounts
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import jwt
from anyio.to_thread import run_sync

from src.problem import Problem
from src.settings import Settings

Claims = dict[str, Any]

# Takes the value of an Authorization header, and gives what the token says.
Verify = Callable[[str], Awaitable[Claims]]

SHORTEST = 32


@dataclass(frozen=True)
class AuthSettings:
    """Whose tokens count, for whom they must be made, and what they are checked with."""

    issuer: str
    audience: str
    # A secret that signer and server share, or the address of the signer's public keys.
    secret: str = ""
    jwks: str = ""


def auth_settings(settings: Settings) -> AuthSettings:
    """Settings from the environment; there is no default for any of them."""
    issuer, audience, secret = settings.jwt_issuer, settings.jwt_audience, settings.jwt_secret
    if not issuer or not audience:
        sys.exit("Set JWT_ISSUER and JWT_AUDIENCE; .env.example tells what they are.")  #: !guest
        raise RuntimeError("Set JWT_ISSUER and JWT_AUDIENCE")  #: guest
    if settings.jwks_url:
        return AuthSettings(issuer, audience, jwks=settings.jwks_url)
    if len(secret) < SHORTEST:
        wanted = f"Set JWKS_URL, or JWT_SECRET to at least {SHORTEST} characters: openssl rand -base64 32"
        sys.exit(wanted)  #: !guest
        raise RuntimeError(wanted)  #: guest
    return AuthSettings(issuer, audience, secret=secret)


def token_verifier(settings: AuthSettings) -> Verify:
    """Checks signature, algorithm, issuer, audience and expiry; anything wrong is a 401 that says no more."""
    client = jwt.PyJWKClient(settings.jwks, timeout=5) if settings.jwks else None

    def claims_of(token: str) -> Claims:
        return jwt.decode(
            token,
            client.get_signing_key_from_jwt(token) if client else settings.secret,
            algorithms=["RS256", "PS256", "ES256", "EdDSA"] if client else ["HS256"],
            issuer=settings.issuer,
            audience=settings.audience,
            options={"require": ["exp"], "verify_iat": False},
        )

    async def verify(authorization: str) -> Claims:
        bearer = re.fullmatch(r"Bearer ([\w.-]+)", authorization, re.ASCII | re.IGNORECASE)
        if bearer is None:
            raise Problem(401)
        try:
            # Keys may have to be fetched, which must not keep others waiting.
            return await run_sync(claims_of, bearer[1]) if client else claims_of(bearer[1])
        except jwt.PyJWKClientConnectionError:
            raise
        except jwt.PyJWTError as error:
            raise Problem(401) from error

    return verify


#: accounts
# Signs a token for somebody, by the id that they have here.
Sign = Callable[[str, Claims], str]

# How long a token counts, in seconds.
TOKEN_LIFETIME = 3600


def token_signer(settings: AuthSettings) -> Sign | None:
    """Whoever has the secret can sign; where the keys are published elsewhere, only their owner can."""
    if not settings.secret:
        return None

    def sign(subject: str, claims: Claims) -> str:
        now = int(time.time())
        payload = {
            **claims,
            "sub": subject,
            "iss": settings.issuer,
            "aud": settings.audience,
            "iat": now,
            "exp": now + TOKEN_LIFETIME,
        }
        return jwt.encode(payload, settings.secret, "HS256")

    return sign
