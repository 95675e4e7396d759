import { isObject, listed, nearest, type UserError, usageError } from "../../lib/index.ts";
import { audit, type Actor } from "../keys/audit.ts";
import { formatMoney, parseMoney } from "../money.ts";
import { endEpochs } from "../rates/epochs.ts";
import { query, stable, type Row, type Value, type Work } from "../store/store.ts";
import { measureNames, measures, type MeasureName } from "./measures.ts";
import { parseSubject } from "./subjects.ts";

export interface Limit {
  readonly subject: string;
  readonly measure: MeasureName;
  /** Requests, tokens, or money in millionths. */
  readonly amount: number;
}
/** Amounts by measure; `null` removes a limit. */
export type Amounts = Readonly<Partial<Record<MeasureName, number | null>>>;

const isMoney = (measure: MeasureName): boolean => measures[measure].counts === "cost";

/** Formats money as a decimal, everything else as a whole number. */
export const shownAmount = (measure: MeasureName, amount: number): string =>
  isMoney(measure) ? formatMoney(amount) : String(amount);

const isMeasure = (name: string): name is MeasureName => Object.hasOwn(measures, name);

/** Parses `{"spend_per_day": 5, "requests_per_minute": null}`; throws UserError for unknown names and invalid amounts. */
export function readAmounts(value: unknown): Amounts {
  if (!isObject(value) || Object.keys(value).length === 0)
    throw usageError("limits", "No limits were given.", "Give some, such as spend_per_day=5.");
  return Object.fromEntries(
    Object.entries(value).map(([name, amount]) => {
      if (!isMeasure(name)) throw unknown(name);
      return [name, amount === null ? null : readAmount(name, String(amount))];
    }),
  );
}

function readAmount(name: MeasureName, text: string): number {
  if (isMoney(name)) return parseMoney(text, name);
  if (/^\d{1,12}$/.test(text)) return Number(text);
  throw usageError("limits", `${name}: ${text.slice(0, 40)} is not a whole number.`, "Give one such as 60.");
}

function unknown(name: string): UserError {
  const meant = nearest(name, measureNames);
  return usageError(
    "limits",
    `${name.slice(0, 60)} is not a limit.`,
    meant ? `Did you mean ${meant}?` : `Use ${listed(measureNames, "or")}.`,
  );
}

/** Returns the limits of a configuration file. Throws UserError. */
export const configuredLimits = (all: Readonly<Record<string, object>>): readonly Limit[] =>
  Object.entries(all).flatMap(([subject, { ...amounts }]) =>
    measureNames.flatMap((measure) => {
      const amount = (amounts as Readonly<Partial<Record<MeasureName, unknown>>>)[measure]; // by its name
      return amount === undefined
        ? []
        : [{ subject: parseSubject(subject), measure, amount: readAmount(measure, String(amount)) }];
    }),
  );

/** Sets or removes limits of a subject. The counter of a removed limit is deleted. */
export function* setLimits(text: string, amounts: Amounts, actor: Actor): Work<void> {
  const subject = parseSubject(text);
  for (const [measure, amount] of Object.entries(amounts)) {
    yield* query("DELETE FROM limits WHERE subject = $1 AND measure = $2", subject, measure);
    if (amount !== null)
      yield* query(
        "INSERT INTO limits (subject, measure, amount) VALUES ($1, $2, $3)",
        subject,
        measure,
        amount,
      );
    else yield* forgetCounts(subject, measure);
  }
  yield* endEpochs(subject); // without a limit, nothing was counted
  yield* audit(actor, { action: "limits", subject, detail: amounts });
}

/** Deletes the counters of a limit; they are rebuilt from the rows when it next applies. */
export function forgetCounts(subject: string, measure: string): Work<readonly Row[]> {
  return subject.endsWith(":*")
    ? query(
        "DELETE FROM counters WHERE subject LIKE $1 AND measure = $2",
        `${subject.slice(0, -1)}%`,
        measure,
      )
    : query("DELETE FROM counters WHERE subject = $1 AND measure = $2", subject, measure);
}

export interface LimitPage {
  /** Only this subject's limits. */
  readonly subject?: string;
  /** The page starts after this limit. */
  readonly after?: readonly [subject: string, measure: string];
  readonly limit?: number;
}

/** Lists the limits in the store, in the database's text order. */
export function* listLimits({ subject, after, limit = 1000 }: LimitPage): Work<readonly Limit[]> {
  const values: Value[] = [limit];
  const conditions: string[] = [];
  if (subject !== undefined) conditions.push(`subject = $${values.push(subject)}`);
  if (after) conditions.push(`(subject, measure) > ($${values.push(after[0])}, $${values.push(after[1])})`);
  const where = conditions.length > 0 ? `WHERE ${conditions.join(" AND ")}` : "";
  const rows = yield* query(
    `SELECT subject, measure, amount FROM limits ${where} ORDER BY subject, measure LIMIT $1`,
    ...values,
  );
  return rows.map((row) => ({
    subject: String(row["subject"]),
    measure: row["measure"] as MeasureName, // written by setLimits
    amount: Number(row["amount"]),
  }));
}

/**
 * Returns the limits that apply to subjects. Of a configured and a stored one for the same measure the smaller
 * applies; a subject's own limit overrides that of `*`.
 */
export function* limitsOf(subjects: readonly string[], configured: readonly Limit[]): Work<readonly Limit[]> {
  const general = subjects.filter((subject) => subject !== "all").map(generalOf);
  const names = [...subjects, ...general];
  const rows = yield* stable(
    `SELECT subject, measure, amount FROM limits WHERE subject IN (${names.map((_, i) => `$${i + 1}`).join(", ")})`,
    ...names,
  );
  const known = applied.get(rows);
  if (known?.configured === configured) return known.limits;
  const limits = applicable(rows as unknown as readonly Limit[], { subjects, configured }); // the columns are the type's fields
  applied.set(rows, { configured, limits });
  return limits;
}

/** What applies by the rows of the stored limits; a store returns the same rows for the same subjects again. */
const applied = new WeakMap<
  readonly Row[],
  { readonly configured: readonly Limit[]; readonly limits: readonly Limit[] }
>();

function applicable(
  stored: readonly Limit[],
  { subjects, configured }: { readonly subjects: readonly string[]; readonly configured: readonly Limit[] },
): readonly Limit[] {
  const all = [...stored, ...configured];
  const of = (name: string): readonly Limit[] => all.filter((limit) => limit.subject === name);
  return subjects.flatMap((subject) => {
    const [subjectLimits, ofEach] = [of(subject), of(generalOf(subject))];
    if (subjectLimits.length + ofEach.length === 0) return [];
    return measureNames.flatMap((measure) => {
      const amounts = amountsOf(subjectLimits, measure);
      const holding = amounts.length > 0 ? amounts : amountsOf(ofEach, measure);
      return holding.length > 0 ? [{ subject, measure, amount: Math.min(...holding) }] : [];
    });
  });
}

const amountsOf = (limits: readonly Limit[], measure: MeasureName): readonly number[] =>
  limits.filter((limit) => limit.measure === measure).map(({ amount }) => amount);

const generalOf = (subject: string): string => `${subject.slice(0, subject.indexOf(":"))}:*`;
