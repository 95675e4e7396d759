import { ApiError } from "../messages/index.ts";

const minute = 60_000;
/** Maximum addresses tracked per minute; all further ones share one counter. */
const addresses = 100;

/** Counts wrong admin keys. An address with too many is refused for the rest of the minute, even with the right key. */
export interface Guesses {
  /** Throws ApiError (rate_limit_error). */
  check(address: string): void;
  wrong(address: string): void;
}

export interface GuessOptions {
  /** Wrong keys allowed per address and minute. */
  readonly most: number;
  now(): number;
  /** Called for the first wrong key in a minute, and for the one that triggers the block. */
  heard(address: string, count: number): void;
}

export function guesses({ most, now, heard }: GuessOptions): Guesses {
  let began = 0;
  const counts = new Map<string, number>();
  const place = (address: string): string => {
    if (now() - began >= minute || now() < began) {
      counts.clear();
      began = now();
    }
    return counts.has(address) || counts.size < addresses ? address : "others";
  };
  return {
    check(address) {
      if ((counts.get(place(address)) ?? 0) < most) return;
      const retryAfter = Math.ceil((began + minute - now()) / 1000);
      throw new ApiError("rate_limit_error", "Too many wrong keys came from this address.", { retryAfter });
    },
    wrong(address) {
      const name = place(address);
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      if (count === 1 || count === most) heard(name, count);
    },
  };
}
