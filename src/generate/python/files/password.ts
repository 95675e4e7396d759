import { code, imported, py, type Code } from "../../../code/index.ts";

const unicodedata = code("unicodedata", [{ from: "unicodedata", names: ["*"] }]);

/** `src/password.py`, where a resource keeps a secret. */
export const passwordModule = (hasAccounts: boolean): Code => py`
# Argon2id as OWASP asks for it at least: 19 MB, nothing for one sign-in, much for someone who guesses.
_hasher = ${imported("argon2", "PasswordHasher")}(time_cost=2, memory_cost=19 * 1024, parallelism=1)


class Credentials(${imported("typing", "NamedTuple")}):
    """Who somebody is, and the hash that their password must have."""

    id: str
    hash: str


def hash_at_once(secret: str) -> str:
    """What is stored of a secret: parameters, salt and derived key (Argon2id), never the secret."""
    return _hasher.hash(${unicodedata}.normalize("NFKC", secret))


async def hash_secret(secret: str) -> str:
    """The same without keeping others waiting."""
    return await ${imported("anyio.to_thread", "run_sync")}(hash_at_once, secret)


async def verify_secret(secret: str, stored: str) -> bool:
    """Whether a secret is the one that was hashed; takes as long for a wrong one."""
    try:
        return await run_sync(_hasher.verify, ${hasAccounts ? code('stored.partition("#")[0]') : code("stored")}, unicodedata.normalize("NFKC", secret))
    except ${imported("argon2.exceptions", "VerificationError")}:
        return False
${hasAccounts ? stamping : code("")}`;

const stamping = py`

def stamp_of(stored: str) -> str:
    """What a token says of the stored secret that it was given for; another one ends it."""
    return ${imported("hashlib", "sha256")}(stored.encode()).hexdigest()


def renewed(stored: str) -> str:
    """The same secret as it is stored from now on; its earlier tokens end."""
    return f"{stored.partition('#')[0]}#{${imported("secrets", "token_urlsafe")}(12)}"
`;
