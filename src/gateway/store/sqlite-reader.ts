import { Worker } from "node:worker_threads";
import type { Query, Row } from "./store.ts";

/** The worker's source, as a string: it needs no file next to the program, wherever that is bundled. */
const program = `
const { parentPort, workerData } = require("node:worker_threads");
const { DatabaseSync } = require("node:sqlite");
const database = new DatabaseSync(workerData.path, { readOnly: true, timeout: workerData.patience });
parentPort.on("message", ({ sql, values }) => {
  try {
    parentPort.postMessage({ rows: database.prepare(sql).all(...values) });
  } catch (error) {
    parentPort.postMessage({ error: error.message });
  }
});`;

type Answered = { readonly rows: readonly Row[] } | { readonly error: string };
interface Waiting {
  resolve(rows: readonly Row[]): void;
  reject(error: Error): void;
}

/** Runs large queries in a worker thread with its own connection: SQLite is synchronous, and would block requests. */
export class SqliteReader {
  private readonly path: string;
  private readonly patience: number;
  private worker: Worker | undefined;
  /** Pending queries; responses arrive in the same order. */
  private waiting: Waiting[] = [];

  constructor(path: string, patience: number) {
    [this.path, this.patience] = [path, patience];
  }

  ask({ sql, values }: Query): Promise<readonly Row[]> {
    const worker = (this.worker ??= this.start());
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      worker.ref();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      worker.postMessage({ sql, values });
    });
  }

  async close(): Promise<void> {
    await this.worker?.terminate();
  }

  private start(): Worker {
    const worker = new Worker(program, {
      eval: true,
      workerData: { path: this.path, patience: this.patience },
    });
    worker.on("message", (answered: Answered) => {
      const query = this.waiting.shift();
      if (this.waiting.length === 0) worker.unref();
      if ("rows" in answered) query?.resolve(answered.rows);
      else query?.reject(new Error(answered.error));
    });
    const ended = (error?: Error): void => {
      const all = this.waiting;
      [this.worker, this.waiting] = [undefined, []];
      for (const { reject } of all) reject(error ?? new Error("The thread ended."));
    };
    worker.on("error", ended);
    worker.on("exit", () => this.worker === worker && ended());
    return worker;
  }
}
