import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "../lib/index.ts";

export const clock: Clock = {
  now: () => Date.now(),
  sleep: async (milliseconds, signal) => {
    await sleep(milliseconds, undefined, signal ? { signal } : {});
  },
};
