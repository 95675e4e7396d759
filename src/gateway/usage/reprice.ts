import { audit, type Actor } from "../keys/audit.ts";
import { costOf } from "../prices/price.ts";
import type { Prices } from "../prices/table.ts";
import { query, type Row, type Work } from "../store/store.ts";
import { correctSums } from "./sums.ts";
import { latestRequests, type UsageFilter } from "./usage.ts";

export interface Repriced {
  readonly requests: number;
  /** Total cost before, in millionths. */
  readonly before: number;
  readonly after: number;
}

const pageRows = 5000;

function* settled(filter: UsageFilter, visit: (row: Row) => Work<void>): Work<void> {
  for (let before: readonly [number, string] | undefined; ;) {
    const rows = yield* latestRequests({ limit: pageRows, ...(before && { before }) }, filter);
    for (const row of rows) if (row["state"] === "done" || row["state"] === "interrupted") yield* visit(row);
    const last = rows[pageRows - 1];
    if (!last) return;
    before = [Number(last["at"]), String(last["id"])];
  }
}

/** Recalculates the cost of done and interrupted requests at these prices. Money counters are rebuilt from the rows. */
export function* reprice(filter: UsageFilter, prices: Prices, actor: Actor): Work<Repriced> {
  let [requests, before, after] = [0, 0, 0];
  yield* settled(filter, function* (row) {
    const found = prices.find(String(row["model"])) ?? prices.find(String(row["routed_model"] ?? ""));
    const tokens = {
      input: Number(row["input"]),
      output: Number(row["output"]),
      cacheRead: Number(row["cache_read"]),
      cacheWrite: Number(row["cache_write"]),
    };
    const cost = found ? costOf(found.price, tokens) : 0;
    before += Number(row["cost"]);
    after += cost;
    if (cost === row["cost"] && found?.name === (row["priced_as"] ?? undefined)) return;
    requests++;
    yield* query(
      "UPDATE requests SET cost = $2, priced_as = $3 WHERE id = $1",
      String(row["id"]),
      cost,
      found?.name ?? null,
    );
    const unpriced = Number(found === undefined) - Number(row["priced_as"] === null);
    yield* correctSums(row, cost - Number(row["cost"]), unpriced);
  });
  if (requests > 0) yield* query("DELETE FROM counters WHERE measure LIKE 'spend%'");
  const repriced = { requests, before, after };
  yield* audit(actor, { action: "reprice", subject: "usage", detail: { ...filter, ...repriced } });
  return repriced;
}
