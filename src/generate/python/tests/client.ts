import type { ApiDefinition } from "../../../api/index.ts";
import { code, imported, py, type Code } from "../../../code/index.ts";
import type { Options } from "../../contracts.ts";
import { tokenArguments } from "../files/auth.ts";

const typing = (name: string): Code => imported("typing", name);
const pytest = code("pytest", [{ from: "pytest", names: ["*"] }]);
const TestClient = imported("fastapi.testclient", "TestClient");
const TestDatabase = imported("/tests/database.py", "TestDatabase");

/** `tests/client.py` */
export const clientModule = (auth: boolean, versioned: boolean): Code => py`
@${imported("dataclasses", "dataclass")}(frozen=True)
class Answer:
    """What a request is answered."""

    status: int
    headers: ${imported("collections.abc", "Mapping")}[str, str]
    body: ${typing("Any")}

    def has_errors(self, *errors: tuple[str, str]) -> bool:
        """Whether a problem names these among its errors, each by path and message."""
        found = {(error["path"], error["message"]) for error in self.body["errors"]}
        return found.issuperset(errors)


class Client:
    """Calls the application as its clients do."""

    def __init__(self, running: ${TestClient}) -> None:
        self._running = running

    def send(self, method: str, path: str, content: str | None = None, kind: str = "application/json"${auth ? code(', token: str = "valid"') : code("")}${code(versioned ? ", match: str | None = None" : "")}) -> Answer:
        """Sends a body as it stands."""
        headers = {} if content is None else {"content-type": kind}
${code(
  versioned
    ? `        if match is not None:
            headers["if-match"] = match
`
    : "",
)}        ${
  auth
    ? py`authorization = ${imported("/tests/tokens.py", "tokens")}.get(token, token)
        if authorization:
            headers["authorization"] = authorization
`
    : code("")
}
        response = self._running.request(method, path, content=content, headers=headers)
        return Answer(response.status_code, response.headers, response.json() if response.content else None)

    def _call(self, method: str, path: str, body: object) -> Answer:
        return self.send(method, path, None if body is None else ${code("json", [{ from: "json", names: ["*"] }])}.dumps(body))

    def get(self, path: str) -> Answer:
        return self._call("GET", path, None)

    def post(self, path: str, body: object = None) -> Answer:
        return self._call("POST", path, body)

    def put(self, path: str, body: object = None) -> Answer:
        return self._call("PUT", path, body)

    def patch(self, path: str, body: object = None) -> Answer:
        return self._call("PATCH", path, body)

    def delete(self, path: str) -> Answer:
        return self._call("DELETE", path, None)

    def record(self, method: str, path: str, body: object = None) -> Any:
        """The record that a request answers, which must succeed."""
        answer = self._call(method, path, body)
        assert answer.status < 300, answer
        return answer.body


def has(value: Any, wanted: Any) -> bool:
    """Whether a value is the one that is wanted, or has at least its members."""
    if isinstance(wanted, dict):
        members = ${typing("cast")}(Any, wanted)
        return all(key in value and has(value[key], member) for key, member in members.items())
    if isinstance(wanted, list):
        items = cast(Any, wanted)
        return len(value) == len(items) and all(map(has, value, items))
    return bool(wanted == value)
`;

/** `tests/conftest.py` */
export const conftestModule = (api: ApiDefinition, options: Options): Code => py`
@${pytest}.fixture(scope="session")
def database() -> ${imported("collections.abc", "Iterator")}[${TestDatabase}]:
    """One database for all tests: starting it takes longer than they do."""
    database = TestDatabase()
    yield database
    database.close()


@pytest.fixture(scope="session")
def running(database: TestDatabase) -> Iterator[${TestClient}]:
    """The application over that database."""
    app = ${imported("/src/app.py", "create_app")}(database.db${tokenArguments(api, options, code("test_auth", imported("/tests/tokens.py", "test_auth").imports))})
    with TestClient(app, follow_redirects=False) as client:
        yield client


@pytest.fixture
def client(database: TestDatabase, running: TestClient) -> ${imported("/tests/client.py", "Client")}:
    """A way to call the application, whose database is empty."""
    database.clear()
    return Client(running)
`;
