import { Worker } from "node:worker_threads";
import { ApiError, type ErrorType } from "../../messages/index.ts";
import { Channel } from "./channel.ts";
import type { JobName } from "./jobs.ts";

export interface Asked {
  readonly name: JobName;
  readonly input: unknown;
}
export interface Answered {
  /** Sent once, when the thread has loaded its modules. */
  readonly ready?: true;
  readonly output?: unknown;
  /** An ApiError's fields, or the text of another error. */
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
  /** Whether it was found to take long. */
  isSlow?: boolean;
  resolve(output: unknown): void;
  reject(error: unknown): void;
}

export interface WorkLimits {
  /** Time limit of a job in milliseconds. */
  readonly work: number;
  /** Milliseconds after which a job is slow: one thread is always kept for other jobs. */
  readonly slowWork: number;
  /** Maximum waiting slow jobs per client. */
  readonly waitingWork: number;
  /** Memory limit per thread, in megabytes. */
  readonly workMemory: number;
  /** Milliseconds after which an idle thread ends. */
  readonly idleWork: number;
}

interface Events {
  /** Called when the thread has finished its job. */
  free(): void;
  slow(job: Job): void;
  gone(): void;
}

const file = new URL(import.meta.url.endsWith(".ts") ? "./worker.ts" : "./worker.js", import.meta.url);
/** Milliseconds a job may continue after its client has left: starting a new thread would take as long. */
const patience = 500;
/** Milliseconds between checks of a thread's memory. */
const interval = 100;
/** Megabytes a thread may exceed the limit before it is noticed: V8's own limit can end the whole process. */
const margin = 2048;
/** Megabytes for the young generation: V8 would take ten times as much for each thread, and keep it. */
const young = 8;

/** A worker thread that runs jobs one by one, and is terminated when a job exceeds a limit. */
export class Thread {
  readonly #worker: Worker;
  readonly #channel: Channel<Answered, Asked>;
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
    this.#channel = new Channel(this.#worker, (answered) => this.#answered(answered));
    this.#worker.on("error", (error: Error & { code?: string }) =>
      this.#fail(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? tooMuch("memory") : error),
    );
    this.#worker.on("exit", () => {
      this.#isEnding = true;
      this.#fail(new Error("The thread ended."));
      events.gone();
    });
  }

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
    this.#channel.send({ name, input });
  }

  /** Terminates the thread; its job is handled elsewhere. */
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
    let [took, last] = [0, performance.now()];
    this.#watch = setInterval(
      () => {
        const now = performance.now();
        if (!this.#channel.isBusy) took += now - last; // while a value crosses, the thread waits for this one
        last = now;
        if (took > work) return this.#stop(tooMuch(`${work / 1000} s of work`));
        if (took > slowWork) this.#events.slow(job);
        if (this.#job === job) void this.#weigh(job, workMemory);
      },
      Math.min(interval, slowWork),
    );
  }

  async #weigh(job: Job, most: number): Promise<void> {
    const heap = await this.#worker.getHeapStatistics().catch(() => undefined); // the thread may have ended
    if (this.#job === job && heap && heap.used_heap_size > most * 2 ** 20) this.#stop(tooMuch("memory"));
  }

  #stop(error: ApiError): void {
    this.#fail(error);
    void this.end();
  }

  /** The job's caller has left: it may finish, but other jobs must not wait long for it. */
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
