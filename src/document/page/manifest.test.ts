import { expect, it } from "vitest";
import type { Files } from "../../workspace/index.ts";
import { readManifest } from "./manifest.ts";

const manifest = (contents: Readonly<Record<string, string>>) =>
  readManifest({ tryRead: (path: string) => Promise.resolve(contents[path] ?? null) } as Files); // all that it asks

const dynamic = (tool: string): string => `[project]\nname = "shop"\ndynamic = ["version"]\n${tool}\n`;

it.each([
  ["a variable of setup.py", { "setup.py": "version = '1.2'\nsetup(name='shop', version=version)\n" }],
  [
    "a module that setup.py reads",
    {
      "setup.py":
        "package = 'stall'\nexec(open(os.path.join(package, 'about.py')).read(), about)\nsetup(name=about['__title__'], version=about['__version__'])\n",
      "stall/__about__.py": "__title__ = 'shop'\n__version__ = '1.2'\n",
    },
  ],
  [
    "a file that setup.py reads",
    {
      "setup.py":
        "with open(os.path.join('stall', 'VERSION')) as file:\n  v = file.read()\nsetup(name='shop', version=v)\n",
      "stall/VERSION": "1.2\n",
    },
  ],
  [
    "the module that hatch names",
    {
      "pyproject.toml": dynamic('[tool.hatch.version]\npath = "lib/v.py"'),
      "lib/v.py": '__version__ = "1.2"\n',
    },
  ],
  [
    "the attribute that setuptools names",
    {
      "pyproject.toml": dynamic('[tool.setuptools.dynamic]\nversion = {attr = "stall.v.__version__"}'),
      "src/stall/v.py": '__version__ = "1.2"\n',
    },
  ],
  [
    "the file that setuptools names",
    {
      "pyproject.toml": dynamic('[tool.setuptools.dynamic]\nversion = {file = "VERSION.txt"}'),
      "VERSION.txt": "1.2\n",
    },
  ],
])("knows a version by %s", async (_name, contents: Readonly<Record<string, string>>) => {
  expect(await manifest(contents)).toMatchObject({ name: "shop", version: "1.2" });
});

it("takes no other number for a version, and reads nothing outside", async () => {
  const paths: string[] = [];
  const files = {
    tryRead(path: string) {
      paths.push(path);
      return Promise.resolve(
        path === "pyproject.toml" ? dynamic('[tool.hatch.version]\npath = "../v.py"') : null,
      );
    },
  } as Files; // all that it asks
  expect((await readManifest(files))?.version).toBeUndefined();
  expect(paths.filter((path) => path.includes(".."))).toEqual([]);
  const setup = "python_requires = '>=3'\nsetup(name='shop', version=get_version(), url=python_requires)\n";
  expect((await manifest({ "setup.py": setup }))?.version).toBeUndefined();
});
