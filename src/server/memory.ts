import { ApiError } from "../messages/index.ts";

/** One request's share of the memory for bodies. */
export interface BodyShare {
  /** Throws ApiError (rate_limit_error) if all requests together would exceed the limit. */
  take(bytes: number): void;
  release(): void;
}

/** Tracks the bytes of all open requests' bodies, compressed and decompressed, against a limit. */
export function bodyMemory(limit: number): { share(): BodyShare } {
  let total = 0;
  return {
    share() {
      let shareBytes = 0;
      return {
        take(bytes) {
          if (total + bytes > limit)
            throw new ApiError(
              "rate_limit_error",
              "The server holds as many bytes of request bodies as it may; try again later",
              { retryAfter: 1 },
            );
          total += bytes;
          shareBytes += bytes;
        },
        release() {
          total -= shareBytes;
          shareBytes = 0;
        },
      };
    },
  };
}
