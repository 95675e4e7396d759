import { ApiError } from "../../messages/index.ts";
import type { LimitState } from "./counters.ts";
import { shownAmount } from "./limits.ts";
import { measures } from "./measures.ts";
import type { Decision } from "./reserve.ts";

/** The error of a request that a limit refused. */
export class LimitError extends ApiError {
  readonly limit: LimitState;

  constructor(limit: LimitState, ...error: ConstructorParameters<typeof ApiError>) {
    super(...error);
    this.limit = limit;
  }
}

type Refused = Exclude<Decision, { readonly granted: true }>;

/** Seconds after which to retry a request that other requests' reservations blocked. */
const soon = 1;
/** Seconds: longer waits aren't sent as a header, because clients would hold the request that long. */
const longestWait = 3600;

/**
 * Returns the error of a refused request: 402 for money, 503 without the rate store, 429 otherwise. The message
 * states used and reserved amounts.
 */
export function refusal(decision: Refused, now: number, model: string): ApiError {
  if (decision.by === "price")
    return new ApiError(
      "billing_error",
      `The model ${model.slice(0, 100)} has no price, so that its use can't be billed.`,
      {
        details: { reason: "no_price" },
      },
    );
  if (!("states" in decision))
    return new ApiError("api_error", "The store of rate limits can't be used now. Try again later.", {
      status: 503,
      retryAfter: 5,
      cause: decision.cause,
    });
  const { by, needs, mayPassLater } = decision;
  const isMoney = measures[by.measure].counts === "cost";
  const wait = mayPassLater ? soon : waitFor(by, now);
  const type = isMoney ? "billing_error" : "rate_limit_error";
  return new LimitError(by, type, textOf(by, needs, mayPassLater), {
    retry: mayPassLater || (!isMoney && wait !== undefined),
    ...(wait !== undefined && (mayPassLater || wait <= longestWait) && { retryAfter: wait }),
    details: detailsOf(by, needs),
  });
}

const waitFor = ({ reset }: LimitState, now: number): number | undefined =>
  reset === undefined ? undefined : Math.max(1, Math.ceil((reset - now) / 1000));

function textOf(by: LimitState, needs: number, isHeld: boolean): string {
  const { subject, measure, amount, total, reserved, reset } = by;
  const amountText = (value: number): string => shownAmount(measure, value);
  const until = reset === undefined ? "" : ` It resets at ${new Date(reset).toISOString()}.`;
  if (measures[measure].counts === "open")
    return `The limit ${measure} of ${subject} is ${amount}, and ${total} are under way. Try again when one has ended.`;
  const used = `${amountText(total - reserved)} used and ${amountText(reserved)} reserved by requests under way`;
  const next = isHeld ? " Try again when these have ended." : until;
  return `The limit ${measure} of ${subject} is ${amountText(amount)}: ${used}; this request may need ${amountText(needs)}.${next}`;
}

const detailsOf = (
  { subject, measure, amount, total, reserved, reset }: LimitState,
  needs: number,
): object => ({
  limit: measure,
  subject,
  amount,
  used: total - reserved,
  reserved,
  needs,
  resets_at: reset === undefined ? null : new Date(reset).toISOString(),
});

const families = {
  requests: "requests",
  input: "input-tokens",
  output: "output-tokens",
} as const;

/** `anthropic-ratelimit-…` headers: for each resource limited per minute, the limit with the least left. */
export function rateHeaders(states: readonly LimitState[]): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const [counts, family] of Object.entries(families)) {
    const [tightest] = states
      .filter(({ measure }) => measures[measure].counts === counts)
      .toSorted((a, b) => a.amount - a.total - (b.amount - b.total));
    if (!tightest) continue;
    const { amount, total, reset } = tightest;
    headers[`anthropic-ratelimit-${family}-limit`] = String(amount);
    headers[`anthropic-ratelimit-${family}-remaining`] = String(Math.max(0, amount - total));
    if (reset !== undefined) headers[`anthropic-ratelimit-${family}-reset`] = new Date(reset).toISOString();
  }
  return headers;
}
