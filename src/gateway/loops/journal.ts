import { ApiError } from "../../messages/index.ts";
import { first, lock, query, type Row, type Store, type Work } from "../store/store.ts";

export type LoopState = "queued" | "running" | "done" | "failed" | "cancelled";

/** A loop that runs on the server. Its texts are JSON that only the runner interprets. */
export interface LoopRecord {
  readonly id: string;
  /** The owner, who is billed for it. */
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly state: LoopState;
  readonly request: string;
  readonly outcome: string | null;
}

/** A loop without its payload: a hundred conversations may not fit into memory. */
export type LoopHead = Pick<LoopRecord, "id" | "key" | "at" | "state">;

/** A worker's right to continue a loop, until another worker takes it over. */
export interface Claim {
  readonly id: string;
  readonly turn: number;
}

export interface Step {
  /** Consecutive, from 1. */
  readonly number: number;
  readonly event: string;
}

/**
 * Loops and their events in the gateway's store, shared by the workers of all instances. A workflow engine such as
 * DBOS would need PostgreSQL and tables of its own beside the store; here a loop, the key that it belongs to and
 * what it is billed for change in one transaction, on SQLite too.
 */
export type LoopJournal = ReturnType<typeof loopJournal>;

/** Another worker has taken over the loop; this one must stop. */
export class LostClaim extends Error {
  override readonly name = "LostClaim";
}

/** How long a worker may miss heartbeats, in milliseconds. */
export const silence = 30_000;
/** Maximum open (queued or running) loops per key. */
const mostOpen = 1000;
const day = 86_400_000;

export function loopJournal(store: Store, now: () => number) {
  return {
    /** Throws ApiError (429) if too many of the key's loops are open. */
    add: (loop: Pick<LoopRecord, "id" | "key" | "request">) => store.write(() => add(loop, now())),
    get: (id: string, key: string) =>
      store.read(function* () {
        const row = yield* first("SELECT * FROM loops WHERE id = $1 AND key_id = $2", id, key);
        return row && recordOf(row);
      }),
    state: (id: string, key: string) =>
      store.read(function* () {
        const row = yield* first("SELECT state FROM loops WHERE id = $1 AND key_id = $2", id, key);
        return row && (row["state"] as LoopState); // the shape that was written here
      }),
    /** The latest first. */
    list: (key: string, limit: number): Promise<readonly LoopHead[]> =>
      store.read(function* () {
        const sql =
          "SELECT id, key_id, at, state FROM loops WHERE key_id = $1 ORDER BY at DESC, id DESC LIMIT $2";
        return (yield* query(sql, key, limit)).map(headOf);
      }),
    /** Claims a loop that is queued or whose worker is silent: the oldest of the key with the fewest running loops. */
    claim: () => store.write(() => claim(now())),
    /** Appends a checkpoint, which is durable when this resolves. Throws LostClaim. */
    append: (loopClaim: Claim, event: string) =>
      store.write(function* () {
        yield* hold(loopClaim, now());
        yield* query(
          `INSERT INTO loop_events (loop, number, event)
           SELECT CAST($1 AS TEXT), COALESCE(MAX(number), 0) + 1, CAST($2 AS TEXT) FROM loop_events WHERE loop = $1`,
          loopClaim.id,
          event,
        );
      }),
    events: (id: string, after = 0): Promise<readonly Step[]> =>
      store.read(function* () {
        const sql = "SELECT number, event FROM loop_events WHERE loop = $1 AND number > $2 ORDER BY number";
        const rows = yield* query(sql, id, after);
        return rows.map(({ number, event }) => ({ number: Number(number), event: String(event) }));
      }),
    /** Sends the worker's heartbeat; returns whether the loop is to be cancelled. Throws LostClaim. */
    beat: (loopClaim: Claim) =>
      store.write(function* () {
        const row = yield* hold(loopClaim, now());
        return { isCancelled: row["cancelled"] !== null };
      }),
    /** Ends the claim; with `queued` another worker may continue. Throws LostClaim. */
    end: (loopClaim: Claim, state: Exclude<LoopState, "running">, outcome: string | null) =>
      store.write(function* () {
        yield* hold(loopClaim, now());
        yield* query("UPDATE loops SET state = $2, outcome = $3 WHERE id = $1", loopClaim.id, state, outcome);
      }),
    /** Ends a queued loop at once, a running one at the next heartbeat. False if it has ended or is unknown. */
    cancel: (id: string, key: string) =>
      store.write(function* () {
        const rows = yield* query(
          `UPDATE loops SET cancelled = $3, state = CASE WHEN state = 'queued' THEN 'cancelled' ELSE state END
           WHERE id = $1 AND key_id = $2 AND state IN ('queued', 'running') RETURNING id`,
          id,
          key,
          now(),
        );
        return rows.length > 0;
      }),
    /** Continues a failed or cancelled loop from its last checkpoint. False in any other state. */
    resume: (id: string, key: string) =>
      store.write(function* () {
        const rows = yield* query(
          `UPDATE loops SET state = 'queued', cancelled = NULL, outcome = NULL
           WHERE id = $1 AND key_id = $2 AND state IN ('failed', 'cancelled') RETURNING id`,
          id,
          key,
        );
        return rows.length > 0;
      }),
  };
}

function* add({ id, key, request }: Pick<LoopRecord, "id" | "key" | "request">, now: number): Work<void> {
  yield* lock([`loops ${key}`]);
  const open = yield* first(
    "SELECT COUNT(*) AS open FROM loops WHERE key_id = $1 AND state IN ('queued', 'running')",
    key,
  );
  if (Number(open?.["open"]) >= mostOpen)
    throw new ApiError("rate_limit_error", `${mostOpen} loops of this key wait or run already.`);
  yield* query(
    `INSERT INTO loops (id, key_id, at, state, request, turn, seen) VALUES ($1, $2, $3, 'queued', $4, 0, 0)`,
    id,
    key,
    now,
    request,
  );
}

/** Picks the next loop so that keys take turns. Open loops are found by index, without reading their payload. */
export const waitingLoop = `
  WITH open AS MATERIALIZED (SELECT id, key_id, at, state, seen FROM loops WHERE state IN ('queued', 'running')),
    busy AS (SELECT key_id, COUNT(*) AS running FROM open WHERE state = 'running' GROUP BY key_id)
  SELECT o.id FROM open o LEFT JOIN busy b ON b.key_id = o.key_id
  WHERE o.state = 'queued' OR o.seen < $1 ORDER BY COALESCE(b.running, 0), o.at, o.id LIMIT 1`;

function* claim(now: number): Work<{ readonly claim: Claim; readonly loop: LoopRecord } | undefined> {
  yield* lock(["loops"]);
  const next = yield* first(waitingLoop, now - silence);
  const row = next && (yield* first("SELECT * FROM loops WHERE id = $1", String(next["id"])));
  if (!row) return undefined;
  const [id, turn] = [String(row["id"]), Number(row["turn"]) + 1];
  yield* query("UPDATE loops SET state = 'running', turn = $2, seen = $3 WHERE id = $1", id, turn, now);
  return { claim: { id, turn }, loop: { ...recordOf(row), state: "running" } };
}

/** Records a heartbeat and locks the loop's row; returns its `cancelled`. Throws LostClaim. */
function* hold({ id, turn }: Claim, now: number): Work<Row> {
  const [row] = yield* query(
    "UPDATE loops SET seen = $3 WHERE id = $1 AND turn = $2 AND state = 'running' RETURNING cancelled",
    id,
    turn,
    now,
  );
  if (row) return row;
  throw new LostClaim(`Another worker goes on with ${id}.`);
}

/** Deletes ended loops that began more than `days` days ago, at most `most` at a time; returns how many. */
export function* forgetLoops(now: number, days: number, most: number): Work<number> {
  const ended = "state NOT IN ('queued', 'running')";
  const old = `SELECT id FROM loops WHERE at < $1 AND ${ended} ORDER BY at, id LIMIT ${most}`;
  // The state is tested again after waiting for a concurrent `resume`; the deleted rows then stop later ones.
  const rows = yield* query(
    `DELETE FROM loops WHERE id IN (${old}) AND ${ended} RETURNING id`,
    now - days * day,
  );
  for (const { id } of rows) yield* query("DELETE FROM loop_events WHERE loop = $1", String(id));
  return rows.length;
}

const headOf = (row: Row): LoopHead => ({
  id: String(row["id"]),
  key: String(row["key_id"]),
  at: Number(row["at"]),
  state: row["state"] as LoopState, // the shape that was written here
});

const recordOf = (row: Row): LoopRecord => ({
  ...headOf(row),
  request: String(row["request"]),
  outcome: typeof row["outcome"] === "string" ? row["outcome"] : null,
});
