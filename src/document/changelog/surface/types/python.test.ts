import { describe, expect, it } from "vitest";
import { stepOfApi } from "../index.ts";
import { difference, type Files } from "../commits.suite.ts";

const project = (text: string): Files => ({
  "pyproject.toml": '[project]\nname = "box"\n',
  "box/__init__.py": `${text}\n`,
});

const changes: readonly (readonly [string, string, string, string])[] = [
  ["a parameter takes less", "def f(a: str | bytes) -> None: ...", "def f(a: str) -> None: ...", "major"],
  ["a parameter takes more", "def f(a: str) -> None: ...", "def f(a: str | bytes) -> None: ...", "patch"],
  ["another return type", "def f() -> str: ...", "def f() -> bytes: ...", "major"],
  [
    "a return type that may be None",
    "from typing import Optional\ndef f() -> str: ...",
    "from typing import Optional\ndef f() -> Optional[str]: ...",
    "major",
  ],
  ["a return type that promises more", "def f() -> str | None: ...", "def f() -> str: ...", "patch"],
  [
    "the same in newer words",
    "from typing import Optional, List, Union\ndef f(a: Optional[str], b: List[int]) -> Union[int, str]: ...",
    "def f(a: str | None, b: list[int]) -> int | str: ...",
    "patch",
  ],
  ["an annotation where none was", "def f(a, b=1): ...", "def f(a: str, b: int = 1) -> None: ...", "patch"],
  [
    "a wider container is taken",
    "def f(a: list[int]) -> None: ...",
    "from collections.abc import Sequence\ndef f(a: Sequence[int]) -> None: ...",
    "patch",
  ],
  [
    "a narrower container is taken",
    "from collections.abc import Iterable\ndef f(a: Iterable[int]) -> None: ...",
    "def f(a: list[int]) -> None: ...",
    "major",
  ],
  ["a float where an int was", "def f(a: int) -> None: ...", "def f(a: float) -> None: ...", "patch"],
  ["an attribute of a class is gone", "class C:\n    a = 1\n    b = 2\n", "class C:\n    a = 1\n", "major"],
  [
    "an attribute of an object is gone",
    "class C:\n    def __init__(self):\n        self.a = 1\n        self.b = 2\n",
    "class C:\n    def __init__(self):\n        self.a = 1\n",
    "major",
  ],
  [
    "a new attribute of an object",
    "class C:\n    def __init__(self):\n        self.a = 1\n",
    "class C:\n    def __init__(self):\n        self.a = 1\n        self.b = 2\n",
    "minor",
  ],
  [
    "a private attribute is gone",
    "class C:\n    _a = 1\n    def __init__(self):\n        self._b = 1\n        self.c = 1\n",
    "class C:\n    def __init__(self):\n        self.c = 1\n",
    "patch",
  ],
  ["an attribute has another type", "class C:\n    a: int\n", "class C:\n    a: str\n", "major"],
  [
    "a required field of a dataclass",
    "from dataclasses import dataclass\n@dataclass\nclass C:\n    a: int\n",
    "from dataclasses import dataclass\n@dataclass\nclass C:\n    a: int\n    b: int\n",
    "major",
  ],
  [
    "a field of a dataclass with a default",
    "from dataclasses import dataclass\n@dataclass\nclass C:\n    a: int\n",
    "from dataclasses import dataclass\n@dataclass\nclass C:\n    a: int\n    b: int = 1\n",
    "minor",
  ],
  [
    "a method takes a further argument",
    "class C:\n    def m(self, a): ...\n",
    "class C:\n    def m(self, a, b): ...\n",
    "major",
  ],
  [
    "a method takes an optional argument",
    "class C:\n    def m(self, a): ...\n",
    "class C:\n    def m(self, a, b=None): ...\n",
    "minor",
  ],
  [
    "a method takes less",
    "class C:\n    def m(self, a: int | str) -> None: ...\n",
    "class C:\n    def m(self, a: int) -> None: ...\n",
    "major",
  ],
  [
    "a constructor takes a further argument",
    "class C:\n    def __init__(self, a): ...\n",
    "class C:\n    def __init__(self, a, b): ...\n",
    "major",
  ],
  ["an argument goes only by name", "def f(a, b): ...", "def f(a, *, b): ...", "major"],
  ["another name of a parameter", "def f(a): ...", "def f(text): ...", "major"],
  ["a private function is gone", "def f(a): ...\ndef _g(): ...", "def f(a): ...", "patch"],
  [
    "a member of an enum is gone",
    "from enum import Enum\nclass E(Enum):\n    A = 1\n    B = 2\n",
    "from enum import Enum\nclass E(Enum):\n    A = 1\n",
    "major",
  ],
  [
    "a new member of an enum",
    "from enum import Enum\nclass E(Enum):\n    A = 1\n",
    "from enum import Enum\nclass E(Enum):\n    A = 1\n    B = 2\n",
    "minor",
  ],
  ["a function has to be awaited", "def f(a): ...", "async def f(a): ...", "major"],
  [
    "an error is no longer a ValueError",
    "class E(ValueError):\n    pass\n",
    "class E(Exception):\n    pass\n",
    "major",
  ],
  [
    "a property becomes a method",
    "class C:\n    @property\n    def a(self) -> int: ...\n",
    "class C:\n    def a(self) -> int: ...\n",
    "major",
  ],
  [
    "an attribute becomes a property",
    "class C:\n    a: int = 1\n",
    "class C:\n    @property\n    def a(self) -> int: ...\n    @a.setter\n    def a(self, value: int) -> None: ...\n",
    "patch",
  ],
  ["a docstring", "def f(a):\n    '''Gives one.'''\n", "def f(a):\n    '''Gives two.'''\n", "patch"],
  [
    "method may give None",
    "class C:\n    def m(self) -> str: ...\n",
    "class C:\n    def m(self) -> str | None: ...\n",
    "major",
  ],
  [
    "typed dict",
    "from typing import TypedDict\nclass O(TypedDict):\n    a: str\ndef f(o: O) -> None: ...",
    "from typing import TypedDict\nclass O(TypedDict):\n    a: str\n    b: str\ndef f(o: O) -> None: ...",
    "major",
  ],
  [
    "typed dict not required",
    "from typing import TypedDict, NotRequired\nclass O(TypedDict):\n    a: str\ndef f(o: O) -> None: ...",
    "from typing import TypedDict, NotRequired\nclass O(TypedDict):\n    a: str\n    b: NotRequired[str]\ndef f(o: O) -> None: ...",
    "minor",
  ],
  ["args added", "def f(a): ...", "def f(a, *args): ...", "minor"],
  ["default gone", "def f(a=None): ...", "def f(a): ...", "major"],
  [
    "dataclass default gone",
    "from dataclasses import dataclass\n@dataclass\nclass C:\n    a: int = 1\n",
    "from dataclasses import dataclass\n@dataclass\nclass C:\n    a: int\n",
    "major",
  ],
  [
    "protocol asks more",
    "from typing import Protocol\nclass P(Protocol):\n    def a(self) -> None: ...\ndef f(p: P) -> None: ...",
    "from typing import Protocol\nclass P(Protocol):\n    def a(self) -> None: ...\n    def b(self) -> None: ...\ndef f(p: P) -> None: ...",
    "major",
  ],
  [
    "abstract",
    "import abc\nclass P(abc.ABC):\n    @abc.abstractmethod\n    def a(self): ...\n",
    "import abc\nclass P(abc.ABC):\n    @abc.abstractmethod\n    def a(self): ...\n    @abc.abstractmethod\n    def b(self): ...\n",
    "major",
  ],
  [
    "overload gone",
    "from typing import overload\n@overload\ndef f(a: int) -> int: ...\n@overload\ndef f(a: str) -> str: ...\ndef f(a): return a",
    "def f(a: int) -> int: return a",
    "major",
  ],
  [
    "alias narrowed",
    "from typing import Union\nJson = Union[str, int]\ndef f(a: Json) -> None: ...",
    "from typing import Union\nJson = Union[str, bytes]\ndef f(a: Json) -> None: ...",
    "major",
  ],
  [
    "iterator to iterable",
    "from typing import Iterable, Iterator\ndef f() -> Iterator[int]: ...",
    "from typing import Iterable, Iterator\ndef f() -> Iterable[int]: ...",
    "major",
  ],
  [
    "iterable to list",
    "from typing import Iterable\ndef f() -> Iterable[int]: ...",
    "def f() -> list[int]: ...",
    "patch",
  ],
  [
    "foreign base",
    "from x import Base, Other\nclass A(Base): ...",
    "from x import Base, Other\nclass A(Other): ...",
    "patch",
  ],
  ["keyword optional", "def f(a): ...", "def f(a, *, b=None): ...", "minor"],
  ["keyword required", "def f(a): ...", "def f(a, *, b): ...", "major"],
  [
    "literal",
    "from typing import Literal\ndef f(a: Literal['a', 'b']) -> None: ...",
    "from typing import Literal\ndef f(a: Literal['a']) -> None: ...",
    "major",
  ],
  ["sync method", "class C:\n    async def m(self): ...\n", "class C:\n    def m(self): ...\n", "major"],
  [
    "moved to a base",
    "class A:\n    def m(self, a): ...\n    x = 1\n",
    "class _B:\n    def m(self, a): ...\n    x = 1\nclass A(_B): ...\n",
    "patch",
  ],
  ["comma default value", "def f(a=1, b=2): ...", "def f(a=3, b=2): ...", "patch"],
  ["kwargs swallow", "def f(a, b=1): ...", "def f(a, **kwargs): ...", "patch"],
  ["int and None", "def f(a: int = None): ...", "def f(a: int | None = None): ...", "patch"],
];

describe("what a change of a declaration in Python asks of the next version", () => {
  it.each(changes)("%s", async (_, before, after, step) => {
    const found = await difference(project(before), project(after));
    expect("why" in found ? found.why : stepOfApi(found)).toBe(step);
  });
});
