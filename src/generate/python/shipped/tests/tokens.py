"""Tokens, good and bad."""

import time

import jwt

from src.auth import AuthSettings

# What the application under test is set to.
test_auth = AuthSettings("https://issuer.test", "api", secret="a secret of the tests, 32 characters or more")


def _sign(secret: str, algorithm: str, expires: int) -> str:
    now = int(time.time())
    claims = {
        "sub": "somebody",
        "scope": "admin",
        "iss": test_auth.issuer,
        "aud": test_auth.audience,
        "iat": now,
        "exp": now + expires,
    }
    return "Bearer " + jwt.encode(claims, secret, algorithm)


# Values of the Authorization header, by what is wrong with them.
tokens = {
    "valid": _sign(test_auth.secret, "HS256", 3600),
    "missing": "",
    "malformed": "Bearer nonsense",
    "expired": _sign(test_auth.secret, "HS256", -3600),
    "wrong-key": _sign("another secret, just as long as the right one", "HS256", 3600),
    "wrong-algorithm": _sign(test_auth.secret, "HS512", 3600),
}
