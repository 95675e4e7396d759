import { mkdir, mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Tool } from "../loop/index.ts";
import { openWorkspace } from "../workspace/index.ts";
import { isInside } from "./fetch/get.ts";
import { permitted, tools, type Rule } from "./index.ts";

const clock = {
  now: () => Date.now(),
  sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
};
const rule = (tool: string, pattern: string, then: Rule["then"]): Rule => ({ tool, pattern, then }); // oxlint-disable-line unicorn/no-thenable
const canary = "CANARY-9c1e77aa";

async function project(
  contents: Readonly<Record<string, string>>,
  shell: "none" | "auto" | undefined = undefined,
) {
  const base = await mkdtemp(join(tmpdir(), "antiphon-tools-"));
  const root = join(base, "root");
  await mkdir(root);
  for (const [path, text] of Object.entries(contents)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  const environment = { ...process.env, SECRET_KEY: canary };
  const workspace = await openWorkspace(root, {
    state: join(base, "state"),
    clock,
    ...(shell && { shell: { environment, sandbox: shell } }),
  });
  const all = await tools({ workspace }, ["run", "named"]);
  return { base, root, workspace, all, call: (name: string, input: object) => call(all, name, input) };
}

async function call(all: readonly Tool[], name: string, input: object) {
  const tool = all.find((tool) => tool.name === name);
  if (!tool) return { content: `no tool ${name}`, is_error: true };
  const context = { id: "toolu_1", signal: AbortSignal.timeout(30_000), progress: () => undefined };
  const output = await tool
    .run(input as never, context)
    .catch((error: unknown) => ({ content: String(error), is_error: true }));
  return typeof output === "string" ? { content: output, is_error: false } : { is_error: false, ...output };
}

const source =
  "export function sum(a: number, b: number) {\n  return a + b;\n}\n\nexport function twice(a: number) {\n  return a + a;\n}\n";

describe("read, list, search", () => {
  const files = {
    "src/sum.ts": source,
    "src/x.bin": "\0",
    "dist/out.js": "sum",
    ".gitignore": "dist\n",
    "docs/a.md": "Sum (all)\n",
  };

  it("reads lines with numbers, in parts", async () => {
    const { call } = await project(files);
    expect((await call("read", { path: "src/sum.ts" })).content).toMatch(/^ {5}1\texport function sum/);
    const part = await call("read", { path: "src/sum.ts", offset: 2, limit: 1 });
    expect(part.content).toBe("     2\t  return a + b;\n[5 more lines; read on from line 3]");
    expect(await call("read", { path: "src/none.ts" })).toMatchObject({
      is_error: true,
      content: expect.stringMatching(/doesn't exist/),
    });
    expect(await call("read", { path: "src/x.bin" })).toMatchObject({ is_error: true });
    expect(await call("read", { path: "../../etc/passwd" })).toMatchObject({
      is_error: true,
      content: expect.stringMatching(/outside/),
    });
  });

  it("lists and searches what git doesn't ignore", async () => {
    const { call } = await project(files);
    expect((await call("list", { pattern: "**/*.{ts,js,md}" })).content).toBe("docs/a.md\nsrc/sum.ts");
    expect((await call("search", { pattern: "\\bsum\\b", ignore_case: true })).content).toBe(
      "docs/a.md:1:Sum (all)\nsrc/sum.ts:1:export function sum(a: number, b: number) {",
    );
    expect((await call("search", { pattern: "(all)", literal: true })).content).toBe("docs/a.md:1:Sum (all)");
    expect((await call("search", { pattern: "twice", context: 1 })).content).toBe(
      "src/sum.ts-4-\nsrc/sum.ts:5:export function twice(a: number) {\nsrc/sum.ts-6-  return a + a;",
    );
    expect(await call("search", { pattern: "(" })).toMatchObject({ is_error: true });
  });

  it("ends a search that would take for ever", async () => {
    const { call } = await project({ "a.txt": `${"a".repeat(60)}!` });
    expect(await call("search", { pattern: "^(a+)+$" })).toMatchObject({
      is_error: true,
      content: expect.stringMatching(/ten seconds/),
    });
  });

  it("says that a search was called off, not that it is slow", async () => {
    const { all } = await project({ "a.txt": `${"a".repeat(60)}!` });
    const search = all.find(({ name }) => name === "search")!;
    for (const wait of [0, 300]) {
      const off = new AbortController();
      const context = { id: "toolu_1", signal: off.signal, progress: () => undefined };
      if (wait) setTimeout(() => off.abort(new Error("called off")), wait);
      else off.abort(new Error("called off"));
      await expect(search.run({ pattern: "^(a+)+$" } as never, context)).rejects.toThrow("called off");
    }
  });
});

describe("edit and write", () => {
  it("replaces exactly one place and gives the diff", async () => {
    const { root, call } = await project({ "src/sum.ts": source });
    const { content } = await call("edit", { path: "src/sum.ts", old_string: "a + b", new_string: "b + a" });
    expect(content).toContain("-  return a + b;\n+  return b + a;");
    expect(await readFile(join(root, "src/sum.ts"), "utf8")).toContain("b + a");
  });

  it.each([
    ["several", "  return a", /2 times, in lines 2, 6/],
    [
      "other spaces",
      "export function sum(a: number,  b: number) {\n    return a + b;",
      /line 1 only its spaces differ:\n {5}1\texport/,
    ],
    [
      "a near word",
      "export function twices(a: number) {\n  return a + a;\n}",
      /line 5 this is nearest:\n {5}5\texport function twice/,
    ],
    ["numbers copied", "     1\texport function sum(a: number, b: number) {", /line numbers/],
    ["nothing like it", "class Elephant extends Animal implements Trunk {}", /nor anything like it/],
  ])("diagnoses %s", async (_what, old_string, problem) => {
    const { root, call } = await project({ "src/sum.ts": source });
    const result = await call("edit", { path: "src/sum.ts", old_string, new_string: "x" });
    expect(result).toMatchObject({ is_error: true, content: expect.stringMatching(problem) });
    expect(await readFile(join(root, "src/sum.ts"), "utf8")).toBe(source);
  });

  it("keeps CRLF and replaces all when asked", async () => {
    const { root, call } = await project({ "a.txt": "x\r\ny\r\nx\r\n" });
    await call("edit", { path: "a.txt", old_string: "x", new_string: "1\n2", replace_all: true });
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe("1\r\n2\r\ny\r\n1\r\n2\r\n");
  });

  it("takes $ in the new text as it is", async () => {
    const { root, call } = await project({ "a.txt": "cost\n" });
    await call("edit", { path: "a.txt", old_string: "cost", new_string: "$& $1 $$" });
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe("$& $1 $$\n");
  });

  it("writes new and old files, undoably", async () => {
    const { root, workspace, call } = await project({ "a.txt": "old" });
    expect((await call("write", { path: "deep/b.txt", content: "new\n" })).content).toMatch(
      /^Made deep\/b.txt/,
    );
    expect((await call("write", { path: "a.txt", content: "new" })).content).toMatch(/^Replaced/);
    await workspace.checkpoints.undo();
    await workspace.checkpoints.undo();
    expect(await readdir(root)).toEqual(["a.txt"]);
  });
});

describe("run and test", () => {
  it("aren't offered where nothing can hold them", async () => {
    const { all } = await project({});
    const names = all.map(({ name }) => name);
    expect(names).toContain("edit");
    expect(names.filter((name) => name === "run" || name === "test")).toEqual([]);
  });

  it("run a program and tell its end, without the project's secrets", async () => {
    const { call } = await project(
      { ".env": `API_KEY=${canary}\n`, "leak.sh": 'cat .env; echo "key: $1"; env; exit 3' },
      "none",
    );
    const result = await call("run", { command: ["bash", "leak.sh", canary] });
    expect(result).toMatchObject({ is_error: true, content: expect.stringMatching(/^exit code 3 after/) });
    expect(result.content).toContain("key: [secret]");
    expect(result.content).not.toContain(canary);
  });

  it("run tests and tell what failed", async () => {
    const { call } = await project(
      {
        "package.json": '{"scripts":{"test":"node --test"}}',
        "a.test.mjs":
          'import { test } from "node:test"; import assert from "node:assert"; test("adds", () => assert.equal(1, 1)); test("fails", () => assert.equal(1, 2));',
      },
      "none",
    );
    const { content, is_error } = await call("test", { targets: ["a.test.mjs", "--import=./evil.mjs"] });
    expect(content).toMatch(
      /^node:test: 1 passed, 1 failed, 0 skipped; exit code 1\n\nFAILED .*fails\n1 == 2/,
    );
    expect(is_error).toBe(true);
  });
});

describe("permissions", () => {
  const rules: readonly Rule[] = [
    rule("*", "*secret*", "deny"),
    rule("edit", "src/*", "allow"),
    rule("run", "npm test*", "allow"),
    rule("mcp__*", "*", "deny"),
  ];
  const questions: string[] = [];
  const ask = (question: string) => {
    questions.push(question);
    return Promise.resolve(false);
  };

  it("follow the first rule that fits, and ask with the exact diff or command", async () => {
    const { root, all } = await project(
      { "src/a.ts": "a\n", "src/secret.ts": "s\n", "lib/a.ts": "a\n" },
      "none",
    );
    const guarded = all.map((tool) => permitted(tool, rules, ask));
    const edit = (path: string) => call(guarded, "edit", { path, old_string: "a", new_string: "b" });
    expect(await edit("src/a.ts")).toMatchObject({ is_error: false });
    expect(await edit("src/../lib/a.ts")).toMatchObject({
      is_error: true,
      content: expect.stringMatching(/said no/),
    });
    expect(questions.at(-1)).toMatch(/^edit:\ndiff --git a\/lib\/a.ts b\/lib\/a.ts[\s\S]*-a\n\+b\n/);
    expect(await edit("src/secret.ts")).toMatchObject({ content: expect.stringMatching(/forbid/) });
    expect(await call(guarded, "read", { path: "lib/a.ts" })).toMatchObject({ is_error: false });
    await call(guarded, "run", { command: ["npm", "test; rm -rf x"] });
    expect(questions.at(-1)).toBe("run:\nnpm 'test; rm -rf x'");
    expect(await readFile(join(root, "lib/a.ts"), "utf8")).toBe("a\n");
  });

  it("hold for a link by what it leads to", async () => {
    const { root, all } = await project({ "hidden/secret.txt": "s\n" });
    const { symlink } = await import("node:fs/promises");
    await symlink("hidden/secret.txt", join(root, "innocent.txt"));
    const guarded = all.map((tool) => permitted(tool, rules, ask));
    expect(await call(guarded, "read", { path: "innocent.txt" })).toMatchObject({
      is_error: true,
      content: expect.stringMatching(/forbid/),
    });
  });

  it("hold for tools that aren't ours", async () => {
    const foreign = {
      name: "mcp__x__y",
      description: "",
      input_schema: { type: "object" as const },
      run: () => Promise.resolve("done"),
    };
    expect(await call([permitted(foreign, rules, ask)], "mcp__x__y", {})).toMatchObject({ is_error: true });
    expect(await call([permitted(foreign, [], ask)], "mcp__x__y", { a: 1 })).toMatchObject({
      is_error: true,
    });
    expect(questions.at(-1)).toBe('mcp__x__y:\n{\n  "a": 1\n}');
  });
});

describe("fetch", () => {
  it.each([
    "127.0.0.1",
    "10.1.2.3",
    "169.254.169.254",
    "::1",
    "::ffff:127.0.0.1",
    "fd00::1",
    "0.0.0.0",
    "100.64.1.1",
    "nonsense",
  ])("takes %s for inside", (address) => {
    expect(isInside(address)).toBe(true);
  });
  it.each(["93.184.216.34", "2606:2800:220:1::1"])("takes %s for public", (address) =>
    expect(isInside(address)).toBe(false),
  );
  it.each([
    "http://example.org/",
    "https://127.0.0.1/",
    "https://[::1]/",
    "https://user:pw@example.org/",
    "https://localhost/",
    "file:///etc/passwd",
    "https://2130706433/",
  ])("refuses %s", async (url) => {
    const { call } = await project({});
    expect(await call("fetch", { url })).toMatchObject({ is_error: true });
  });
});
