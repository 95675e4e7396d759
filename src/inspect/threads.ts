import { availableParallelism } from "node:os";
import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { keepSmall } from "../lib/index.ts";

/** Extracts a file's facts on one line; undefined for files that aren't inspected. */
export type Read = (path: string, text: string) => Promise<string | undefined>;

interface Job {
  readonly path: string;
  readonly text: string;
  done(found: Promise<string | undefined> | string | undefined): void;
}

export interface Asked {
  readonly id: number;
  readonly path: string;
  readonly text: string;
}

export interface Answered {
  readonly id: number;
  readonly found: string | undefined;
}

/** Minimum number of files to read for which starting a worker pays off. */
export const many = 150;
/** Files queued for the worker while this thread reads one itself. */
const waiting = 8;

/**
 * Reads files on this thread and, if there are many, in a second one; each takes the next when it is free. What the
 * worker fails to read is read here.
 */
export class Readers {
  readonly #read: Read;
  readonly #module: URL | undefined;
  readonly #jobs = new Map<number, Job>();
  #worker: Worker | undefined;
  #next = 0;

  constructor(read: Read, module?: URL) {
    this.#read = read;
    this.#module = availableParallelism() > 1 ? module : undefined;
  }

  /** Returns the facts of files, in order. */
  async all(
    files: AsyncIterable<readonly [path: string, text: string]>,
    count: number,
  ): Promise<readonly (string | undefined)[]> {
    if (count >= many) this.#start();
    const found: Promise<string | undefined>[] = [];
    for await (const [path, text] of files) {
      if (count >= many) keepSmall();
      if (this.#worker && this.#jobs.size < waiting) {
        found.push(this.#send(this.#worker, path, text));
        continue;
      }
      const lookup = this.#read(path, text);
      found.push(lookup);
      await lookup;
      await setImmediate(); // lets the worker's answers arrive
    }
    return Promise.all(found);
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    worker?.removeAllListeners();
    await worker?.terminate();
  }

  #send(worker: Worker, path: string, text: string): Promise<string | undefined> {
    const id = this.#next++;
    return new Promise((done) => {
      this.#jobs.set(id, { path, text, done });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      worker.postMessage({ id, path, text } satisfies Asked);
    });
  }

  #start(): void {
    if (this.#worker || !this.#module) return;
    const worker = new Worker(this.#module, { resourceLimits: { maxYoungGenerationSizeMb: 16 } });
    worker.on("message", ({ id, found }: Answered) => {
      this.#jobs.get(id)?.done(found);
      this.#jobs.delete(id);
    });
    worker.on("error", () => this.#without());
    worker.on("exit", () => this.#without());
    this.#worker = worker;
  }

  /** The worker has died: its files are read here. */
  #without(): void {
    this.#worker = undefined;
    for (const { path, text, done } of this.#jobs.values()) done(this.#read(path, text));
    this.#jobs.clear();
  }
}
