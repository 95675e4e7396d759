import { parentPort } from "node:worker_threads";
import { type More, packedFacts } from "./packed.ts";
import type { Answered, Asked } from "./threads.ts";

/** The worker thread's program: answers each file with its facts. */
export function answer<M>(more: More<M>): void {
  const read = packedFacts(more);
  parentPort?.on("message", ({ id, path, text }: Asked) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    void read(path, text).then((found) => parentPort?.postMessage({ id, found } satisfies Answered));
  });
}
