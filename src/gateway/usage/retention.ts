import { ledger, query, type Work } from "../store/store.ts";
import { addToSums } from "./sums.ts";

/** Rows that one transaction deletes: requests wait for it. */
const batch = 1000;
const day = 86_400_000;

/** Deletes requests that began so many days ago, some of them at a time; gives how many. The sums of their days stay. */
export function* forgetRequests(now: number, days: number): Work<number> {
  yield* ledger("alone");
  const rows = yield* query(
    `SELECT id, state FROM requests WHERE at < $1 AND state <> 'open' ORDER BY at, id LIMIT ${batch}`,
    now - days * day,
  );
  for (const { id, state } of rows) {
    if (state === "lost") yield* addToSums(String(id)); // nobody settles it any more
    yield* query("DELETE FROM requests WHERE id = $1", String(id));
  }
  return rows.length;
}

export const isWhole = (deleted: number): boolean => deleted === batch;
