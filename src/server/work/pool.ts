import { availableParallelism } from "node:os";
import { ApiError } from "../../messages/index.ts";
import type { Input, JobName, Output } from "./jobs.ts";
import { Thread, type Job, type WorkLimits } from "./thread.ts";

/** Who a job is for. */
export interface WorkFor {
  readonly signal?: AbortSignal | undefined;
  /** The caller's key or address: slow jobs of one client queue behind each other. */
  readonly client?: string | undefined;
}

/** Runs jobs, each in a thread that is terminated if the job exceeds a limit. */
export interface Work {
  /** Rejects with ApiError, including when the job exceeded a limit. */
  run<N extends JobName>(name: N, input: Input<N>, by?: WorkFor): Promise<Output<N>>;
  close(): Promise<void>;
}

/** More would only use memory: other cores are left to other processes. */
const mostThreads = 4;

/** Worker threads for jobs whose cost depends on the request; started on demand, ended when idle. */
export function workPool(limits: WorkLimits): Work {
  const pool = new Pool(limits);
  return {
    run: <N extends JobName>(name: N, input: Input<N>, { signal, client = "" }: WorkFor = {}) =>
      new Promise<Output<N>>((resolve, reject) => {
        // A caller that has already left gets no result.
        if (signal?.aborted) return reject(signal.reason);
        signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
        pool.add({ name, input, signal, client, resolve: resolve as Job["resolve"], reject }); // the worker runs this job
      }),
    close: () => pool.close(),
  };
}

/** Assigns jobs to threads in order. Slow jobs share all threads but one, with clients taking turns. */
class Pool {
  readonly #limits: WorkLimits;
  readonly #most = Math.min(mostThreads, Math.max(2, availableParallelism()));
  readonly #threads = new Set<Thread>();
  readonly #waiting: Job[] = [];
  readonly #slow: Job[] = [];

  constructor(limits: WorkLimits) {
    this.#limits = limits;
  }

  add(job: Job): void {
    this.#waiting.push(job);
    this.#next();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#threads].map((thread) => thread.end()));
  }

  #next(): void {
    for (;;) {
      const idle = [...this.#threads].find((thread) => thread.isFree);
      if (idle === undefined && this.#threads.size >= this.#most) return;
      const job = take(this.#waiting) ?? (this.#isFull() ? undefined : this.#takeSlow());
      if (job === undefined) return;
      (idle ?? this.#start()).begin(job);
    }
  }

  #running(): readonly Job[] {
    return [...this.#threads].flatMap(({ job }) => (job?.isSlow ? [job] : []));
  }

  /** Whether slow jobs occupy all threads they may have. */
  #isFull(): boolean {
    return this.#running().length >= this.#most - 1;
  }

  /** Takes the first slow job of a client that has none running, otherwise the first one. */
  #takeSlow(): Job | undefined {
    const clients = new Set(this.#running().map(({ client }) => client));
    const others = this.#slow.findIndex(({ client }) => !clients.has(client));
    const [job] = this.#slow.splice(Math.max(0, others), 1);
    return job?.signal?.aborted ? this.#takeSlow() : job;
  }

  #start(): Thread {
    const thread: Thread = new Thread(this.#limits, {
      free: () => this.#next(),
      slow: (job) => this.#turnSlow(thread, job),
      gone: () => {
        this.#threads.delete(thread);
        this.#next();
      },
    });
    this.#threads.add(thread);
    return thread;
  }

  /** Continues if another thread stays free; otherwise restarts the job when its turn comes. */
  #turnSlow(thread: Thread, job: Job): void {
    if (job.isSlow) return;
    const isFull = this.#isFull();
    job.isSlow = true;
    if (!isFull) return;
    thread.leave();
    const waiting = this.#slow.filter(({ client }) => client === job.client).length;
    if (waiting >= this.#limits.waitingWork) job.reject(tooMany());
    else this.#slow.push(job);
  }
}

/** Takes the first job that a caller still waits for. */
function take(jobs: Job[]): Job | undefined {
  let job = jobs.shift();
  while (job?.signal?.aborted) job = jobs.shift();
  return job;
}

const tooMany = (): ApiError =>
  new ApiError(
    "rate_limit_error",
    "Several requests of yours need long work already: wait for their answers, or simplify their schemas",
    { retryAfter: 5 },
  );
