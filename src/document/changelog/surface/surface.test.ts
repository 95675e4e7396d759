import { describe, expect, it } from "vitest";
import { difference, type Files } from "./commits.suite.ts";
import { stepOfApi } from "./index.ts";

const manifest = { "package.json": JSON.stringify({ name: "box", exports: { ".": "./dist/index.js" } }) };

describe("the difference of an exported API", () => {
  it("follows re-exports from the entry, and looks at nothing else", async () => {
    const found = await difference(
      {
        ...manifest,
        "src/index.ts": 'export { open as openBox, Box } from "./box.js";\nexport * from "./more.js";\n',
        "src/box.ts":
          "export function open(id: string) {}\nexport class Box { fill(id: string) {} lid = 1; }\n",
        "src/more.ts": "export const size = 1;\nexport const gone = 2;\n",
        "src/inner.ts": "export const secret = 1;\n",
      },
      {
        ...manifest,
        "src/index.ts": 'export { open as openBox, Box } from "./box.js";\nexport * from "./more.js";\n',
        "src/box.ts": "export function open(id: string, deep: boolean) {}\nexport class Box { empty() {} }\n",
        "src/more.ts": "export const size = 1;\n// export const gone = 2;\nexport const fresh = 3;\n",
      },
    );
    expect(found).toEqual({
      removed: ["gone", "Box.fill", "Box.lid"].toSorted(),
      changed: ["openBox"],
      added: ["Box.empty", "fresh"],
    });
  });

  it("asks nothing of how a class is made that is exported as a type", async () => {
    const box = (parameters: string): string =>
      `export class Box {\n  constructor(${parameters}) {}\n  static from(${parameters}) {}\n  public static of(${parameters}) {}\n  fill(${parameters}) {}\n}\n`;
    const index = (type: string) => ({ "src/index.ts": `export ${type}{ Box } from "./box.js";\n` });
    const changed = async (type: string): Promise<readonly string[]> => {
      const files = { ...manifest, ...index(type) };
      const after = { ...files, "src/box.ts": box("a: string, b: string") };
      const found = (await difference({ ...files, "src/box.ts": box("a: string") }, after)) as {
        readonly changed: readonly string[];
      }; // both have an entry
      return found.changed.toSorted();
    };
    expect(await changed("type ")).toEqual(["Box.fill"]);
    expect(await changed("")).toEqual(["Box.constructor", "Box.fill", "Box.from", "Box.of"]);
  });

  it.each([
    ["f(a: string)", "f(a: string, b?: number)", "minor"],
    ["f(a: string)", "f(a: string, ...rest: number[])", "minor"],
    ["f(a?: string)", "f(a: string)", "major"],
    ["f(a: string, b: string)", "f(a: string)", "major"],
    ["f(a: string)", "f(other: string)", "patch"],
    ["f(a: string | URL)", "f(a: string)", "major"],
    ["f(a: string)", "f(a: string | URL)", "minor"],
    ["f(a: string): string", "f(a: string): string | undefined", "major"],
    ["f(a: string): string | undefined", "f(a: string): string", "patch"],
    ["f(a: 'x' | 'y')", 'f(a: "y"|"x")', "patch"],
  ])("%s to %s is %s", async (old, now, step) => {
    const found = await difference(
      { ...manifest, "src/index.ts": `export function ${old} {}\n` },
      { ...manifest, "src/index.ts": `export function ${now} {}\n` },
    );
    expect("why" in found ? found.why : stepOfApi(found)).toBe(step);
  });

  it("is of Python's __all__, or of what __init__ takes in, where names of parameters count", async () => {
    const project = { "pyproject.toml": '[project]\nname = "my-box"\n' };
    const found = await difference(
      {
        ...project,
        "src/my_box/__init__.py": "from ._core import fill, empty\nfrom . import _other\n",
        "src/my_box/_core.py": "def fill(box, what):\n    pass\n\ndef empty(box):\n    pass\n",
        "src/my_box/_other.py": "x = 1\n",
      },
      {
        ...project,
        "src/my_box/__init__.py": "from ._core import fill\n",
        "src/my_box/_core.py": "def fill(box, thing):\n    pass\n\ndef empty(box):\n    pass\n",
      },
    );
    expect(found).toEqual({ removed: ["empty"], changed: ["fill"], added: [] });
  });

  it.each([
    ["def f(a: str | bytes) -> None: ...", "def f(a: str) -> None: ...", "major"],
    ["def f(a: str) -> None: ...", "def f(a: str | bytes) -> None: ...", "patch"],
    ["def f() -> str: ...", "def f() -> Optional[str]: ...", "major"],
    ["def f() -> Union[int, str]: ...", "def f() -> str | int: ...", "patch"],
    ["def f(a, b=1): ...", "def f(a: str, b: int = 1) -> None: ...", "patch"],
    ["class C:\n    a = 1\n    b = 2\n", "class C:\n    a = 1\n", "major"],
  ])("%s to %s is %s, too", async (old, now, step) => {
    const project = (text: string): Files => ({
      "pyproject.toml": '[project]\nname = "box"\n',
      "box/__init__.py": `from typing import Optional, Union\n${text}\n`,
    });
    const found = await difference(project(old), project(now));
    expect("why" in found ? found.why : stepOfApi(found)).toBe(step);
  });

  it("compares what interfaces ask and offer, without what is internal", async () => {
    const files = (text: string): Files => ({
      ...manifest,
      "src/index.ts": `export interface Box { ${text} }\n`,
    });
    expect(
      await difference(
        files("open(id: string): void; shut(): void; /** @internal */ bolt(): void"),
        files("open(id: string, deep: boolean): void; size: number"),
      ),
    ).toEqual({ removed: ["Box.shut"], changed: ["Box.open"], added: ["Box.size"] });
  });

  it("reads the declarations beside a script, with what they re-export", async () => {
    const box = {
      "package.json": JSON.stringify({
        name: "box",
        exports: { types: "./index.d.ts", default: "./index.js" },
      }),
    };
    const files = (options: string): Files => ({
      ...box,
      "index.js": "export default function box(options) {}\n",
      "index.d.ts": 'export * from "./options.js";\nexport default function box(options?: Options): void;\n',
      "options.js": "",
      "options.d.ts": `export type Options = { ${options} };\n`,
    });
    const found = await difference(
      files("lid: boolean; size: number"),
      files("lid: boolean; depth?: number"),
    );
    expect(found).toEqual({ removed: ["Options.size"], changed: [], added: ["Options.depth"] });
  });

  it("counts the members of enums, and of choices of literals", async () => {
    const found = await difference(
      {
        ...manifest,
        "src/index.ts": 'export enum Lid { Open, Shut }\nexport type Side = "left" | "right";\n',
      },
      { ...manifest, "src/index.ts": "export enum Lid { Open, Ajar }\nexport type Side = 'left' | 'top';\n" },
    );
    expect(found).toEqual({
      removed: ["Lid.Shut", 'Side."right"'],
      changed: [],
      added: ["Lid.Ajar", 'Side."top"'],
    });
  });

  it("finds nothing lost in what a type or a class takes over from another", async () => {
    const found = await difference(
      {
        ...manifest,
        "src/index.ts":
          "export interface Options { lid: boolean; size?: number; name: string }\nexport class Box { open(deep: boolean) {} }\n",
      },
      {
        ...manifest,
        "src/index.ts":
          'import { Base, type Size } from "./base.js";\ninterface Named { name: string; secret: string }\nexport type Options = Partial<Size> & Omit<Named, "secret"> & { lid: boolean };\nexport class Box extends Base {}\n',
        "src/base.ts":
          "export interface Size { size: number; depth: number }\nexport class Base { open(deep: boolean) {} shut() {} }\n",
      },
    );
    expect(found).toEqual({ removed: [], changed: [], added: ["Options.depth", "Box.shut"] });
  });

  it("follows the bases of Python, and a circle of them to no end", async () => {
    const files = (body: string): Files => ({
      "pyproject.toml": '[project]\nname = "box"\n',
      "box/__init__.py": "from .crate import Crate\n",
      "box/crate.py": `from ._base import Base\n\nclass Crate(Base[str]):\n    ${body}\n`,
      "box/_base.py":
        "from .crate import Crate\n\nclass Base(Crate):\n    def fill(self, what):\n        pass\n",
    });
    expect(await difference(files("def fill(self, what):\n        pass"), files("pass"))).toEqual({
      removed: [],
      changed: [],
      added: [],
    });
  });

  it.each([
    [
      {
        "package.json": JSON.stringify({ private: true, bin: { box: "bin/box.js" } }),
        "bin/box.js":
          'import { more } from "../lib/more.js";\nprogram.option("-l, --lid <kind>", "which");\n',
      },
      'spawn("git", ["--version"]);\nnew Option("--size");\nconsole.log(`\n  -d --deep   how deep\n`);\n',
    ],
    [
      {
        "pyproject.toml": '[project]\nname = "box"\n\n[project.scripts]\nbox = "box.more:main"\n',
        "box/__init__.py": "",
      },
      'parser.add_argument("-s", "--size")\n\n@click.option("--deep", help="--no")\ndef main():\n    pass\n',
    ],
  ])("knows the flags of a command line: %j", async (files: Files, more) => {
    const path = "bin/box.js" in files ? "lib/more.js" : "box/more.py";
    const found = await difference(
      { ...files, [path]: more },
      { ...files, [path]: more.replaceAll("--size", "--wide") },
    );
    expect(found).toEqual({ removed: ["--size"], changed: [], added: ["--wide"] });
  });

  it.each([
    [{ engines: { node: ">=18" } }, { engines: { node: "^20.1 || >=22" } }, "major"],
    [{ engines: { node: ">=18" } }, { engines: { node: ">=18.17" } }, "patch"],
    [{ engines: { node: ">=18" } }, { engines: { node: ">=16 <22" } }, "patch"],
    [{ peerDependencies: { vue: "^2.7 || ^3" } }, { peerDependencies: { vue: "^3" } }, "major"],
  ])("%j to %j is %s", async (old, now, step) => {
    const files = (manifestFields: object): Files => ({
      "package.json": JSON.stringify({ name: "box", exports: "./index.js", ...manifestFields }),
      "index.js": "export const a = 1;\n",
    });
    const found = await difference(files(old), files(now));
    expect("why" in found ? found.why : stepOfApi(found)).toBe(step);
  });

  it("calls an older Python that is dropped a minor step", async () => {
    const files = (python: string): Files => ({
      "pyproject.toml": `[project]\nname = "box"\nrequires-python = ">=${python}"\n`,
      "box.py": "def fill():\n    pass\n",
    });
    expect(await difference(files("3.8"), files("3.10"))).toEqual({
      removed: [],
      changed: [],
      added: ["python 3.10"],
    });
  });

  it("finds the only package of a Python project that is named otherwise", async () => {
    const files = (body: string): Files => ({
      "pyproject.toml": '[project]\nname = "PyBox"\n',
      "box/__init__.py": body,
      "tests/__init__.py": "",
    });
    expect(await difference(files("def fill():\n    pass\n"), files("def empty():\n    pass\n"))).toEqual({
      removed: ["fill"],
      changed: [],
      added: ["empty"],
    });
  });

  it("isn't told of what is no library", async () => {
    const app = {
      "package.json": JSON.stringify({ private: true }),
      "src/index.ts": "export const a = 1;\n",
    };
    expect(await difference(app, app)).toEqual({ why: "no entry of a library was found" });
    expect(await difference({ "package.json": "{" }, app)).toHaveProperty("why");
  });
});
