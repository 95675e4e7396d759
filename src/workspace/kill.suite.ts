import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import type { Readable } from "node:stream";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect } from "vitest";
import { openWorkspace } from "./index.ts";
import { testClock } from "./testing.suite.ts";

const writer = join(import.meta.dirname, "kill.writer.suite.ts");

/** The numbers in a project whose every file contains the number of the last write: two different ones mean a torn write. */
async function numbers(root: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true }))
    if (entry.isFile())
      found.push(
        `${entry.name.startsWith(".") ? entry.name : ""}${await readFile(join(entry.parentPath, entry.name), "utf8")}`,
      );
  return found;
}

/** Kills a continuously writing process `times` times at moments from `random`, and checks what it left. */
export async function killed(times: number, random: () => number): Promise<Record<string, number>> {
  const base = await mkdtemp(join(tmpdir(), "antiphon-kill-"));
  const [root, state] = [join(base, "root"), join(base, "state")];
  const seen: Record<string, number> = { "nothing open": 0, finished: 0, "rolled back": 0 };
  await mkdir(root);
  for (let index = 0; index < 12; index++) {
    await mkdir(join(root, `f${index % 4}`), { recursive: true });
    await writeFile(join(root, `f${index % 4}`, `${index}`), "0");
  }
  for (let time = 0; time < times; time++) {
    const child = spawn("node", [writer, root, state], { stdio: ["ignore", "pipe", "inherit"] });
    const milliseconds = await begun(child.stdout, 2 + Math.floor(random() * 3));
    await wait(random() * milliseconds);
    child.kill("SIGKILL");
    await new Promise((resolve) => child.once("close", resolve));
    const { recovery, checkpoints } = await openWorkspace(root, { state, clock: testClock });
    seen[recovery?.outcome ?? "nothing open"] = (seen[recovery?.outcome ?? "nothing open"] ?? 0) + 1;
    expect(recovery?.left ?? []).toEqual([]);
    const now = await numbers(root);
    expect(new Set(now).size, `after kill ${time}: ${now.join()}`).toBe(1);
    const written = await checkpoints.list();
    expect(written).toHaveLength(Number(now[0]));
    expect(new Set(written.map(({ id }) => id)).size).toBe(written.length);
  }
  await rm(base, { recursive: true, force: true });
  return seen;
}

/**
 * Resolves when the writer begins its write of that number (each begins by printing a dot), with how long the
 * previous one took: on any machine, a kill within that time hits any moment of a write.
 */
const begun = (stdout: Readable, number: number): Promise<number> =>
  new Promise((resolve, reject) => {
    let dots = 0;
    let last = 0;
    stdout.on("close", () => reject(new Error("the writer ended by itself")));
    stdout.on("data", (data: Buffer) => {
      dots += data.length;
      const now = performance.now();
      if (dots >= number) resolve(now - last);
      last = now;
    });
  });

/** A small seeded random generator of numbers below one. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
