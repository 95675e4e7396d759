import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readFile, realpath, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { release, tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { recorder } from "../evidence.ts";
import type { Environment } from "../shell/environment.ts";
import { openShell } from "../shell/shell.ts";
import { replaceFile } from "../store.ts";
import { hash } from "../content.ts";
import type { Sandbox } from "./sandbox.ts";
import { which } from "./which.ts";

/** Attempts that must fail report success on stdout, or by a file that is checked afterwards; `in` must succeed. */
const attempts = (canary: string, outside: string, port: number): string =>
  `[ "$(cat '${canary}' 2>/dev/null)" ] && echo read
(echo x > '${outside}') 2>/dev/null
(echo x > .git/config) 2>/dev/null
(echo x > .antiphon/settings) 2>/dev/null
(exec 4>>/proc/sys/kernel/core_pattern) 2>/dev/null && echo kernel
(exec 3<>/dev/tcp/127.0.0.1/${port}) 2>/dev/null && echo connect
echo x > inside && echo in
true`;

/** Tries what the sandbox must prevent; returns undefined if it prevented everything, otherwise what succeeded. */
export async function selfTest(sandbox: Sandbox, environment: Environment): Promise<string | undefined> {
  const base = await realpath(await mkdtemp(join(tmpdir(), "antiphon-selftest-")));
  const server = createServer((socket) => socket.destroy());
  try {
    const [root, state, home] = [join(base, "root"), join(base, "state"), join(base, "home")] as const;
    await Promise.all([root, state, home].map((folder) => mkdir(folder)));
    const canary = join(home, "canary");
    await writeFile(canary, randomUUID());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const clock = { now: () => 0, sleep: () => Promise.resolve() };
    const shell = openShell({
      root,
      state,
      environment: { ...environment, HOME: home },
      recorder: recorder(clock),
      sandbox,
    });
    const script = attempts(canary, join(base, "outside"), port);
    const { stdout, stderr } = await shell.run(["bash", "-c", script], { milliseconds: 20_000 });
    const done = stdout.split("\n").filter(Boolean);
    const failed = done.filter((what) => what !== "in");
    for (const path of ["outside", "root/.git/config", "root/.antiphon/settings"])
      if (await stat(join(base, path)).catch(() => undefined)) failed.push(`write ${path}`);
    if (done.includes("in") && failed.length === 0) return undefined;
    return failed.length
      ? `it didn't stop: ${failed.join(", ")}`
      : `it doesn't start (${stderr.trim().split("\n").at(-1)})`;
  } catch (error) {
    return `it doesn't start (${error instanceof Error ? error.message : String(error)})`;
  } finally {
    server.close();
    await rm(base, { recursive: true, force: true });
  }
}

/** The user's id; containers run programs as users without an account. The state folder is per user. */
export function userId(read: () => { readonly uid: number } = userInfo): number | undefined {
  try {
    return read().uid;
  } catch {
    return undefined;
  }
}

/** Returns the self-test's result, cached until the system, the user or the sandbox's programs change. */
export async function tested(
  sandbox: Sandbox,
  state: string,
  environment: Environment,
): Promise<string | undefined> {
  const program = await which("bwrap", environment["PATH"] ?? "");
  const { size = 0, mtimeMs = 0 } = program ? await stat(program) : {};
  const key = hash(JSON.stringify(["2", sandbox.name, release(), userId(), program, size, mtimeMs])).slice(
    0,
    32,
  );
  const file = join(state, `sandbox-${key}`);
  if ((await readFile(file, "utf8").catch(() => "")) === "passed") return undefined;
  const verdict = await selfTest(sandbox, environment);
  if (!verdict) {
    await mkdir(state, { recursive: true, mode: 0o700 });
    await replaceFile(file, "passed");
  }
  return verdict;
}
