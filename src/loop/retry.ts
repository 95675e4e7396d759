import { ApiError } from "../messages/index.ts";

const first = 500;
const longest = 8_000;

/** Timeouts and conflicts pass; 5xx is added below. */
const passing = new Set([408, 409, 429]);

/** Milliseconds to wait before the next try: what the service asks for, else doubling with some spread. */
export function pause(error: unknown, attempt: number, random: () => number): number | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (!passing.has(error.status) && error.status < 500) return undefined;
  if (error.retryAfter !== undefined) return error.retryAfter * 1000;
  return Math.min(longest, first * 2 ** attempt) * (1 - random() / 4);
}
