import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { ApiError, type ErrorType } from "../../messages/index.ts";
import type { Input, JobName, Output } from "./jobs.ts";

export interface Asked {
  readonly name: JobName;
  readonly input: unknown;
}
export interface Answered {
  /** Sent once, when the thread has loaded what it needs. */
  readonly ready?: true;
  readonly output?: unknown;
  /** An ApiError's fields, or the text of any other error. */
  readonly error?: SentError | string;
}
interface SentError {
  readonly type: ErrorType;
  readonly message: string;
  readonly status: number;
  readonly retry: boolean;
  readonly details: object | undefined;
  readonly retryAfter: number | undefined;
}

interface Job extends Asked {
  readonly signal: AbortSignal | undefined;
  resolve(output: unknown): void;
  reject(error: unknown): void;
}

export interface WorkLimits {
  /** Milliseconds that one job may run. */
  readonly work: number;
  /** Megabytes that one thread may hold. */
  readonly workMemory: number;
}

/** Does jobs, each in a thread that is ended where the job takes too long or too much. */
export interface Work {
  /** Rejects with ApiError, also where the job passed a limit. */
  run<N extends JobName>(name: N, input: Input<N>, signal?: AbortSignal): Promise<Output<N>>;
  /** Starts a thread, so that the first job needn't wait for it. */
  warm(): void;
  close(): Promise<void>;
}

const file = new URL(import.meta.url.endsWith(".ts") ? "./worker.ts" : "./worker.js", import.meta.url);
/** More would only take memory: the rest of a machine's cores is other servers'. */
const mostThreads = 4;

/** Milliseconds that a job goes on after its client has left: a new thread would take as long. */
const patience = 500;

export function workPool(limits: WorkLimits): Work {
  const idle: Thread[] = [];
  const all = new Set<Thread>();
  const waiting: Job[] = [];
  const most = Math.min(mostThreads, Math.max(2, availableParallelism()));
  const next = (): void => {
    for (let job = waiting[0]; job !== undefined; job = waiting[0]) {
      if (job.signal?.aborted) {
        waiting.shift();
        job.reject(job.signal.reason);
        continue;
      }
      const thread = idle.pop() ?? (all.size < most ? started() : undefined);
      if (thread === undefined) return;
      waiting.shift();
      thread.begin(job);
    }
  };
  const started = (): Thread => {
    const thread = new Thread(limits, {
      free: () => {
        idle.push(thread);
        next();
      },
      gone: () => {
        all.delete(thread);
        if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1);
        next();
      },
    });
    all.add(thread);
    return thread;
  };
  return {
    run: <N extends JobName>(name: N, input: Input<N>, signal?: AbortSignal) =>
      new Promise<Output<N>>((resolve, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
        waiting.push({ name, input, signal, resolve: resolve as Job["resolve"], reject }); // the thread runs this job
        next();
      }),
    warm() {
      if (all.size === 0) idle.push(started());
    },
    async close() {
      await Promise.all([...all].map((thread) => thread.end()));
    },
  };
}

interface Events {
  free(): void;
  gone(): void;
}

class Thread {
  readonly #worker: Worker;
  readonly #limits: WorkLimits;
  readonly #events: Events;
  #job: Job | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isReady = false;

  constructor(limits: WorkLimits, events: Events) {
    this.#limits = limits;
    this.#events = events;
    const resourceLimits = { maxOldGenerationSizeMb: limits.workMemory };
    this.#worker = new Worker(file, { resourceLimits });
    this.#worker.unref();
    this.#worker.on("message", (answered: Answered) => this.#answered(answered));
    this.#worker.on("error", (error: Error & { code?: string }) =>
      this.#fail(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? tooMuch("memory") : error),
    );
    this.#worker.on("exit", () => {
      this.#fail(new Error("The thread ended."));
      events.gone();
    });
  }

  begin(job: Job): void {
    this.#job = job;
    job.signal?.addEventListener("abort", () => this.#leave(job), { once: true });
    this.#worker.ref();
    if (this.#isReady) this.#measure();
    const { name, input } = job;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    this.#worker.postMessage({ name, input } satisfies Asked, own(input));
  }

  #measure(): void {
    this.#timer = setTimeout(() => {
      this.#fail(tooMuch(`${this.#limits.work / 1000} s of work`));
      void this.end();
    }, this.#limits.work);
  }

  /** Nobody waits for the job: it may come to its end, but others must not wait for it long. */
  #leave(job: Job): void {
    setTimeout(() => {
      if (this.#job === job) void this.end();
    }, patience);
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #answered({ ready, output, error }: Answered): void {
    if (ready) {
      this.#isReady = true;
      if (this.#job) this.#measure();
      return;
    }
    const job = this.#settled();
    if (typeof error === "string") job?.reject(new Error(error));
    else if (error) job?.reject(apiError(error));
    else job?.resolve(output);
    this.#events.free();
  }

  #fail(error: unknown): void {
    this.#settled()?.reject(error);
  }

  #settled(): Job | undefined {
    clearTimeout(this.#timer);
    this.#worker.unref();
    const job = this.#job;
    this.#job = undefined;
    return job;
  }
}

/** The bytes of a body go over without a copy, where nothing else lies in their memory. */
function own(input: unknown): ArrayBuffer[] {
  if (typeof input !== "object" || input === null || !("bytes" in input)) return [];
  const { bytes } = input;
  const isWhole = bytes instanceof Uint8Array && bytes.byteLength === bytes.buffer.byteLength;
  return isWhole && bytes.buffer instanceof ArrayBuffer ? [bytes.buffer] : [];
}

const tooMuch = (what: string): ApiError =>
  new ApiError(
    "invalid_request_error",
    `This request needs more than ${what}, which is the limit: shorten its text, or simplify its schemas`,
  );

const apiError = ({ type, message, status, retry, details, retryAfter }: SentError): ApiError =>
  new ApiError(type, message, {
    status,
    retry,
    ...(details && { details }),
    ...(retryAfter !== undefined && { retryAfter }),
  });
