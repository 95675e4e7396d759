import type { Clock } from "../../lib/index.ts";

/** The same time, but it never goes back: where the clock is set back, it goes on from where it was. */
export function steady(clock: Pick<Clock, "now">): () => number {
  let last = clock.now();
  let offset = 0;
  return () => {
    const now = clock.now();
    if (now < last) offset += last - now;
    last = now;
    return now + offset;
  };
}
