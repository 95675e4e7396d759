import { encodedPath } from "../../../api/index.ts";
import type { Serving } from "../../specification/server/contracts.ts";
import { takesTokens, type Verified } from "../../specification/server/security.ts";
import { expressPath, type Tier } from "../../specification/server/order.ts";
import type { ServerModel, Group } from "../../specification/server/model.ts";
import { codeOf, docstring, importsOf, literal } from "../client/python-identifiers.ts";
import type { PythonNames } from "./model.ts";

const routerOf = ({ level }: Tier): string => `router${level || ""}`;

/** Returns the document's path for FastAPI: encoded, with numbered parameters. */
function frameworkPath(base: string, path: string): string {
  let n = 0;
  const pieces = path
    .split(/\{[^{}]+\}/)
    .map((piece) => encodedPath(piece).replaceAll(/[{}]/g, encodeURIComponent));
  return encodedPath(base) + pieces.reduce((all, piece) => `${all}{p${(n += 1)}}${piece}`);
}

/** Generates `src/routes/<group>.py`; with several routers if another group's routes must be tried in between. */
export function routesModule(
  group: Group,
  {
    server,
    names,
    tiers,
  }: { readonly server: ServerModel; readonly names: PythonNames; readonly tiers: readonly Tier[] },
): string {
  const module = names.modules.get(group) ?? "";
  const groupTiers = tiers.filter((tier) => tier.group === group);
  const all = groupTiers.flatMap((tier) => tier.operations.map((served) => [tier, served] as const));
  const heads = new Set(
    tiers.flatMap(({ operations }) =>
      operations.flatMap(({ operation }) =>
        operation.method === "head" ? [expressPath(operation.path)] : [],
      ),
    ),
  );
  const functions = all.flatMap(([tier, { operation }]) => {
    const called = names.operations.get(operation);
    if (!called) return [];
    const { method } = operation;
    // Every GET route responds to HEAD too.
    const methods =
      method === "get" && !heads.has(expressPath(operation.path)) ? ["GET", "HEAD"] : [method.toUpperCase()];
    const path = literal(frameworkPath(server.base, operation.path));
    const about = docstring([operation.summary ?? `${method.toUpperCase()} ${operation.path}`], "    ");
    const head =
      methods.length > 1
        ? `@${routerOf(tier)}.api_route(${path}, methods=${literal(methods)})`
        : `@${routerOf(tier)}.${method}(${path})`;
    const exchange = `Annotated[Exchange[${called.params}], Depends(Takes(${called.route}, ${called.params}))]`;
    return [
      `${head}\nasync def ${called.name}(exchange: ${exchange}) -> Response:\n${about}    return answer(${called.route}, await handlers.${called.name}(exchange.input, exchange.context))\n`,
    ];
  });
  const used = all.flatMap(([, { operation }]) => {
    const called = names.operations.get(operation);
    return called ? [called.params, called.route] : [];
  });
  return `"""Routes of ${group.file}."""

from typing import Annotated

from fastapi import APIRouter, Depends, Response

from src.controllers import ${module} as handlers
from src.http.serve import Exchange, Takes, answer
from src.operations.${module} import ${used.toSorted().join(", ")}

${groupTiers.map((tier) => `${routerOf(tier)} = APIRouter()\n`).join("")}

${functions.join("\n\n")}`;
}

/** `src/app.py` */
export function appModule({ store }: Serving, names: PythonNames, tiers: readonly Tier[]): string {
  const imports = [...names.modules.values()].toSorted();
  const included = tiers.map(
    (tier) => `    app.include_router(${names.modules.get(tier.group) ?? ""}_routes.${routerOf(tier)})\n`,
  );
  const ping = store ? "        await outside.store.ping()\n" : "";
  return `"""The application."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Response

from src.http.serve import Outside, answer_errors
from src.log import LogRequests
${imports.map((item) => `from src.routes import ${item} as ${item}_routes\n`).join("")}
_OPENAPI = (Path(__file__).parent.parent / "docs" / "openapi.json").read_bytes()


def create_app(outside: Outside) -> FastAPI:
    """The application; it listens nowhere yet, so that tests can choose where."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncGenerator[None, None]:
        yield
${store ? "        await outside.store.close()\n" : ""}
    # The document is a file of this project, and not what the framework makes up.
    app = FastAPI(openapi_url=None, lifespan=lifespan, redirect_slashes=False)
    app.state.outside = outside
    app.add_middleware(LogRequests, log=outside.log)
    answer_errors(app)
    # What is written out comes before what is open.
${included.join("")}
    @app.get("/openapi.json")
    async def openapi() -> Response:
        return Response(_OPENAPI, media_type="application/json")

    @app.get("/healthz")
    async def health() -> dict[str, str]:
${ping}        return {"status": "ok"}

    return app
`;
}

/** `src/server.py` */
export function serverModule({ store }: Serving): string {
  const opening = store
    ? `
async def _open() -> Store:
    """The store, for the first request that needs it: opening takes longer than everything else."""
    from src.database import open_database
    from src.store.${store.module} import DatabaseStore

    db = await asyncio.to_thread(open_database, settings.${store.urlVariable.toLowerCase()})
    store = DatabaseStore(db)
    await plant(store, production=settings.app_env == "production")
    return store

`
    : "";
  const args = [
    ...(store ? ["store=Later(_open)", "sign=signer_from(settings)"] : []),
    "verifiers=verifiers_from(settings)",
    "log=log_line",
    'mock=settings.mock == "1"',
  ];
  return `"""Starts the server: python -m src.server"""

${store ? "import asyncio\n" : ""}import signal
import sys

import uvicorn

from src.app import create_app
from src.http.serve import Outside
from src.log import log_line
from src.security import ${store ? "signer_from, " : ""}verifiers_from
from src.settings import Settings
${store ? "from src.store.seeds import plant\nfrom src.store.store import Later, Store\n" : ""}
settings = Settings()


def _leave(*_: object) -> None:
    """What runs at exit, such as stopping an embedded database, runs after this signal too."""
    sys.exit(0)

${opening}
def main() -> None:
    """Serves until it is told to stop; answers what is under way first."""
    outside = Outside(${args.join(", ")})
    signal.signal(signal.SIGTERM, _leave)
    log_line({"message": f"http://localhost:{settings.port}/openapi.json"})
    uvicorn.run(
        create_app(outside),
        host="0.0.0.0",
        port=settings.port,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=10,
    )


if __name__ == "__main__":
    main()
`;
}

/** Returns the name of a setting, which must not start with an underscore in Python. */
export const settingOf = ({ variable }: Verified): string => variable.replace(/^_+/, "KEY_").toLowerCase();

/** Generates the signer of login tokens: for the scheme that accepts them, or one that nothing asks for. */
const signerText = (signs: boolean): string =>
  signs
    ? `

def signer_from(settings: Settings) -> Sign:
    """Signs the tokens that login gives; they are verified by the same settings."""
    sign = token_signer(auth_settings(settings))

    def signed(subject: str) -> str:
        if sign is None:
            raise Problem(501)
        return sign(subject, {})

    return signed
`
    : `

def signer_from(_settings: Settings) -> Sign:
    """What login gives: no scheme of the specification asks for it."""
    return lambda _subject: token_urlsafe()
`;

/** Generates the verification of a scheme's credentials. */
function verifierText(one: Verified): string {
  const { kind, where, parameter, issued } = one;
  const verify =
    issued && kind === "key"
      ? "verify_key"
      : kind === "bearer"
        ? "verify_token"
        : kind === "own"
          ? "yours_to_write"
          : `one_of(listed(settings.${settingOf(one)}, ${literal(settingOf(one).toUpperCase())}))`;
  const place = kind === "key" ? `, ${literal(where)}, ${literal(parameter)}` : "";
  return `Verifier(${literal(kind)}, ${verify}${place})`;
}

const tokenText = (isKey: boolean): string => `    verify_header = token_verifier(auth_settings(settings))

    async def verify_token(token: str, scopes: Sequence[str]) -> Any:
        claims = await verify_header("Bearer " + token)
        said = [claims.get("scope"), claims.get("scp")]
        granted = {word for one in said for word in (one if isinstance(one, list) else str(one or "").split(" "))}
        if not granted.issuperset(scopes):
            raise Problem(401)
        return claims

${
  isKey
    ? `    async def verify_key(value: str, scopes: Sequence[str]) -> Any:
        return await verify_token(re.sub("^(token|bearer|jwt) +", "", value, flags=re.IGNORECASE), scopes)

`
    : ""
}`;

const ownVerifier = `async def yours_to_write(_credential: str, _scopes: Sequence[str]) -> Any:
    """Yours to write: nothing here can verify this scheme."""
    raise Problem(501)


`;

/** Generates `src/security.py`: which credentials exist, and how they are verified. */
export function securityModule({ schemes, server, store }: Serving): string {
  const bearer = takesTokens(schemes);
  const isKey = schemes.some(({ kind, issued }) => kind === "key" && issued);
  const isOwn = schemes.some(({ kind }) => kind === "own");
  const signs = bearer && server.storage.issued !== undefined && store !== undefined;
  const entries = schemes.map((scheme) => `        ${literal(scheme.name)}: ${verifierText(scheme)},\n`);
  const text = `${isOwn ? ownVerifier : ""}def verifiers_from(settings: Settings) -> Verifiers:
    """Verifiers by scheme; ends the program where its settings lack what they need."""
${bearer ? tokenText(isKey) : ""}    return {
${entries.join("")}    }
${store ? signerText(signs) : ""}`;
  const imports = importsOf(
    codeOf(text),
    `
    re
    collections.abc: Sequence
    secrets: token_urlsafe
    typing: Any

    src.auth: auth_settings, token_signer, token_verifier
    src.http.security: Verifier, Verifiers, listed, one_of
    src.http.serve: Sign
    src.problem: Problem
    src.settings: Settings`,
  );
  return `"""Which credentials there are, and what they are verified by."""\n\n${imports}\n\n${text}`;
}
