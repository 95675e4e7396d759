import { platform, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { ApiError } from "../../messages/index.ts";
import { Channel } from "./channel.ts";
import { jobs, warm, type JobName } from "./jobs.ts";
import type { Asked, Answered } from "./thread.ts";

/** How far the thread's priority is lowered, in `nice` levels. */
const lower = 5;

const run = jobs as Readonly<Record<JobName, (input: never) => Promise<unknown>>>; // the pool pairs name and input

/** Preloads a job's modules before its time is measured. */
const ready = warm().then(() => {
  // On Linux this sets only this thread's priority: the main thread comes first.
  if (platform() === "linux") setPriority(lower);
  channel?.send({ ready: true });
});
const channel = parentPort && new Channel<Asked, Answered>(parentPort, answer);

function answer({ name, input }: Asked): void {
  ready
    .then(() => run[name](input as never))
    .then(
      (output) => channel?.send({ output }),
      (error: unknown) => channel?.send({ error: sent(error) }),
    );
}

function sent(error: unknown): NonNullable<Answered["error"]> {
  if (error instanceof ApiError) return { ...error, message: error.message };
  if (error instanceof RangeError && error.message.startsWith("Maximum call stack"))
    return sent(
      new ApiError("invalid_request_error", "This request is nested too deeply: simplify its schemas"),
    );
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
