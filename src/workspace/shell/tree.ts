import { readFile } from "node:fs/promises";
import { kill } from "node:process";

/** All descendants of a process, by Linux's own lists; empty where there are none to read. */
export async function descendants(pid: number): Promise<readonly number[]> {
  const found: number[] = [];
  const open = [pid];
  for (let next = open.pop(); next !== undefined && found.length < 100_000; next = open.pop()) {
    const text = await readFile(`/proc/${next}/task/${next}/children`, "utf8").catch(() => "");
    for (const child of text.split(" ").filter(Boolean).map(Number)) {
      found.push(child);
      open.push(child);
    }
  }
  return found;
}

/** Ends a process, its group and all that it started, wherever they moved to. */
export async function endTree(pid: number): Promise<void> {
  const all = await descendants(pid);
  signal(-pid, "SIGKILL");
  for (const one of [pid, ...all]) signal(one, "SIGKILL");
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    kill(pid, name);
  } catch {
    // it has ended already
  }
}
