import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

export interface Cost {
  readonly ok: boolean;
  /** Processor seconds of the command and its child processes, which other programs don't affect. */
  readonly seconds: number;
  /** Peak memory of its largest process. */
  readonly megabytes: number;
  readonly output: string;
  /** Why it was ended: the time or memory limit was exceeded. */
  readonly ended?: string;
}

/** Limits of a command: seconds, and megabytes for each of its processes. */
export interface Bounds {
  readonly seconds: number;
  readonly megabytes: number;
}

/**
 * Reports the operating system's usage figures of an ended program, which Node doesn't provide for arbitrary programs.
 */
const wrapper = `
import json, os, resource, subprocess, sys
resource.setrlimit(resource.RLIMIT_DATA, (int(sys.argv[3]) << 20, resource.RLIM_INFINITY))
child = subprocess.Popen(sys.argv[4:], stdin=subprocess.DEVNULL, start_new_session=True)
try:
    code = child.wait(float(sys.argv[2]))
except subprocess.TimeoutExpired:
    os.killpg(child.pid, 9)
    child.wait()
    code = "ended"
used = resource.getrusage(resource.RUSAGE_CHILDREN)
with open(sys.argv[1], "w") as file:
    json.dump([code, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024], file)
`;

/** Extra megabytes that a process may hold, for Node's code and stacks. */
const beside = 1024;

interface Where {
  readonly cwd: string;
  /** A file that may be overwritten. */
  readonly scratch: string;
  readonly bounds?: Bounds;
}

/** Runs a command and measures its cost. */
export function measured(
  command: readonly string[],
  { cwd, scratch, bounds = { seconds: 7200, megabytes: 8192 } }: Where,
): Cost {
  const { seconds: limit, megabytes: heap } = bounds;
  const { status, stdout, stderr } = spawnSync(
    "python3",
    ["-c", wrapper, scratch, String(limit), String(heap + beside), ...command],
    {
      cwd,
      env: { ...process.env, NODE_OPTIONS: `--max-old-space-size=${heap}` },
      encoding: "utf8",
      maxBuffer: 1 << 28,
    },
  );
  const output = stdout + stderr;
  if (status !== 0) return { ok: false, seconds: 0, megabytes: 0, output };
  const [code, seconds, megabytes] = JSON.parse(readFileSync(scratch, "utf8")) as [
    number | "ended",
    number,
    number,
  ]; // written above
  const full = code !== 0 && /out of memory|cannot allocate|allocation failed|MemoryError/i.test(output);
  const ended = code === "ended" ? `${limit} s` : full ? `${heap} MB` : undefined;
  return { ok: code === 0, seconds, megabytes, output, ...(ended === undefined ? {} : { ended }) };
}

/** Returns the bytes of all files below a folder whose names end with `end`. */
export const bytesIn = (folder: string, end = ""): number =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(end))
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
