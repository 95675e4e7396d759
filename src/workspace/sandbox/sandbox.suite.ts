import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, symlink, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openWorkspace, type Shell, type Workspace } from "../index.ts";
import { testClock } from "../testing.suite.ts";
import type { Sandbox } from "./sandbox.ts";
import { selfTest } from "./selftest.ts";
import { sandboxes } from "./table.ts";

const canary = "CANARY-5d1f0c";
const environment: Record<string, string | undefined> = { ...process.env, ANTHROPIC_API_KEY: canary };
const shellOf = ({ shell, shellMissing }: Workspace): Shell => {
  if (!shell) throw new Error(shellMissing);
  return shell;
};

/** The test suite of every sandbox; `tried` are the escapes to attempt. */
export async function sandboxSuite(
  name: (typeof sandboxes.names)[number],
  tried: Readonly<Record<string, string>>,
): Promise<void> {
  const sandbox = await sandboxes.load(name);
  const why = (await sandbox.missing(environment["PATH"] ?? "")) ?? (await tooWeak(sandbox));
  describe.skipIf(why)(why ? `${name}: ${why}` : name, () => {
    let base: string;
    let root: string;
    let workspace: Workspace;
    let shell: Shell;
    const servers: Server[] = [];
    const chunks: string[] = [];
    const victim = spawn("sleep", ["300"], { argv0: "antiphon-victim" });

    beforeAll(async () => {
      base = await realpath(await mkdtemp(join(tmpdir(), "antiphon-sandbox-")));
      root = join(base, "project");
      for (const folder of ["project/sub", "outside", "home/.ssh", "state"])
        await mkdir(join(base, folder), { recursive: true });
      await writeFile(join(base, "home/.ssh/id"), canary);
      await writeFile(join(root, ".env"), `KEY=${canary}`);
      await writeFile(join(root, "sub/.env.local"), `KEY=${canary}`);
      await writeFile(join(base, "outside/kept"), "kept");
      for (const place of [0, join(base, "outside/socket")]) {
        const server = createServer((socket) => {
          socket.on("error", () => undefined);
          socket.on("data", (data) => chunks.push(String(data)));
          socket.end(canary);
        });
        await new Promise<void>((resolve) => server.listen(place, resolve));
        servers.push(server);
      }
      workspace = await openWorkspace(root, {
        state: join(base, "state"),
        clock: testClock,
        shell: { environment: { ...environment, HOME: join(base, "home") }, sandbox: name },
      });
      expect(workspace.shellMissing).toBeUndefined();
      shell = shellOf(workspace);
      const [project = ""] = await readdir(join(base, "state/projects"));
      await writeFile(join(base, "state/projects", project, "secret"), canary);
    });
    afterAll(async () => {
      victim.kill();
      for (const server of servers) server.close();
      await rm(base, { recursive: true, force: true });
    });

    it.each(Object.entries(tried))("can't %s", async (_what, script) => {
      const [project = ""] = await readdir(join(base, "state/projects"));
      const address = servers[0]?.address();
      const before = await stat(join(base, "outside/kept"));
      const { stdout, stderr } = await shell.run(["bash", "-c", script], {
        milliseconds: 20_000,
        environment: {
          OUT: join(base, "outside"),
          STATE: join(base, "state/projects", project),
          HOST: String(victim.pid),
          PORT: String(typeof address === "object" && address ? address.port : 0),
        },
      });
      expect(stdout + stderr).not.toMatch(/CANARY-(?:5d1f0c|OPENED \/)/);
      expect(chunks).toEqual([]);
      expect((await readdir(join(base, "outside"))).sort()).toEqual(["kept", "socket"]);
      expect(await readFile(join(base, "outside/kept"), "utf8")).toBe("kept");
      const after = await stat(join(base, "outside/kept"));
      expect([after.mode, after.mtimeMs]).toEqual([before.mode, before.mtimeMs]);
      expect(await stat("/etc/antiphon-escape").catch(() => "none")).toBe("none");
      for (const path of [".git/config", ".git/hooks", ".git/commondir", ".antiphon/settings.yaml"])
        expect(await stat(join(root, path)).catch(() => "none")).toBe("none");
      expect(victim.exitCode ?? victim.signalCode).toBeNull();
    });

    it("can't touch an existing repository's settings", async () => {
      const repository = join(base, "repository");
      await mkdir(join(repository, ".git/hooks"), { recursive: true });
      await mkdir(join(repository, ".antiphon"));
      await writeFile(join(repository, ".git/config"), "own");
      await writeFile(join(repository, ".antiphon/settings.yaml"), "own");
      const opened = await openWorkspace(repository, {
        state: join(base, "state"),
        clock: testClock,
        shell: { environment, sandbox: name },
      });
      await shellOf(opened).run([
        "bash",
        "-c",
        "for f in .git/config .git/hooks/post-checkout .antiphon/settings.yaml; do echo evil > $f; rm -f $f; done; mv .git gone; rm -rf .git .antiphon",
      ]);
      expect(await readFile(join(repository, ".git/config"), "utf8")).toBe("own");
      expect(await readFile(join(repository, ".antiphon/settings.yaml"), "utf8")).toBe("own");
      expect(await readdir(join(repository, ".git"))).toEqual(["config", "hooks"]);
    });

    it("refuses a project whose settings folder is a link", async () => {
      const linkedFolder = join(base, "linked");
      await mkdir(linkedFolder);
      await symlink(join(base, "outside"), join(linkedFolder, ".antiphon"));
      const opened = await openWorkspace(linkedFolder, {
        state: join(base, "state"),
        clock: testClock,
        shell: { environment, sandbox: name },
      });
      await expect(shellOf(opened).run(["true"])).rejects.toMatchObject({ code: "run-sealed-link" });
    });

    it("lets a program do its work, and records it", async () => {
      const run = await shell.run(
        ["bash", "-c", 'echo "$1"; cat; echo x > made; echo e >&2; exit 3', "-", "a 'b' $HOME"],
        { input: "in", folder: "sub" },
      );
      expect(run).toMatchObject({
        exitCode: 3,
        stdout: "a 'b' $HOME\nin",
        stderr: "e\n",
        folder: "sub",
        sandbox: name,
      });
      expect(await readFile(join(root, "sub/made"), "utf8")).toBe("x\n");
      expect(workspace.evidence(0)).toContain(run);
      expect((await readdir(root)).sort()).not.toContain(".antiphon");
    });

    it("gives the allowed environment only", async () => {
      const { stdout } = await shell.run(["env"], { environment: { MINE: "1" } });
      const names = stdout.split("\n").map((line) => line.split("=")[0]);
      expect(names).toContain("MINE");
      expect(names.filter((name) => /KEY|TOKEN|SECRET|PASSWORD|PROXY/i.test(name ?? ""))).toEqual([]);
    });

    it("ends the whole tree at the time limit", async () => {
      const marker = `31${Math.floor(Math.random() * 1e6)}`;
      const run = await shell.run(
        ["bash", "-c", `setsid sleep ${marker} & (sleep ${marker} &) ; sleep ${marker}`],
        { milliseconds: 700 },
      );
      expect(run).toMatchObject({ stopped: "time", exitCode: 137 });
      await wait(100);
      expect(await running(`sleep\0${marker}`)).toBe(0);
    });

    it("ends what a program left behind", async () => {
      const marker = `32${Math.floor(Math.random() * 1e6)}`;
      await shell.run(["bash", "-c", `setsid nohup sleep ${marker} >/dev/null 2>&1 & sleep 0.2`]);
      await wait(100);
      expect(await running(`sleep\0${marker}`)).toBe(0);
    });

    it("ends a program that is called off, floods or forks without end", { timeout: 300_000 }, async () => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 300);
      expect(await shell.run(["sleep", "30"], { signal: controller.signal })).toMatchObject({
        stopped: "aborted",
      });
      expect(await shell.run(["yes"], { milliseconds: 100_000 })).toMatchObject({ stopped: "output" });
      const bomb = "f() { sleep 100 & [ $1 -lt 700 ] && f $(($1+1)); }; f 0; wait";
      expect(await shell.run(["bash", "-c", bomb], { milliseconds: 100_000 })).toMatchObject({
        stopped: "processes",
      });
    });
  });
}

/** Without any capability, root still owns the kernel's settings: the runtime leaves them writable. */
const tooWeak = async (sandbox: Sandbox): Promise<string | undefined> =>
  sandbox.name === "srt" && userInfo().uid === 0 ? selfTest(sandbox, environment) : undefined;

/** The number of host processes whose command line starts with this. */
async function running(part: string): Promise<number> {
  let count = 0;
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name)))
    if ((await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")).startsWith(part)) count += 1;
  return count;
}
