import type { Clock } from "../../lib/index.ts";

/** A clock that never goes back: if the system clock is set back, it continues from where it was. */
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
