import { createHash } from "node:crypto";
import type { BodiesConfig } from "../../config/index.ts";
import { first, query, type Work } from "../store/store.ts";

/** Which request and response bodies are stored, how much of them, and what is redacted first. */
export interface BodyRules {
  /** The share of requests to store, from 0 to 1. */
  readonly sample: number;
  /** Maximum UTF-8 bytes per request and per response; longer bodies are truncated. */
  readonly bytes: number;
  readonly days: number;
  readonly of: "both" | "requests" | "answers";
  redact(value: unknown): Promise<unknown>;
}

const usualBytes = 65_536;

/** Creates the body rules, which by default redact secrets and personal data. Detectors are loaded only if needed. */
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

/** Whether a request is sampled: every instance decides the same for the same id. */
export const isSampled = (id: string, share: number): boolean =>
  createHash("sha256").update(id).digest().readUIntBE(0, 6) / 2 ** 48 < share;

export interface Body {
  readonly text: string;
  /** Size of the whole body; `text` may be only its beginning. */
  readonly bytes: number;
}

/** Redacts before truncating: a truncated secret might no longer be recognised. */
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
  /** When the bodies are deleted, in milliseconds since 1970. */
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

/** Returns the stored bodies of a request, or `undefined`. */
export function* bodiesOf(id: string): Work<Omit<Bodies, "until"> | undefined> {
  const row = yield* first("SELECT * FROM bodies WHERE id = $1", id);
  if (!row) return undefined;
  const body = (name: "request" | "answer"): Body | undefined =>
    typeof row[name] === "string" ? { text: row[name], bytes: Number(row[`${name}_bytes`]) } : undefined;
  return { id, request: body("request"), answer: body("answer") };
}

/** Deletes expired bodies, at most `most` at a time; returns how many. */
export function* forgetBodies(now: number, most: number): Work<number> {
  const old = `SELECT id FROM bodies WHERE until <= $1 ORDER BY until LIMIT ${most}`;
  return (yield* query(`DELETE FROM bodies WHERE id IN (${old}) RETURNING id`, now)).length;
}
