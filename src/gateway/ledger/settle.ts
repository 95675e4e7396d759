import { costOf, type Price, type Tokens } from "../prices/price.ts";
import { endEpochs, holdRates } from "../rates/epochs.ts";
import { first, ledger, outside, query, type Row, type Work } from "../store/store.ts";
import { add, lockLimits, type Amount } from "./counters.ts";
import { limitsOf, type Limit } from "./limits.ts";
import { addToSums } from "../usage/sums.ts";
import type { Reserving } from "./reserve.ts";
import { subjectsOf } from "./subjects.ts";

/** `interrupted`: the caller left or the stream broke; what had arrived is billed. `failed`: there was no response. */
export type Outcome = "done" | "interrupted" | "failed";

export interface Ending extends Tokens {
  readonly outcome: Outcome;
  readonly price: Price | undefined;
  readonly pricedAs: string | null;
  readonly upstream: string | null;
  /** The upstream's own id of the request. */
  readonly upstreamRequestId: string | null;
  /** The model that the route requested from its upstream, and the model that the upstream reported. */
  readonly routedModel: string | null;
  readonly usedModel: string | null;
  readonly attempts: number;
  /** Milliseconds from the request to the first event, and to the last one. */
  readonly firstMs: number | null;
  readonly totalMs: number;
  readonly error: string | null;
}

/** The final content of a request's row. */
export type Closing = Omit<Ending, "price"> & Pick<Amount, "cost">;

const unsettled = `SELECT at, state, key_id, team, model, input, output, cost FROM requests
  WHERE id = $1 AND state IN ('open', 'lost')`;

/** Replaces the reservation by the actual usage, once; returns the cost, or undefined if it was settled before. */
export function settle(
  id: string,
  { price, ...ending }: Ending,
  reserving: Pick<Reserving, "configured" | "rates">,
): Work<number | undefined> {
  const cost = ending.outcome === "failed" || !price ? 0 : costOf(price, ending);
  return closeRow(id, { ...ending, cost }, reserving);
}

/** As `settle`, with a known cost. */
export function* closeRow(
  id: string,
  ending: Closing,
  { configured, rates }: Pick<Reserving, "configured" | "rates">,
): Work<number | undefined> {
  yield* ledger("together");
  const row = yield* first(unsettled, id);
  if (!row) return undefined;
  const { cost } = ending;
  // Another attempt may have settled it meanwhile, such as one that timed out but completed: the first one wins.
  const reservation = yield* first(
    `UPDATE requests SET state = $2, input = $3, output = $4, cache_read = $5, cache_write = $6, cost = $7,
      upstream = $8, used_model = $9, attempts = $10, first_ms = $11, total_ms = $12, error = $13,
      priced_as = $14, routed_model = $15, upstream_request_id = $16
      WHERE id = $1 AND state IN ('open', 'lost') RETURNING id`,
    id,
    ending.outcome,
    ending.input,
    ending.output,
    ending.cacheRead,
    ending.cacheWrite,
    cost,
    ending.upstream,
    ending.usedModel,
    ending.attempts,
    ending.firstMs,
    ending.totalMs,
    ending.error,
    ending.pricedAs,
    ending.routedModel,
    ending.upstreamRequestId,
  );
  if (!reservation) return undefined;
  yield* recount(row, ending, configured);
  const subjects = subjectsOf(parties(row));
  if (rates) yield* holdRates(subjects, "together");
  yield* addToSums(id, num(row["at"]));
  // Runs even if this transaction is rolled back: the rate store should still learn the usage.
  if (rates) yield* outside(() => rates.settle(subjects, { id, ...ending }).catch(() => rates.doubt()));
  return cost;
}

/** Adds the difference between the row's old and new amounts to the counters. */
function* recount(
  row: Row,
  now: Pick<Amount, "input" | "output" | "cost">,
  configured: readonly Limit[],
): Work<void> {
  const before = {
    requests: 0,
    open: 0,
    input: num(row["input"]),
    output: num(row["output"]),
    cost: num(row["cost"]),
  };
  const total = {
    requests: 0,
    open: row["state"] === "open" ? -1 : 0,
    input: now.input - before.input,
    output: now.output - before.output,
    cost: now.cost - before.cost,
  };
  const reserved = { ...before, input: -before.input, output: -before.output, cost: -before.cost };
  const limits = yield* limitsOf(subjectsOf(parties(row)), configured);
  yield* lockLimits(limits);
  for (const limit of limits) yield* add({ limit, at: num(row["at"]), total, reserved });
}

const num = (value: Row[string] | undefined): number => Number(value ?? 0);

/** The parties of a request's row. */
export const parties = (row: Row) => ({
  key: String(row["key_id"]),
  team: typeof row["team"] === "string" ? row["team"] : null,
  model: String(row["model"]),
});

/** How long a process may miss heartbeats before it counts as dead, in milliseconds. */
export const lease = 30_000;

/** Records a process' heartbeat. */
export function* beat(process: string, now: number): Work<void> {
  yield* query(
    "INSERT INTO processes (id, seen) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET seen = $2",
    process,
    now,
  );
}

/**
 * Marks open requests of dead processes as lost. Their reservations stay charged until settled by hand, as the actual
 * usage is unknown.
 */
export function* expire(now: number, configured: readonly Limit[]): Work<number> {
  const dead = yield* query("DELETE FROM processes WHERE seen < $1 RETURNING id", now - 20 * lease);
  if (dead.length > 0) yield* endEpochs(); // rate counters may include requests that have no row
  if ((yield* abandoned(now)).length === 0) return 0;
  yield* ledger("alone");
  const rows = yield* abandoned(now); // others may have expired them in the meantime
  const total = { requests: 0, open: -1, input: 0, output: 0, cost: 0 };
  const reserved = { ...total, open: 0 };
  for (const row of rows) {
    yield* query("UPDATE requests SET state = 'lost' WHERE id = $1", String(row["id"]));
    for (const limit of yield* limitsOf(subjectsOf(parties(row)), configured))
      yield* add({ limit, at: num(row["at"]), total, reserved });
  }
  yield* endEpochs();
  return rows.length;
}

const abandoned = (now: number): Work<readonly Row[]> =>
  query(
    `SELECT r.* FROM requests r LEFT JOIN processes p ON p.id = r.process
     WHERE r.state = 'open' AND (p.seen IS NULL OR p.seen < $1)`,
    now - lease,
  );
