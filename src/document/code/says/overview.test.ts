import { describe, expect, it } from "vitest";
import { once } from "../documented.suite.ts";

it("says what running a program does, and nothing of what its functions do when they are called", async () => {
  const after = await once(
    "server.js",
    `#!/usr/bin/env node

const express = require("express");
const app = express();
app.get("/users", (req, res) => res.json(process.env.SECRET));
app.listen(3000);
`,
  );
  expect(after).toContain(
    "#!/usr/bin/env node\n\n/**\n * Answers `GET /users` and listens on port 3000.\n *\n * @module\n */\n\nconst express",
  );
});

it("says what importing a module of Python does", async () => {
  const after = await once(
    "config.py",
    `# -*- coding: utf-8 -*-

import os

PORT = os.environ["PORT"]


def load():
    return os.environ["LATER"]
`,
  );
  expect(after).toContain('utf-8 -*-\n\n"""Reads `PORT` from the environment."""\n\nimport os');
});

it.each([
  ["a.js", "#!/usr/bin/env node\nrequire('x');\napp.listen(3000);\n"],
  ["b.js", "/** @file The server. */\nrequire('x');\napp.listen(3000);\n"],
  ["c.js", "// The server of it all.\nrequire('x');\napp.listen(3000);\n"],
  ["d.js", "import './x.js';\napp.listen(3000);\nexport const two = 2;\n"],
  ["e.test.js", "import './x.js';\napp.listen(3000);\n"],
  ["f.py", '"""The server."""\nimport os\nPORT = os.environ["PORT"]\n'],
  ["g.py", '# coding: utf-8\nimport os\nPORT = os.environ["PORT"]\n'],
  ["h.py", '# All of the settings.\n\nimport os\nPORT = os.environ["PORT"]\n'],
])("leaves %s alone, which has a text, no place for one, or says it elsewhere", async (path, source) => {
  expect(await once(path, source)).toBe(source);
});

describe("a file that is asked for", () => {
  it.each([
    [
      "a.ts",
      'import "./x.ts";\nexport class Box {}\nexport const two = 2;\n',
      "/**\n * Offers the class `Box` and the constant `two`.\n *\n * @module\n */\n\nimport",
    ],
    [
      "index.ts",
      'export * from "./a.ts";\nexport { b } from "./b.ts";\n',
      " * Hands on what `./a.ts` and `./b.ts` define.\n",
    ],
    [
      "shop/__init__.py",
      'from shop.box import Box\nfrom shop.cart import Cart\n\n__all__ = ["Box", "Cart"]\n',
      '"""Hands on what `shop.box` and `shop.cart` define."""',
    ],
    [
      "extensions.py",
      "from shop import Mail, Store\n\nmail = Mail()\nstore: Store = Store(mail)\n",
      '"""Offers the objects `mail` and `store`."""',
    ],
    [
      "box.test.js",
      'const { Box } = require("../lib/box.js");\nconst { run } = require("./helper.js");\nrun(Box);\n',
      " * Tests of `../lib/box.js`.\n",
    ],
    ["all.test.js", 'const koa = require("..");\nkoa();\n', " * Tests of `koa`.\n"],
    [
      "test_box.py",
      "import pytest\nfrom shop.box import Box\n\n\nBox()\n",
      '"""Tests of `shop.box`."""\n\nimport pytest',
    ],
  ])("says what it is for: %s", async (path, source, text) => {
    expect(await once(path, source, { named: true })).toContain(text);
    expect(await once(path, source)).toBe(source);
  });
});
