import type { RequestLine } from "../meter/meter.ts";
import { query, type Row, type Store, type Value, type Work } from "../store/store.ts";
import type { RequestPage, UsageFilter } from "../usage/usage.ts";

/** Milliseconds for which refused requests are collected before they are written together. */
const interval = 1000;
/** Maximum rows that wait to be written; what exceeds them is only logged and counted by the metrics. */
const mostWaiting = 2000;
const minute = 60_000;
/** Days after which refusals are deleted. */
const days = 30;

/**
 * Records refused requests. All of one minute, key and reason share a row, so that a flood adds one row per minute.
 * Callers can't add reasons: those are types of errors, limits without the names that callers choose, and guardrails.
 */
export class Refusals {
  private readonly store: Pick<Store, "write">;
  private waiting = new Map<string, { readonly first: RequestLine; last: RequestLine; requests: number }>();
  private timer: NodeJS.Timeout | undefined;

  constructor(store: Pick<Store, "write">) {
    this.store = store;
  }

  /** Callers that left were not refused. */
  add(line: RequestLine): void {
    if (line.outcome !== "refused" || line.status === null) return;
    const name = JSON.stringify([line.key, startOf(line), reasonCode(line)]);
    const known = this.waiting.get(name);
    if (known) [known.last, known.requests] = [line, known.requests + 1];
    else if (this.waiting.size < mostWaiting)
      this.waiting.set(name, { first: line, last: line, requests: 1 });
    this.timer ??= setTimeout(() => void this.flush(), interval).unref();
  }

  /** Writes what is waiting. If the store can't be written now, it is tried again. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { waiting } = this;
    if (waiting.size === 0) return;
    this.waiting = new Map();
    // In the order of names, which prevents deadlocks.
    const rows = [...waiting].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
    await this.store
      .write(function* () {
        for (const row of rows) yield* addRow(row);
      })
      .catch(() => this.restore(waiting));
  }

  private restore(older: Refusals["waiting"]): void {
    for (const [name, row] of this.waiting) {
      const before = older.get(name);
      if (before) [before.last, before.requests] = [row.last, before.requests + row.requests];
      else if (older.size < mostWaiting) older.set(name, row);
    }
    this.waiting = older;
    this.timer ??= setTimeout(() => void this.flush(), interval).unref();
  }
}

const startOf = ({ at }: RequestLine): number => Math.floor(at / minute) * minute;

const reasonCode = ({ limit, guardrail, error }: RequestLine): string =>
  limit ? `${limit.measure} ${limit.subject.split(":", 1)[0]}` : (guardrail ?? error ?? "");

function* addRow({ first, last, requests }: MapValue<Refusals["waiting"]>): Work<void> {
  yield* query(
    `INSERT INTO refusals (id, key_id, minute, code, at, last, requests, team, model, status, error, reason,
       subject, measure, resets)
     VALUES ($1, $2, $3, $4, $5, $6, $7, (SELECT team FROM keys WHERE id = $2), $8, $9, $10, $11, $12, $13, $14)
     ON CONFLICT (key_id, minute, code) DO UPDATE SET requests = refusals.requests + excluded.requests,
       last = excluded.last, model = excluded.model, status = excluded.status, error = excluded.error,
       reason = excluded.reason, subject = excluded.subject, resets = excluded.resets`,
    first.id,
    last.key,
    startOf(last),
    reasonCode(last),
    first.at,
    last.at,
    requests,
    last.model,
    last.status,
    last.error,
    last.reason,
    last.limit?.subject ?? null,
    last.limit?.measure ?? null,
    last.limit?.reset ?? null,
  );
}
type MapValue<M> = M extends Map<unknown, infer V> ? V : never;

const columns = `id, at, 'refused' AS state, key_id, team, model, error, NULL AS priced_as, '{}' AS tags,
  last, requests, status, reason, subject, measure, resets`;

/** Refusals, latest first, with the columns of requests that they have. */
export function* latestRefusals(
  { limit, before, refusedBy }: RequestPage,
  { from, to, key, team, model }: Omit<UsageFilter, "state">,
): Work<readonly Row[]> {
  const values: Value[] = [limit];
  const conditions = [
    ["at >=", from],
    ["at <", to],
    ["key_id =", key],
    ["team =", team],
    ["model =", model],
    ["subject =", refusedBy === "limit" ? undefined : refusedBy],
  ].flatMap(([part, value]) => (value === undefined ? [] : [`${part} $${values.push(value)}`]));
  if (refusedBy === "limit") conditions.push("subject IS NOT NULL");
  if (before) conditions.push(`(at, id) < ($${values.push(before[0])}, $${values.push(before[1])})`);
  const where = conditions.length > 0 ? `WHERE ${conditions.join(" AND ")}` : "";
  return yield* query(
    `SELECT ${columns} FROM refusals ${where} ORDER BY at DESC, id DESC LIMIT $1`,
    ...values,
  );
}

export const refusalOf = (id: string): Work<readonly Row[]> =>
  query(`SELECT ${columns} FROM refusals WHERE id = $1`, id);

/** Deletes old refusals, at most `most`; returns how many. */
export function* forgetRefusals(now: number, most: number): Work<number> {
  const old = `SELECT id FROM refusals WHERE at < $1 ORDER BY at LIMIT ${most}`;
  const deleted = yield* query(
    `DELETE FROM refusals WHERE id IN (${old}) RETURNING id`,
    now - days * 86_400_000,
  );
  return deleted.length;
}
