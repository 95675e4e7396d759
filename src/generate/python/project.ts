import type { ApiDefinition } from "../../api/index.ts";
import type { GeneratedFile, Options, Part } from "../contracts.ts";
import { environmentFile } from "../how-to.ts";
import { readme } from "../readme.ts";
import { settingsModule } from "./files/settings.ts";
import { lineLength } from "./format.ts";
import { module } from "./module.ts";
import { versions } from "./versions.ts";

const text = (value: string): string => JSON.stringify(value);

const requirements = (packages: Readonly<Record<string, string>>): string =>
  Object.entries(packages)
    .map(([name, version]) => `  ${text(`${name}==${version}`)},\n`)
    .toSorted()
    .join("");

/** Returns a valid PyPI name. */
const packageName = (name: string): string =>
  name.replaceAll(/[^A-Za-z\d._-]+/g, "-").replaceAll(/^[^A-Za-z\d]+|[^A-Za-z\d]+$/g, "") || "api";

const pyproject = (part: Part, name: string): string => `[project]
name = ${text(packageName(name))}
version = "0.1.0"
requires-python = ">=3.11"
dependencies = [
${requirements(part.dependencies ?? {})}]

[project.optional-dependencies]
dev = [
${requirements({ mypy: versions.mypy, ruff: versions.ruff, ...part.devDependencies })}]

[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

# An application, run from its folder: nothing of it is installed.
[tool.setuptools]
packages = []

[tool.ruff]
line-length = ${lineLength}
target-version = "py311"

[tool.ruff.lint]
select = ["E", "F", "W", "I", "UP", "B", "C4", "SIM", "RET", "PIE", "ASYNC", "RUF"]
# The formatter minds the length of lines, and names from a definition may be longer.
ignore = ["E501"]

[tool.mypy]
strict = true
files = ["src", "tests"]

[tool.pytest.ini_options]
testpaths = ["tests"]
# Python has no runtime folder for a user without a session, and makes one.
filterwarnings = ["ignore:XDG_RUNTIME_DIR", "ignore:The HMAC key"]
${part.files?.some(({ path }) => path === "migrations/env.py") ? '\n[tool.alembic]\nscript_location = "%(here)s/migrations"\nprepend_sys_path = ["."]\n' : ""}`;

export const commands = {
  install: "python -m venv .venv && . .venv/bin/activate\npip install -e '.[dev]'",
  start: "python -m src.server",
  test: "pytest",
  checks: "mypy && ruff check && ruff format --check",
  production: "pip install . && python -m src.server",
};

export const projectFiles = (part: Part, api: ApiDefinition, options: Options): readonly GeneratedFile[] =>
  frame(part, { title: api.info.title, name: options.name }, readme(api, part, commands));

/** Returns package file, tool settings and README, with what the parts contributed. */
export const frame = (
  part: Part,
  { title, name }: { readonly title: string; readonly name: string },
  readmeText: string,
): readonly GeneratedFile[] => [
  ...(part.files ?? []),
  module("src/__init__.py", title),
  module(
    "src/settings.py",
    "What can be set from outside.",
    settingsModule(Object.keys(part.environment ?? {})),
  ),
  { path: "pyproject.toml", text: pyproject(part, name) },
  {
    path: ".gitignore",
    text: ".venv/\n__pycache__/\n*.egg-info/\n.mypy_cache/\n.pytest_cache/\n.ruff_cache/\nbuild/\ndata/\n.env\n",
  },
  environmentFile(part),
  { path: "README.md", text: readmeText },
];
