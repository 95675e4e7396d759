import { setTimeout as wait } from "node:timers/promises";
import type { Clock } from "../lib/index.ts";

export const testClock: Clock = {
  now: () => Date.now(),
  sleep: async (milliseconds, signal) => {
    await wait(milliseconds, undefined, { signal });
  },
};
