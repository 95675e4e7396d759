import type { Amount, LimitState } from "../ledger/counters.ts";
import type { Limit } from "../ledger/limits.ts";
import { outside, type Work } from "../store/store.ts";
import { beginEpochs, endEpochs, epochsOf, holdRates } from "./epochs.ts";
import { rateState, usedByRows, type OpenRequest, type Used, type UsedPart } from "./used.ts";

/** The store of counters can't be asked now, or did something else than it should have. */
export class RatesGone extends Error {
  override readonly name = "RatesGone";
}

/** A subject with the epoch in which its counters hold. */
export interface Counted {
  readonly subject: string;
  readonly epoch: string;
}
export interface Taking {
  readonly id: string;
  readonly at: number;
  readonly amount: Amount;
  /** Of each subject, in their order. */
  readonly limits: readonly (readonly Limit[])[];
}
/** Counters that several instances share, outside of the ledger. All of it throws RatesGone. */
export interface RateStore {
  /** What requests meet while it can't be asked: the ledger's own rows, or 503. */
  readonly ifGone: "ledger" | "refuse";
  /** What each used by other requests; undefined where one of them has no counters of this epoch. */
  look(counted: readonly Counted[], by: Pick<Taking, "id" | "at">): Promise<readonly Used[] | undefined>;
  /** Takes the amount from all limits at once, or from none of them: then what each used. */
  take(counted: readonly Counted[], taking: Taking): Promise<"taken" | readonly Used[] | undefined>;
  seed(counted: Counted, used: Seed): Promise<void>;
  /** A request has ended, with these tokens. Nothing is changed where it isn't known as under way. */
  settle(subjects: readonly string[], ended: Pick<OpenRequest, "id" | "input" | "output">): Promise<void>;
  /** Something may not have reached it: all epochs are to end. */
  doubt(): void;
  /** Whether that was so since it was last asked. */
  doubted(): boolean;
  /** Whether it can't be asked now. */
  isGone(): boolean;
  close(): Promise<void>;
}
export interface Seed {
  readonly parts: readonly UsedPart[];
  readonly open: readonly OpenRequest[];
}

/** Where a request is decided on at limits that are counted outside of the ledger. */
export interface Gate {
  /** How far the limits are used, as far as is known. */
  states(): readonly LimitState[];
  /**
   * Whether it was taken; if not, `states` are newer ones. Undefined where the request must hold its subjects alone, `gone`
   * where nothing may pass without the counters.
   */
  take(amount: Amount): Work<boolean | "gone" | undefined>;
}
export interface Passing {
  readonly id: string;
  readonly at: number;
  readonly limits: readonly Limit[];
  /** Whether it holds its subjects alone, and may count their rows. */
  readonly alone: boolean;
}

/** Undefined where the request must come again, to hold its subjects alone: their counters have to be made first. */
export function* openGate(rates: RateStore, { id, at, limits, alone }: Passing): Work<Gate | undefined> {
  const subjects = [...new Set(limits.map(({ subject }) => subject))];
  const of = (subject: string): readonly Limit[] => limits.filter((limit) => limit.subject === subject);
  const bySubject = subjects.map(of);
  yield* holdRates(subjects, alone ? "alone" : "together");
  const counted = yield* alone ? seeded(rates, subjects, at) : known(subjects);
  if (counted === undefined) return undefined;
  let used = counted.used ?? (yield* asked(() => rates.look(counted.counted, { id, at })));
  if (used === undefined) return undefined;
  const withLedger = function* (): Work<true | "gone"> {
    // Rows count what passes now; whoever reaches the counters again makes them anew.
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
      const taken = yield* asked(() => rates.take(counted.counted, { id, at, amount, limits: bySubject }));
      if (taken === "taken") return true;
      if (taken !== undefined) {
        used = taken;
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

/** Makes the counters of subjects that are held alone: from rows, which nobody adds to meanwhile. */
function* seeded(rates: RateStore, subjects: readonly string[], now: number): Work<Found> {
  const epochs = yield* beginEpochs(subjects);
  const counted = subjects.map((subject, i) => ({ subject, epoch: epochs[i] ?? "" }));
  const used: Used[] = [];
  let isGone = false;
  for (const each of counted) {
    const seed = yield* usedByRows(each.subject, now);
    used.push({ parts: seed.parts, open: seed.open.length });
    isGone ||= (yield* asked(() => rates.seed(each, seed).then(() => true))) === undefined;
  }
  return { counted, used, isGone };
}

/** Undefined where the counters are gone. */
function* asked<T>(act: () => Promise<T>): Work<T | undefined> {
  return yield* outside(() =>
    act().catch((error: unknown) => {
      if (error instanceof RatesGone) return undefined;
      throw error;
    }),
  );
}
