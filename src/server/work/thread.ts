import { Worker } from "node:worker_threads";
import { ApiError, type ErrorType } from "../../messages/index.ts";
import type { JobName } from "./jobs.ts";

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

export interface Job extends Asked {
  readonly signal: AbortSignal | undefined;
  readonly client: string;
  /** It was found to take long. */
  isSlow?: boolean;
  resolve(output: unknown): void;
  reject(error: unknown): void;
}

export interface WorkLimits {
  /** Milliseconds that one job may run. */
  readonly work: number;
  /** Milliseconds after which a job is slow: one thread is always left to others. */
  readonly slowWork: number;
  /** Slow jobs of one client that may wait. */
  readonly waitingWork: number;
  /** Megabytes that one thread may hold. */
  readonly workMemory: number;
  /** Milliseconds after which a thread without a job ends. */
  readonly idleWork: number;
}

interface Events {
  /** The thread's job is done. */
  free(): void;
  /** The job has run for longer than most do. */
  slow(job: Job): void;
  gone(): void;
}

const file = new URL(import.meta.url.endsWith(".ts") ? "./worker.ts" : "./worker.js", import.meta.url);
/** Milliseconds that a job goes on after its client has left: a new thread would take as long. */
const patience = 500;
/** Milliseconds between two looks at a thread's memory. */
const interval = 100;
/** Megabytes beyond the limit that a thread may have before that is seen: V8's own limit can end the whole process. */
const margin = 2048;
/** Megabytes for what is short-lived: V8 would take ten times as much for each thread, and keep it. */
const young = 8;

/** A thread that does one job after another, and is ended where a job passes a limit. */
export class Thread {
  readonly #worker: Worker;
  readonly #limits: WorkLimits;
  readonly #events: Events;
  #job: Job | undefined;
  #watch: NodeJS.Timeout | undefined;
  readonly #rest: NodeJS.Timeout;
  #isReady = false;
  #isEnding = false;

  constructor(limits: WorkLimits, events: Events) {
    this.#limits = limits;
    this.#events = events;
    const resourceLimits = {
      maxOldGenerationSizeMb: limits.workMemory + margin,
      maxYoungGenerationSizeMb: young,
    };
    this.#worker = new Worker(file, { resourceLimits });
    this.#worker.unref();
    this.#rest = setTimeout(() => this.isFree && void this.end(), limits.idleWork).unref();
    this.#worker.on("message", (answered: Answered) => this.#answered(answered));
    this.#worker.on("error", (error: Error & { code?: string }) =>
      this.#fail(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? tooMuch("memory") : error),
    );
    this.#worker.on("exit", () => {
      this.#isEnding = true;
      this.#fail(new Error("The thread ended."));
      events.gone();
    });
  }

  /** What it does. */
  get job(): Job | undefined {
    return this.#job;
  }

  get isFree(): boolean {
    return this.#job === undefined && !this.#isEnding;
  }

  begin(job: Job): void {
    this.#job = job;
    job.signal?.addEventListener("abort", () => this.#abandon(job), { once: true });
    this.#worker.ref();
    if (this.#isReady) this.#measure(job);
    const { name, input } = job;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    this.#worker.postMessage({ name, input } satisfies Asked);
  }

  /** Ends the thread; its job is someone else's now. */
  leave(): void {
    this.#settled();
    void this.end();
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    clearTimeout(this.#rest);
    await this.#worker.terminate();
  }

  #measure(job: Job): void {
    const { work, slowWork, workMemory } = this.#limits;
    const began = performance.now();
    this.#watch = setInterval(
      () => {
        const took = performance.now() - began;
        if (took > work) return this.#stop(tooMuch(`${work / 1000} s of work`));
        if (took > slowWork) this.#events.slow(job);
        if (this.#job === job) void this.#weigh(job, workMemory);
      },
      Math.min(interval, slowWork),
    );
  }

  async #weigh(job: Job, most: number): Promise<void> {
    const heap = await this.#worker.getHeapStatistics().catch(() => undefined); // it may have ended
    if (this.#job === job && heap && heap.used_heap_size > most * 2 ** 20) this.#stop(tooMuch("memory"));
  }

  #stop(error: ApiError): void {
    this.#fail(error);
    void this.end();
  }

  /** Nobody waits for the job: it may come to its end, but others must not wait for it long. */
  #abandon(job: Job): void {
    setTimeout(() => {
      if (this.#job === job) void this.end();
    }, patience);
  }

  #answered({ ready, output, error }: Answered): void {
    if (ready) {
      this.#isReady = true;
      if (this.#job) this.#measure(this.#job);
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
    clearInterval(this.#watch);
    this.#rest.refresh();
    this.#worker.unref();
    const job = this.#job;
    this.#job = undefined;
    return job;
  }
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
