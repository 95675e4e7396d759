import { reserve, type Ask, type Decision } from "../ledger/reserve.ts";
import { settle, type Ending } from "../ledger/settle.ts";
import type { Outage } from "../outage/outage.ts";
import type { RateStore } from "../rates/gate.ts";
import type { Rules } from "../rules.ts";
import { isGone, type Store, type Work } from "../store/store.ts";

export interface LedgerOptions {
  readonly store: Store;
  readonly rates: RateStore | undefined;
  /** Read for each request, because they may change. */
  readonly rules: Pick<Rules, "limits">;
  /** Decides while the store is gone; default: nothing passes then. */
  readonly outage: Outage | undefined;
  /** Retries work that the store couldn't do, once it is available again. */
  later(work: () => Work<unknown>): void;
}

/** Reserves and settles in the store, or in the local ledger while a shared store is gone. */
export class LedgerClient {
  private readonly options: LedgerOptions;

  constructor(options: LedgerOptions) {
    this.options = options;
  }

  /** Throws ApiError (503) if the request can't be recorded. */
  async reserve(ask: Ask, awaited: ReadonlySet<string> | undefined): Promise<Decision> {
    const { store, rates, rules, outage, later } = this.options;
    const reserving = { configured: rules.limits, awaited, rates };
    const memory = outage?.memory;
    try {
      const decision =
        (await store.write(() => reserve(ask, reserving))) ??
        (await store.write(() => reserve(ask, { ...reserving, alone: true })));
      if (!decision) throw new Error("Who decides alone has decided.");
      if ("states" in decision) memory?.addDecision(ask, decision);
      return decision;
    } catch (failure) {
      rates?.doubt();
      const local = isGone(failure) ? await outage?.reserve(ask, awaited).catch(() => undefined) : undefined;
      // The store may have committed the reservation despite the error. A request that passed settles it when it is moved.
      if (!local?.granted) later(this.settling(ask, unanswered));
      if (local) return local;
      throw failure;
    }
  }

  /** Settles the request, at once or later. Throws ApiError (503) if its ending isn't recorded yet. */
  async settle(ask: Ask, ending: Ending): Promise<number | undefined> {
    const { store, outage, later } = this.options;
    const settled = outage?.holds(ask.id) ? await outage.settle(ask.id, ending) : undefined;
    if (settled !== undefined) return settled;
    const work = this.settling(ask, ending);
    try {
      return await store.write(work);
    } catch (failure) {
      const cost = isGone(failure) ? await outage?.keep(ask, ending).catch(() => undefined) : undefined;
      if (cost !== undefined) return cost;
      later(work);
      throw failure;
    }
  }

  private settling({ id }: Ask, ending: Ending): () => Work<number | undefined> {
    const { rules, rates } = this.options;
    return () => settle(id, ending, { configured: rules.limits, rates });
  }
}

export const none = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
export const nothing = {
  ...none,
  firstMs: null,
  totalMs: 0,
  attempts: 0,
  upstream: null,
  upstreamRequestId: null,
  routedModel: null,
};

/** The ending of a request whose reservation failed, but may have been written. */
const unanswered: Ending = {
  ...nothing,
  outcome: "failed",
  price: undefined,
  pricedAs: null,
  usedModel: null,
  error: "api_error",
};
