import { availableParallelism } from "node:os";
import { ApiError } from "../../messages/index.ts";
import type { Input, JobName, Output } from "./jobs.ts";
import { Thread, type Job, type WorkLimits } from "./thread.ts";

/** For whom a job is done. */
export interface WorkFor {
  readonly signal?: AbortSignal | undefined;
  /** The caller's key or address: slow jobs of one client wait for one another. */
  readonly client?: string | undefined;
}

/** Does jobs, each in a thread that is ended where the job takes too long or too much. */
export interface Work {
  /** Rejects with ApiError, also where the job passed a limit. */
  run<N extends JobName>(name: N, input: Input<N>, by?: WorkFor): Promise<Output<N>>;
  close(): Promise<void>;
}

/** More would only take memory: the rest of a machine's cores is other servers'. */
const mostThreads = 4;

/** Threads for the work that a request's content decides; they start when they are needed, and end when they no longer are. */
export function workPool(limits: WorkLimits): Work {
  const pool = new Pool(limits);
  return {
    run: <N extends JobName>(name: N, input: Input<N>, { signal, client = "" }: WorkFor = {}) =>
      new Promise<Output<N>>((resolve, reject) => {
        // Who has left already is told of nothing any more.
        if (signal?.aborted) return reject(signal.reason);
        signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
        pool.add({ name, input, signal, client, resolve: resolve as Job["resolve"], reject }); // a thread runs this job
      }),
    close: () => pool.close(),
  };
}

/** Jobs go to threads in turn. Those found slow share all threads but one, clients in turn. */
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

  /** Whether slow jobs have all the threads that they may have. */
  #isFull(): boolean {
    return this.#running().length >= this.#most - 1;
  }

  /** The first of a client that has the fewest under way. */
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

  /** Goes on where a thread stays free for others; else begins anew when its turn comes. */
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

/** The first that somebody still waits for. */
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
