import { query, type Row, type Work } from "../store/store.ts";

/** Who makes a change, and when. */
export interface Actor {
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}
export interface Change {
  readonly action: string;
  readonly subject: string;
  /** Details of the change; never a secret or its hash. */
  readonly detail: object;
}

/** Records a change in the transaction that makes it. */
export function* audit(actor: Actor, { action, subject, detail }: Change): Work<void> {
  yield* query(
    `INSERT INTO audit (number, at, actor, action, subject, detail)
     SELECT COALESCE(MAX(number), 0) + 1, CAST($1 AS BIGINT), $2, $3, $4, $5 FROM audit`,
    actor.at,
    actor.name,
    action,
    subject,
    JSON.stringify(detail),
  );
}

export interface AuditEntry extends Actor, Change {
  /** Consecutive, from 1. */
  readonly number: number;
}

/** Returns the entries before a number, latest first. */
export function* auditEntries(limit: number, before = Number.MAX_SAFE_INTEGER): Work<readonly AuditEntry[]> {
  const rows = yield* query(
    "SELECT * FROM audit WHERE number < $2 ORDER BY number DESC LIMIT $1",
    limit,
    before,
  );
  return rows.map((row: Row) => ({
    number: Number(row["number"]),
    at: Number(row["at"]),
    name: String(row["actor"]),
    action: String(row["action"]),
    subject: String(row["subject"]),
    detail: JSON.parse(String(row["detail"])) as object, // the shape that was stored
  }));
}
