import { isStoreUrl } from "../config/index.ts";
import { Metric, metricText, UserError, type Clock } from "../lib/index.ts";
import type { ApiError } from "../messages/index.ts";
import type { Model } from "../models/index.ts";
import { forgetBodies, keepBodies } from "./bodies/bodies.ts";
import { recorded } from "./bodies/recorded.ts";
import { administration } from "./administration.ts";
import { guarded } from "./guardrails/guarded.ts";
import { allows, isUsable, keyOfRow, newId, type Key } from "./keys/key.ts";
import { findKey, hasKeys, usableKey } from "./keys/keys.ts";
import { forgetCounters } from "./ledger/counters.ts";
import { forgetCounts, type Limit } from "./ledger/limits.ts";
import { forgetLoops, loopJournal } from "./loops/journal.ts";
import { endEpochs } from "./rates/epochs.ts";
import type { RateStore } from "./rates/gate.ts";
import { isRate } from "./rates/used.ts";
import type { RateStoreOptions } from "./rates/valkey.ts";
import { measureNames } from "./ledger/measures.ts";
import { beat, expire, lease } from "./ledger/settle.ts";
import { steady } from "./ledger/time.ts";
import { Queue } from "./meter/queue.ts";
import { millionths } from "./money.ts";
import { LedgerClient, nothing } from "./meter/ledger-client.ts";
import { failureOf } from "./meter/failure.ts";
import { metered, refusedLine, type RequestLine } from "./meter/meter.ts";
import { Outage, outageRules } from "./outage/outage.ts";
import { forgetRefusals, Refusals } from "./refusals/refusals.ts";
import type { TargetStatus } from "./routing/routes.ts";
import { Rules, type GatewayRules, type ShownRules } from "./rules.ts";
import { openStore } from "./store/open.ts";
import { shownPlace } from "./store/place.ts";
import { first, isGone, ledger, query, type Store, type Work } from "./store/store.ts";
import { batch, forgetRequests, isWhole } from "./usage/retention.ts";

export interface GatewayOptions extends GatewayRules {
  /** A file path, or a PostgreSQL URL. */
  readonly store: string;
  /** Where instances count per-minute and concurrency limits; default: in the store. */
  readonly rates?: RateStoreOptions;
  /** A file where requests are recorded while a shared store is gone; default: none are served then. */
  readonly journal?: string;
  readonly clock: Pick<Clock, "now">;
  /** Called for every request once it has ended or was refused. */
  on?(line: RequestLine): void;
}

export type Gateway = Awaited<ReturnType<typeof openGateway>>;

export interface GatewaySettings extends ShownRules {
  /** The store's place, without secrets. */
  readonly store: string;
}

/** A caller as the server sees it. */
export interface KeyHolder {
  readonly key: string;
  readonly scopes: readonly ["use"];
  may(what: "endpoint" | "model" | "tool", name: string): boolean;
}

/** A request that reached the server. */
export interface ServerRequest extends Pick<RequestLine, "id" | "key"> {
  readonly isForModel: boolean;
}

/** How many request endings are kept in memory while the store is unavailable: an hour at three per second. */
const mostUnsettled = 10_000;

/** Opens a gateway. Throws UserError for an unusable store. */
export async function openGateway(options: GatewayOptions) {
  const store = await openStore(options.store);
  let rates: RateStore | undefined;
  const now = steady(options.clock);
  const process = newId("process");
  const rules = new Rules(options, now);
  const outage =
    options.journal === undefined
      ? undefined
      : new Outage(await openStore(options.journal), process, {
          now,
          rules: () => rules.current.outage ?? outageRules(),
        });
  const decided = new Metric("antiphon_gateway_requests_total", {
    help: "Requests that the gateway decided on, by model and outcome.",
    labels: ["model", "outcome"],
  });
  const billed = new Metric("antiphon_gateway_cost_total", {
    help: "Money that was billed, by model, in units of the currency.",
    labels: ["model"],
    unit: millionths,
  });
  const queue = new Queue(now);
  const unsettled = new Set<() => Work<unknown>>();
  const later = (work: () => Work<unknown>): void => {
    if (unsettled.size < mostUnsettled) unsettled.add(work);
  };
  /** Signals of the requests that have their line. */
  const logged = new WeakSet<AbortSignal>();
  const refusals = new Refusals(store);
  let lostBodies = 0;
  let heart: NodeJS.Timeout | undefined;
  return {
    /** Returns the caller whose key has this SHA-256 (hexadecimal), if the key is valid now. */
    async find(hash: string): Promise<KeyHolder | undefined> {
      const memory = outage?.memory;
      const row = await store
        .read(() => findKey(hash))
        .catch((failure: unknown) => {
          const known = isGone(failure) ? outage?.key(hash) : undefined;
          if (known) return known;
          throw failure;
        });
      if (row) memory?.addKey(hash, row);
      const key = row && usableKey(row, hash, now());
      return key && holder(key);
    },
    /** Returns the holder of a valid token, if tokens are accepted. Throws ApiError as `VerifyToken` does. */
    async findBearer(token: string): Promise<KeyHolder | undefined> {
      const bearer = await rules.current.verifyToken?.(token);
      if (!bearer) return undefined;
      const { bearerKey } = await import("./keys/tokens.ts");
      const key = await store.write(() => bearerKey(bearer, now()));
      return isUsable(key, now()) ? holder(key) : undefined;
    },
    /** Whether no key was ever created and tokens are not accepted. */
    isOpen: async () => rules.current.verifyToken === undefined && !(await store.read(hasKeys)),
    /**
     * Wraps the model so that only requests granted by the ledger reach it. Also starts the check for dead processes.
     */
    async meter(model: Model): Promise<Model> {
      rates ??= options.rates && (await openRates(options.rates, options.store));
      const rounds = { store, rates, outage, unsettled, process, rules, now };
      await store.write(() => recount(rules.limits, rates !== undefined));
      await round(rounds);
      // If the store isn't writable now, requests are refused anyway.
      heart ??= startHeart(rounds);
      const on = (line: RequestLine, signal: AbortSignal): void => {
        logged.add(signal);
        decided.add(1, line.model, line.outcome);
        billed.add(line.cost ?? 0, line.model);
        refusals.add(line);
        options.on?.(line);
      };
      const recordedModel = recorded(model, {
        rules: () => rules.current.bodies,
        now,
        keep: (bodies) => store.write(() => keepBodies(bodies)),
        failed: () => void lostBodies++,
      });
      const ledgerClient = new LedgerClient({ store, rates, rules, outage, later });
      return guarded(metered(recordedModel, { ledger: ledgerClient, rules, process, queue, now, on }), {
        guardrails: () => rules.current.guardrails ?? [],
        refused: (request, context, error) =>
          on(refusedLine({ request, context }, now(), error), context.signal),
      });
    },
    /** Reports a request that the server refused, unless it has its line; those for a model are also recorded. */
    refused(error: ApiError, { isForModel, ...request }: ServerRequest, signal: AbortSignal): void {
      if (logged.has(signal)) return;
      const line: RequestLine = {
        ...nothing,
        ...request,
        ...failureOf(error),
        at: now(),
        model: "",
        outcome: "refused",
        cost: undefined,
      };
      if (isForModel) refusals.add(line);
      options.on?.(line);
    },
    /** All metrics of the gateway, in Prometheus' text format. */
    metrics: () =>
      [
        decided.text(),
        billed.text(),
        metricText(
          "antiphon_gateway_bodies_lost_total",
          "Bodies of requests and answers that couldn't be kept.",
          lostBodies,
        ),
        queue.metrics(),
        rules.metrics(),
        metricText(
          "antiphon_gateway_rates_gone",
          "Whether the shared counters of rate limits can't be asked.",
          rates?.isGone() ? 1 : 0,
        ),
        metricText(
          "antiphon_gateway_store_gone",
          "Whether requests were recorded while the shared store was gone and aren't in it yet.",
          outage?.isUsed ? 1 : 0,
        ),
      ].join(""),
    settings: (): GatewaySettings => ({ store: shownPlace(options.store), ...rules.shown() }),
    /** Replaces the rules from the next request on. Requests under way are settled by the new rules, too. */
    async change(next: GatewayRules) {
      await store.write(() => recount(next.limits ?? [], rates !== undefined));
      rules.set(next);
      outage?.forgetDecisions();
    },
    /** Records why new rules were rejected; the previous ones stay in effect. */
    refuseChange: (problem: string) => rules.refuse(problem),
    targets: (): readonly TargetStatus[] => rules.current.routes?.status() ?? [],
    /** Throws ApiError (503) if requests can't be recorded. */
    check: () =>
      store
        .write(() => beat(process, now()))
        .catch((failure: unknown) => {
          if (isGone(failure) && outage?.isBridging()) return outage.beat();
          throw failure;
        }),
    loops: loopJournal(store, now),
    /** What a key is currently permitted to use, by its id; keys outside the store may use everything. */
    async permission(id: string): Promise<KeyHolder["may"]> {
      const row = await store.read(() => first("SELECT * FROM keys WHERE id = $1", id));
      if (!row) return () => true;
      const key = keyOfRow(row);
      return isUsable(key, now()) ? holder(key).may : () => false;
    },
    as: (name: string) =>
      administration({
        store,
        prices: rules.prices,
        limits: rules.limits,
        countsElsewhere: options.rates !== undefined,
        refusals,
        actor: () => ({ name, at: now() }),
      }),
    async close() {
      clearInterval(heart);
      await refusals.flush();
      await rates?.close();
      await outage?.close();
      await store.close();
    },
  };
}

/** Deletes counters of configured limits, which may date from a time when other limits applied. */
function* recount(limits: readonly Limit[], countsElsewhere: boolean): Work<void> {
  if (limits.length === 0 && !countsElsewhere) return;
  yield* ledger("alone");
  for (const { subject, measure } of limits) yield* forgetCounts(subject, measure);
  yield* endEpochs();
  // These are no longer counted here.
  if (countsElsewhere)
    for (const measure of measureNames)
      if (isRate({ measure })) yield* query("DELETE FROM counters WHERE measure = $1", measure);
}

async function openRates(options: RateStoreOptions, place: string): Promise<RateStore> {
  if (isStoreUrl(place)) return (await import("./rates/valkey.ts")).openValkey(options);
  throw new UserError(
    "rate_store",
    `Rate limits are shared by instances that share a ledger, and the store ${place} is a file.`,
    "Name a database of PostgreSQL as the store, or remove rate_limits.",
  );
}

/** Runs a round every ten seconds, and every second while requests are recorded without the shared store. */
function startHeart(rounds: Rounds): NodeJS.Timeout {
  const [interval, slowest] = [1000, lease / 3];
  let [next, isRunning] = [slowest, false];
  return setInterval(() => {
    next -= interval;
    if (isRunning || (next > 0 && !rounds.outage?.isUsed)) return;
    [next, isRunning] = [slowest, true];
    void round(rounds)
      .catch(() => undefined)
      .finally(() => (isRunning = false));
  }, interval).unref();
}

interface Rounds {
  readonly store: Store;
  readonly rates: RateStore | undefined;
  readonly outage: Outage | undefined;
  readonly unsettled: Set<() => Work<unknown>>;
  readonly process: string;
  readonly rules: Rules;
  now(): number;
}

/** Writes pending work and a heartbeat, marks requests of dead processes as lost, and deletes expired rows. */
async function round(rounds: Rounds): Promise<void> {
  const { store, rates, outage, unsettled, process, rules, now } = rounds;
  await outage?.beat().catch(() => undefined); // it is only needed while the store is gone
  for (const work of unsettled) {
    await store.write(work);
    unsettled.delete(work);
  }
  const change = await store.write(function* () {
    yield* beat(process, now());
    yield* expire(now(), rules.limits);
    yield* forgetCounters(now());
    return yield* first("SELECT MAX(number) AS number FROM audit");
  });
  outage?.contact(Number(change?.["number"] ?? 0));
  await outage?.move(store, { configured: rules.limits, rates });
  if (rates?.doubted())
    await store.write(endEpochs).catch((failure: unknown) => {
      rates.doubt();
      throw failure;
    });
  while ((await store.write(() => forgetBodies(now(), batch))) === batch);
  while ((await store.write(() => forgetRefusals(now(), batch))) === batch);
  const { usageDays, loopDays } = rules.current;
  if (loopDays !== undefined)
    while ((await store.write(() => forgetLoops(now(), loopDays, batch))) === batch);
  if (usageDays === undefined) return;
  while (isWhole(await store.write(() => forgetRequests(now(), usageDays))));
}

function holder(key: Key): KeyHolder {
  const lists = { endpoint: key.endpoints, model: key.models, tool: key.tools };
  return { key: key.id, scopes: ["use"], may: (what, name) => allows(lists[what], name) };
}
