import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { project } from "../session.suite.ts";

const has = (...[program, ...words]: readonly [string, ...string[]]): boolean => {
  try {
    execFileSync(program, words, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
};

const kinds = [
  {
    name: "go vet",
    installed: has("go", "version"),
    files: {
      "go.mod": "module example.org/cart\n\ngo 1.21\n",
      "cart.go": "package cart\n\nfunc Total(n int) int { return n }\n",
    },
    path: "cart.go",
    broken: "package cart\n\nfunc Total(n int) int { return totl }\n",
    place: "cart.go:3",
  },
  {
    name: "mypy",
    installed: has("python3", "-m", "mypy", "--version"),
    files: {
      "pyproject.toml": "[tool.mypy]\nstrict = true\n",
      "cart.py": "def total(n: int) -> int:\n    return n\n",
    },
    path: "cart.py",
    broken: "def total(n: int) -> int:\n    return str(n)\n",
    place: "cart.py:2",
  },
];

describe.each(kinds)("/review with $name", ({ name, installed, files, path, broken, place }) => {
  it.skipIf(!installed)("names what it says of a changed line, with its run", async () => {
    const { run, write } = project(files);
    const clean = await run(`/review ${path}`);
    expect(clean.text).toMatch(new RegExp(`- \\[x\\] ${name}: 0 errors, 0 about what changed \\(.*exit 0`));
    write(path, broken);
    const { text, outcome } = await run("/review");
    expect(outcome, text).toBe("failed");
    expect(text).toContain(place);
    expect(text).toMatch(new RegExp(`${name}: 1 error, 1 about what changed`));
  });
});

it.skipIf(!has("go", "version"))(
  "counts what Go says since the change, also elsewhere, and not what it said before",
  async () => {
    const total =
      'package cart\n\nimport "fmt"\n\nfunc Total(n int) int { fmt.Printf("%d", "x"); return n }\n';
    const { run, write } = project({
      "go.mod": "module example.org/cart\n\ngo 1.21\n",
      "cart.go": total,
      "user.go": "package cart\n\nfunc Twice(n int) int { return Total(n) * 2 }\n",
    });
    write("cart.go", total.replace("return n ", "return n + 1 "));
    expect((await run("/review")).text).toContain("go vet: 1 error, 0 about what changed");
    write("cart.go", total.replace("n int", "n, m int"));
    const { text } = await run("/review");
    expect(text).toMatch(/`user\.go:3`[^]*not enough arguments/);
    expect(text).not.toContain("Printf format");
  },
);

it.skipIf(!has("go", "version"))("names what Go says of packages that use the changed one", async () => {
  const queue = "package queue\n\ntype Q struct{}\n\nfunc (Q) Len() int { return 0 }\n";
  const { run, write } = project({
    "go.mod": "module example.org/cart\n\ngo 1.21\n",
    "queue/queue.go": queue,
    "cmd/main.go":
      'package main\n\nimport "example.org/cart/queue"\n\nfunc main() { println(queue.Q{}.Len()) }\n',
  });
  write("queue/queue.go", queue.replace("Len", "Size"));
  const { text, outcome } = await run("/review");
  expect(outcome, text).toBe("failed");
  expect(text).toMatch(/`cmd\/main\.go:5`[^]*Len undefined/);
});

it("says of a type checker that is set up and not there that nothing was checked", async () => {
  const { run, write } = project({ "pyrightconfig.json": "{}", "cart.py": "total = 1\n" });
  write("cart.py", "total = 2\n");
  const { text } = await run("/review");
  expect(text).toMatch(/pyright (?:is set up, but not installed|: )/);
});
