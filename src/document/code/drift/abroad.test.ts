import { describe, expect, it } from "vitest";
import { documented } from "../documented.suite.ts";

const files = {
  "box/__init__.py": "from .crates import Crate, Lid as Cover\n",
  "box/crates.py":
    "from enum import Enum\nfrom pydantic import BaseModel\nfrom typing import Union\n\nSIZE = 3\n\nclass Lid:\n    pass\n\nclass Crate(Lid):\n    pass\n\nclass Model(BaseModel):\n    pass\n\nclass Side(str, Enum):\n    LEFT = 'left'\n\nSizes = Union[int, str]\n",
  "src/crates.ts":
    "import { Outer } from 'elsewhere';\nexport const SIZE = 3;\nexport let grown = 3;\nexport class Lid { a = 1; }\nexport class Crate extends Lid { b = 2; }\nexport interface Shape { size: number }\nexport interface Wide extends Outer { size: number }\nexport type Id = string;\nexport type Other = Wide | string;\n",
  "src/all.ts": 'export * from "./crates.js";\nexport { Lid as Cover } from "./crates.js";\n',
};

const python = (imports: string, head: string, text: string): string =>
  `${imports}\n\n\ndef f(${head}):\n    """Does it.\n\n    Args:\n        a${text}\n    """\n    return g(a)\n`;
const script = (imports: string, head: string, text: string): string =>
  `${imports}\n\n/**\n * Does it.\n * @param ${text}\n */\nexport function f(${head}) { return g(a); }\n`;

const after = async (path: string, text: string): Promise<string> =>
  (await documented({ ...files, [path]: text }, { update: true })).text(path);

const here = "from box.crates import Crate, Lid, Model, Side, Sizes, SIZE";
const there = 'import { Crate, Id, Lid, Other, Shape, SIZE, Wide, grown } from "./crates.js";';

describe("what docstrings say of what other files declare", () => {
  it.each([
    [here, "a: Crate", " (str): the first", " (Crate): the first"],
    [here, "a: str", " (Crate): the first", " (str): the first"],
    [
      "from .crates import Crate",
      "a: Crate",
      " (dict, optional): the first",
      " (Crate, optional): the first",
    ],
    ["from box import Crate", "a: list[Crate]", " (list of str): the first", " (list[Crate]): the first"],
    ["from box import Cover as C", "a: C", " (int): the first", " (C): the first"],
    [`${here}\n\nclass Own:\n    pass`, "a: Own", " (Crate): the first", " (Own): the first"],
    [here, "a=SIZE", ": the first, defaults to 5", ": the first, defaults to 3"],
  ])("mends %s: f(%s) of %s", async (imports, head, wording, now) => {
    const text = python(imports, head, wording);
    expect(await after("box/a.py", text)).toBe(python(imports, head, now));
  });

  it.each([
    [here, "a: Crate", " (Lid): what it extends"],
    [here, "a: Lid", " (Crate): what extends it"],
    [here, "a: Crate", " (box.Crate): the first"],
    ["from box import Cover", "a: Cover", " (Lid): another name of it"],
    [here, "a: Model", " (dict): what it extends isn't known"],
    [here, "a: Side", " (str): one of them"],
    [here, "a: Sizes", " (int): one of them"],
    [here, "a: Sizes", " (int or str): the same"],
    ["from other import Crate", "a: Crate", " (str): another's"],
    ["from box.crates import nothing", "a: nothing", " (str): isn't there"],
    [here, "a=SIZE", ": the first, defaults to 3"],
    [here, "a=SIZE", ": the first, defaults to `SIZE`"],
    ["from other import SIZE", "a=SIZE", ": the first, defaults to 5"],
  ])("leaves %s: f(%s) of %s", async (imports, head, wording) => {
    const text = python(imports, head, wording);
    expect(await after("box/a.py", text)).toBe(text);
  });

  it.each([
    [there, "a: Crate", "{string} a", "{Crate} a"],
    [there, "a: string", "{Crate} a", "{string} a"],
    ['import { Crate } from "./all.js";', "a: Crate", "{number} a", "{Crate} a"],
    [there, "a: Shape", "{string} a", "{Shape} a"],
    [there, "a: Id", "{number} a", "{Id} a"],
    [there, "a = SIZE", "a - defaults to 5", "a - defaults to 3"],
  ])("mends %s: f(%s) of %s", async (imports, head, wording, now) => {
    const text = script(imports, head, wording);
    expect(await after("src/a.ts", text)).toBe(script(imports, head, now));
  });

  it.each([
    [there, "a: Crate", "{Lid} a"],
    [there, "a: Crate", "{object} a"],
    [there, "a: Shape", "{object} a"],
    [there, "a: Wide", "{string} a"],
    [there, "a: Id", "{string} a"],
    [there, "a: Other", "{number} a"],
    ['import { Crate } from "elsewhere";', "a: Crate", "{string} a"],
    [there, "a = SIZE", "a - defaults to 3"],
    [there, "a = grown", "a - defaults to 5"],
  ])("leaves %s: f(%s) of %s", async (imports, head, wording) => {
    const text = script(imports, head, wording);
    expect(await after("src/a.ts", text)).toBe(text);
  });

  it("takes an error of a package for none of the project's own of that name", async () => {
    const text = (from: string): string =>
      `from ${from} import Gone\nfrom other import reach\n\n\ndef f(a):\n    """Does it.\n\n    Raises:\n        Gone: where it is gone\n    """\n    return reach(a)\n`;
    const all = { "box/errors.py": "class Gone(Exception):\n    pass\n" };
    const run = async (from: string): Promise<string> =>
      (await documented({ ...all, "box/a.py": text(from) }, { update: true })).text("box/a.py");
    expect(await run("other")).toBe(text("other"));
    expect(await run(".errors")).not.toContain("Gone: where");
  });
});
