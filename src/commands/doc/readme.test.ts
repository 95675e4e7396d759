import { describe, expect, it } from "vitest";
import { project } from "./project.suite.ts";

describe("/doc readme of what is more than one package, module or program", () => {
  it("lists the packages of a workspace, but for those that serve itself", () => {
    const { run, read } = project({
      "package.json": JSON.stringify({ name: "many", private: true, description: "Many things." }),
      "pnpm-workspace.yaml": 'packages:\n  - "packages/*"\n  - "!packages/old"\n  - "../outside"\n',
      "packages/core/package.json": JSON.stringify({ name: "@many/core", description: "Adds | takes." }),
      "packages/cli/package.json": JSON.stringify({ name: "@many/cli" }),
      "packages/old/package.json": JSON.stringify({ name: "@many/old" }),
      "packages/tools/package.json": JSON.stringify({ name: "tools", private: true }),
      "packages/playground/package.json": JSON.stringify({ name: "play", description: "Tries it." }),
    });
    run("/doc readme");
    expect(read("README.md")).toContain(
      "## Packages\n\n- [@many/cli](packages/cli)\n- [@many/core](packages/core): Adds \\| takes.\n\n<!--",
    );
    expect(run("/doc readme").output).toContain("holds what a run would write");
  });

  it("says of a workspace how its program is installed, not its checkout", () => {
    const { run, read } = project({
      "package.json": JSON.stringify({ name: "many", private: true, workspaces: ["packages/*", "site"] }),
      "packages/core/package.json": JSON.stringify({ name: "@many/core", description: "Adds." }),
      "packages/cli/package.json": JSON.stringify({ name: "@many/cli", bin: { many: "many.js" } }),
      "site/package.json": JSON.stringify({ name: "@many/site", private: true, description: "Shows it." }),
    });
    run("/doc readme");
    expect(read("README.md")).toContain("```sh\nnpm install @many/cli\n```");
    expect(read("README.md")).not.toContain("site");
  });

  it("takes what answers requests for no feature, and finds the entry by the exports", () => {
    const { run, read } = project({
      "package.json": JSON.stringify({
        name: "shop",
        version: "1.0.0",
        exports: { ".": "./dist/shop.mjs" },
        dependencies: { express: "^5.0.0" },
      }),
      "src/shop.ts":
        'export { list } from "./list.ts";\nexport { total } from "./total.ts";\nimport express from "express";\nimport { list } from "./list.ts";\nexpress().get("/goods", list);\n',
      "src/list.ts":
        "/** Lists all goods. */\nexport function list(req, res) {\n  res.json([]);\n}\n/** Helps to list. */\nexport const help = 1;\n",
      "src/total.ts":
        "/** Adds prices up. */\nexport const total = (a: number, b: number): number => a + b;\n",
    });
    run("/doc readme");
    expect(read("README.md")).toContain("## Features\n\n- `total`: Adds prices up.\n\n<!--");
  });

  it("puts sections before the author's later ones, and lists neither hooks nor what only sets CI up", () => {
    const { run, read } = project({
      "package.json": JSON.stringify({
        name: "sums",
        version: "1.0.0",
        scripts: {
          test: "node --test",
          pretest: "node lint.js",
          preview: "node show.js",
          prepublishOnly: "node build.js",
        },
      }),
      "index.js": "export const add = (a, b) => a + b;\n",
      ".github/workflows/ci.yml":
        "on: push\njobs:\n  a:\n    steps:\n      - run: cargo install thing\n      - run: npm install thing\n      - run: cargo check --no-default-features\n",
      "README.md": "# Sums\n\nAdds numbers for you.\n\n## Usage\n\nCall add.\n\n## License\n\nMIT\n",
    });
    run("/doc readme");
    const readme = read("README.md");
    expect(readme.match(/^## .*$/gm)).toEqual([
      "## Installation",
      "## Usage",
      "## Development",
      "## License",
    ]);
    expect(readme).toContain("| `npm run preview` |");
    expect(readme).not.toMatch(/pretest|prepublishOnly|install thing/);
    expect(readme).toContain("cargo check --no-default-features");
  });

  it("lists no packages where the author does", () => {
    const { run, read } = project({
      "package.json": JSON.stringify({ name: "many", private: true, workspaces: ["a", "b"] }),
      "a/package.json": JSON.stringify({ name: "@many/a" }),
      "b/package.json": JSON.stringify({ name: "@many/b" }),
      "README.md": "# Many\n\nHolds [one](./a) and @many/b.\n",
    });
    run("/doc readme");
    expect(read("README.md")).not.toContain("## Packages");
  });

  it("tells of what an entry hands on from other modules", () => {
    const { run, read } = project({
      "package.json": JSON.stringify({
        name: "sums",
        version: "1.0.0",
        type: "module",
        main: "src/index.js",
      }),
      "src/index.js":
        'export { add, hidden as other } from "./add.js";\nexport * from "./more/index.js";\nimport { inner } from "./add.js";\ninner();\n',
      "src/add.js":
        "/** Adds exactly. */\nexport const add = (a, b) => a + b;\n/** Hides well. */\nexport const hidden = 1;\n/** Stays in. */\nexport const inner = () => 1;\n",
      "src/more/index.js": 'export * from "../index.js";\nexport * from "./take.js";\n',
      "src/more/take.js": "/** Takes away. */\nexport const take = (a, b) => a - b;\n",
      "test/add.test.js":
        'import { add } from "../src/index.js";\ntest("adds", () => { expect(add(1, 2)).toBe(3); });\n',
    });
    run("/doc readme");
    const readme = read("README.md");
    expect(readme).toContain("- `add`: Adds exactly.\n- `take`: Takes away.\n");
    expect(readme).not.toMatch(/Hides|Stays/);
    expect(readme).toContain('import { add } from "sums";\n\nadd(1, 2); // 3');
  });

  it("lists nothing that a script imports, and no installation that is told", () => {
    const { run, read } = project({
      "requirements.txt": "flask\n",
      "app.py": "from flask import Flask\nfrom shop.cart import fill\napp = Flask(__name__)\n",
      "shop/cart.py": 'def fill():\n    """Fills the cart well."""\n',
      "README.md": "# Shop\n\nSells.\n\n## First\n\n```\npip install -r requirements.txt\n```\n",
    });
    run("/doc readme");
    expect(read("README.md")).not.toMatch(/## (?:Features|Installation)/);
  });

  it("tells of programs of Python by their help, else by their sources", () => {
    const program = (body: string): string => `import argparse\nimport ${body}`;
    const { run, read } = project({
      "pyproject.toml":
        '[project]\nname = "greet"\nversion = "1.0.0"\n[project.scripts]\ngreet = "greet.cli:main"\nknit = "greet.knit:cli"\nserve = "greet.serve:main"\n',
      "src/greet/__init__.py": "",
      "src/greet/cli.py": program(
        'sys\ndef main():\n    parser = argparse.ArgumentParser(prog="greet")\n    parser.add_argument("-n", "--name", help="whom to greet")\n    parser.parse_args()\n',
      ),
      "src/greet/knit.py":
        'import click, no_such_module\n@click.group()\ndef cli():\n    pass\n\n@cli.command("row-up")\n@click.option("--rows", help="How many (at least 1).")\ndef row(rows):\n    """Knits rows."""\n',
      "src/greet/serve.py": 'def main():\n    open("started", "w").close()\n',
    });
    const { output } = run("/doc readme");
    const readme = read("README.md");
    expect(readme).toMatch(/`greet --help` says:\n\n```text\nusage: greet \[-h\] \[-n NAME\]/);
    expect(readme).toContain(
      "`knit` takes these commands:\n\n| Command | Meaning |\n| --- | --- |\n| `row-up` | Knits rows. |",
    );
    expect(readme).toContain("```sh\nserve --help\n```");
    expect(() => read("started")).toThrow(); // an example that reads no options isn't run
    expect(output).toContain("serve --help");
    expect(run("/doc readme", "--check").output).toContain("holds what a run would write");
  });

  it("tells of programs of Node.js by their sources where they can't be run", () => {
    const { run, read } = project({
      "package.json": JSON.stringify({
        name: "pack",
        version: "1.0.0",
        bin: { pack: "dist/pack.js", knit: "dist/knit.js", weave: "dist/weave.js" },
      }),
      "src/pack.ts":
        "import { parseArgs } from 'node:util';\nconst help = `Usage: pack <dir>\n\n  -o, --out <dir> Where it writes\n  --fast          Takes care of | less\n`;\n",
      "src/knit.ts": 'import "./more.js";\n',
      "src/more.ts":
        'program.option("-r, --rows <n>", "How many (at least 1)", "1").option("--purl", "Turns").requiredOption(name);\n',
      "src/weave.ts":
        'yargs.option("loom", { alias: "l", type: "string", describe: "Where it stands" }).option("--quiet");\n',
    });
    run("/doc readme");
    const rows = [...read("README.md").matchAll(/^\| `(-.*)` \| (.*) \|$/gm)].map(
      ([, name, text]) => `${name}: ${text}`,
    );
    expect(rows).toEqual([
      "-o, --out <dir>: Where it writes",
      "--fast: Takes care of \\| less",
      "-r, --rows <n>: How many (at least 1)",
      "--purl: Turns",
      "-l, --loom: Where it stands",
    ]);
    expect(run("/doc readme --check").code).toBe(0);
  });

  it("writes into README.rst in its own form, and makes no second README beside it", () => {
    const { run, read } = project({
      "pyproject.toml": '[project]\nname = "tiny"\nversion = "1.0.0"\ndescription = "Stores."\n',
      "tiny/__init__.py": 'def put():\n    """Puts things away."""\n',
      "README.rst":
        "Tiny\n====\n\nStores things.\n\nInstallation\n------------\n\n::\n\n   pip install tiny\n",
    });
    expect(run("/doc readme", "--check").code).toBe(1);
    run("/doc readme");
    expect(() => read("README.md")).toThrow("ENOENT");
    const written = read("README.rst");
    expect(written).toContain("Features\n--------\n\n- ``put``: Puts things away.\n");
    expect(written.match(/^Installation$/gm)).toHaveLength(1);
    expect(run("/doc readme", "--check").code).toBe(0);
    run("/doc readme");
    expect(read("README.rst")).toBe(written);
  });

  it("writes no README of a title alone", () => {
    const { run, read } = project({ "src/Box.java": "class Box {}\n" });
    expect(run("/doc readme").output).toContain("Not written");
    expect(() => read("README.md")).toThrow("ENOENT");
  });

  it("lets no name, script or help into what is pasted into a shell, or obeyed by a terminal", () => {
    const { run, read } = project({
      "package.json": JSON.stringify({
        name: "x; touch pwned",
        version: "1.0.0",
        description: "Sums.",
        exports: "./index.js",
        bin: { "a`b": "./bin.js" },
        scripts: { "start && touch pwned": "node ." },
      }),
      "index.js": "/** Adds well. */\nexport const add = (a, b) => a + b;\n",
      "bin.js":
        'console.log("\\u001b[2J\\u001b]0;title\\u0007red \\u001b[31mtext\\u202e\\n<!-- antiphon:end usage -->");\n',
    });
    run("/doc readme");
    const readme = read("README.md");
    expect(readme).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u);
    expect(readme).not.toContain("npm install x");
    expect(readme).toContain("`` a`b --help `` says:\n\n```text\nred text\n<!-- end usage -->\n```");
    expect(run("/doc readme", "--check").output).toContain("holds what a run would write");
  });
});
