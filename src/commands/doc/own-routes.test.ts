import { expect, it } from "vitest";
import { project } from "./project.suite.ts";

const shop =
  'from flask import Flask\n\napp = Flask(__name__)\n\n\n@app.get("/shop")\ndef shop():\n    return "open"\n';
const library = {
  "setup.py":
    'from setuptools import setup\nsetup(\n    name="small-queue",\n    packages=["small_queue"])\n',
  "small_queue/__init__.py": '__version__ = "3.5.4"\n',
  "small_queue/api.py": "def put(it):\n    return it\n",
};

it("takes no routes of a library's examples for its own, and finds the version that its module holds", () => {
  const { run, read, write } = project({ ...library, "examples/shop/app.py": shop });
  const { code, output } = run("/doc api");
  expect(code).toBe(1);
  expect(output).toContain("no endpoint but those of its examples, as in examples/shop/app.py");
  expect(output).toContain('/api-gen "examples/shop" --docs-only');
  expect(() => read("docs/api.md")).toThrow("ENOENT");
  write("small_queue/web.py", shop.replace("/shop", "/status"));
  expect(run("/doc api").code).toBe(0);
  expect(read("docs/api.md")).toContain("GET /status");
  expect(read("docs/api.md")).not.toContain("/shop");
  expect(read("docs/api.md")).toContain("Version 3.5.4");
});

it("takes them where a project is little more than its example", () => {
  const { run, read } = project({
    "package.json": '{ "name": "shop", "dependencies": {} }', // browser packages without a version
    "pyproject.toml": '[project]\nname = "shop"\nversion = "1.6.2"\n',
    "manage.py": "print(1)\n",
    "demo/app.py": shop,
    "demo/more.py": "x = 1\n",
  });
  expect(run("/doc api").code).toBe(0);
  expect(read("docs/api.md")).toContain("GET /shop");
  expect(read("docs/api.md")).toContain("Version 1.6.2");
});
