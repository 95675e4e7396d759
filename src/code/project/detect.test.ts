import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { openWorkspace } from "../../workspace/index.ts";
import { detectProject } from "./detect.ts";

const clock = { now: () => Date.now(), sleep: () => Promise.resolve() };

async function project(contents: Readonly<Record<string, string>>, folder = "") {
  const base = await mkdtemp(join(tmpdir(), "antiphon-project-"));
  const root = join(base, "root");
  await mkdir(join(root, ".git"), { recursive: true });
  for (const [path, text] of Object.entries(contents)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return (await openWorkspace(join(root, folder), { state: join(base, "state"), clock })).files;
}

describe("detectProject", () => {
  it("reads an Express project", async () => {
    const files = await project({
      "package.json": JSON.stringify({
        name: "shop",
        type: "module",
        dependencies: { express: "^5.0.0", pg: "8" },
        devDependencies: { typescript: "5", vitest: "4" },
        scripts: { dev: "tsx watch src/server.ts" },
      }),
      "pnpm-lock.yaml": "",
      "src/app.ts":
        "import express from 'express'\n\nexport function createApp() {\n\tconst app = express()\n\tapp.use('/users', users)\n\treturn app\n}\n",
      "src/server.ts": "import { createApp } from './app'\n",
      "src/http/user-routes.ts": "import { Router } from 'express'\nexport const users = Router()\n",
      "src/http/order-routes.ts": "import { Router } from 'express'\nexport const orders = Router()\n",
    });
    expect(await detectProject(files)).toMatchObject({
      name: "shop",
      language: "typescript",
      packageManager: "pnpm",
      modules: "esm",
      entry: "src/server.ts",
      frameworks: ["express"],
      databases: ["postgres"],
      runners: ["vitest"],
      app: {
        framework: "express",
        file: "src/app.ts",
        variable: "app",
        factory: "createApp",
        exported: true,
        routers: "src/http",
      },
      style: { quotes: "single", semicolons: false, indent: "tab", fileNames: "kebab" },
    });
  });

  it("reads a FastAPI project", async () => {
    const files = await project({
      "pyproject.toml":
        '[project]\nname = "shop"\ndependencies = ["fastapi[standard]>=0.115", "SQLAlchemy"]\n[dependency-groups]\ndev = ["pytest>=8"]\n',
      "uv.lock": "",
      "app/main.py":
        'from fastapi import FastAPI\n\napp = FastAPI(title="Shop")\n\n\ndef root():\n    return {}\n',
      "app/routers/user_items.py": "from fastapi import APIRouter\nrouter = APIRouter()\n",
    });
    expect(await detectProject(files)).toMatchObject({
      language: "python",
      packageManager: "uv",
      modules: undefined,
      entry: "app/main.py",
      frameworks: ["fastapi"],
      databases: ["sqlalchemy"],
      runners: ["pytest"],
      app: {
        file: "app/main.py",
        variable: "app",
        factory: undefined,
        exported: true,
        routers: "app/routers",
      },
      style: { quotes: "double", indent: 4, fileNames: "snake" },
    });
  });

  it("reads a package of a monorepo by its own manifest and the root's lock file", async () => {
    const files = await project({
      "package.json": JSON.stringify({ workspaces: ["packages/*"] }),
      "yarn.lock": "",
      ".prettierrc": "singleQuote: true\nsemi: false\ntabWidth: 4\n",
      "packages/api/package.json": JSON.stringify({
        name: "api",
        main: "lib/api.js",
        dependencies: { "@nestjs/core": "11", express: "5" },
        devDependencies: { jest: "30" },
      }),
      "packages/api/tsconfig.json": "{}",
      "packages/api/src/main.ts":
        "async function bootstrap() {\n  const app = await NestFactory.create(AppModule);\n}\n",
      "packages/api/src/users/users.controller.ts": "@Controller('users')\nexport class UsersController {}\n",
      "packages/ui/package.json": JSON.stringify({ name: "ui" }),
    });
    expect(await detectProject(files)).toMatchObject({
      packages: ["packages/api", "packages/ui"],
      packageManager: "yarn",
      frameworks: [],
    });
    expect(await detectProject(files, "packages/api")).toMatchObject({
      folder: "packages/api",
      name: "api",
      packageManager: "yarn",
      modules: "cjs",
      entry: "packages/api/src/main.ts",
      frameworks: ["nestjs", "express"],
      runners: ["jest"],
      app: {
        framework: "nestjs",
        file: "packages/api/src/main.ts",
        factory: "bootstrap",
        routers: "packages/api/src/users",
      },
      style: { quotes: "single", semicolons: false, indent: 4 },
    });
  });

  it.each([
    [
      ".prettierrc.cjs",
      "module.exports = { singleQuote: true, printWidth: 100, trailingComma: 'none' };\n",
      { quotes: "single", semicolons: true, indent: 2, width: 100, trailingCommas: false },
    ],
    [
      "biome.jsonc",
      '{ "formatter": { "lineWidth": 120 }, "javascript": { "formatter": { "quoteStyle": "single", "semicolons": "asNeeded" } } }',
      { quotes: "single", semicolons: false, indent: "tab", width: 120 },
    ],
    ["package.json", '{ "prettier": { "tabWidth": 4 } }', { quotes: "double", indent: 4, width: 80 }],
    [
      ".prettierrc",
      "singleQuote: true\n",
      { quotes: "single", indent: 3, width: 80 },
      { ".editorconfig": "[*]\nindent_size = 3\n" },
    ],
    [
      ".prettierrc",
      '{ "singleQuote": true, "overrides": [{ "files": "*.yml", "options": { "tabWidth": 8 } }] }',
      { quotes: "single", indent: 2 },
    ],
    [
      ".editorconfig",
      "[*]\nindent_style = tab\nmax_line_length = 90\n",
      { indent: 2, width: 100 },
      { "app/.editorconfig": "root = true\n[*]\nmax_line_length = 100\n" },
    ],
    [
      "biome.json",
      '{ "formatter": { "enabled": false } }',
      { quotes: "single", semicolons: false, indent: 2 },
    ],
    [".prettierrc.json", '"@company/prettier-config"\n', { quotes: "single", semicolons: false }],
    [
      ".prettierrc.js",
      "module.exports = {\n  ...require('gts/.prettierrc.json'),\n  printWidth: 90,\n};\n",
      { quotes: "single", semicolons: false, width: 90 },
    ],
    [
      ".editorconfig",
      "[*]\nindent_style = tab\n[*.{js,ts}]\nindent_style = space\nindent_size = 3\n[*.min.js]\nindent_style = ignore\n",
      { indent: 3 },
    ],
    [
      ".editorconfig",
      "root = true\n[*]\nindent_size = 4\nmax_line_length = 100\n",
      { indent: 4, width: 100 },
    ],
  ])("reads the style that %s sets, also above the folder", async (name, text, style, more: object = {}) => {
    const sources = { "app/package.json": "{}", "app/src/a.js": "const a = 'b'\n" };
    const files = await project({ [name]: text, ...sources, ...more }, "app");
    expect((await detectProject(files)).style).toMatchObject(style);
  });

  it.each([
    ["nothing", {}, { language: undefined, packageManager: "npm", runners: [] }],
    [
      "broken manifests",
      { "package.json": "{", "pyproject.toml": "=" },
      { language: "javascript", name: undefined },
    ],
    [
      "a Go module",
      { "go.mod": "module example.org/x\n\nrequire github.com/a/b v1.2.3\n", "main.go": "package main\n" },
      { language: "go", packageManager: "go", runners: ["go test"], entry: "main.go" },
    ],
    [
      "a crate",
      { "Cargo.toml": '[package]\nname = "x"\n', "src/lib.rs": "" },
      { language: "rust", runners: ["cargo test"] },
    ],
    ["a build of Maven", { "pom.xml": "<project/>" }, { runners: ["mvn test"] }],
    ["a build of Gradle", { "build.gradle.kts": "plugins { java }" }, { runners: ["gradle test"] }],
    ["tests of PHPUnit", { "composer.json": "{}", "tests/CartTest.php": "<?php" }, { runners: ["phpunit"] }],
    [
      "specs of RSpec under Bundler",
      { Gemfile: "", "Gemfile.lock": "", "spec/cart_spec.rb": "" },
      { runners: ["rspec"], packageManager: "bundler" },
    ],
    [
      "a package of Node beside Ruby's programs",
      { "package.json": "{}", "Gemfile.lock": "" },
      { packageManager: "npm", runners: [] },
    ],
    [
      "node's own runner",
      { "package.json": '{"scripts":{"test":"node --test"}}' },
      { runners: ["node:test"] },
    ],
    [
      "requirements",
      { "requirements.txt": "Flask==3.0 # web\n-r other.txt\npymongo\n" },
      { language: "python", frameworks: ["flask"], databases: ["mongodb"] },
    ],
    [
      "what setup.py, setup.cfg and Pipfile require",
      {
        "setup.py":
          "needs = 1\nextras_require = {'fast': ['Ujson>=5']}  # [\nsetup(name=x, install_requires=[\n  'Flask', # web\n  'six[a]>=1; python_version < \"3\"',\n], zip_safe='no')\n",
        "setup.cfg": "[options]\ninstall_requires =\n    attrs>=23\n    rich\npython_requires = >=3\n",
        Pipfile: '[packages]\ngunicorn = "*"\n',
      },
      {
        language: "python",
        dependencies: { flask: "*", six: ">=1", ujson: ">=5", attrs: ">=23", rich: "*", gunicorn: "*" },
      },
    ],
  ])("reads %s", async (_name, contents, expected) => {
    expect(await detectProject(await project(contents as Record<string, string>))).toMatchObject(expected);
  });
});
