import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { remove, run } from "./harness.ts";
import { startMongo } from "../../src/generate/typescript/databases/mongodb/shipped/server.ts";
import { venv } from "./venv.ts";
import { program } from "../../src/lib/program.suite.ts";

interface Fixture {
  readonly name: string;
  readonly flags: string;
  readonly files: Readonly<Record<string, string>>;
}

/** What the application itself must do with requests for the new resource: refuse broken JSON, and leave the rest alone. */
const tests = (app: string, router: string): string => `from pathlib import Path

from fastapi.testclient import TestClient

from ${app} import app

client = TestClient(app)
mounted = Path("${router}").exists()


def test_what_is_its_own() -> None:
    assert client.get("/users/").json() == ["Ann"]
    assert client.post("/users/", json={}).status_code == 405


def test_what_is_not_valid() -> None:
    answer = client.get("/users/x")
    assert answer.status_code == 422
    answer = client.post("/api/tags", content="{", headers={"content-type": "application/json"})
    if mounted:
        assert (answer.status_code, answer.headers["content-type"]) == (400, "application/problem+json")
        assert "/api/tags" in client.get("/openapi.json").json()["paths"]
    else:
        assert answer.status_code == 404
`;

const users = `from fastapi import APIRouter

router = APIRouter()


@router.get("/")
def users() -> list[str]:
    return ["Ann"]


@router.get("/{id}")
def user(id: int) -> int:
    return id
`;

const fixtures: readonly Fixture[] = [
  {
    name: "a package with routers, on PostgreSQL, with versions",
    flags: " --etag",
    files: {
      "requirements.txt": "fastapi==0.165.0\npytest==9.2.0\nruff==0.17.6\n",
      "ruff.toml":
        'extend-exclude = ["tests/test_app.py"]\n\n[lint]\nselect = ["A", "ANN", "ASYNC", "B", "C4", "E", "F", "I", "N", "PT", "RET", "RUF", "S", "SIM", "UP", "W"]\nignore = ["A002"]\nper-file-ignores = { "tests/*" = ["S"] }\n',
      "app/__init__.py": "",
      "app/main.py":
        'from fastapi import FastAPI\n\nfrom app.routers import users\n\napp = FastAPI()\napp.include_router(users.router, prefix="/users")\n',
      "app/routers/__init__.py": "",
      "app/routers/users.py": users,
      "tests/test_app.py": tests("app.main", "app/routers/tags.py"),
    },
  },
  {
    name: "a factory in src, on MongoDB, with an older FastAPI",
    flags: " --db=mongodb",
    files: {
      "requirements.txt": "fastapi==0.115.6\nhttpx==0.28.1\npytest==9.2.0\n",
      "pytest.ini": "[pytest]\npythonpath = src\n",
      "src/shop/__init__.py": "",
      "src/shop/main.py":
        'from fastapi import FastAPI\n\nfrom .users.router import router\n\n\ndef create_app() -> FastAPI:\n    app = FastAPI()\n    app.include_router(router, prefix="/users")\n    return app\n\n\napp = create_app()\n',
      "src/shop/users/__init__.py": "",
      "src/shop/users/router.py": users,
      "src/shop/items/__init__.py": "",
      "src/shop/items/router.py": users,
      "tests/test_app.py": tests("shop.main", "src/shop/tags/router.py"),
    },
  },
];

const requirements = (text: string): readonly string[] => text.split("\n").filter((line) => /^\w/.test(line));

describe.each(fixtures)("$name", ({ flags, files }) => {
  let root = "";
  let home = "";
  let mongo: Awaited<ReturnType<typeof startMongo>> | undefined;

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), "antiphon-host-"));
    home = mkdtempSync(join(tmpdir(), "antiphon-home-"));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    if (flags.includes("mongodb")) mongo = await startMongo();
  });
  afterAll(async () => {
    await mongo?.close();
    [root, home].forEach(remove);
  });

  it("passes its own tests and the generated ones, and is as it was after undo", async () => {
    const antiphon = (...words: readonly string[]) =>
      run([process.execPath, program, ...words, `--cwd=${root}`, "--yes", "--quiet"], root, {
        HOME: home,
        XDG_STATE_HOME: home,
      });
    const passes = async (programs: string, least: number): Promise<void> => {
      const environment = mongo ? { TEST_MONGODB_URL: mongo.url, MONGODB_URL: mongo.url } : {};
      for (const lint of files["ruff.toml"] ? [["check"], ["format", "--check"]] : []) {
        const { code, output } = await run([join(programs, "ruff"), ...lint, "."], root);
        expect(code, output.slice(-20_000)).toBe(0);
      }
      const { code, output } = await run([join(programs, "python"), "-m", "pytest", "-q"], root, environment);
      expect(code, output.slice(-20_000)).toBe(0);
      expect(Number(/(\d+) passed/.exec(output)?.[1])).toBeGreaterThanOrEqual(least);
    };
    const generated = await antiphon(`/api-gen Tag${flags}`);
    expect(generated.code, generated.output).toBe(0);
    const lists = ["requirements.txt", "requirements-dev.txt"].flatMap((path) =>
      requirements(readFileOr(join(root, path))),
    );
    const programs = await venv(lists.toSorted());
    await passes(programs, flags.includes("etag") ? 80 : 60);
    const undone = await antiphon("/undo");
    expect(undone.code, undone.output).toBe(0);
    for (const [path, text] of Object.entries(files))
      expect(readFileSync(join(root, path), "utf8")).toBe(text);
    await passes(programs, 2);
  });
});

function readFileOr(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
