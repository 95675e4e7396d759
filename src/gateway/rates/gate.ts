import type { Amount, LimitState } from "../ledger/counters.ts";
import type { Limit } from "../ledger/limits.ts";
import { outside, type Work } from "../store/store.ts";
import { beginEpochs, endEpochs, epochsOf, holdRates } from "./epochs.ts";
import { rateState, usedByRows, type OpenRequest, type Used, type UsedPart } from "./used.ts";

/** The rate store can't be reached, or misbehaved. */
export class RatesUnavailable extends Error {
  override readonly name = "RatesUnavailable";
}

/** A subject with the epoch in which its counters are valid. */
export interface Counted {
  readonly subject: string;
  readonly epoch: string;
}
export interface Taking {
  readonly id: string;
  readonly at: number;
  readonly amount: Amount;
  /** The limits of each subject, in the same order. */
  readonly limits: readonly (readonly Limit[])[];
}
/** Counters that several instances share, outside of the ledger. All methods may throw RatesUnavailable. */
export interface RateStore {
  /** What happens while it is unavailable: count in the ledger, or refuse with 503. */
  readonly ifGone: "ledger" | "refuse";
  /** Usage of each subject by other requests; undefined if one has no counters of this epoch. */
  look(counted: readonly Counted[], by: Pick<Taking, "id" | "at">): Promise<readonly Used[] | undefined>;
  /** Takes the amount from all limits, or returns the usage of each; `undefined` as for `look`. */
  take(counted: readonly Counted[], taking: Taking): Promise<"taken" | readonly Used[] | undefined>;
  seed(counted: Counted, used: Seed): Promise<void>;
  /** Records the end of a request, with its tokens. Does nothing if it isn't known as open. */
  settle(subjects: readonly string[], ended: Pick<OpenRequest, "id" | "input" | "output">): Promise<void>;
  /** Notes that an update may have been lost: all epochs must end. */
  doubt(): void;
  /** Whether `doubt` was called since the last time this was asked. */
  doubted(): boolean;
  isGone(): boolean;
  /** Why it was unavailable last. */
  problem(): unknown;
  close(): Promise<void>;
}
export interface Seed {
  readonly parts: readonly UsedPart[];
  readonly open: readonly OpenRequest[];
}

/** Decides on a request for limits that are counted outside of the ledger. */
export interface Gate {
  /** Usage of the limits, as last read. */
  states(): readonly LimitState[];
  /**
   * Takes the amount and returns true; if false, `states` has been refreshed. Undefined: the request must be retried
   * with exclusive locks. `gone`: the counters are unavailable, and nothing may pass without them.
   */
  take(amount: Amount): Work<boolean | "gone" | undefined>;
}
export interface Passing {
  readonly id: string;
  readonly at: number;
  readonly limits: readonly Limit[];
  /** Whether the request holds its subjects exclusively, and so may count their rows. */
  readonly alone: boolean;
}

/** Opens a gate. Returns undefined if the request must be retried with exclusive locks, to create the counters first. */
export function* openGate(rates: RateStore, { id, at, limits, alone }: Passing): Work<Gate | undefined> {
  const subjects = [...new Set(limits.map(({ subject }) => subject))];
  const of = (subject: string): readonly Limit[] => limits.filter((limit) => limit.subject === subject);
  const bySubject = subjects.map(of);
  yield* holdRates(subjects, alone ? "alone" : "together");
  const counted = yield* alone ? seeded(rates, subjects, at) : known(subjects);
  if (counted === undefined) return undefined;
  let used = counted.used ?? (yield* attempt(() => rates.look(counted.counted, { id, at })));
  if (used === undefined) return undefined;
  const withLedger = function* (): Work<true | "gone"> {
    // Requests are counted by rows for now; the counters are rebuilt once they can be reached.
    for (const subject of subjects) yield* endEpochs(subject);
    return rates.ifGone === "ledger" || "gone";
  };
  return {
    states: () =>
      limits.map((limit) =>
        rateState(limit, used?.[subjects.indexOf(limit.subject)] ?? { open: 0, parts: [] }, at),
      ),
    *take(amount) {
      if (counted.isGone) return yield* withLedger();
      const outcome = yield* attempt(() =>
        rates.take(counted.counted, { id, at, amount, limits: bySubject }),
      );
      if (outcome === "taken") return true;
      if (outcome !== undefined) {
        used = outcome;
        return false;
      }
      return alone ? yield* withLedger() : undefined;
    },
  };
}

interface Found {
  readonly counted: readonly Counted[];
  readonly used?: readonly Used[];
  readonly isGone?: boolean;
}

function* known(subjects: readonly string[]): Work<Found | undefined> {
  const epochs = yield* epochsOf(subjects);
  const counted = subjects.map((subject, i) => ({ subject, epoch: epochs[i] ?? "" }));
  return epochs.includes(undefined) ? undefined : { counted };
}

/** Builds the counters of exclusively held subjects from rows, which can't change in the meantime. */
function* seeded(rates: RateStore, subjects: readonly string[], now: number): Work<Found> {
  const epochs = yield* beginEpochs(subjects);
  const counted = subjects.map((subject, i) => ({ subject, epoch: epochs[i] ?? "" }));
  const used: Used[] = [];
  let isGone = false;
  for (const each of counted) {
    const seed = yield* usedByRows(each.subject, now);
    used.push({ parts: seed.parts, open: seed.open.length });
    isGone ||= (yield* attempt(() => rates.seed(each, seed).then(() => true))) === undefined;
  }
  return { counted, used, isGone };
}

/** Returns undefined if the rate store is unavailable. */
function* attempt<T>(act: () => Promise<T>): Work<T | undefined> {
  return yield* outside(() =>
    act().catch((error: unknown) => {
      if (error instanceof RatesUnavailable) return undefined;
      throw error;
    }),
  );
}
