import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

export interface Cost {
  readonly ok: boolean;
  /** Processor time of the command and all that it starts, in seconds: other programs on the machine don't count. */
  readonly seconds: number;
  /** The most memory that one of its processes held. */
  readonly megabytes: number;
  readonly output: string;
}

/** What the operating system says of a program that has ended; Node asks for no such thing. */
const wrapper = `
import json, os, resource, subprocess, sys
done = subprocess.run(sys.argv[2:], stdin=subprocess.DEVNULL, timeout=7200)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
with open(sys.argv[1], "w") as file:
    json.dump([done.returncode, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024], file)
`;

/** Runs a command and says what it took; `scratch` is a file that may be overwritten. */
export function measured(command: readonly string[], cwd: string, scratch: string): Cost {
  const { status, stdout, stderr } = spawnSync("python3", ["-c", wrapper, scratch, ...command], {
    cwd,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  const output = stdout + stderr;
  if (status !== 0) return { ok: false, seconds: 0, megabytes: 0, output };
  const [code, seconds, megabytes] = JSON.parse(readFileSync(scratch, "utf8")) as [number, number, number]; // written above
  return { ok: code === 0, seconds, megabytes, output };
}

/** Bytes of all files below a folder. */
export const bytesIn = (folder: string): number =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
