import { ApiError } from "../messages/index.ts";

const minute = 60_000;
/** As many addresses are told apart in a minute; all further ones count as one. */
const addresses = 100;

/** Wrong keys of administration. Who gave many is refused for the rest of the minute, also with the right one. */
export interface Guesses {
  /** Throws ApiError (rate_limit_error). */
  check(address: string): void;
  wrong(address: string): void;
}

export interface GuessOptions {
  /** Wrong keys from one address in a minute. */
  readonly most: number;
  now(): number;
  /** Hears of the first of a minute, and of the one that closes the door. */
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
