import { mostOf, type Price } from "../prices/price.ts";
import { ledger, query, stable, type Work } from "../store/store.ts";
import { add, lockLimits, stateOf, type Amount, type LimitState } from "./counters.ts";
import { limitsOf, type Limit } from "./limits.ts";
import { measures } from "./measures.ts";
import { openGate, type Gate, type RateStore } from "../rates/gate.ts";
import { isRate } from "../rates/used.ts";
import { subjectsOf } from "./subjects.ts";

/** A request to be decided on. */
export interface Ask {
  readonly id: string;
  readonly at: number;
  readonly process: string;
  readonly key: string;
  readonly model: string;
  /** Input tokens as counted here. */
  readonly counted: number;
  /** Input tokens for all models that may be asked concurrently: `counted` times their number. */
  readonly input: number;
  /** The part of them for tool definitions. */
  readonly tools: number;
  /** Maximum output tokens. */
  readonly output: number;
  /** Whether `output` may be lowered to what the limits allow. */
  readonly lowers: boolean;
  readonly caches: boolean;
  /** Prices of all models that may answer; empty if one of them has no price. */
  readonly prices: readonly Price[];
  readonly pricedAs: string | null;
  /** When to refuse a request without a price: never, always, or if a money limit applies. */
  readonly unpriced: "free" | "refuse" | "refuse_if_limited";
  readonly tags: string;
}

/** What a decision was based on: the team of the key, and the limits that apply. */
export interface Known {
  readonly team: string | null;
  readonly states: readonly LimitState[];
}

export type Decision =
  | ({ readonly granted: true; readonly output: number } & Known)
  | ({ readonly granted: false } & Known & Refused)
  /** The model has no price, or the rate store is unavailable. */
  | { readonly granted: false; readonly by: "price" }
  | { readonly granted: false; readonly by: "rates"; readonly cause: unknown };

/** Identifies a limit among those that requests wait for. */
export const limitName = ({ subject, measure }: Pick<Limit, "subject" | "measure">): string =>
  `${subject} ${measure}`;

export interface Reserving {
  readonly configured: readonly Limit[];
  /** Limits that other requests are waiting for; they refuse this one, whatever room they have. */
  readonly awaited?: ReadonlySet<string> | undefined;
  /** Where per-minute and concurrency limits are counted; default: in the store. */
  readonly rates?: RateStore | undefined;
  /** Whether the request holds its subjects exclusively. */
  readonly alone?: boolean;
  /** The team of the key; default: as in the store. */
  readonly team?: string | null | undefined;
}

/**
 * Decides on a request and, if it is granted, records it with the most it can use. Returns undefined if it must be
 * retried with exclusive locks.
 */
export function* reserve(
  ask: Ask,
  { configured, awaited = new Set(), rates, alone = false, team: knownTeam }: Reserving,
): Work<Decision | undefined> {
  yield* ledger("together");
  const team = knownTeam === undefined ? yield* teamOf(ask.key) : knownTeam;
  const subjects = subjectsOf({ ...ask, team });
  const limits = yield* limitsOf(subjects, configured);
  const isLimited = limits.some(({ measure }) => measures[measure].counts === "cost");
  if (ask.prices.length === 0 && (ask.unpriced === "refuse" || (isLimited && ask.unpriced !== "free")))
    return { granted: false, by: "price" };
  const shared = rates ? limits.filter(isRate) : [];
  const ownLimits = limits.filter((limit) => !shared.includes(limit));
  yield* lockLimits(ownLimits);
  const owned: LimitState[] = [];
  for (const limit of ownLimits) owned.push(yield* stateOf(limit, ask.at));
  const { id, at } = ask;
  const gate = rates && shared.length > 0 ? yield* openGate(rates, { id, at, limits: shared, alone }) : open;
  if (!gate) return undefined;
  let fitted: Fit;
  let amount: Amount;
  let states: readonly LimitState[];
  for (;;) {
    states = [...owned, ...gate.states()].toSorted((a, b) => rank(limits, a) - rank(limits, b));
    fitted = fit(ask, states, awaited);
    if (fitted.refused) return { granted: false, ...fitted.refused, team, states };
    amount = amountOf(ask, fitted.output);
    const isTaken = yield* gate.take(amount);
    if (isTaken === undefined) return undefined;
    if (isTaken === "gone") return { granted: false, by: "rates", cause: rates?.problem() };
    if (isTaken) break; // otherwise another request was faster, and less is left
  }
  yield* record({ ...ask, team }, amount, ownLimits);
  return { granted: true, output: fitted.output, team, states: states.map((state) => after(state, amount)) };
}

/** Writes the row of a granted request, and counts the amount as reserved. */
export function* record(
  request: Pick<Ask, "id" | "at" | "process" | "key" | "model" | "pricedAs" | "tools" | "tags"> &
    Pick<Known, "team">,
  amount: Amount,
  limits: readonly Limit[],
): Work<void> {
  yield* query(
    `INSERT INTO requests (id, at, state, process, key_id, team, model, priced_as,
      input, output, cache_read, cache_write, tools, cost, attempts, tags)
     VALUES ($1, $2, 'open', $3, $4, $5, $6, $7, $8, $9, 0, 0, $10, $11, 0, $12)`,
    request.id,
    request.at,
    request.process,
    request.key,
    request.team,
    request.model,
    request.pricedAs,
    amount.input,
    amount.output,
    request.tools,
    amount.cost,
    request.tags,
  );
  const reserved = { ...amount, requests: 0, open: 0 };
  for (const limit of limits) yield* add({ limit, at: request.at, total: amount, reserved });
}

const rank = (limits: readonly Limit[], { subject, measure }: Limit): number =>
  limits.findIndex((limit) => limit.subject === subject && limit.measure === measure);

/** Used when no limit is counted elsewhere. */
const open: Gate = {
  states: () => [],
  // oxlint-disable-next-line require-yield
  *take() {
    return true;
  },
};

/** Keys in the store have teams; keys from the command line, and callers without a key, don't. */
function* teamOf(key: string): Work<string | null> {
  const [row] = yield* stable("SELECT team FROM keys WHERE id = $1", key);
  return typeof row?.["team"] === "string" ? row["team"] : null;
}

const amountOf = ({ prices, input, caches }: Ask, output: number): Amount => ({
  requests: 1,
  open: 1,
  input,
  output,
  cost: Math.max(0, ...prices.map((price) => mostOf(price, { input, output, caches }))),
});

const after = (state: LimitState, amount: Amount): LimitState => ({
  ...state,
  total: state.total + amount[measures[state.measure].counts],
});

interface Refused {
  readonly by: LimitState;
  readonly needs: number;
  /** Whether it could pass once other requests have ended. */
  readonly mayPassLater: boolean;
}
interface Fit {
  readonly output: number;
  readonly refused?: Refused;
}

/**
 * Returns how much output all limits allow. A limit whose remainder is too small, though nobody else has reserved any
 * of it, lowers the output to that remainder: otherwise the last of a budget could never be used.
 */
function fit(ask: Ask, states: readonly LimitState[], awaited: ReadonlySet<string>): Fit {
  let output = ask.output;
  const refusals: Refused[] = [];
  for (const state of states) {
    const { counts } = measures[state.measure];
    const left = state.amount - state.total;
    const needs = (tokens: number): number => amountOf(ask, tokens)[counts];
    if (awaited.has(limitName(state))) refusals.push({ by: state, needs: needs(output), mayPassLater: true });
    if (needs(output) <= left) continue;
    const lowers = ask.lowers && (counts === "output" || counts === "cost");
    const rest = lowers && state.reserved === 0 ? largest(output, (tokens) => needs(tokens) <= left) : 0;
    if (rest > 0) output = rest;
    else {
      const least = needs(lowers ? Math.min(1, output) : output);
      const isHeld = counts === "open" || (state.reserved > 0 && least <= left + state.reserved);
      refusals.push({ by: state, needs: needs(output), mayPassLater: isHeld });
    }
  }
  const refused = refusals.find(({ mayPassLater }) => !mayPassLater) ?? refusals[0];
  return { output, ...(refused && { refused }) };
}

/** The largest whole number up to `most` that fits, or 0. Expects that if a value fits, all smaller ones do. */
function largest(most: number, fits: (value: number) => boolean): number {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
