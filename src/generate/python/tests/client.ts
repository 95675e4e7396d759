import type { ApiDefinition } from "../../../api/index.ts";
import { code, imported, py, type Code } from "../../../code/index.ts";
import type { Options } from "../../contracts.ts";
import { tokenArguments } from "../files/auth.ts";

const pytest = code("pytest", [{ from: "pytest", names: ["*"] }]);
const TestClient = imported("fastapi.testclient", "TestClient");
const TestDatabase = imported("/tests/database.py", "TestDatabase");

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
