import { tokenLifetime, type ApiDefinition } from "../../../api/index.ts";
import { code, imported, joined, py, type Code } from "../../../code/index.ts";
import type { Options, Part } from "../../contracts.ts";
import { hasAccounts, tokenSettings } from "../../tokens.ts";
import { module } from "../module.ts";
import { versions } from "../versions.ts";
import { authorizationFiles } from "./authorization.ts";

const jwt = code("jwt", [{ from: "jwt", names: ["*"] }]);
const re = code("re", [{ from: "re", names: ["*"] }]);
const time = code("time", [{ from: "time", names: ["*"] }]);
const abc = (name: string) => imported("collections.abc", name);
const Problem = imported("/src/problem.py", "Problem");

/** A server of our own ends where settings are missing; in someone else's, what asks for tokens fails. */
const refuse = (guest: boolean, message: Code): Code =>
  guest
    ? py`raise RuntimeError(${message})`
    : py`${code("sys", [{ from: "sys", names: ["*"] }])}.exit(${message})`;

export const authModule = (guest: boolean): Code => py`
Claims = dict[str, ${imported("typing", "Any")}]

# Takes the value of an Authorization header, and gives what the token says.
Verify = ${abc("Callable")}[[str], ${abc("Awaitable")}[Claims]]

SHORTEST = 32


@${imported("dataclasses", "dataclass")}(frozen=True)
class AuthSettings:
    """Whose tokens count, for whom they must be made, and what they are checked with."""

    issuer: str
    audience: str
    # A secret that signer and server share, or the address of the signer's public keys.
    secret: str = ""
    jwks: str = ""


def auth_settings(settings: ${imported("/src/settings.py", "Settings")}) -> AuthSettings:
    """Settings from the environment; there is no default for any of them."""
    issuer, audience, secret = settings.jwt_issuer, settings.jwt_audience, settings.jwt_secret
    if not issuer or not audience:
        ${refuse(guest, py`${guest ? "Set JWT_ISSUER and JWT_AUDIENCE" : "Set JWT_ISSUER and JWT_AUDIENCE; .env.example tells what they are."}`)}
    if settings.jwks_url:
        return AuthSettings(issuer, audience, jwks=settings.jwks_url)
    if len(secret) < SHORTEST:
        ${refuse(guest, code('f"Set JWKS_URL, or JWT_SECRET to at least {SHORTEST} characters: openssl rand -base64 32"'))}
    return AuthSettings(issuer, audience, secret=secret)


def token_verifier(settings: AuthSettings) -> Verify:
    """Checks signature, algorithm, issuer, audience and expiry; anything wrong is a 401 that says no more."""
    client = ${jwt}.PyJWKClient(settings.jwks, timeout=5) if settings.jwks else None

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
        bearer = ${re}.fullmatch(r"Bearer ([\w.-]+)", authorization, re.ASCII | re.IGNORECASE)
        if bearer is None:
            raise ${Problem}(401)
        try:
            # Keys may have to be fetched, which must not keep others waiting.
            return await ${imported("anyio.to_thread", "run_sync")}(claims_of, bearer[1]) if client else claims_of(bearer[1])
        except jwt.PyJWKClientConnectionError:
            raise
        except jwt.PyJWTError as error:
            raise Problem(401) from error

    return verify
`;

export const signing = py`# Signs a token for somebody, by the id that they have here.
Sign = ${abc("Callable")}[[str, Claims], str]

# How long a token counts, in seconds.
TOKEN_LIFETIME = ${tokenLifetime}


def token_signer(settings: AuthSettings) -> Sign | None:
    """Whoever has the secret can sign; where the keys are published elsewhere, only their owner can."""
    if not settings.secret:
        return None

    def sign(subject: str, claims: Claims) -> str:
        now = int(${time}.time())
        payload = {
            **claims,
            "sub": subject,
            "iss": settings.issuer,
            "aud": settings.audience,
            "iat": now,
            "exp": now + TOKEN_LIFETIME,
        }
        return ${jwt}.encode(payload, settings.secret, "HS256")

    return sign
`;

const tokensModule = py`
# What the application under test is set to.
test_auth = ${imported("/src/auth.py", "AuthSettings")}("https://issuer.test", "api", secret="a secret of the tests, 32 characters or more")


def _sign(secret: str, algorithm: str, expires: int) -> str:
    now = int(${time}.time())
    claims = {
        "sub": "somebody",
        "scope": "admin",
        "iss": test_auth.issuer,
        "aud": test_auth.audience,
        "iat": now,
        "exp": now + expires,
    }
    return "Bearer " + ${jwt}.encode(claims, secret, algorithm)


# Values of the Authorization header, by what is wrong with them.
tokens = {
    "valid": _sign(test_auth.secret, "HS256", 3600),
    "missing": "",
    "malformed": "Bearer nonsense",
    "expired": _sign(test_auth.secret, "HS256", -3600),
    "wrong-key": _sign("another secret, just as long as the right one", "HS256", 3600),
    "wrong-algorithm": _sign(test_auth.secret, "HS512", 3600),
}
`;

/** Everything about tokens that no framework has a part in. */
export const auth = (api: ApiDefinition, options: Options): Part => ({
  files: [
    ...authorizationFiles(api, options),
    module(
      "src/auth.py",
      "Bearer tokens (JWT).",
      authModule(options.guest !== undefined),
      ...(hasAccounts(api) ? [signing] : []),
    ),
    module("tests/tokens.py", "Tokens, good and bad.", tokensModule),
  ],
  dependencies: { "pyjwt[crypto]": versions["pyjwt[crypto]"] },
  environment: tokenSettings,
});

const fromAuth = (name: string): Code => imported("/src/auth.py", name);

/** What an application does with tokens: a parameter, with what the server and the tests give for it. */
interface Use {
  readonly name: string;
  readonly type: Code;
  readonly make: Code;
}

/** How tokens come into an application, if they do. */
function uses(api: ApiDefinition, { auth: wanted }: Options): readonly Use[] {
  if (!wanted) return [];
  const verify = { name: "verify", type: fromAuth("Verify"), make: fromAuth("token_verifier") };
  const sign = { name: "sign", type: py`${fromAuth("Sign")} | None`, make: fromAuth("token_signer") };
  return hasAccounts(api) ? [verify, sign] : [verify];
}

const each = (api: ApiDefinition, options: Options, write: (use: Use) => Code): Code =>
  joined(uses(api, options).map(write), "");

/** Parameters behind the database's. */
export const tokenParameters = (api: ApiDefinition, options: Options): Code =>
  each(api, options, ({ name, type }) => py`, ${code(name)}: ${type}`);

/** Arguments for them, made of `settings`. */
export const tokenArguments = (api: ApiDefinition, options: Options, settings: Code): Code =>
  each(api, options, ({ make }) => py`, ${make}(${settings})`);

/** In `src/server.py`, before anything is opened. */
export const tokenSetup = ({ auth: wanted }: Options): Code =>
  wanted ? py`tokens = ${fromAuth("auth_settings")}(settings)` : code("");
