import type { Earlier, OperationTests, SpecTest, TestRequest } from "../../../api/index.ts";
import type { Serving } from "../../specification/server/contracts.ts";
import { testCredentials } from "../../specification/server/credentials.ts";
import { testAccount } from "../../specification/server/seeds.ts";
import { isNamed, needsSeeds } from "../../specification/server/written-tests.ts";
import { codeOf, importsOf, literal, snake, Scope } from "../client/python-identifiers.ts";
import { shippedText } from "../shipped.ts";
import { settingOf } from "./application.ts";

/** `tests/client.py`: sends the requests that tests describe. */
export function testClientModule(serving: Serving): string {
  const { signs, scopes, settings, places } = testCredentials(serving, settingOf);
  const features = { signs, stored: serving.store !== undefined };
  return shippedText("tests/specification_client.py", features)
    .replace('_SCOPES = ""', () => `_SCOPES = ${literal(scopes)}`)
    .replace("_KNOWN: dict[str, Any] = {}", () => `_KNOWN: dict[str, Any] = ${literal(settings)}`)
    .replace(
      "_SCHEMES: dict[str, list[str]] = {}",
      () => `_SCHEMES: dict[str, list[str]] = ${literal(places)}`,
    );
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

const overDatabase = `@pytest.fixture(scope="session")
def database() -> Iterator[TestDatabase]:
    """One database for all tests: starting it takes longer than they do."""
    database = TestDatabase()
    yield database
    database.close()


@pytest.fixture(scope="session")
def running(database: TestDatabase) -> Iterator[TestClient]:
    """The application over that database."""

    async def opened() -> Store:
        return DatabaseStore(database.db)

    with TestClient(create_app(outside(Later(opened))), follow_redirects=False) as client:`;

const alone = `@pytest.fixture(scope="session")
def running() -> Iterator[TestClient]:
    """The application."""
    with TestClient(create_app(outside()), follow_redirects=False) as client:`;

/** `tests/conftest.py` */
export function conftestModule(serving: Serving): string {
  const { store } = serving;
  const text = `${store ? overDatabase : alone}
        yield client


@pytest.fixture
def client(running: TestClient) -> Client:
    """A way to call the application."""
    return Client(running)
${store ? `\n\n${emptyText(serving)}` : ""}`;
  const imports = importsOf(
    codeOf(text),
    `
    collections.abc: Iterator

    pytest
    fastapi.testclient: TestClient

    src.app: create_app
    src.store.${store?.module ?? ""}: DatabaseStore
    src.store.perform: seed
    src.store.resources: TABLES
    src.store.seeds: plant
    src.store.store: Later, Page, Store
    tests.client: Client, outside, token_of
    tests.database: TestDatabase`,
  );
  return `"""What the tests have in common."""\n\n${imports}\n\n${text}`;
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
  test: SpecTest,
  { called, title, stored }: { readonly called: string; readonly title: string; readonly stored: boolean },
): string {
  const { name, before, request, status, body, issue } = test;
  const lines = [
    ...before.map((request, n) => `${isNamed(test, n) ? `made${n} = ` : ""}client.made${sentText(request)}`),
    `answer = client.send${sentText(request)}`,
    `assert answer.status == ${status}, answer`,
    ...(body && Object.keys(body).length ? [`assert has(answer.body, ${literal(body)})`] : []),
    ...(issue === undefined ? [] : [`assert ${literal(issue)} in answer.paths`]),
  ];
  const mark = stored && needsSeeds(test) ? '@pytest.mark.usefixtures("empty")\n' : "";
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
  const imports = importsOf(
    codeOf(text),
    `
    pytest

    tests.client: Client, Sent, has, in_path`,
  );
  return `"""Every operation of ${file}, each rule and each error."""

${imports}

${text}`;
}
