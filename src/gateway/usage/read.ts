import { usageError } from "../../lib/index.ts";
import type { LimitState } from "../ledger/counters.ts";
import { shownAmount } from "../ledger/limits.ts";
import type { RequestLine } from "../meter/meter.ts";
import { formatMoney } from "../money.ts";
import type { UsageFilter, UsageSum } from "./usage.ts";

const day = 86_400_000;

/** Parses a filter's fields; a day as `to` is inclusive. Throws UserError for an invalid time. */
export function readFilter(get: (name: string) => string | undefined): UsageFilter {
  const [from, to, key, team, model, state] = ["from", "to", "key", "team", "model", "state"].map(get);
  return {
    ...(from !== undefined && { from: timeOf("from", from) }),
    ...(to !== undefined && { to: timeOf("to", to) + (isDay(to) ? day : 0) }),
    ...(key !== undefined && { key }),
    ...(team !== undefined && { team }),
    ...(model !== undefined && { model }),
    ...(state !== undefined && { state }),
  };
}

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text);

/** Parses a time. Days are in UTC; times need a zone, so that the machine's own zone never matters. */
function timeOf(name: string, text: string): number {
  const time =
    isDay(text) || /^\d{4}-\d\d-\d\dT[\d:.]{5,12}(?:Z|[+-]\d\d:\d\d)$/.test(text)
      ? Date.parse(text)
      : Number.NaN;
  if (!Number.isNaN(time)) return time;
  throw usageError(
    "usage_time",
    `${name}: ${text.slice(0, 40)} is not a day or time.`,
    "Give a day such as 2026-01-31 (UTC), or a time with its zone such as 2026-01-31T12:00:00Z.",
  );
}

/** Formats money as decimal strings. */
export const shownSum = ({ cost, ...sum }: UsageSum): object => ({ ...sum, cost: formatMoney(cost) });

/** A limit with what is used and reserved of it, and when it resets. */
export const shownLimit = ({ subject, measure, amount, total, reserved, reset }: LimitState) => ({
  subject,
  limit: measure,
  amount: shownAmount(measure, amount),
  used: shownAmount(measure, total - reserved),
  reserved: shownAmount(measure, reserved),
  left: shownAmount(measure, Math.max(0, amount - total)),
  resets_at: reset === undefined ? null : new Date(reset).toISOString(),
});

/** Formats a log record: names as in exports, money as a decimal string. */
export const shownLine = (line: RequestLine): object => ({
  time: new Date(line.at).toISOString(),
  request_id: line.id,
  key: line.key,
  model: line.model,
  routed_model: line.routedModel,
  upstream: line.upstream,
  upstream_request_id: line.upstreamRequestId,
  attempts: line.attempts,
  outcome: line.outcome,
  input: line.input,
  output: line.output,
  cache_read: line.cacheRead,
  cache_write: line.cacheWrite,
  cost: line.cost === undefined ? null : formatMoney(line.cost),
  first_ms: line.firstMs,
  total_ms: line.totalMs,
  status: line.status,
  error: line.error,
  reason: line.reason,
});
