import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, rename, stat, writeFile } from "node:fs/promises";
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

  it("starts nothing that a repository's settings name, whatever it reads", async () => {
    const { base, root, git, commit } = await repository();
    const sprung = join(base, "sprung");
    await mkdir(sprung);
    const trap = (name: string): string => `touch ${join(sprung, name)}; cat`;
    const attributes = "* filter=evil diff=evil merge=evil\nb filter=included\nd filter=worktree\n";
    await commit({ ".gitattributes": attributes, a: "1\n", b: "1\n", d: "1\n" }, "x");
    git("checkout", "-q", "-b", "side");
    await commit({ a: "side\n" }, "side");
    git("checkout", "-q", "main");
    await commit({ a: "2\n" }, "y");
    git("-c", "commit.gpgsign=false", "merge", "-q", "-s", "ours", "-m", "merged", "side");
    git("init", "-q", "lib");
    git("-C", "lib", "-c", "commit.gpgsign=false", "commit", "-q", "--allow-empty", "-m", "one");
    await writeFile(join(root, "lib/c"), "1\n");
    await writeFile(join(root, "lib/.gitattributes"), "c filter=nested\n");
    git("-C", "lib", "add", "-A");
    git("-C", "lib", "-c", "commit.gpgsign=false", "commit", "-q", "-m", "two");
    git("add", "lib");
    git("tag", "v1");
    const signature = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\n";
    await writeFile(
      join(base, "signed"),
      git("cat-file", "commit", "HEAD").replace("\n\n", `\n${signature}`),
    );
    git("update-ref", "HEAD", git("hash-object", "-t", "commit", "-w", join(base, "signed")).trim());
    git("init", "-q", "--bare", join(base, "alternate"));
    await writeFile(join(root, ".git/objects/info/alternates"), `${join(base, "alternate/objects")}\n`);
    await mkdir(join(base, "hooks"));
    for (const hook of ["post-index-change", "reference-transaction", "fsmonitor-watchman"])
      await writeFile(join(base, "hooks", hook), `#!/bin/sh\n${trap("hook")}\n`, { mode: 0o755 });
    await writeFile(join(base, "gpg"), `#!/bin/sh\n${trap("gpg")}\n`, { mode: 0o755 });
    git("config", "extensions.worktreeConfig", "true");
    await writeFile(
      join(root, ".git/config.worktree"),
      `[filter "worktree"]\n  clean = "${trap("worktree")}"\n  required\n`,
    );
    await writeFile(join(base, "included"), `[filter "included"]\n  process = "${trap("included")}"\n`);
    git("-C", "lib", "config", "filter.nested.clean", trap("nested"));
    git("-C", "lib", "config", "core.fsmonitor", trap("nested"));
    for (const [key, value] of Object.entries({
      "include.path": join(base, "included"),
      "filter.evil.clean": trap("clean"),
      "filter.evil.smudge": trap("smudge"),
      "filter.evil.required": "true",
      "diff.external": trap("external"),
      "diff.evil.command": trap("command"),
      "diff.evil.textconv": trap("textconv"),
      "diff.submodule": "diff",
      "merge.evil.driver": trap("driver"),
      "log.diffMerges": "remerge",
      "log.showSignature": "true",
      "gpg.program": join(base, "gpg"),
      "gpg.openpgp.program": join(base, "gpg"),
      "status.submoduleSummary": "true",
      "submodule.lib.update": `!${trap("update")}`,
      "submodule.recurse": "true",
      "core.fsmonitor": trap("fsmonitor"),
      "core.hooksPath": join(base, "hooks"),
      "core.pager": trap("pager"),
      "pager.log": trap("pager"),
      "core.editor": trap("editor"),
      "core.askPass": trap("askpass"),
      "core.sshCommand": trap("ssh"),
      "core.alternateRefsCommand": trap("alternate"),
      "credential.helper": `!${trap("credential")}`,
      "alias.status": `!${trap("alias")}`,
      "alias.blame": `!${trap("alias")}`,
      "protocol.ext.allow": "always",
      "protocol.file.allow": "always",
      "remote.origin.url": `ext::sh -c touch% ${join(sprung, "transport")}`,
      "remote.origin.uploadpack": trap("uploadpack"),
      "remote.origin.promisor": "true",
      "extensions.partialClone": "origin",
    }))
      git("config", key, value);
    for (const path of ["a", "b", "d", "lib/c"]) await writeFile(join(root, path), "9\n");
    const workspace = await openWorkspace(root, { state: join(base, "state"), clock });
    const missing = "1".repeat(40);
    const all = `log -p -m|log -p --submodule=diff|log --format=%G?|log --alternate-refs|show HEAD|show -m HEAD|show HEAD~1:a
      show ${missing}|diff|diff HEAD|diff --cached|diff HEAD~1..HEAD|diff --submodule=diff HEAD~1|status --porcelain
      status --ignore-submodules=none|blame a|blame -- a|blame HEAD -- a|rev-parse ${missing}^{commit}|ls-files -m
      ls-files --others|ls-tree -r -l HEAD|for-each-ref|describe --tags --dirty|describe --tags --broken
      merge-base HEAD HEAD~1|config`;
    for (const line of all.split(/[|\n]\s*/)) {
      const [name = "", ...rest] = line.trim().split(" ");
      await workspace.git([name, ...rest]).catch(() => undefined);
      expect(await readdir(sprung), line).toEqual([]);
    }
    const found = await workspace.git(["log", "-Gx", "--extended-regexp", "--format=%s", "HEAD", "--"]);
    expect(found.exitCode).toBe(0);
    const { stdout, exitCode } = await workspace.git(["status", "--porcelain"]);
    expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^ M a\n M b\n M d\n/)]);
    execFileSync("git", ["diff", "--no-ext-diff", "--stat"], { cwd: root });
    expect(await readdir(sprung)).toContain("clean");
  });

  it("refuses a program whose name no override can carry", async () => {
    const { base, root, git, open, commit } = await repository();
    await commit({ a: "1\n", ".gitattributes": "a filter=x=y\n" }, "x");
    git("config", "filter.x=y.clean", `touch ${join(base, "sprung")}; cat`);
    await writeFile(join(root, "a"), "2\n");
    expect(await open()).toBeUndefined();
    const workspace = await openWorkspace(root, { state: join(base, "state"), clock });
    for (const words of [["blame", "--", "a"], ["status"], ["log"]] as const)
      await expect(workspace.git(words)).rejects.toMatchObject({ code: "git-unsafe" });
    expect(await stat(join(base, "sprung")).catch(() => "untouched")).toBe("untouched");
  });

  it("reads its own folder, wherever the settings place the working tree", async () => {
    const { base, root, git, commit } = await repository();
    await commit({ a: "1\n" }, "x");
    await mkdir(join(base, "private"));
    await writeFile(join(base, "private/a"), "secret\n");
    git("config", "core.worktree", join(base, "private"));
    const workspace = await openWorkspace(root, { state: join(base, "state"), clock });
    const lines = await workspace.git(["blame", "--", "a"]);
    expect((await workspace.git(["diff"])).stdout + lines.stdout).not.toContain("secret");
    expect((await workspace.git(["status", "--porcelain"])).stdout).toBe("");
  });

  it("isn't there outside a repository", async () => {
    const base = await mkdtemp(join(tmpdir(), "antiphon-git-"));
    expect(
      await openRepository(await openWorkspace(base, { state: join(base, "state"), clock })),
    ).toBeUndefined();
  });
});
