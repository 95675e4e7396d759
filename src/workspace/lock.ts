import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { kill, pid } from "node:process";
import type { Clock } from "../lib/index.ts";
import { UserError } from "../lib/index.ts";

/** Identifies a running process; on Linux its start time distinguishes it from a later one with the same id. */
async function identity(of: number): Promise<string | undefined> {
  try {
    kill(of, 0);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return undefined;
  }
  const stat = await readFile(`/proc/${of}/stat`, "utf8").catch(() => "");
  const started = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  return `${of} ${started}`;
}

const waitFor = 30_000;

/**
 * Runs `work` while no other Antiphon process holds the lock file. A dead owner's lock is taken over. Raises UserError
 * if the lock isn't free within 30 seconds.
 */
export async function locked<T>(path: string, clock: Clock, work: () => Promise<T>): Promise<T> {
  const holder = `${(await identity(pid)) ?? pid} ${randomUUID()}`;
  const until = clock.now() + waitFor;
  while (!(await take(path, holder))) {
    if (clock.now() > until)
      throw new UserError(
        "workspace-busy",
        "another antiphon is writing to this folder",
        "Wait for it to end, then try again.",
      );
    await clock.sleep(15);
  }
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

/** Creates the lock with its owner's identity in one step, so that a kill never leaves one without an owner. */
async function take(path: string, holder: string): Promise<boolean> {
  const aside = `${path}.${randomUUID()}`;
  await writeFile(aside, holder, { flag: "wx", mode: 0o600 });
  try {
    await link(aside, path);
    return true;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    await rm(aside, { force: true });
  }
  const owner = await readFile(path, "utf8").catch(() => "");
  const [number, started] = owner.split(" ");
  const alive = number && (await identity(Number(number))) === `${number} ${started}`;
  if (owner && !alive) await breakLock(path, owner);
  return false;
}

/** Breaks a lock by moving away exactly the one that was seen; only one process succeeds. */
async function breakLock(path: string, seen: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  await rename(path, aside).catch(() => undefined);
  const moved = await readFile(aside, "utf8").catch(() => "");
  if (moved && moved !== seen) await rename(aside, path).catch(() => undefined);
  else await rm(aside, { force: true });
}
