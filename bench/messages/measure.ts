import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";

const here = import.meta.dirname;
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

export interface Started {
  readonly url: string;
  readonly pid: number;
  stop(): void;
}
const children = new Set<ChildProcess>();
process.on("exit", () => children.forEach((child) => child.kill()));

/** Starts a program and resolves with the first address that it prints, or with `url` once that answers. */
export async function started(command: string, args: readonly string[], url?: string): Promise<Started> {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  children.add(child);
  let said = "";
  const address = new Promise<string>((resolve, reject) => {
    const heard = (data: Buffer): void => {
      said += data;
      const found = /http:\/\/[^\s/]+/.exec(said)?.[0];
      if (found) resolve(found);
    };
    child.stdout.on("data", heard);
    child.stderr.on("data", (data: Buffer) => (said += data));
    child.on("error", reject);
    child.on("exit", () => reject(new Error(`${command} ${args.join(" ")} ended: ${said}`)));
  });
  const at = url === undefined ? await address : await Promise.race([up(url), address.then(() => up(url))]);
  return { url: at, pid: child.pid ?? 0, stop: () => void child.kill() };
}

async function up(url: string): Promise<string> {
  for (;;) {
    const answers = await new Promise<boolean>((resolve) => {
      const call = request(url, { agent: false }, (response) => resolve(response.resume() !== undefined));
      call.on("error", () => resolve(false));
      call.end();
    });
    if (answers) return url;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Starts one of our servers by its role. */
export const role = (name: string, target = ""): Promise<Started> =>
  started(process.execPath, [join(here, "servers.ts"), name, target]);

/** Returns the processor seconds that a process has used, or `undefined` if the system doesn't report it. */
export function processorTime(pid: number): number | undefined {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return undefined;
  const fields = readFileSync(file, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Returns the resident memory of a process in megabytes. */
export function resident(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Math.round((Number(kilobytes) * 1024) / 2 ** 20);
}

export interface Asking {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object;
}
export interface Load {
  readonly perSecond: number;
  /** In milliseconds. */
  readonly p50: number;
  readonly wrong: number;
  /** Answers per second of the server's processor time. */
  readonly perCpu: number | undefined;
}

/** Sends requests from a separate process over kept-alive connections. */
export async function load(
  asking: Asking,
  server: Started,
  [connections, seconds]: readonly [number, number],
): Promise<Load> {
  const before = processorTime(server.pid);
  const plan = JSON.stringify({ ...asking, connections, seconds });
  const child = spawn(process.execPath, [join(here, "load.ts"), plan], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  child.stdout.on("data", (data: Buffer) => (text += data));
  await new Promise((resolve) => child.on("close", resolve));
  const { count, ...rest }: Omit<Load, "perCpu"> & { count: number } = JSON.parse(text);
  const after = processorTime(server.pid);
  return {
    ...rest,
    perCpu: before === undefined || after === undefined ? undefined : count / (after - before),
  };
}

/** Reads one answer to its end; returns its size in bytes. */
export function ask({ url, headers = {}, body }: Asking): Promise<number> {
  const bytes = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const all = {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(bytes),
      ...headers,
    };
    const call = request(
      new URL("/v1/messages", url),
      { method: "POST", agent: false, headers: all },
      (reply) => {
        let size = 0;
        let text = "";
        reply.on("data", (part: Buffer) => {
          size += part.length;
          if (reply.statusCode !== 200) text += part;
        });
        reply.on("error", reject);
        reply.on("end", () =>
          reply.statusCode === 200
            ? resolve(size)
            : reject(new Error(`${url} answers ${reply.statusCode}: ${text}`)),
        );
      },
    );
    call.on("error", reject);
    call.end(bytes);
  });
}

/** Returns megabytes per second of parallel long streams: by the clock, and by the server's processor time. */
export async function streaming(
  asking: Asking,
  server: Started,
  [megabytes, streams]: readonly [number, number],
): Promise<readonly [number, number]> {
  const body = { ...asking.body, stream: true, max_tokens: (megabytes / streams) * 1000 };
  const before = processorTime(server.pid) ?? 0;
  const begun = performance.now();
  const sizes = await Promise.all(Array.from({ length: streams }, () => ask({ ...asking, body })));
  const size = sizes.reduce((sum, one) => sum + one, 0) / 1e6;
  const seconds = (performance.now() - begun) / 1000;
  return [size / seconds, size / ((processorTime(server.pid) ?? 0) - before)];
}

/** Formats rows as columns; the first column is as wide as needed, numbers are right-aligned. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, i) => (i === 1 ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
