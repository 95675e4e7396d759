import { Worker } from "node:worker_threads";
import type { Runner } from "./catalog.ts";

/** The thread's program: it starts the database from the given module, and responds to one request after another. */
const code = `
const { parentPort, workerData } = require("node:worker_threads");
const opened = import(workerData).then(({ PGlite }) => PGlite.create());
let last = opened;
parentPort.on("message", ({ id, method, words }) => {
  last = last.catch(() => undefined).then(async () => {
    try {
      const found = await (await opened)[method](...words);
      parentPort.postMessage({ id, rows: method === "query" ? found.rows : [] });
    } catch (error) {
      parentPort.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
    }
  });
});
`;

interface Answered {
  readonly id: number;
  readonly rows?: readonly object[];
  readonly error?: string;
}

export interface TrialThread extends Runner {
  exec(script: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts PGlite in a thread of its own: creating a database keeps a thread busy for seconds. A thread that nobody waits
 * for doesn't keep the program running. `module`: its address.
 */
export function openThread(module: string): TrialThread {
  const worker = new Worker(code, { eval: true, workerData: module });
  const waiting = new Map<number, PromiseWithResolvers<Answered>>();
  let ended: Error | undefined;
  const fail = (error: Error): void => {
    ended ??= error;
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  };
  worker.on("message", (answered: Answered) => {
    waiting.get(answered.id)?.resolve(answered);
    waiting.delete(answered.id);
    if (waiting.size === 0) worker.unref();
  });
  worker.on("error", fail);
  worker.on("exit", () => fail(new Error("the thread of the trial database ended")));
  let id = 0;
  const ask = async (method: "exec" | "query", ...words: readonly unknown[]): Promise<readonly object[]> => {
    if (ended) throw ended;
    worker.ref();
    const answer = Promise.withResolvers<Answered>();
    waiting.set((id += 1), answer);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage({ id, method, words });
    const { rows = [], error } = await answer.promise;
    if (error !== undefined) throw new Error(error);
    return rows;
  };
  return {
    exec: async (script) => void (await ask("exec", script)),
    query: async (sql, parameters) => ({ rows: await ask("query", sql, parameters) }),
    close: async () => {
      worker.removeAllListeners("exit");
      await worker.terminate();
    },
  };
}
