import type { Earlier, OperationTests, SpecTest, TestRequest } from "../../../api/index.ts";
import type { Serving } from "../../specification/server/contracts.ts";
import { testAccount } from "../../specification/server/seeds.ts";
import { codeOf, literal, snake, Scope } from "../client/python-identifiers.ts";
import { settingOf } from "./application.ts";

/** `tests/client.py`: sends the requests that tests describe. */
export function testClientModule({ server, schemes, store }: Serving): string {
  const bearer = schemes.some(({ kind, issued }) => kind === "bearer" || issued);
  const settings = Object.fromEntries(
    schemes.flatMap((scheme) =>
      scheme.issued
        ? []
        : scheme.kind === "key"
          ? [[settingOf(scheme), "a-good-key"]]
          : scheme.kind === "basic"
            ? [[settingOf(scheme), "somebody:secret"]]
            : [],
    ),
  );
  const scopes = [
    ...new Set(
      server.model.spec.operations.flatMap(({ security }) =>
        security.flatMap((item) => Object.values(item).flat()),
      ),
    ),
  ].filter((scope) => /^[\x21-\x7e]+$/.test(scope));
  const kinds = Object.fromEntries(
    schemes.map(({ name, kind, where, parameter, issued }) => [
      name,
      [issued ? "bearer" : kind, where, parameter],
    ]),
  );
  const signed = `_SIGNED = {"jwt_issuer": "https://issuer.test", "jwt_audience": "api", "jwt_secret": "a secret of the tests, 32 characters or more"}


def token_of(subject: str) -> str:
    """A token of somebody, with every scope."""
    claims = {"sub": subject, "scope": ${literal(scopes.join(" "))}, "iss": _SIGNED["jwt_issuer"], "aud": "api", "exp": int(time.time()) + 3600}
    return jwt.encode(claims, _SIGNED["jwt_secret"], "HS256")

`;
  return `"""Calls the application as its clients do."""

import base64
import json
${bearer ? "import time\n" : ""}from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlencode

${bearer ? "import jwt\n" : ""}from fastapi.testclient import TestClient

from src.http.methods import BASE
from src.http.parameters import encoded
from src.http.serve import Outside
from src.security import ${store ? "signer_from, " : ""}verifiers_from
from src.settings import Settings
${store ? "from src.store.store import Store\n" : ""}
${bearer ? signed : "_SIGNED: dict[str, str] = {}\n"}
_SETTINGS: dict[str, Any] = _SIGNED | ${literal(settings)}
_SCHEMES: dict[str, list[str]] = ${literal(kinds)}


def outside(${store ? "store: Store" : ""}) -> Outside:
    """What the application under test works with."""
    settings = Settings(_env_file=None, **_SETTINGS)  # type: ignore[call-arg]
    return Outside(${store ? "store=store, sign=signer_from(settings), " : ""}verifiers=verifiers_from(settings))


@dataclass(frozen=True)
class Answer:
    """What a request is answered."""

    status: int
    body: Any

    @property
    def paths(self) -> list[str]:
        """Paths of a problem's errors."""
        return [error["path"] for error in self.body["errors"]]


@dataclass(frozen=True)
class Sent:
    """What goes along with a request."""

    headers: Mapping[str, str] = field(default_factory=dict)
    # Schemes whose credentials go along; those that are no good among them.
    credentials: Sequence[str] = ()
    wrong: Sequence[str] = ()
    kind: str | None = None
    json: Any = ...
    text: str | None = None
    form: Mapping[str, Any] | None = None
    files: Sequence[str] = ()


def _authorise(headers: dict[str, str], query: list[str], name: str, token: str | None) -> None:
    """Puts the credential of a scheme where it belongs; one that is no good where there is no token."""
    kind, place, parameter = _SCHEMES[name]
    good = token is not None
    key = "a-good-key" if good else "a-wrong-key"
    if kind == "bearer":
        headers["authorization"] = f"Bearer {token or 'nonsense'}"
    elif kind == "basic":
        user = b"somebody:secret" if good else b"somebody:else"
        headers["authorization"] = f"Basic {base64.b64encode(user).decode()}"
    elif place == "query":
        query.append(f"{quote(parameter, safe='')}={key}")
    elif place == "cookie":
        headers["cookie"] = "; ".join(filter(None, [headers.get("cookie"), f"{quote(parameter, safe='')}={key}"]))
    else:
        headers[parameter] = key


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _content(sent: Sent, headers: dict[str, str]) -> bytes | None:
    if sent.kind is None:
        return None
    headers["content-type"] = sent.kind
    if sent.form is None:
        return (json.dumps(sent.json) if sent.text is None else sent.text).encode()
    pairs = [(name, one) for name, value in sent.form.items() for one in (value if isinstance(value, list) else [value])]
    if not sent.kind.startswith("multipart/"):
        return urlencode([(name, _plain(value)) for name, value in pairs]).encode()
    headers["content-type"] = f"{sent.kind}; boundary=part"
    parts = [_part(name, value, name in sent.files) for name, value in pairs]
    return "".join([*parts, "--part--\\r\\n"]).encode()


def _part(name: str, value: Any, is_file: bool) -> str:
    head = f'--part\\r\\ncontent-disposition: form-data; name="{name}"'
    if is_file:
        return f'{head}; filename="file.bin"\\r\\ncontent-type: application/octet-stream\\r\\n\\r\\ncontent\\r\\n'
    return f"{head}\\r\\n\\r\\n{_plain(value)}\\r\\n"


class Client:
    """Calls the application."""

    def __init__(self, running: TestClient) -> None:
        self._running = running
        self.token = ${bearer ? 'token_of("somebody")' : '"none"'}

    def send(self, method: str, path: str, sent: Sent | None = None) -> Answer:
        """Sends a request."""
        sent = sent or Sent()
        headers, query = dict(sent.headers), list[str]()
        for name in sent.credentials:
            _authorise(headers, query, name, None if name in sent.wrong else self.token)
        content = _content(sent, headers)
        joint = "&" if "?" in path else "?"
        target = encoded(BASE) + path + (joint + "&".join(query) if query else "")
        response = self._running.request(method, target, content=content, headers=headers)
        is_json = "json" in response.headers.get("content-type", "") and response.content
        return Answer(response.status_code, response.json() if is_json else response.text)

    def made(self, method: str, path: str, sent: Sent | None = None) -> Any:
        """The record that a request answers, which must succeed."""
        answer = self.send(method, path, sent)
        assert answer.status < 300, answer
        return answer.body


def in_path(value: Any) -> str:
    """A member of a record as a part of a path."""
    return quote(str(value), safe="")


def has(value: Any, wanted: Any) -> bool:
    """Whether a value is the one that is wanted, or has at least its members."""
    if isinstance(wanted, dict):
        return all(key in value and has(value[key], member) for key, member in wanted.items())
    if isinstance(wanted, list):
        return len(value) == len(wanted) and all(map(has, value, wanted))
    return bool(wanted == value)
`;
}

/** Generates the setup of tests that depend on stored records. */
function emptyText({ server }: Serving): string {
  const account = testAccount(server);
  const signIn = account
    ? `        await seed(store, {${literal(account.account.name)}: [${literal(account.record)}]})
        [account] = await store.find(TABLES[${literal(account.account.name)}], [], Page(limit=1))
        client.token = token_of(str(account[${literal(account.account.key[0] ?? "")}]))
`
    : "";
  const about = account
    ? "The records of the seeds alone, and an account that the credentials are of."
    : "The records of the seeds alone.";
  return `@pytest.fixture
def empty(running: TestClient, database: TestDatabase, client: Client) -> None:
    """${about}"""
    store = DatabaseStore(database.db)

    async def begin() -> None:
        await plant(store)
${signIn}
    database.clear()
    assert running.portal is not None
    running.portal.call(begin)
`;
}

/** `tests/conftest.py` */
export function conftestModule(serving: Serving): string {
  const { store, server } = serving;
  const account = store && testAccount(server);
  const importLines = [
    `from src.store.${store?.module ?? ""} import DatabaseStore\n`,
    "from src.store.seeds import plant\n",
    ...(account ? ["from src.store.perform import seed\n", "from src.store.resources import TABLES\n"] : []),
  ];
  const imports = store
    ? `from src.app import create_app
${importLines.toSorted().join("")}from src.store.store import Later, ${account ? "Page, " : ""}Store
from tests.client import Client, outside${account ? ", token_of" : ""}
from tests.database import TestDatabase


@pytest.fixture(scope="session")
def database() -> Iterator[TestDatabase]:
    """One database for all tests: starting it takes longer than they do."""
    database = TestDatabase()
    yield database
    database.close()


@pytest.fixture(scope="session")
def running(database: TestDatabase) -> Iterator[TestClient]:
    """The application over that database."""

    async def opened() -> Store:
        await database.db.open()
        return DatabaseStore(database.db)

    with TestClient(create_app(outside(Later(opened))), follow_redirects=False) as client:`
    : `from src.app import create_app
from tests.client import Client, outside


@pytest.fixture(scope="session")
def running() -> Iterator[TestClient]:
    """The application."""
    with TestClient(create_app(outside()), follow_redirects=False) as client:`;
  return `"""What the tests have in common."""

from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient

${imports}
        yield client


@pytest.fixture
def client(running: TestClient) -> Client:
    """A way to call the application."""
    return Client(running)
${
  store
    ? `

${emptyText(serving)}`
    : ""
}`;
}

const pathText = (path: readonly (string | Earlier)[]): string =>
  path
    .map((piece) =>
      typeof piece === "object"
        ? `in_path(made${piece.request}${piece.member.map((name) => `[${literal(name)}]`).join("")})`
        : literal(piece),
    )
    .filter((piece) => piece !== '""')
    .join(" + ") || '""';

function bodyParts(body: TestRequest["body"]): readonly string[] {
  if (!body) return [];
  const kind = `kind=${literal(body.type)}`;
  if ("json" in body) return [kind, `json=${literal(body.json)}`];
  if ("form" in body)
    return [
      kind,
      `form=${literal(body.form)}`,
      ...(body.files.length ? [`files=${literal(body.files)}`] : []),
    ];
  return [kind, `text=${literal(body.text)}${body.repeat === undefined ? "" : ` * ${body.repeat}`}`];
}

function sentText({ method, path, headers, body, credentials, wrong = [] }: TestRequest): string {
  const parts = [
    ...(Object.keys(headers).length ? [`headers=${literal(headers)}`] : []),
    ...(credentials.length ? [`credentials=${literal(credentials)}`] : []),
    ...(wrong.length ? [`wrong=${literal(wrong)}`] : []),
    ...bodyParts(body),
  ];
  return `(${literal(method)}, ${pathText(path)}${parts.length ? `, Sent(${parts.join(", ")})` : ""})`;
}

function testText(
  { name, before, request, status, body, issue }: SpecTest,
  { called, title, stored }: { readonly called: string; readonly title: string; readonly stored: boolean },
): string {
  const later = (n: number): boolean =>
    [...before.slice(n + 1), request].some(({ path }) =>
      path.some((piece) => typeof piece === "object" && piece.request === n),
    );
  const touches = stored && (before.length > 0 || status < 300 || status === 404);
  const lines = [
    ...before.map((request, n) => `${later(n) ? `made${n} = ` : ""}client.made${sentText(request)}`),
    `answer = client.send${sentText(request)}`,
    `assert answer.status == ${status}, answer`,
    ...(body && Object.keys(body).length ? [`assert has(answer.body, ${literal(body)})`] : []),
    ...(issue === undefined ? [] : [`assert ${literal(issue)} in answer.paths`]),
  ];
  const mark = touches ? '@pytest.mark.usefixtures("empty")\n' : "";
  const about = `${title} ${name}`.replaceAll(/[^\x20-\x7e]/g, " ").slice(0, 300);
  return `${mark}def ${called}(client: Client) -> None:\n    """${about.replaceAll("\\", "\\\\").replaceAll('"', "'")}"""\n    ${lines.join("\n    ")}\n`;
}

const open = (reason: string, called: string): string =>
  `@pytest.mark.skip(reason=${literal(reason.slice(0, 300))})\ndef ${called}() -> None:\n    """To be written."""\n`;

/** `tests/test_<group>.py` */
export function testModule(file: string, tests: readonly OperationTests[], stored: boolean): string {
  const scope = new Scope();
  const nameOf = (...words: readonly string[]): string =>
    scope.take(`test_${snake(words.join(" ")).slice(0, 100)}`);
  const texts = tests.flatMap(({ operation, tests: specTests, missing, todo }) => {
    const title = `${operation.method.toUpperCase()} ${operation.path}`;
    const written = (missing === undefined ? specTests : []).map((test) =>
      testText(test, { called: nameOf(operation.operationId, test.name), title, stored }),
    );
    const reasons = [missing, todo].flatMap((reason) => reason ?? []);
    return [
      ...written,
      ...reasons.map((reason) => open(reason, nameOf(operation.operationId, "to be written"))),
    ];
  });
  const text = texts.join("\n\n");
  const code = codeOf(text);
  const names = [
    "Client",
    ...(code.includes("Sent(") ? ["Sent"] : []),
    ...(code.includes("assert has(") ? ["has"] : []),
    ...(code.includes("in_path(") ? ["in_path"] : []),
  ];
  const imports = [
    code.includes("@pytest.") ? ["import pytest\n"] : [],
    code.includes("Client)") ? [`from tests.client import ${names.join(", ")}\n`] : [],
  ].flat();
  return `"""Every operation of ${file}, each rule and each error."""

${imports.join("\n")}

${text}`;
}
