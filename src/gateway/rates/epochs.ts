import { randomUUID } from "node:crypto";
import { query, type Work } from "../store/store.ts";

/**
 * Returns each subject's current epoch, if any. Its counters are valid in that epoch only. Whoever suspects that they
 * are wrong ends the epoch: the next request rebuilds them from the rows.
 */
export function* epochsOf(subjects: readonly string[]): Work<readonly (string | undefined)[]> {
  const rows = yield* query(
    `SELECT subject, epoch FROM rate_epochs WHERE subject IN (${subjects.map((_, i) => `$${i + 1}`).join(", ")})`,
    ...subjects,
  );
  const epochs = new Map(rows.map(({ subject, epoch }) => [subject, String(epoch)]));
  return subjects.map((subject) => epochs.get(subject));
}

/** Begins an epoch for each subject; the caller must hold them exclusively. */
export function* beginEpochs(subjects: readonly string[]): Work<readonly string[]> {
  const epochs = subjects.map(() => randomUUID());
  for (const [i, subject] of subjects.entries())
    yield* query(
      "INSERT INTO rate_epochs (subject, epoch) VALUES ($1, $2) ON CONFLICT (subject) DO UPDATE SET epoch = $2",
      subject,
      epochs[i] ?? "",
    );
  return epochs;
}

/** Ends the epochs of one subject, of each key for `key:*`, or of all. */
export function* endEpochs(subject?: string): Work<void> {
  if (subject === undefined) yield* query("DELETE FROM rate_epochs");
  else if (subject.endsWith(":*"))
    yield* query("DELETE FROM rate_epochs WHERE subject LIKE $1", `${subject.slice(0, -1)}%`);
  else yield* query("DELETE FROM rate_epochs WHERE subject = $1", subject);
}

/** Locks subjects: shared while requests are decided on and settled, exclusive while their rows are counted. */
export function* holdRates(subjects: readonly string[], holds: "together" | "alone"): Work<void> {
  if (subjects.length === 0) return;
  yield { locks: subjects.map((subject) => `rates ${subject}`).toSorted(), shared: holds === "together" };
}
