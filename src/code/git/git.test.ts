import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rename, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openWorkspace } from "../../workspace/index.ts";
import { openRepository } from "./git.ts";

const clock = { now: () => Date.now(), sleep: () => Promise.resolve() };
const identity = {
  GIT_AUTHOR_NAME: "Ada Löve",
  GIT_AUTHOR_EMAIL: "ada@example.org",
  GIT_COMMITTER_NAME: "C",
  GIT_COMMITTER_EMAIL: "c@example.org",
};

async function repository() {
  const base = await mkdtemp(join(tmpdir(), "antiphon-git-"));
  const root = join(base, "root");
  await mkdir(root);
  const git = (...words: readonly string[]) =>
    execFileSync("git", words, {
      cwd: root,
      env: { ...process.env, ...identity, GIT_AUTHOR_DATE: "2026-01-02T03:04:05+01:00" },
      encoding: "utf8",
    });
  git("init", "-q", "-b", "main");
  const open = async () => openRepository(await openWorkspace(root, { state: join(base, "state"), clock }));
  const commit = async (files: Readonly<Record<string, string>>, message: string) => {
    for (const [path, text] of Object.entries(files)) await writeFile(join(root, path), text);
    git("add", "-A");
    git("-c", "commit.gpgsign=false", "commit", "-q", "-m", message);
  };
  return { base, root, git, open, commit };
}

describe("git", () => {
  it("reads history, differences, lines and status", async () => {
    const { root, git, open, commit } = await repository();
    expect(await (await open())?.log()).toEqual([]);
    await commit(
      { "a b.txt": "one\ntwo\n", "ü.bin": "\0" },
      'feat: first\n\nBody, with | and "quotes".\n\nBREAKING CHANGE: all',
    );
    git("tag", "v1.0.0");
    await commit({ "a b.txt": "one\n2\n" }, "fix: second");
    await rename(join(root, "a b.txt"), join(root, "c.txt"));
    git("add", "-A");
    await writeFile(join(root, "new.txt"), "");
    const repo = (await open())!;
    const log = await repo.log({ files: true });
    expect(log).toMatchObject([
      {
        subject: "fix: second",
        author: "Ada Löve",
        date: "2026-01-02T03:04:05+01:00",
        files: [{ path: "a b.txt", added: 1, deleted: 1 }],
        tags: [],
      },
      {
        subject: "feat: first",
        body: 'Body, with | and "quotes".\n\nBREAKING CHANGE: all',
        tags: ["v1.0.0"],
        parents: [],
      },
    ]);
    expect(log[1]?.files).toContainEqual({ path: "ü.bin", added: undefined, deleted: undefined });
    expect(await repo.log({ since: "v1.0.0" })).toHaveLength(1);
    expect(await repo.log({ paths: ["ü.bin"], limit: 5 })).toHaveLength(1);
    expect(await repo.diff({ from: "v1.0.0", to: "HEAD" })).toContain("-two\n+2\n");
    expect(await repo.diff({ staged: true })).toContain("rename to c.txt");
    expect(await repo.blame("a b.txt")).toMatchObject([
      { line: 1, text: "one", subject: "feat: first", author: "Ada Löve" },
      { line: 2, text: "2", subject: "fix: second", hash: log[0]?.hash },
    ]);
    expect(await repo.status()).toEqual([
      { path: "c.txt", staged: "R", unstaged: " ", from: "a b.txt" },
      { path: "new.txt", staged: "?", unstaged: "?" },
    ]);
    expect(await repo.resolve("HEAD")).toBe(log[0]?.hash);
    expect(await repo.resolve("nowhere")).toBeUndefined();
    expect(await repo.lastTag()).toBe("v1.0.0");
  });

  it("takes no revision for an option", async () => {
    const { root, open, commit } = await repository();
    await commit({ a: "1" }, "x");
    const repo = (await open())!;
    await expect(repo.log({ until: "--output=/tmp/evil" })).rejects.toMatchObject({ code: "git-revision" });
    await expect(repo.diff({ from: `--output=${root}/evil` })).rejects.toMatchObject({
      code: "git-revision",
    });
    await expect(repo.blame("../outside")).rejects.toMatchObject({ code: "git-failed" });
  });

  it("starts nothing that a repository's settings name", async () => {
    const { base, git, open, commit } = await repository();
    const trap = `touch ${join(base, "sprung")}; cat`;
    await commit({ a: "1\n", ".gitattributes": "a diff=evil filter=evil\n" }, "x");
    await commit({ a: "2\n" }, "y");
    for (const [key, value] of Object.entries({
      "core.fsmonitor": trap,
      "core.pager": trap,
      "diff.external": trap,
      "diff.evil.command": trap,
      "diff.evil.textconv": trap,
      "filter.evil.clean": trap,
      "filter.evil.smudge": trap,
      "gpg.program": trap,
      "log.showSignature": "true",
      "core.hooksPath": join(base, "hooks"),
    }))
      git("config", key, value);
    await writeFile(join(base, "root/a"), "3\n");
    const repo = (await open())!;
    await repo.log({ files: true });
    await repo.diff({ from: "HEAD~1", to: "HEAD" });
    await repo.blame("a");
    await expect(repo.status()).rejects.toMatchObject({ code: "git-unsafe" });
    await expect(repo.diff()).rejects.toMatchObject({ code: "git-unsafe" });
    expect(await stat(join(base, "sprung")).catch(() => "untouched")).toBe("untouched");
  });

  it("isn't there outside a repository", async () => {
    const base = await mkdtemp(join(tmpdir(), "antiphon-git-"));
    expect(
      await openRepository(await openWorkspace(base, { state: join(base, "state"), clock })),
    ).toBeUndefined();
  });
});
