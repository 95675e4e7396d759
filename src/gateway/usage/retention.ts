import { ledger, query, type Work } from "../store/store.ts";

/** Rows that one transaction deletes: requests wait for it. */
const batch = 1000;
const day = 86_400_000;

/**
 * Deletes requests that began so many days ago, some of them at a time; gives how many. What they cost stays part of
 * `spend_total`: windows that end don't reach back that far.
 */
export function* forgetRequests(now: number, days: number): Work<number> {
  yield* ledger("alone");
  const rows = yield* query(
    `DELETE FROM requests WHERE id IN
       (SELECT id FROM requests WHERE at < $1 AND state <> 'open' ORDER BY at LIMIT ${batch})
     RETURNING key_id, team, model, cost`,
    now - days * day,
  );
  const sums = new Map<string, { readonly parties: readonly string[]; cost: number }>();
  for (const row of rows) {
    const parties = [row["key_id"], row["team"], row["model"]].map((name) => String(name ?? ""));
    const sum = sums.get(JSON.stringify(parties)) ?? { parties, cost: 0 };
    sum.cost += Number(row["cost"]);
    sums.set(JSON.stringify(parties), sum);
  }
  for (const { parties, cost } of sums.values())
    yield* query(
      `INSERT INTO past (key_id, team, model, cost) VALUES ($1, $2, $3, $4)
       ON CONFLICT (key_id, team, model) DO UPDATE SET cost = past.cost + excluded.cost`,
      ...parties,
      cost,
    );
  return rows.length;
}

export const isWhole = (deleted: number): boolean => deleted === batch;
