import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { constants } from "node:os";
import { descendants, endTree } from "./tree.ts";

export interface Limits {
  readonly milliseconds: number;
  /** Bytes of stdout and stderr together. */
  readonly output: number;
  readonly processes: number;
}

export interface Spawned {
  readonly exitCode: number;
  readonly stopped?: "aborted" | "time" | "output" | "processes";
  readonly stdout: string;
  readonly stderr: string;
  readonly hashes: { readonly stdout: string; readonly stderr: string };
}

export interface SpawnOptions {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly limits: Limits;
  readonly input?: string;
  readonly signal?: AbortSignal;
}

const watchEvery = 300;

/** Runs a program in its own process group until it ends or exceeds a limit. Rejects if it can't be started. */
export function spawnLimited(
  command: readonly [string, ...string[]],
  options: SpawnOptions,
): Promise<Spawned> {
  const { folder, environment, limits, input, signal } = options;
  const [program, ...words] = command;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return resolve({ ...nothing, stopped: "aborted" });
    const child = spawn(program, words, {
      cwd: folder,
      env: environment,
      detached: true,
      stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    });
    const { pid } = child;
    const outputs: readonly (Readable | null)[] = [child.stdout, child.stderr];
    let stopped: Spawned["stopped"];
    const stop = (why: NonNullable<Spawned["stopped"]>): void => {
      if (stopped || pid === undefined) return;
      stopped = why;
      endTree(pid);
      setTimeout(release, 2000).unref();
    };
    const release = (): void => {
      for (const stream of outputs) stream?.destroy(); // an orphaned grandchild may keep the pipe open
    };
    const outputKeeper = keeper(limits.output, () => stop("output"));
    child.stdout?.on("data", outputKeeper.add("stdout"));
    child.stderr?.on("data", outputKeeper.add("stderr"));
    child.stdin?.on("error", () => undefined); // it may end without reading
    child.stdin?.end(input);
    const settle = watch(pid, options, stop);
    child.on("error", (error) => {
      settle();
      reject(error);
    });
    child.on("exit", () => pid !== undefined && endTree(pid)); // ends its remaining processes
    child.on("close", (code, by) => {
      settle();
      const exitCode = code ?? 128 + (by ? (constants.signals[by] ?? 0) : 0);
      resolve({ exitCode, ...(stopped && { stopped }), ...outputKeeper.result() });
    });
  });
}

/** Stops a process at its limits or on its signal, until the returned function is called. */
function watch(
  pid: number | undefined,
  { limits, signal }: SpawnOptions,
  stop: (why: NonNullable<Spawned["stopped"]>) => void,
): () => void {
  const aborted = (): void => stop("aborted");
  signal?.addEventListener("abort", aborted, { once: true });
  const clock = setTimeout(() => stop("time"), limits.milliseconds);
  const look = setInterval(() => {
    if (pid !== undefined && descendants(pid, limits.processes + 1).length > limits.processes)
      stop("processes");
  }, watchEvery);
  return () => {
    clearTimeout(clock);
    clearInterval(look);
    signal?.removeEventListener("abort", aborted);
  };
}

const nothing = { exitCode: 130, stdout: "", stderr: "", hashes: { stdout: "", stderr: "" } };

/** Collects both streams up to a common limit. */
function keeper(most: number, full: () => void) {
  const streams = { stdout: stream(), stderr: stream() };
  let size = 0;
  return {
    add: (name: "stdout" | "stderr") => (data: Buffer) => {
      const fits = data.subarray(0, Math.max(0, most - size));
      size += data.length;
      streams[name].parts.push(fits);
      streams[name].hash.update(fits);
      if (size > most) full();
    },
    result: () => ({
      stdout: Buffer.concat(streams.stdout.parts).toString(),
      stderr: Buffer.concat(streams.stderr.parts).toString(),
      hashes: { stdout: streams.stdout.hash.digest("hex"), stderr: streams.stderr.hash.digest("hex") },
    }),
  };
}

const stream = () => ({ parts: [] as Buffer[], hash: createHash("sha256") });
