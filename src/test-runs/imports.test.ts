import { describe, expect, it } from "vitest";
import type { Files } from "../workspace/index.ts";
import { isTestFile, readImports } from "./imports.ts";

const of = (texts: Readonly<Record<string, string>>) =>
  readImports({
    find: async function* find(pattern: string) {
      const isManifest = (path: string): boolean => path.endsWith("package.json");
      yield* Object.keys(texts).filter((path) => isManifest(path) === isManifest(pattern));
    },
    tryRead: (path: string) => Promise.resolve(texts[path] ?? null),
  } as unknown as Files); // only this is used

describe("readImports", () => {
  it("follows relative imports through other files, and round circles", async () => {
    const imports = await of({
      "src/a.ts": 'export * from "./b.js";',
      "src/b.ts": 'import "./lib";\nimport { a } from "./a.ts";',
      "src/lib/index.ts": "",
      "src/a.test.ts": 'const { a } = await import("./a");',
      "src/c.test.js": 'require("../src/c")',
    });
    expect(imports.testsOf(["src/lib/index.ts"])).toEqual(["src/a.test.ts"]);
    expect(imports.testsOf(["src/c.test.js"])).toEqual(["src/c.test.js"]);
    expect(imports.testsOf(["README.md"])).toEqual([]);
  });

  it("follows a package's folder and its own name to what it begins with", async () => {
    const imports = await of({
      "package.json": '{ "name": "clip", "main": "lib/start" }',
      "lib/start.js": 'require("./inner");',
      "lib/inner.js": "",
      "index.js": "",
      "test/up.test.js": 'require("../");',
      "test/name.test.js": 'import clip from "clip";',
      "test/other.test.js": 'require("clipper");',
      "packages/a/package.json": '{ "name": "@clip/a" }',
      "packages/a/index.js": "",
      "packages/a/a.test.js": 'require(".");',
    });
    expect(imports.testsOf(["lib/inner.js"])).toEqual(["test/up.test.js", "test/name.test.js"]);
    expect(imports.testsOf(["packages/a/index.js"])).toEqual(["packages/a/a.test.js"]);
    expect(imports.testsOf(["index.js"])).toEqual([]);
  });

  it("takes the tests of a module of Python for tests of what its package begins with", async () => {
    const imports = await of({
      "src/shop/__init__.py": "",
      "src/shop/cart.py": "",
      "tests/test_cart.py": "from shop.cart import Cart\n",
    });
    expect(imports.testsOf(["src/shop/__init__.py"])).toEqual(["tests/test_cart.py"]);
  });

  it("follows modules of Python, with and without src, and conftest", async () => {
    const imports = await of({
      "src/shop/cart.py": "from . import price\n",
      "src/shop/price.py": "",
      "tests/conftest.py": "",
      "tests/test_cart.py": "from shop.cart import Cart\n",
      "tests/test_price.py": "import shop.price as p\n",
    });
    expect(imports.testsOf(["src/shop/price.py"])).toEqual(["tests/test_cart.py", "tests/test_price.py"]);
    expect(imports.testsOf(["src/shop/cart.py"])).toEqual(["tests/test_cart.py"]);
    expect(imports.testsOf(["tests/conftest.py"])).toHaveLength(2);
  });

  it("follows packages of Go", async () => {
    const imports = await of({
      "a/a.go": "package a",
      "a/a_test.go": "package a",
      "b/b_test.go": 'package b\nimport "example.org/x/a"',
      "c/c_test.go": "package c",
    });
    expect(imports.testsOf(["a/a.go"])).toEqual(["a/a_test.go", "b/b_test.go"]);
  });

  it("follows classes of Java: of the same package and of imported ones", async () => {
    const imports = await of({
      "src/main/java/shop/Cart.java": "package shop;\nclass Cart { Price price; }",
      "src/main/java/shop/Price.java": "package shop;\nclass Price {}",
      "src/main/java/other/Price.java": "package other;\npublic class Price {}",
      "src/test/java/shop/CartTest.java": "package shop;\nclass CartTest { Cart cart; }",
      "src/test/java/other/OtherTest.java":
        "package other;\nimport shop.Cart;\nclass OtherTest { Cart cart; }",
    });
    expect(imports.testsOf(["src/main/java/shop/Price.java"])).toHaveLength(2);
    expect(imports.testsOf(["src/main/java/other/Price.java"])).toEqual([]);
  });

  it("follows classes of PHP, and what Ruby requires or loads by its name", async () => {
    const imports = await of({
      "src/Cart.php": "<?php class Cart {}",
      "tests/CartTest.php": "<?php use Shop\\Cart;",
      "lib/line_item.rb": "class LineItem\nend",
      "lib/price.rb": "",
      "spec/line_item_spec.rb": "describe LineItem",
      "spec/price_spec.rb": 'require "price"',
    });
    expect(imports.testsOf(["src/Cart.php"])).toEqual(["tests/CartTest.php"]);
    expect(imports.testsOf(["lib/line_item.rb"])).toEqual(["spec/line_item_spec.rb"]);
    expect(imports.testsOf(["lib/price.rb"])).toEqual(["spec/price_spec.rb"]);
  });
});

it.each([
  ["a.test.ts", true],
  ["a.spec.jsx", true],
  ["test_a.py", true],
  ["a/b_test.go", true],
  ["test/a.js", true],
  ["latest.js", false],
  ["contest.py", false],
])("%s is a test file: %s", (path, is) => expect(isTestFile(path)).toBe(is));
