import { execFileSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { dryRun, openWorkspace, unifiedDiff } from "./index.ts";
import { testClock } from "./testing.suite.ts";

const open = async () => {
  const base = await mkdtemp(join(tmpdir(), "antiphon-workspace-"));
  const root = join(base, "project");
  const state = join(base, "state");
  const workspace = await openWorkspace(root, { state, clock: testClock });
  await mkdir(root);
  return { base, root, state, workspace, files: workspace.files };
};
const list = async (generator: AsyncIterable<string>) => {
  const all: string[] = [];
  for await (const path of generator) all.push(path);
  return all;
};
const refused = (code: string) => expect.objectContaining({ name: "UserError", code });

describe("paths", () => {
  it.each([
    "../x",
    "a/../../x",
    "/etc/passwd",
    "..",
    "",
    "a\0b",
    "link/x",
    "dangling",
    "file-link",
    `x${"x".repeat(300)}`,
    "y/".repeat(3000),
  ])("refuses %j", async (path) => {
    const { base, root, files } = await open();
    await mkdir(join(base, "outside"));
    await writeFile(join(base, "outside", "secret"), "s");
    await symlink(join(base, "outside"), join(root, "link"));
    await symlink(join(base, "nowhere"), join(root, "dangling"));
    await symlink(join(base, "outside", "secret"), join(root, "file-link"));
    await expect(files.write([{ path, before: null, after: "x" }])).rejects.toMatchObject({
      name: "UserError",
    });
    await expect(files.read(path)).rejects.toMatchObject({ name: "UserError" });
    expect(await readdir(join(base, "outside"))).toEqual(["secret"]);
    expect(await readFile(join(base, "outside", "secret"), "utf8")).toBe("s");
  });

  it("isn't fooled by a sibling whose name begins alike", async () => {
    const { base, files } = await open();
    await mkdir(join(base, "project-two"));
    await expect(files.write([{ path: "../project-two/x", before: null, after: "x" }])).rejects.toEqual(
      refused("path-outside"),
    );
  });

  it.each([".git/config", ".git/hooks/pre-commit", "sub/.GIT/config", ".git"])(
    "never writes %s",
    async (path) => {
      const { files } = await open();
      await expect(files.write([{ path, before: null, after: "x" }])).rejects.toEqual(refused("path-in-git"));
    },
  );

  it("never writes into git's folder under another name, but into a work tree within a bare repository", async () => {
    const { root, files } = await open();
    for (const name of ["meta/objects", "meta/refs", "meta/hooks", "meta/tree"])
      await mkdir(join(root, name), { recursive: true });
    await writeFile(join(root, "meta/HEAD"), "ref: refs/heads/main\n");
    await writeFile(join(root, "meta/tree/.git"), "gitdir: ../worktrees/tree\n");
    const write = (path: string) => files.write([{ path, before: null, after: "x" }]);
    for (const path of ["meta/hooks/pre-commit", "meta/config", "meta/new/folder/x"])
      await expect(write(path), path).rejects.toEqual(refused("path-in-git"));
    await write("meta/tree/src/a.txt");
    expect(await readFile(join(root, "meta/tree/src/a.txt"), "utf8")).toBe("x");
  });

  it("follows a link that stays inside", async () => {
    const { root, files } = await open();
    await mkdir(join(root, "real"));
    await symlink("real", join(root, "alias"));
    await files.write([{ path: "alias/x.txt", before: null, after: "x" }]);
    expect(await readFile(join(root, "real/x.txt"), "utf8")).toBe("x");
  });
});

describe("files", () => {
  it("writes all or nothing", async () => {
    const { root, files } = await open();
    await writeFile(join(root, "kept.txt"), "other");
    await mkdir(join(root, "folder"));
    const changes = [
      { path: "new/deep/a.txt", before: null, after: "a" },
      { path: "kept.txt", before: "old", after: "new" },
    ];
    await expect(files.write(changes)).rejects.toEqual(refused("file-changed"));
    await expect(
      files.write([
        { path: "b.txt", before: null, after: "b" },
        { path: "folder", before: null, after: "" },
      ]),
    ).rejects.toEqual(refused("not-a-file"));
    expect((await readdir(root)).sort()).toEqual(["folder", "kept.txt"]);
  });

  it("takes back what it began when a place is closed in between", async () => {
    const { root, files } = await open();
    await expect(
      files.write([
        { path: "a.txt", before: null, after: "a" },
        { path: "x", before: null, after: "x" },
        { path: "x/y", before: null, after: "y" },
      ]),
    ).rejects.toThrow();
    expect(await readdir(root)).toEqual([]);
  });

  it("leaves no folder that it made for what it took back", async () => {
    const { base } = await open();
    const there = await readdir(base);
    const root = join(base, "new/deep");
    const { files } = await openWorkspace(root, { state: join(base, "state"), clock: testClock });
    await expect(
      files.write([
        { path: "x", before: null, after: "x" },
        { path: "x/y", before: null, after: "y" },
      ]),
    ).rejects.toThrow();
    expect(await readdir(base)).toEqual(there);
    await files.write([{ path: "a/b.txt", before: null, after: "b" }]);
    expect(await readdir(root)).toEqual(["a"]);
  });

  it("keeps modes, line ends and the byte order mark", async () => {
    const { root, files } = await open();
    await writeFile(join(root, "run.sh"), "\uFEFFone\r\ntwo\r\n");
    await chmod(join(root, "run.sh"), 0o755);
    const before = await files.read("run.sh");
    await files.write([{ path: "run.sh", before, after: "one\nthree\n" }]);
    expect(await readFile(join(root, "run.sh"), "utf8")).toBe("\uFEFFone\r\nthree\r\n");
    expect((await stat(join(root, "run.sh"))).mode & 0o777).toBe(0o755);
  });

  it("finds by glob without what git ignores", async () => {
    const { root, files } = await open();
    for (const path of [
      "src/a.ts",
      "src/b/c.ts",
      "dist/d.ts",
      "node_modules/e.ts",
      "src/skip.gen.ts",
      "src/keep.gen.ts",
      ".env.example",
    ]) {
      await mkdir(join(root, path, ".."), { recursive: true });
      await writeFile(join(root, path), "");
    }
    await writeFile(join(root, ".gitignore"), "dist/\n*.gen.ts\n");
    await writeFile(join(root, "src/.gitignore"), "!keep.gen.ts\n");
    expect(await list(files.find("**/*.ts"))).toEqual(["src/a.ts", "src/b/c.ts", "src/keep.gen.ts"]);
    expect(await list(files.find("src/*.ts"))).toEqual(["src/a.ts", "src/keep.gen.ts"]);
    expect(await list(files.find(".env*"))).toEqual([".env.example"]);
    expect(await list(files.find("dist/**", { ignored: true }))).toEqual(["dist/d.ts"]);
    await expect(list(files.find("../**"))).rejects.toEqual(refused("glob-outside"));
  });

  it("leaves out other repositories where it is told to, but those that are named", async () => {
    const { root, files } = await open();
    for (const path of ["a.ts", "lib/.git", "lib/src/b.ts", "more/lib/.git/HEAD", "more/lib/c.ts"]) {
      await mkdir(join(root, path, ".."), { recursive: true });
      await writeFile(join(root, path), "");
    }
    const passed: string[] = [];
    const options = {
      skipNested: true,
      passed: (path: string, why: string) => void passed.push(`${path} ${why}`),
    };
    expect(await list(files.find("**/*.ts", options))).toEqual(["a.ts"]);
    expect(passed).toEqual(["lib is a repository of its own", "more/lib is a repository of its own"]);
    expect(await list(files.find("lib/**/*.ts", options))).toEqual(["lib/src/b.ts"]);
    expect(await list(files.find("lib/src/**", options))).toEqual(["lib/src/b.ts"]);
    expect(await list(files.find("more/**", options))).toEqual([]);
    passed.length = 0;
    expect(await list(files.find("{*,*/*}.ts", options))).toEqual(["a.ts"]);
    expect(passed).toEqual(["lib is a repository of its own"]); // nothing deeper is looked at
    expect(await list(files.find("**/*.ts"))).toHaveLength(3);
  });

  it("records what it wrote", async () => {
    const { workspace } = await open();
    const written = await workspace.files.write([{ path: "a.txt", before: null, after: "a\n" }]);
    expect(workspace.evidence(0)).toEqual([written]);
    expect(written).toMatchObject({
      kind: "written",
      changes: [{ path: "a.txt", before: null, after: "a\n", mode: 0o644 }],
    });
  });
});

describe("dry run", () => {
  it("shows what would be written and writes nothing", async () => {
    const { root, workspace } = await open();
    await writeFile(join(root, "a.txt"), "one\ntwo\n");
    const dry = dryRun(workspace);
    await dry.files.write([{ path: "a.txt", before: "one\ntwo\n", after: "one\n2\n" }]);
    await dry.files.write([
      { path: "a.txt", before: "one\n2\n", after: "1\n2\n" },
      { path: "b c.txt", before: null, after: "b" },
    ]);
    expect(await dry.files.read("a.txt")).toBe("1\n2\n");
    expect(await list(dry.files.find("*.txt"))).toEqual(["a.txt", "b c.txt"]);
    await expect(dry.files.write([{ path: "../x", before: null, after: "" }])).rejects.toEqual(
      refused("path-outside"),
    );
    expect(await readdir(root)).toEqual(["a.txt"]);
    const diff = unifiedDiff(dry.changes());
    execFileSync("git", ["apply", "-"], { cwd: root, input: diff });
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe("1\n2\n");
    expect(await readFile(join(root, "b c.txt"), "utf8")).toBe("b");
  });
});
