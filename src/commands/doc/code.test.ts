import { execFileSync } from "node:child_process";
import { existsSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { project } from "./project.suite.ts";

const shop = {
  "package.json": JSON.stringify({
    name: "shop",
    version: "1.2.0",
    description: "Sells.",
    type: "module",
    main: "src/cart.js",
    scripts: { test: "node --test", build: "tsc" },
  }),
  "src/cart.js": `import { load } from "./store.js";
export function total(prices, rate = 0.2) {
  if (prices.length === 0) throw new RangeError("no prices to add");
  return prices.reduce((sum, price) => sum + price, 0) * (1 + rate);
}
export class Cart { #items = [];
  fill(id) { return load(id); }
}
const hidden = (prices) => total(prices);
`,
  "src/store.js": `export const load = (id) => { if (!id) throw new TypeError("id is missing"); return process.env.STORE_URL ?? "memory"; };\n`,
  "src/cart.test.js": `import { total } from "./cart.js";\ntest("adds tax", () => { expect(total([10], 1)).toBe(20); });\n`,
};

describe("/doc of code", () => {
  it("remembers an update that changed nothing, until something it read changes", () => {
    const { run, read, write } = project(shop);
    run("/doc src");
    const first = run("/doc src --update");
    expect(first.code, first.output).toBe(0);
    expect(run("/doc src --update").output).toBe(first.output);
    write("src/cart.js", read("src/cart.js").replace("rate = 0.2", "rate = 0.3"));
    const after = run("/doc src --update");
    expect(after.output).not.toBe(first.output);
    expect(after.output).toContain("src/cart.js");
    expect(run("/doc src --update --comprehensive").code).toBe(0);
  });

  it("documents a folder with its specification, changes nothing again, and finds what is stale", () => {
    const { run, read, write } = project(shop);
    const first = run("/doc src");
    expect(first.code, first.output).toBe(0);
    expect(first.output).toContain("1 executed, 1 passed");
    expect(read("src/cart.js")).toContain(
      " * @example <caption>adds tax</caption>\n * total([10], 1); // 20\n",
    );
    expect(read("src/cart.js")).toContain("@throws {TypeError} if `id` is empty or missing");
    expect(read("src/cart.js")).toContain("\nconst hidden =");
    const page = read("docs/src.md");
    for (const part of [
      "version=1.2.0",
      "| `STORE_URL` | environment variable |",
      "| `RangeError` | `total` |",
    ])
      expect(page).toContain(part);
    const again = run("/doc src");
    expect(again.output).toMatch(/Nothing (?:to write|was written)/);
    expect(run("/doc src --check").code).toBe(0);
    expect(run("/doc src --check --threshold=60").code).toBe(0);

    write(
      "src/cart.js",
      read("src/cart.js").replace("rate = 0.2", "tax = 0.3").replaceAll("1 + rate", "1 + tax"),
    );
    const stale = run("/doc src --check");
    expect(stale.code).toBe(1);
    expect(stale.output).toContain("parameter rate is now called tax");
    expect(stale.output).toContain("docs/src.md no longer matched");
    expect(run("/doc src --update").code).toBe(0);
    expect(read("src/cart.js")).toContain("[tax=0.3]");
    expect(run("/doc src --check").code).toBe(0);
  });

  it("counts types that JSDoc states as annotations of JavaScript, read anew or remembered", () => {
    const { run } = project({
      "src/a.js":
        "/**\n * Adds.\n * @param {number} a the first\n * @param b the other\n */\nexport function add(a, b) { return a + b; }\n",
    });
    for (const line of ["/doc src --check", "/doc src --update", "/doc src --update"])
      expect(run(line).output).toContain("1 of 2 (50 %) parameters have one");
  });

  it("documents one declaration, public or not", () => {
    const { run, read } = project(shop);
    expect(run("/doc src/cart.js:hidden").code).toBe(0);
    expect(read("src/cart.js")).toMatch(/\*\/\nconst hidden/);
    expect(read("src/cart.js").match(/\/\*\*/g)).toHaveLength(1);
    const { code, output } = run("/doc src/cart.js#Cart.fil");
    expect([code, output]).toEqual([2, expect.stringContaining("/doc src/cart.js#Cart.fill")]);
  });

  it("says what it can't do, with the line that it can", () => {
    const { run, folder } = project({
      ...shop,
      "src/broken.ts": "export function (((",
      "src/a.bin": Buffer.from([0, 1, 2]),
      "src/latin.py": Buffer.from([0x23, 0xe9, 0x0a]),
    });
    symlinkSync(folder, join(folder, "src/loop"));
    const openapi = run("/doc src --format=openapi");
    expect([openapi.code, openapi.output]).toEqual([2, expect.stringContaining("/doc src --format=md")]);
    expect(run("/doc src --format=concise").output).toContain("/mode token-efficient");
    expect(run("/doc srcc").code).toBe(2);
    expect(run("/doc src/broken.ts")).toMatchObject({
      code: 1,
      output: expect.stringContaining("can't be parsed") as string,
    });
    const all = run("/doc src");
    expect(all.code, all.output).toBe(0);
    expect(all.output).toContain("| src/broken.ts | has a syntax error |");
    expect(all.output).toContain("| src/latin.py | isn't UTF-8 text |");
    expect(all.output).toContain("Save src/latin.py as UTF-8: it isn't UTF-8 text");
  });

  it("shows a dry run, and writes nothing", () => {
    const { run, read, folder } = project(shop);
    const { output } = run("/doc src/cart.js", "--dry-run");
    expect(output).toContain("+ * @param");
    expect(read("src/cart.js")).toBe(shop["src/cart.js"]);
    expect(existsSync(join(folder, "docs"))).toBe(false);
  });
});

describe("/doc readme", () => {
  it("writes what the project shows, and only that again", () => {
    const { run, read } = project(shop);
    const { code, output } = run("/doc readme");
    expect(code, output).toBe(0);
    for (const part of [
      "# shop",
      "Sells.",
      "npm install shop",
      'import { total } from "shop";\n\ntotal([10], 1); // 20',
      "| `STORE_URL` | environment variable |",
      "`npm run build`",
    ])
      expect(read("README.md")).toContain(part);
    expect(output).toContain("4 of 5 (80 %)"); // a name alone isn't a feature
    expect(run("/doc readme").output).toContain("holds what a run would write");
    expect(run("/doc readme --check").code).toBe(0);
  });

  it("lists the sections of a README that is too long to be seen at a glance", () => {
    const sections = ["Usage", "Options", "Errors", "Licence"].map((title) => `## ${title}\n\nWords.\n`);
    const short = `# Shop\n\nSells.\n\n${sections.join("\n")}`;
    const { run, read, write } = project({ ...shop, "README.md": short });
    run("/doc readme");
    expect(read("README.md")).not.toContain("(#usage)");
    write("README.md", short.replace("Words.", "Words.\n\n".repeat(60)));
    run("/doc readme");
    expect(read("README.md")).toContain("- [Usage](#usage)\n- [Options](#options)");
    expect(run("/doc readme").output).toContain("holds what a run would write");
  });

  it("says how a project of Python or Go is installed and run", () => {
    const library = project({
      "package.json": JSON.stringify({ private: true, devDependencies: { prettier: "3" } }),
      "pyproject.toml":
        '[project]\nname = "shelf"\ndynamic = ["version"]\nclassifiers = ["Programming Language :: Python"]\n[project.scripts]\nshelf = "shelf:main"\n',
      "src/shelf/__init__.py": "",
    });
    library.run("/doc readme");
    expect(library.read("README.md")).toContain("pip install shelf");
    expect(library.read("README.md")).toContain("shelf --help");

    const setup = project({
      "setup.py": 'from setuptools import setup\nsetup(\n    name="old",\n    description="Holds.",\n)\n',
    });
    setup.run("/doc readme");
    expect(setup.read("README.md")).toMatch(/# old[\s\S]*Holds\.[\s\S]*pip install -e \./);

    const app = project({
      "requirements.txt": "flask\n",
      "app.py": "from flask import Flask\napp = Flask(__name__)\n",
    });
    app.run("/doc readme");
    expect(app.read("README.md")).toContain("pip install -r requirements.txt");
    expect(app.read("README.md")).toContain("flask --app app run --debug");

    const go = project({
      "go.mod": "module example.com/me/tool/v2\n\ngo 1.22\n",
      "cmd/tool/main.go": "package main\n\nfunc main() {}\n",
    });
    go.run("/doc readme");
    expect(go.read("README.md")).toMatch(/^# tool\n/);
    expect(go.read("README.md")).toContain("go install example.com/me/tool/v2/cmd/tool@latest");
  });

  it("leaves what an author says in other words, and mends only what is certainly meant", () => {
    const library = {
      "package.json": JSON.stringify({
        name: "shelf",
        version: "1.0.0",
        type: "module",
        exports: "./src/index.js",
        scripts: { dev: "vitest", test: "vitest run" },
      }),
      "src/index.js": "/** Puts a {@link Box} on it. */\nexport const put = (box) => [box];\n",
      "vite.config.js": "export default { mode: process.env.MODE };\n",
      "LICENSE.md": "Words.\n",
      "bench/NOTES": "Words.\n",
      "bench/CONTRIBUTING.md": "Words.\n",
      ".github/workflows/ci.yml":
        "on: push\njobs: { a: { steps: [{ run: npm test }, { run: npm i -g tool }] } }\n",
      ".github/workflows/release.yml": "on: release\njobs: { a: { steps: [{ run: npm run ship }] } }\n",
      "README.md":
        "# Shelf\n\nHolds.\n\n```sh\npnpm add shelf\n```\n\n`put(box)` [may](LICENSE) [or](CONTRIBUTING.md) [so](NOTES).\n",
    };
    const { run, read } = project(library);
    const { code, output } = run("/doc readme");
    expect(code, output).toBe(0);
    const readme = read("README.md");
    expect(readme).toContain("[may](LICENSE.md) [or](CONTRIBUTING.md) [so](bench/NOTES)");
    expect(readme).not.toMatch(/## (?:Installation|Usage|Configuration|Features)/);
    expect(readme).toContain("CI runs:\n\n```sh\nnpm test\n```");
    expect(run("/doc readme").output).toContain("holds what a run would write");
  });

  it("shows badges that can't be untrue, below the title, and takes them away with what they showed", () => {
    const { run, read, write } = project({
      ...shop,
      "package.json": JSON.stringify({
        ...(JSON.parse(shop["package.json"]) as object),
        license: "MIT",
        repository: "https://github.com/ada/shop.git",
      }),
      LICENSE: "MIT License\n\nPermission is hereby granted, free of charge, to any person\n",
      ".github/workflows/ci.yml": "on: { push: { branches: [main] } }\njobs: {}\n",
      ".github/workflows/test-nightly.yml": "on: { schedule: [{ cron: 0 0 * * * }] }\njobs: {}\n",
      "README.md": "# Shop\n\nSells.\n",
    });
    expect(run("/doc readme").output).toContain("Badges");
    const page = "https://github.com/ada/shop/actions/workflows/ci.yml";
    expect(read("README.md")).toContain(
      `# Shop\n\n<!-- antiphon:begin badges -->\n\n[![CI](${page}/badge.svg)](${page})\n[![License: MIT](https://img.shields.io/badge/license-MIT-blue.svg)](LICENSE)\n\n<!-- antiphon:end badges -->\n\nSells.`,
    );
    expect(run("/doc readme").output).toContain("holds what a run would write");
    write("LICENSE", "All rights reserved.\n");
    write(".github/workflows/ci.yml", "on: workflow_dispatch\njobs: {}\n");
    run("/doc readme --update");
    expect(read("README.md")).toMatch(/^# Shop\n\nSells\.\n/);
  });

  it("keeps an author's words and mends what is stale among them", () => {
    const { run, read } = project({
      ...shop,
      "docs/guide.md": "x",
      "README.md":
        "# Shop\r\n\r\nMy words. `npm i shop@1.0.0` [guide](guide.md) [gone](none.md)\r\n\r\n```sh\r\nnpm run biuld # [not](a-link.md)\r\n```\r\n\r\n## How to use it\r\n\r\nMine.\r\n\r\n## License\r\n",
    });
    const { output } = run("/doc readme");
    const text = read("README.md");
    expect(text).toContain("My words. `npm i shop@1.2.0` [guide](docs/guide.md) [gone](none.md)\r\n");
    expect(text).toContain("npm run build # [not]");
    expect(text).toContain("## How to use it\r\n\r\nMine.\r\n");
    expect(text).not.toContain("## Usage");
    expect(text.indexOf("## Installation")).toBeLessThan(text.indexOf("## License"));
    expect(text.replaceAll("\r\n", "")).not.toContain("\n");
    expect(output).toContain("README.md:3: none.md isn't there");
  });
});

it("/doc all joins the reports of its parts", () => {
  const { run, read, folder } = project(shop);
  const who = ["-c", "user.name=A", "-c", "user.email=a@example.com"];
  for (const words of [["init"], ["add", "src"], [...who, "commit", "-m", "Sell what is in a cart"]])
    execFileSync("git", words, { cwd: folder, stdio: "ignore" });
  const { code, output } = run("/doc all");
  expect(code, output).toBe(0);
  for (const part of ["**code**", "**readme**", "**changelog**"]) expect(output).toContain(part);
  for (const path of ["docs/shop.md", "README.md", "CHANGELOG.md"]) expect(read(path)).not.toBe("");
});

it.each([
  [
    "Cargo.toml",
    '[package]\nname = "box"\nversion = "2.1.0"\n',
    "src/lib.rs",
    "/// Opens.\npub fn open() -> u8 {\n    1\n}\n",
  ],
  [
    "pom.xml",
    "<project><parent><version>9</version></parent><artifactId>box</artifactId><version>2.1.0</version></project>\n",
    "src/Box.java",
    "package a;\n\n/** Holds. */\npublic class Box {\n    /** Opens. */\n    public int open() {\n        return 1;\n    }\n}\n",
  ],
])("a folder's page carries the version of %s", (manifest, text, path, source) => {
  const { run, read } = project({ [manifest]: text, [path]: source });
  run("/doc src");
  expect(read("docs/src.md")).toContain("version=2.1.0");
  expect(run("/doc src --check").code).toBe(0);
});
