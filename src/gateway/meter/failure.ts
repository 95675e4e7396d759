import { isObject, redactor } from "../../lib/index.ts";
import { ApiError } from "../../messages/index.ts";
import type { LimitState } from "../ledger/counters.ts";
import { LimitError } from "../ledger/refusal.ts";

/** What is recorded of a failed or refused request; all are null for others. */
export interface Failure {
  /** The type of an API error, or the name of another one. */
  readonly error: string | null;
  /** The HTTP status of an API error. */
  readonly status: number | null;
  /** The messages of the error and of its causes; null if they may quote the request. */
  readonly reason: string | null;
  /** The limit or the guardrail that refused the request. */
  readonly limit: LimitState | null;
  readonly guardrail: string | null;
}

export const noFailure: Failure = { error: null, status: null, reason: null, limit: null, guardrail: null };

export function failureOf(error: unknown): Failure {
  if (error === undefined) return noFailure;
  if (!(error instanceof ApiError))
    return { ...noFailure, error: error instanceof Error ? error.name : "aborted" };
  const { type, status, details } = error;
  const guardrail = isObject(details) ? details["guardrail"] : undefined;
  return {
    error: type,
    status,
    reason: quoting.has(type) ? null : reasonOf(error),
    limit: error instanceof LimitError ? error.limit : null,
    guardrail: typeof guardrail === "string" ? guardrail : null,
  };
}

/** Errors that are about the content or the path of a request. */
const quoting: ReadonlySet<string> = new Set(["invalid_request_error", "not_found_error"]);

const [longestReason, mostCauses] = [500, 5];
/** Upstreams may quote keys. */
const redact = redactor([]);

function reasonOf(error: ApiError): string {
  const texts: string[] = [error.message];
  let { cause } = error;
  for (let i = 0; i < mostCauses && cause instanceof Error; i++, cause = cause.cause) {
    const text = cause.message || ("code" in cause ? String(cause.code) : cause.name);
    if (!texts.some((known) => known.includes(text))) texts.push(text);
  }
  return redact(texts.join(" Cause: ")).slice(0, longestReason);
}
