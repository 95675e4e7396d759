import { createHash } from "node:crypto";
import type { BodiesConfig } from "../../config/index.ts";
import { first, query, type Work } from "../store/store.ts";

/** Which bodies of requests and answers are kept, how much of them, and what is taken out before. */
export interface BodyRules {
  /** The share of requests, from 0 to 1. */
  readonly sample: number;
  /** Of UTF-8, of a request and of an answer; what is longer is cut. */
  readonly bytes: number;
  readonly days: number;
  readonly of: "both" | "requests" | "answers";
  redact(value: unknown): Promise<unknown>;
}

const usualBytes = 65_536;

/** Finds nothing secret or personal by default; detectors are loaded only where bodies are kept. */
export async function openBodies({
  sample = 1,
  bytes = usualBytes,
  days,
  apply_to: of = "both",
  redact,
}: BodiesConfig): Promise<BodyRules> {
  const { redactor } = await import("./redact.ts");
  return { sample, bytes, days, of, redact: await redactor(redact ?? ["secrets", "personal_data"]) };
}

/** The same for one request at every instance. */
export const isSampled = (id: string, share: number): boolean =>
  createHash("sha256").update(id).digest().readUIntBE(0, 6) / 2 ** 48 < share;

/** A body as it is stored. */
export interface Body {
  readonly text: string;
  /** Of the whole, of which the text may be the beginning. */
  readonly bytes: number;
}

/** What is redacted first can't be cut into something that nothing recognises. */
export async function bodyOf(
  value: unknown,
  { redact, bytes }: Pick<BodyRules, "redact" | "bytes">,
): Promise<Body> {
  const whole = Buffer.from(JSON.stringify(await redact(value)));
  const text =
    whole.length > bytes
      ? new TextDecoder().decode(whole.subarray(0, bytes), { stream: true })
      : whole.toString();
  return { text, bytes: whole.length };
}

export interface Bodies {
  readonly id: string;
  /** Milliseconds since 1970 after which they are deleted. */
  readonly until: number;
  readonly request: Body | undefined;
  readonly answer: Body | undefined;
}

export function* keepBodies({ id, until, request, answer }: Bodies): Work<void> {
  yield* query(
    `INSERT INTO bodies (id, until, request, request_bytes, answer, answer_bytes) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (id) DO NOTHING`,
    id,
    until,
    request?.text ?? null,
    request?.bytes ?? null,
    answer?.text ?? null,
    answer?.bytes ?? null,
  );
}

/** The bodies of a request that were kept. */
export function* bodiesOf(id: string): Work<Omit<Bodies, "until"> | undefined> {
  const row = yield* first("SELECT * FROM bodies WHERE id = $1", id);
  if (!row) return undefined;
  const body = (name: "request" | "answer"): Body | undefined =>
    typeof row[name] === "string" ? { text: row[name], bytes: Number(row[`${name}_bytes`]) } : undefined;
  return { id, request: body("request"), answer: body("answer") };
}

/** Deletes those whose time is over, some at a time; gives how many. */
export function* forgetBodies(now: number, most: number): Work<number> {
  const old = `SELECT id FROM bodies WHERE until <= $1 ORDER BY until LIMIT ${most}`;
  return (yield* query(`DELETE FROM bodies WHERE id IN (${old}) RETURNING id`, now)).length;
}
