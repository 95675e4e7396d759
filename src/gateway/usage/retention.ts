import { ledger, query, type Work } from "../store/store.ts";
import { addToSums } from "./sums.ts";

/** Rows that one transaction deletes; small, because requests wait for it. */
export const batch = 1000;
const day = 86_400_000;

/** Deletes requests older than `days` days, at most a batch; returns how many. Their daily sums are kept. */
export function* forgetRequests(now: number, days: number): Work<number> {
  yield* ledger("alone");
  const before = now - days * day;
  const old = `SELECT id FROM requests WHERE at < $1 AND state <> 'open' ORDER BY at, id LIMIT ${batch}`;
  const lost = yield* query(`SELECT id, at FROM requests WHERE state = 'lost' AND id IN (${old})`, before);
  for (const { id, at } of lost) yield* addToSums(String(id), Number(at)); // no longer settled by anyone
  return (yield* query(`DELETE FROM requests WHERE id IN (${old}) RETURNING id`, before)).length;
}

export const isWhole = (deleted: number): boolean => deleted === batch;
