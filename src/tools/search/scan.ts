import { Worker } from "node:worker_threads";
import { join } from "node:path";
import { UserError } from "../../lib/index.ts";
import type { Workspace } from "../../workspace/index.ts";
import { isSecret } from "../protected.ts";

export interface Query {
  readonly pattern: string;
  readonly literal?: boolean;
  readonly ignore_case?: boolean;
  readonly glob?: string;
  readonly context?: number;
}

export interface Found {
  readonly lines: readonly string[];
  /** Number of matching lines not shown. */
  readonly more: number;
}

const milliseconds = 10_000;
const mostLines = 500;

/**
 * Searches in a worker thread that can be terminated, as a model's pattern may take forever on some line. Raises
 * UserError for an invalid pattern and after ten seconds; if aborted, the signal's reason.
 */
export async function scan(workspace: Workspace, query: Query, signal: AbortSignal): Promise<Found> {
  const { pattern, literal, ignore_case, glob = "**", context = 0 } = query;
  const source = literal ? pattern.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`) : pattern;
  const flags = ignore_case ? "iu" : "u";
  check(source, flags);
  const files: { path: string; real: string }[] = [];
  for await (const path of workspace.files.find(glob))
    if (!isSecret(path)) files.push({ path, real: join(workspace.root, path) });
  signal.throwIfAborted();
  const worker = new Worker(code, { eval: true, workerData: { files, source, flags, context, mostLines } });
  const stop = (): void => void worker.terminate();
  signal.addEventListener("abort", stop, { once: true });
  const clock = setTimeout(stop, milliseconds);
  try {
    return await new Promise<Found>((resolve, reject) => {
      worker.once("message", resolve);
      worker.once("error", reject);
      worker.once("exit", () => reject(signal.aborted ? (signal.reason as Error) : tooSlow()));
    });
  } finally {
    clearTimeout(clock);
    signal.removeEventListener("abort", stop);
    await worker.terminate();
  }
}

function check(source: string, flags: string): void {
  try {
    RegExp(source, flags);
  } catch (error) {
    throw new UserError(
      "search-pattern",
      error instanceof Error ? error.message : "the pattern is wrong",
      "Correct it, or set literal.",
    );
  }
}

const tooSlow = (): UserError =>
  new UserError(
    "search-slow",
    "the search took more than ten seconds",
    "Use a simpler pattern, or a glob that names fewer files.",
  );

/** The worker's source, as a string, so that a bundle needs no second file. */
const code = `
const { parentPort, workerData: { files, source, flags, context, mostLines } } = require("node:worker_threads");
const { openSync, fstatSync, readFileSync, closeSync, constants } = require("node:fs");
const pattern = new RegExp(source, flags);
const lines = [];
let more = 0;
for (const { path, real } of files) {
  let text;
  try {
    const file = openSync(real, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    try {
      const info = fstatSync(file);
      if (!info.isFile() || info.size > 8 * 1024 * 1024) continue;
      text = readFileSync(file, "utf8");
    } finally { closeSync(file); }
  } catch { continue; }
  if (text.includes("\\0")) continue;
  const all = text.split(/\\r?\\n/);
  let shown = -1;
  all.forEach((line, index) => {
    if (!pattern.test(line)) return;
    if (lines.length >= mostLines) { more += 1; return; }
    const from = Math.max(index - context, shown + 1, 0);
    for (let at = from; at <= Math.min(index + context, all.length - 1); at++) {
      const mark = at === index || pattern.test(all[at]) ? ":" : "-";
      lines.push(path + mark + (at + 1) + mark + all[at].slice(0, 500));
      shown = at;
    }
  });
}
parentPort.postMessage({ lines, more });
`;
