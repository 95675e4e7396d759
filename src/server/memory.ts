import { ApiError } from "../messages/index.ts";

/** What one request holds of the memory for bodies. */
export interface BodyShare {
  /** Throws ApiError rate_limit_error where all requests together would hold too much. */
  take(bytes: number): void;
  release(): void;
}

/** Bytes of the bodies of all requests under way, packed and unpacked, up to a limit. */
export function bodyMemory(limit: number): { share(): BodyShare } {
  let total = 0;
  return {
    share() {
      let own = 0;
      return {
        take(bytes) {
          if (total + bytes > limit)
            throw new ApiError(
              "rate_limit_error",
              "The server holds as many bytes of request bodies as it may; try again later",
              { retryAfter: 1 },
            );
          total += bytes;
          own += bytes;
        },
        release() {
          total -= own;
          own = 0;
        },
      };
    },
  };
}
